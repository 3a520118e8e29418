import type { Program } from '../../kernel/process.ts';
import { type CommandCall, command, withoutUser, type CommandHandler } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';

/** The operations that can be set by name. */
const operations: readonly string[] = (
  'COARSE_LOCATION FINE_LOCATION VIBRATE READ_CONTACTS WRITE_CONTACTS READ_CALL_LOG WRITE_CALL_LOG READ_CALENDAR ' +
  'WRITE_CALENDAR POST_NOTIFICATION CALL_PHONE READ_SMS WRITE_SMS RECEIVE_SMS SEND_SMS WRITE_SETTINGS ' +
  'SYSTEM_ALERT_WINDOW CAMERA RECORD_AUDIO PLAY_AUDIO READ_CLIPBOARD WRITE_CLIPBOARD WAKE_LOCK MOCK_LOCATION ' +
  'GET_USAGE_STATS PROJECT_MEDIA ACTIVATE_VPN TOAST_WINDOW READ_EXTERNAL_STORAGE WRITE_EXTERNAL_STORAGE ' +
  'TURN_SCREEN_ON RUN_IN_BACKGROUND RUN_ANY_IN_BACKGROUND REQUEST_INSTALL_PACKAGES PICTURE_IN_PICTURE ' +
  'MANAGE_EXTERNAL_STORAGE SCHEDULE_EXACT_ALARM ACCESS_RESTRICTED_SETTINGS'
).split(' ');

const modes = ['allow', 'ignore', 'deny', 'default', 'foreground'];

/** `appops set|get …`; Android 5 has only `set`. */
export function appops(android: RunningAndroid): Program {
  return command(appOpsService(android));
}

export function appOpsService(android: RunningAndroid): CommandHandler {
  return async (call) => {
    const [verb, ...args] = withoutUser(call.args);
    const isOld = android.framework.shape.release === 5;
    switch (isOld && verb !== 'set' ? '' : (verb ?? '')) {
      case 'set':
        return set(android, call, args);
      case 'get':
        return get(android, call, args);
      default:
        if (isOld) {
          await call.complain(
            'usage: appops set [--user <USER_ID>] <PACKAGE> <OP> allow|ignore|deny|default\n',
          );
          return 0;
        }
        await call.print(
          verb === undefined || verb === 'help' || verb === '-h' ? USAGE : `Unknown command: ${verb}\n`,
        );
        return verb === 'help' || verb === '-h' ? 0 : 255;
    }
  };
}

/** An operation by its name, with or without its Java prefix. */
function operationOf(name: string | undefined): string | undefined {
  const short = name?.replace(/^android:/, '').toUpperCase();
  return operations.find((one) => one === short);
}

async function fail(call: CommandCall, problem: string): Promise<number> {
  await call.complain(`Error: ${problem}\n`);
  return 255;
}

async function set(
  android: RunningAndroid,
  call: CommandCall,
  [name, op, mode]: readonly string[],
): Promise<number | undefined> {
  if (name === undefined) return fail(call, 'Package name or UID not specified.');
  if (op === undefined) return fail(call, 'Operation not specified.');
  const operation = operationOf(op);
  if (operation === undefined) return fail(call, `Unknown operation string: ${op}`);
  if (mode === undefined) return fail(call, 'Mode not specified.');
  if (!modes.includes(mode)) return fail(call, `Mode ${mode} is not valid`);
  if (android.packages.get(name) === undefined) return fail(call, `No UID for ${name} in user 0`);
  const own = android.appOps.get(name) ?? new Map<string, string>();
  android.appOps.set(name, own);
  own.set(operation, mode);
  return undefined;
}

async function get(
  android: RunningAndroid,
  call: CommandCall,
  [name, op]: readonly string[],
): Promise<number | undefined> {
  if (name === undefined) return fail(call, 'Package name or UID not specified.');
  const operation = operationOf(op);
  if (op !== undefined && operation === undefined) return fail(call, `Unknown operation string: ${op}`);
  if (android.packages.get(name) === undefined) return fail(call, `No UID for ${name} in user 0`);
  const own = [...(android.appOps.get(name) ?? [])].filter(([one]) => (operation ?? one) === one);
  if (own.length > 0) await call.print(own.map(([one, mode]) => `${one}: ${mode}\n`).join(''));
  else
    await call.print(operation === undefined ? 'No operations.\n' : 'No operations.\nDefault mode: allow\n');
  return undefined;
}

const USAGE = 'AppOps service (appops) commands:\n';
