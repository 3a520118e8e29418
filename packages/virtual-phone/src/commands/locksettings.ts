import type { Program } from '../kernel/process.ts';
import { type CommandCall, command, withoutUser, type CommandHandler } from './command.ts';
import type { RunningAndroid, ScreenLock } from './running-android.ts';

const kinds: ReadonlyMap<string, string> = new Map([
  ['set-pin', 'Pin'],
  ['set-password', 'Password'],
  ['set-pattern', 'Pattern'],
]);

/** `locksettings` (8+): the lock's PIN, pattern or password. There is no lock screen, but it is kept and checked. */
export function locksettings(android: RunningAndroid): Program {
  return command(lockSettingsService(android));
}

export function lockSettingsService(android: RunningAndroid): CommandHandler {
  const { lock } = android.programState;
  return async (call) => {
    const { verb, old, value } = parse(withoutUser(call.args));
    const kind = kinds.get(verb ?? '');
    if (verb === undefined || verb === 'help') {
      await call.print(USAGE);
      return verb === undefined ? 255 : 0;
    }
    if (verb === 'get-disabled') {
      await call.print(`${lock.disabled && lock.credential === undefined}\n`);
      return undefined;
    }
    const changes = kind !== undefined || ['clear', 'verify', 'set-disabled', 'sp'].includes(verb);
    if (!changes) {
      await call.complain(`Unknown command: ${verb}\n`);
      return 255;
    }
    if (!(await isAllowed(call, lock, old))) return 255;
    if (verb === 'verify') {
      await call.print('Lock credential verified successfully\n');
    } else if (verb === 'clear') {
      lock.credential = undefined;
      await call.print('Lock credential cleared\n');
    } else if (verb === 'set-disabled') {
      lock.disabled = value === 'true';
      await call.print(`Lock screen disabled set to ${lock.disabled}\n`);
    } else if (kind !== undefined) {
      lock.credential = value ?? '';
      await call.print(`${kind} set to '${value ?? ''}'\n`);
    }
    return undefined;
  };
}

function parse(args: readonly string[]): {
  verb: string | undefined;
  old: string | undefined;
  value: string | undefined;
} {
  const [verb, ...rest] = args;
  const at = rest.indexOf('--old');
  const old = at === -1 ? undefined : rest[at + 1];
  const [value] = at === -1 ? rest : [...rest.slice(0, at), ...rest.slice(at + 2)];
  return { verb, old, value };
}

async function isAllowed(
  call: CommandCall,
  { credential }: ScreenLock,
  old: string | undefined,
): Promise<boolean> {
  if (credential === undefined || credential === old) return true;
  await call.print(
    old === undefined
      ? 'User has a lock credential, but old credential was not provided\n'
      : `Old password '${old}' didn't match\n`,
  );
  return false;
}

const USAGE = `lockSettings service commands:
  get-disabled [--user USER_ID]
  set-disabled [--user USER_ID] <true|false>
  set-pattern [--old <CREDENTIAL>] [--user USER_ID] <PATTERN>
  set-pin [--old <CREDENTIAL>] [--user USER_ID] <PIN>
  set-password [--old <CREDENTIAL>] [--user USER_ID] <PASSWORD>
  clear [--old <CREDENTIAL>] [--user USER_ID]
  verify [--old <CREDENTIAL>] [--user USER_ID]
`;
