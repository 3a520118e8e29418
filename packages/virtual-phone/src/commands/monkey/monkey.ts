import type { Program } from '../../kernel/process.ts';
import { command, type Call } from '../command.ts';
import type { World } from '../command-context.ts';
import { serve } from './server.ts';

/** 256 - 4: what monkey's System.exit(-4) comes to (recorded). */
const NO_ACTIVITIES = 252;

/** `monkey -p PACKAGE -c CATEGORY 1`: people use it to launch an app. It launches, and injects no chaos. `--port`: see serve. */
export function monkey(world: World): Program {
  const { system } = world;
  return command(async (call) => {
    const port = call.args[call.args.indexOf('--port') + 1];
    if (call.args.includes('--port')) return listen(world, call, Number(port));
    const packages = call.args.flatMap((arg, at) => (call.args[at - 1] === '-p' ? [arg] : []));
    const app = system.apps.find((one) => packages.includes(one.package) && one.hidden !== true);
    if (call.args.includes('-v')) await call.print(`  bash arg: ${call.args.join('\n  bash arg: ')}\n`);
    if (app === undefined) {
      await call.complain('** No activities found to run, monkey aborted.\n');
      return NO_ACTIVITIES;
    }
    system.start({ component: `${app.package}/${app.main}`, action: 'android.intent.action.MAIN' });
    await call.print('Events injected: 1\n');
    await call.print('## Network stats: elapsed time=24ms (0ms mobile, 0ms wifi, 24ms not connected)\n');
    return undefined;
  });
}

async function listen(world: World, call: Call, port: number): Promise<number | undefined> {
  if (!Number.isInteger(port) || port <= 0) {
    await call.complain('** Error: Invalid port\n');
    return 255;
  }
  await call.print(`:Monkey: seed=${Math.round(world.system.clock.now())} count=0\n`);
  if (await serve(world, port, call.signal)) return undefined;
  await call.complain('** Error: Port already in use\n');
  return 255;
}
