import { type Call, withinLimit } from '../call/call.ts';
import { realClock } from '../call/clock.ts';
import { deviceErrorOf } from '../device/errors.ts';

/** Runs a request to a device with a limit in milliseconds. After that, the error says that the device did not answer. */
export async function deviceCall<T>(limit: number, work: (call: Call) => Promise<T>): Promise<T> {
  try {
    return await withinLimit({ clock: realClock, limit }, work);
  } catch (error) {
    throw deviceErrorOf(error) ?? error;
  }
}
