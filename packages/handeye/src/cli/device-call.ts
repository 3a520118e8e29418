import { type Call, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { deviceErrorOf } from '@handeye/core/device/errors';

/** Runs a request to a device with a limit in milliseconds. After that, the error says that the device did not answer. */
export async function deviceCall<T>(limit: number, work: (call: Call) => Promise<T>): Promise<T> {
  try {
    return await withinLimit({ clock: realClock, limit }, work);
  } catch (error) {
    throw deviceErrorOf(error) ?? error;
  }
}
