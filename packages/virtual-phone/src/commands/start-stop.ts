import type { Program } from '../kernel/process.ts';
import { command } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

/** What `stop` without a name stops, and `start` starts again. */
const commonServices = ['netd', 'surfaceflinger', 'zygote', 'zygote_secondary'];

/**
 * `start [SERVICE…]` and `stop [SERVICE…]`: root only since Android 7. Android 5's daemon is root here, so the request
 * shows in `init.svc.SERVICE`. The phone's screen keeps working in any case: its services are not processes of init.
 */
function controlServices(verb: 'start' | 'stop') {
  return ({ framework, properties }: RunningAndroid): Program =>
    command(async (call) => {
      const { release } = framework.shape;
      if (release >= 12 && call.args[0] === '--help') {
        const does = verb === 'start' ? 'Starts' : 'Stops';
        await call.print(
          `usage: ${verb} [SERVICE...]\n\n${does} the given system service, or netd/surfaceflinger/zygotes.\n`,
        );
        return 0;
      }
      if (release >= 9) {
        // Android 9's is toybox's, which words the same refusal differently.
        await call.complain(release >= 12 ? 'Must be root\n' : `${verb}: must be root\n`);
        return 1;
      }
      const services = call.args.length > 0 ? call.args.slice(0, 1) : commonServices;
      for (const service of services) {
        const property = `init.svc.${service}`;
        if (properties.get(property) !== undefined) {
          properties.set(property, verb === 'start' ? 'running' : 'stopped');
        }
      }
      return 0;
    });
}

export const start = controlServices('start');
export const stop = controlServices('stop');
