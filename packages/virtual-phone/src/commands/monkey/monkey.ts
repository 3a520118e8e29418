import type { Program } from '../../kernel/process.ts';
import { command, type CommandCall } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';
import { serve } from './server.ts';

/** 256 - 4: the exit code of monkey's System.exit(-4) (recorded). */
const NO_ACTIVITIES = 252;

/**
 * `monkey -p PACKAGE -c CATEGORY 1`, a common way to launch an app. It launches, and injects no random events. `--port`: see
 * serve.
 */
export function monkey(android: RunningAndroid): Program {
  const { framework } = android;
  return command(async (call) => {
    const port = call.args[call.args.indexOf('--port') + 1];
    if (call.args.includes('--port')) return listen(android, call, Number(port));
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

async function listen(android: RunningAndroid, call: CommandCall, port: number): Promise<number | undefined> {
  if (!Number.isInteger(port) || port <= 0) {
    await call.complain('** Error: Invalid port\n');
    return 255;
  }
  await call.print(`:Monkey: seed=${Math.round(android.framework.clock.now())} count=0\n`);
  if (await serve(android, port, call.signal)) return undefined;
  await call.complain('** Error: Port already in use\n');
  return 255;
}
