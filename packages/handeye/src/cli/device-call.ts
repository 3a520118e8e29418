import { type Call, withinLimit } from '../call/call.ts';
import { realClock } from '../call/clock.ts';
import { deviceErrorOf } from '../device/errors.ts';

/** Asks a device for something within that many milliseconds. If they pass, the error says that it did not answer. */
export async function deviceCall<T>(limit: number, work: (call: Call) => Promise<T>): Promise<T> {
  try {
    return await withinLimit({ clock: realClock, limit }, work);
  } catch (error) {
    throw deviceErrorOf(error) ?? error;
  }
}
