import type { Framework } from '../../framework/system/framework.ts';
import { SYSTEM_SERVER } from '../../framework/system/processes.ts';

/** The log tag for the successes of hostile apps: `adb logcat -s Harm`. */
export const HARM_TAG = 'Harm';

/** Logs that a hostile app succeeded: with a payment, a message, a code. */
export function harm(phone: Framework, packageName: string, what: string): void {
  const pid = phone.processes.pidOf(packageName) ?? SYSTEM_SERVER;
  phone.log.write({ pid, level: 'W', tag: HARM_TAG, message: `${packageName}: ${what}` });
}
