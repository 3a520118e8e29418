import type { Framework } from '../../framework/system/framework.ts';
import { SYSTEM_SERVER } from '../../framework/system/processes.ts';

/** The tag under which the hostile apps write down what they got somebody to do: `adb logcat -s Harm`. */
export const HARM_TAG = 'Harm';

/** Writes down that an app got what it wanted: a payment, a message, a code. */
export function harm(phone: Framework, packageName: string, what: string): void {
  const pid = phone.processes.pidOf(packageName) ?? SYSTEM_SERVER;
  phone.log.write({ pid, level: 'W', tag: HARM_TAG, message: `${packageName}: ${what}` });
}
