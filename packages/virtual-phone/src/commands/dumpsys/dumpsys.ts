import type { Program } from '../../kernel/process.ts';
import { command } from '../command.ts';
import { serviceInterfaces } from '../binder/service-names.ts';
import type { RunningAndroid } from '../running-android.ts';
import { dumpActivity } from './activity.ts';
import { dumpAudio } from './audio.ts';
import { dumpBattery, dumpPower } from './power.ts';
import { dumpConnectivity } from './connectivity.ts';
import { dumpDisplay, dumpSurfaceFlinger } from './display.ts';
import { dumpDropBox } from './drop-box.ts';
import { dumpInput } from './input.ts';
import { dumpInputMethod } from './input-method.ts';
import { dumpNotification } from '../notification/dump.ts';
import { dumpPackage } from './package.ts';
import { dumpWindow } from './window.ts';

/** A service's dump, given the arguments after its name. */
export type Dump = (android: RunningAndroid, args: readonly string[]) => string | Uint8Array;

const dumps: ReadonlyMap<string, Dump> = new Map(
  Object.entries<Dump>({
    SurfaceFlinger: dumpSurfaceFlinger,
    activity: dumpActivity,
    audio: dumpAudio,
    battery: dumpBattery,
    connectivity: dumpConnectivity,
    display: dumpDisplay,
    dropbox: dumpDropBox,
    input: dumpInput,
    input_method: dumpInputMethod,
    notification: dumpNotification,
    package: dumpPackage,
    power: dumpPower,
    window: dumpWindow,
  }),
);

/** `dumpsys SERVICE …`. A service without a dump here prints nothing, as clipboard does everywhere. */
export function dumpsys(android: RunningAndroid): Program {
  return command(async (call) => {
    const args = call.args[0] === '-t' ? call.args.slice(2) : call.args;
    const [name, ...rest] = args;
    const known = [...serviceInterfaces().keys()];
    if (name === '-l' || name === undefined) {
      await call.print(`Currently running services:\n${known.map((one) => `  ${one}\n`).join('')}`);
      if (name === '-l') return undefined;
      for (const one of known)
        await call.print(
          `${'-'.repeat(79)}\nDUMP OF SERVICE ${one}:\n${String(dumps.get(one)?.(android, []) ?? '')}`,
        );
      return undefined;
    }
    if (!known.includes(name)) {
      await call.complain(`Can't find service: ${name}\n`);
      return undefined;
    }
    const dump = dumps.get(name)?.(android, rest) ?? '';
    await (typeof dump === 'string' ? call.print(dump) : call.stdout.write(dump));
    return undefined;
  });
}
