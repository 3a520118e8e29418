import type { Bus } from '@handeye/farm/bus/bus';
import type { Log } from '../log.ts';

/** Logs the loss and the return of the connection to the farm. Returns the function that stops this. */
export function logConnection(bus: Pick<Bus, 'onConnection'>, log: Log): () => void {
  let isLost = false;
  return bus.onConnection((isConnected) => {
    if (isConnected && isLost) log.info('connected to the farm again');
    if (!isConnected && !isLost) log.warn('the connection to the farm is lost; it is tried again and again');
    isLost = !isConnected;
  });
}
