import type { Program } from '../kernel/process.ts';
import { command } from './command.ts';
import type { RunningAndroid } from './running-android.ts';

/** 256 - 4: the exit code of monkey's System.exit(-4) (recorded). */
const NO_ACTIVITIES = 252;

/** `monkey -p PACKAGE -c CATEGORY 1`, a common way to launch an app. It launches, and injects no random events. */
export function monkey({ framework }: RunningAndroid): Program {
  return command(async (call) => {
    const packages = call.args.flatMap((arg, at) => (call.args[at - 1] === '-p' ? [arg] : []));
    const app = framework.apps.find(
      (one) =>
        packages.includes(one.package) && one.hidden !== true && !framework.disabledApps.has(one.package),
    );
    if (call.args.includes('-v')) await call.print(`  bash arg: ${call.args.join('\n  bash arg: ')}\n`);
    if (app === undefined) {
      await call.complain('** No activities found to run, monkey aborted.\n');
      return NO_ACTIVITIES;
    }
    framework.start({ component: `${app.package}/${app.main}`, action: 'android.intent.action.MAIN' });
    await call.print('Events injected: 1\n');
    await call.print('## Network stats: elapsed time=24ms (0ms mobile, 0ms wifi, 24ms not connected)\n');
    return undefined;
  });
}
