import type { Bus } from '../../farm/bus/bus.ts';
import type { Log } from '../log.ts';

/** Says in the log when the connection to the farm is lost, and when it is back; the result stops that. */
export function logConnection(bus: Pick<Bus, 'onConnection'>, log: Log): () => void {
  let isLost = false;
  return bus.onConnection((isConnected) => {
    if (isConnected && isLost) log.info('connected to the farm again');
    if (!isConnected && !isLost) log.warn('the connection to the farm is lost; it is tried again and again');
    isLost = !isConnected;
  });
}
