import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import { isTimeout } from '@handeye/core/device/errors';
import { outputOf, type Phone, sh } from '../phone.ts';

/** FLAG_ACTIVITY_NEW_TASK and FLAG_ACTIVITY_CLEAR_TASK: opens its first page, whichever page was open. */
const FROM_THE_START = '0x10008000';
const USUAL_PACKAGE = 'com.android.settings';
/** `am start -W` waits for the first frame, which never comes on a display that is off. */
const START_LIMIT = 10_000;

/** Opens the first page of Settings, and returns its package: makers of phones have their own. */
export async function startSettings(phone: Phone, call: Call): Promise<string> {
  const command = sh`am start -W -a android.settings.SETTINGS -f ${FROM_THE_START}`;
  try {
    const limits = { clock: call.clock, limit: START_LIMIT, cancelled: call.signal };
    const said = outputOf(await withinLimit(limits, (starting) => phone.run(command, starting)));
    return /^Activity: ([\w.]+)\//m.exec(said)?.[1] ?? USUAL_PACKAGE;
  } catch (error) {
    if (call.signal.aborted || !isTimeout(error)) throw error;
    return USUAL_PACKAGE;
  }
}
