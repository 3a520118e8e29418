import type { Call } from '../../call/call.ts';
import { isConnectionLost } from '../errors.ts';

/** A connection that breaks more often than this is not worth waiting for. */
const MOST_READINGS = 3;

/**
 * Reads, and reads again over a new connection if the old one broke off on the way. A phone that was unplugged or
 * rebooted is often noticed only by the next command; what changes nothing on the phone need not fail for that.
 */
export async function rereading<T>(call: Call, read: () => Promise<T>): Promise<T> {
  for (let reading = 1; ; reading += 1) {
    try {
      return await read();
    } catch (error) {
      if (!isConnectionLost(error) || reading === MOST_READINGS) throw error;
      call.signal.throwIfAborted();
    }
  }
}
