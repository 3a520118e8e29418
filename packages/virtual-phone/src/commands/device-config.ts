import type { Program } from '../kernel/process.ts';
import { command, type CommandCall, type CommandHandler } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

/** `device_config get|put|delete|list|reset` (10+): flags that a server may set. This phone has none of its own. */
export function deviceConfig(android: RunningAndroid): Program {
  return command(deviceConfigService(android));
}

export function deviceConfigService(android: RunningAndroid): CommandHandler {
  const own = android.programState.flags;
  return async (call) => {
    const [verb, namespace, key, value] = call.args;
    const name = `${namespace ?? ''}/${key ?? ''}`;
    switch (verb) {
      case 'get':
        if (key === undefined) return bad(call);
        await call.print(`${own.get(name) ?? 'null'}\n`);
        return undefined;
      case 'put':
        if (value === undefined) return bad(call);
        own.set(name, value);
        return undefined;
      case 'delete':
        if (key === undefined || namespace === undefined) return bad(call);
        await call.print(
          own.delete(name)
            ? `Successfully deleted ${key} from ${namespace}\n`
            : `Failed to delete ${key} from ${namespace}\n`,
        );
        return undefined;
      case 'list':
        await call.print(listed(own, namespace));
        return undefined;
      case 'reset':
        if (namespace === undefined) return bad(call);
        for (const one of [...own.keys()])
          if (key === undefined || one.startsWith(`${key}/`)) own.delete(one);
        return undefined;
      case undefined:
      case 'help':
        await call.print(USAGE);
        return verb === undefined ? 255 : 0;
      default:
        await call.complain(`Invalid command: ${verb}\n`);
        return 255;
    }
  };
}

function listed(own: ReadonlyMap<string, string>, namespace: string | undefined): string {
  const entries = [...own].sort(([a], [b]) => (a < b ? -1 : 1));
  return entries
    .filter(([name]) => namespace === undefined || name.startsWith(`${namespace}/`))
    .map(([name, value]) => `${namespace === undefined ? name : name.slice(namespace.length + 1)}=${value}\n`)
    .join('');
}

async function bad(call: CommandCall): Promise<number> {
  await call.complain('Bad arguments\n');
  return 255;
}

const USAGE = `Device Config (device_config) commands:
  get NAMESPACE KEY
  put NAMESPACE KEY VALUE [default]
  delete NAMESPACE KEY
  list [NAMESPACE]
  reset RESET_MODE [NAMESPACE]
`;
