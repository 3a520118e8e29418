import type { Program } from '../../kernel/process.ts';
import { JavaException } from '../../framework/crashes/java-exception.ts';
import { type CommandCall, command, withoutUser, profileIn, type CommandHandler } from '../command.ts';
import { IntentError, parseIntent } from '../intent.ts';
import { defaultCommand } from '../service-command.ts';
import type { RunningAndroid } from '../running-android.ts';
import { broadcast, startForegroundService, startService } from './services.ts';
import { complainOfException } from './exceptions.ts';
import { start } from './start.ts';

/** `am`; since 8 the same as `cmd activity`. */
export function am(android: RunningAndroid): Program {
  return command(activityService(android));
}

export function activityService(android: RunningAndroid): CommandHandler {
  return async (call) => {
    const [verb, ...args] = call.args;
    const isUnknown = android.framework.shape.release === 5 && sinceService.has(verb ?? '');
    const action = isUnknown ? undefined : verbs.get(verb ?? '');
    if (verb === undefined || action === undefined) return unknown(android, call, verb);
    try {
      return (await action(android, call, args)) ?? 0;
    } catch (error) {
      if (!(error instanceof IntentError)) throw error;
      return fail(android, call, error);
    }
  };
}

/** Names that came when `am` became a command of the service (8). */
const sinceService: ReadonlySet<string> = new Set([
  'start-activity',
  'start-service',
  'start-foreground-service',
]);

type Verb = (
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
) => Promise<number | undefined>;

const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries<Verb>({
    start: ({ framework }, call, args) => start(framework, call, parseIntent(args)),
    'start-activity': ({ framework }, call, args) => start(framework, call, parseIntent(args)),
    'force-stop': ({ framework }, call, args) =>
      stop(call, withoutUser(args), (name) => {
        for (const user of stoppedUsers(framework, args)) framework.forceStop(name, user);
      }),
    kill: (android, call, args) =>
      stop(call, withoutUser(args), (name) => {
        killInBackground(android, name);
      }),
    crash,
    broadcast: ({ framework }, call, args) => broadcast(framework, call, parseIntent(args).intent),
    startservice: startService,
    'start-service': startService,
    'start-foreground-service': startForegroundService,
    'get-current-user': async (_world, call) => {
      await call.print('0\n');
      return undefined;
    },
  }),
);

async function stop(
  call: CommandCall,
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

/** `am kill` ends only apps in the background. */
function killInBackground({ framework }: RunningAndroid, name: string): void {
  if (framework.resumedActivity()?.package !== name) framework.kill(name);
}

/** `am crash PACKAGE|PID`, which Android 5 does not have. It does nothing if no such process runs. */
function crash(
  android: RunningAndroid,
  call: CommandCall,
  args: readonly string[],
): Promise<number | undefined> {
  const { framework } = android;
  const { release } = framework.shape;
  if (release === 5) return unknown(android, call, 'crash');
  return stop(call, withoutUser(args), (wanted) => {
    const process = framework.processes
      .list()
      .find(({ pid, name, uid }) => uid >= FIRST_APP_UID && (name === wanted || String(pid) === wanted));
    if (process) framework.crash(process.name, crashByShell(release));
  });
}

/** The users whose app is stopped: all of them unless `--user` names one (UserHandle.USER_ALL). */
function stoppedUsers(
  { workProfile }: RunningAndroid['framework'],
  args: readonly string[],
): readonly (number | undefined)[] {
  const at = args.indexOf('--user');
  if (at !== -1 && args[at + 1] !== 'all') return [profileIn(args)];
  return [undefined, ...(workProfile ? [workProfile.user] : [])];
}

/** The uid distinguishes apps from the system. */
const FIRST_APP_UID = 10_000;

/** Android 12 gave each reason for such a crash an exception of its own. */
function crashByShell(release: number): JavaException {
  const isNew = release >= 12;
  const where = isNew ? 'throwRemoteServiceException' : 'access$1900';
  return new JavaException(
    `android.app.RemoteServiceException${isNew ? '$CrashedByAdbException' : ''}`,
    'shell-induced crash',
    [`android.app.ActivityThread.${where}(ActivityThread.java:${isNew ? 1984 : 199})`],
  );
}

/** Wrong arguments: Android 5 prints its usage and exits with 0, or crashes on an unknown option (both recorded). */
async function fail({ framework }: RunningAndroid, call: CommandCall, error: IntentError): Promise<number> {
  const { release } = framework.shape;
  if (error.kind === 'unknown option') {
    await call.complain(`Error: Unknown option: ${error.message}\n`);
    if (release === 5)
      await call.complain(
        "java.lang.NullPointerException: Attempt to invoke virtual method 'java.lang.String android.content.Intent.getType()' on a null object reference\n",
      );
    return release === 5 ? 1 : 255;
  }
  if (error.kind === 'bad number')
    return complainOfException(framework, call, {
      command: call.args[0] ?? '',
      exception: `java.lang.NumberFormatException: ${error.message}`,
    });
  if (release === 5) {
    await call.complain(USAGE);
    return 0;
  }
  await call.complain(
    `\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: ${error.message}\n`,
  );
  return 255;
}

async function unknown(
  { framework }: RunningAndroid,
  call: CommandCall,
  verb: string | undefined,
): Promise<number> {
  if (framework.shape.release !== 5) return defaultCommand(call, SERVICE_HELP);
  await call.complain(USAGE);
  if (verb !== undefined) await call.complain(`\nError: unknown command '${verb}'\n`);
  return 0;
}

const SERVICE_HELP = 'Activity manager (activity) commands:\n';

const USAGE = 'usage: am [subcommand] [options]\n';
