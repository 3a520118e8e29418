import type { Program } from '../../kernel/process.ts';
import { type Call, command, withoutUser, type Work } from '../command.ts';
import { IntentError, parseIntent } from '../intent.ts';
import { defaultCommand, helpPage } from '../service-command.ts';
import type { World } from '../command-context.ts';
import { broadcast, startService, stopService } from './services.ts';
import { stacks } from './stacks.ts';
import { start } from './start.ts';

/** `am`, since 8 the same as `cmd activity`. */
export function am(world: World): Program {
  return command(activityService(world));
}

export function activityService(world: World): Work {
  return async (call) => {
    const [verb, ...args] = call.args;
    const action = verbs.get(verb ?? '');
    if (verb === undefined || action === undefined) return unknown(world, call, verb);
    try {
      return (await action(world, call, args)) ?? 0;
    } catch (error) {
      if (!(error instanceof IntentError)) throw error;
      return fail(world, call, error);
    }
  };
}

type Verb = (world: World, call: Call, args: readonly string[]) => Promise<number | undefined>;

const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries<Verb>({
    start: ({ system }, call, args) => start(system, call, parseIntent(args)),
    'start-activity': ({ system }, call, args) => start(system, call, parseIntent(args)),
    'force-stop': ({ system }, call, args) =>
      stop(call, withoutUser(args), (name) => {
        system.forceStop(name);
      }),
    'stop-app': ({ system }, call, args) =>
      stop(call, withoutUser(args), (name) => {
        system.forceStop(name);
      }),
    kill: (world, call, args) =>
      stop(call, withoutUser(args), (name) => {
        killInBackground(world, name);
      }),
    'kill-all': (world) => {
      for (const { package: name } of world.system.apps) killInBackground(world, name);
      return done();
    },
    crash: ({ system }, call, args) =>
      stop(call, withoutUser(args), (name) => {
        system.crash(name, new Error('shell-induced crash'));
      }),
    broadcast: ({ system }, call, args) => broadcast(system, call, parseIntent(args).intent),
    startservice: startService,
    'start-service': startService,
    'start-foreground-service': startService,
    stopservice: stopService,
    'stop-service': stopService,
    instrument: (world, call, args) => world.instrument(world, call, args),
    stack: async ({ system }, call, args) => {
      if (args[0] === 'list') await call.print(stacks(system));
      return undefined;
    },
    'get-current-user': async (_world, call) => {
      await call.print('0\n');
      return undefined;
    },
    'get-config': async ({ system }, call) => {
      const { display, shape } = system;
      await call.print(
        `config: en-rUS-v${shape.sdk}-${display.density}dpi\nabi: ${shape.release === 5 ? 'armeabi-v7a' : 'arm64-v8a'}\n`,
      );
      return undefined;
    },
    'send-trim-memory': sendTrimMemory,
    'idle-maintenance': done,
    'set-debug-app': done,
    'clear-debug-app': done,
  }),
);

function done(): Promise<undefined> {
  return Promise.resolve(undefined);
}

async function stop(
  call: Call,
  [name]: readonly string[],
  end: (name: string) => void,
): Promise<number | undefined> {
  if (name === undefined) {
    await call.complain('Error: Argument expected after "am"\n');
    return 1;
  }
  end(name);
  return undefined;
}

const trimLevels = [
  'HIDDEN',
  'RUNNING_MODERATE',
  'BACKGROUND',
  'RUNNING_LOW',
  'MODERATE',
  'RUNNING_CRITICAL',
  'COMPLETE',
];

/** `am send-trim-memory PROCESS LEVEL`: apps of this phone have nothing to give up. */
async function sendTrimMemory(
  { system }: World,
  call: Call,
  args: readonly string[],
): Promise<number | undefined> {
  const [name = '', level = ''] = withoutUser(args);
  if (!trimLevels.includes(level) && !/^\d+$/.test(level)) {
    await call.complain(`Error: Unknown level option: ${level}\n`);
    return 255;
  }
  if (system.processes.pidOf(name) !== undefined) return undefined;
  await call.complain(`Error: Failed to set memory trim level: no such process ${name}\n`);
  return 255;
}

/** `am kill` only ends what the user does not see. */
function killInBackground({ system }: World, name: string): void {
  if (system.resumedActivity()?.package !== name) system.kill(name);
}

/** Wrong arguments: Android 5 prints its usage and ends with 0, or falls over an unknown option (both recorded). */
async function fail({ system }: World, call: Call, error: IntentError): Promise<number> {
  const { release } = system.shape;
  if (error.kind === 'unknown option') {
    await call.complain(`Error: Unknown option: ${error.message}\n`);
    if (release === 5)
      await call.complain(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.String android.content.Intent.getType()' on a null object reference\n",
      );
    return release === 5 ? 1 : 255;
  }
  if (release === 5) {
    await call.complain(USAGE);
    return 0;
  }
  await call.complain(
    `\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: ${error.message}\n`,
  );
  return 255;
}

async function unknown({ system }: World, call: Call, verb: string | undefined): Promise<number> {
  if (system.shape.release !== 5) return defaultCommand(call, SERVICE_HELP);
  await call.complain(USAGE);
  if (verb !== undefined) await call.complain(`\nError: unknown command '${verb}'\n`);
  return 0;
}

const SERVICE_HELP = helpPage(
  'Activity manager (activity) commands:',
  [
    [
      'start-activity [-W] [-S] <INTENT>',
      'Start an activity; -W waits for it, -S stops its application first.',
    ],
    ['force-stop <PACKAGE>', 'End everything of an application.'],
    ['kill <PACKAGE>', 'End its processes, unless the user sees it.'],
    ['kill-all', 'The same for every application.'],
    ['crash <PACKAGE>', 'Let it crash.'],
    ['broadcast <INTENT>', 'Send a broadcast.'],
    ['start-service <INTENT>', 'Start a service.'],
    ['stop-service <INTENT>', 'Stop a service.'],
    ['instrument [-w] <COMPONENT>', 'Run an instrumentation.'],
    ['stack list', 'List the stacks of activities.'],
    ['get-current-user', 'Print the number of the user in front.'],
    ['get-config', 'Print the configuration of the phone.'],
  ],
  { indent: 6 },
);

const USAGE = `usage: am [subcommand] [options]
usage: am start [-D] [-W] [-P <FILE>] [--start-profiler <FILE>]
               [--sampling INTERVAL] [-R COUNT] [-S] [--opengl-trace]
               [--user <USER_ID> | current] <INTENT>
       am startservice [--user <USER_ID> | current] <INTENT>
       am stopservice [--user <USER_ID> | current] <INTENT>
       am force-stop [--user <USER_ID> | all | current] <PACKAGE>
       am kill [--user <USER_ID> | all | current] <PACKAGE>
       am kill-all
       am broadcast [--user <USER_ID> | all | current] <INTENT>
`;
