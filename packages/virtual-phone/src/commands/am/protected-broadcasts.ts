import type { Framework } from '../../framework/system/framework.ts';
import type { CommandCall } from '../command.ts';

const AIRPLANE_MODE = 'android.intent.action.AIRPLANE_MODE';

/** Broadcasts that only the system may send. */
const protectedActions = new Set([
  AIRPLANE_MODE,
  'android.intent.action.BATTERY_CHANGED',
  'android.intent.action.BATTERY_LOW',
  'android.intent.action.BOOT_COMPLETED',
  'android.intent.action.CONFIGURATION_CHANGED',
  'android.intent.action.LOCALE_CHANGED',
  'android.intent.action.PACKAGE_ADDED',
  'android.intent.action.PACKAGE_REMOVED',
  'android.intent.action.SCREEN_OFF',
  'android.intent.action.SCREEN_ON',
  'android.intent.action.TIMEZONE_CHANGED',
]);

/** Up to Android 6 the shell counts as the system here, and the radios hear of airplane mode by its broadcast. */
const LAST_RELEASE_OF_THE_SHELL = 6;

/** The end of `am broadcast` for an action that the shell may not send; undefined if it may. */
export async function refusedBroadcast(
  framework: Framework,
  call: CommandCall,
  action: string | undefined,
): Promise<number | undefined> {
  const { release } = framework.shape;
  if (action === undefined || !protectedActions.has(action)) return undefined;
  if (release <= LAST_RELEASE_OF_THE_SHELL) {
    if (action === AIRPLANE_MODE) framework.radios.followAirplane();
    return undefined;
  }
  const verb = release >= 12 ? " 'broadcast'" : '';
  await call.complain(
    `\nException occurred while executing${verb}:\n` +
      `java.lang.SecurityException: Permission Denial: not allowed to send broadcast ${action} from pid=4242, uid=2000\n` +
      '\tat com.android.server.am.ActivityManagerService.broadcastIntentLocked(ActivityManagerService.java)\n' +
      '\tat android.os.ShellCommand.exec(ShellCommand.java)\n',
  );
  return 255;
}
