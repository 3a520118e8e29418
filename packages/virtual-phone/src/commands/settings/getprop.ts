import type { Program } from '../../kernel/process.ts';
import { command } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';

/** `getprop [name [default]]`: one property, an empty line if it does not exist, or all. */
export function getprop({ properties }: RunningAndroid): Program {
  return command(async (call) => {
    const [name, fallback = ''] = call.args;
    if (name !== undefined) await call.print(`${properties.get(name) ?? fallback}\n`);
    else
      await call.print(
        properties
          .list()
          .map(([key, value]) => `[${key}]: [${value}]\n`)
          .join(''),
      );
    return undefined;
  });
}

export function setprop({ properties }: RunningAndroid): Program {
  return command(async (call) => {
    const [name, value] = call.args;
    if (name === undefined || value === undefined) {
      await call.complain('usage: setprop NAME VALUE\n');
      return 1;
    }
    if (properties.set(name, value)) return undefined;
    await call.complain(`setprop: failed to set property '${name}' to '${value}'\n`);
    return 1;
  });
}
