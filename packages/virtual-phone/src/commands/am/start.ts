import type { Framework } from '../../framework/system/framework.ts';
import type { CommandCall } from '../command.ts';
import { intentText, systemIntent, type ParsedIntent, type ShellIntent } from '../intent.ts';
import { refusedUser } from '../users.ts';
import { sleep } from '../waiting.ts';
import { complainOfException } from './exceptions.ts';

const NEW_TASK = 0x10000000;
const HOME_CATEGORY = 'android.intent.category.HOME';

type Outcome = ReturnType<Framework['start']>;

/** `am start`, with the wording and exit codes of the release. */
export async function start(
  framework: Framework,
  call: CommandCall,
  { intent, flags }: ParsedIntent,
): Promise<number> {
  const { release } = framework.shape;
  const refusal = refusedUser(framework.workProfile, intent.user);
  if (refusal !== undefined) {
    await call.complain(`\nException occurred while executing 'start':\n${refusal}\n`);
    return 255;
  }
  const target = framework.resolveActivity(systemIntent(intent));
  if (flags.has('-S') && target !== undefined) {
    await call.print(`Stopping: ${target.package}\n`);
    framework.forceStop(target.package, target.user);
  }
  await call.print(`Starting: ${intentText(intent, release)}\n`);
  if (target !== undefined && framework.intentFilters.isPrivate(target))
    return notExported(framework, call, { intent, target });
  const wasRunning = target !== undefined && framework.processes.pidOf(target.package) !== undefined;
  const startedAt = framework.clock.now();
  const outcome = startIntent(framework, intent);
  // With -W the failure is part of the answer on stdout; otherwise it goes to stderr.
  const tell = (words: string) => (flags.has('-W') ? call.print(words) : call.complain(words));
  if (outcome === 'noSuchActivity' || outcome === 'unresolved')
    return fail(tell, outcome, { intent, release });
  if (outcome === 'broughtToFront')
    await tell('Warning: Activity not started, its current task has been brought to the front\n');
  if (flags.has('-W')) await waited(framework, call, { startedAt, wasRunning, outcome });
  return 0;
}

function startIntent(framework: Framework, intent: ShellIntent): Outcome {
  if (intent.component !== undefined || !intent.categories.includes(HOME_CATEGORY))
    return launch(framework, intent);
  const before = framework.resumedActivity()?.package;
  framework.home();
  return before === framework.homePackage ? 'broughtToFront' : 'started';
}

/** A package without a launcher activity is an unresolved intent, not a missing activity. */
function launch(framework: Framework, intent: ShellIntent): Outcome {
  const outcome = framework.start(systemIntent(intent));
  return outcome === 'noSuchActivity' && intent.component === undefined ? 'unresolved' : outcome;
}

/** ActivityStackSupervisor: the shell may start what is exported, as every other app may. */
function notExported(
  framework: Framework,
  call: CommandCall,
  { intent, target }: { intent: ShellIntent; target: NonNullable<ReturnType<Framework['resolveActivity']>> },
): Promise<number> {
  const { release } = framework.shape;
  const component = `${target.package}/${target.short}`;
  const asked = intentText({ ...intent, component }, release, NEW_TASK);
  const uid = framework.processes.uidOf(target.package);
  return complainOfException(framework, call, {
    command: 'start',
    exception: `java.lang.SecurityException: Permission Denial: starting ${asked} from null (pid=${call.pid}, uid=2000) not exported from uid ${uid}`,
  });
}

/** Android 5 always exits with 0 (recorded), and so does every version up to 10. */
async function fail(
  tell: (words: string) => Promise<void>,
  outcome: Outcome,
  { intent, release }: { intent: ShellIntent; release: number },
): Promise<number> {
  if (outcome === 'unresolved')
    await tell(`Error: Activity not started, unable to resolve ${intentText(intent, release, NEW_TASK)}\n`);
  else {
    const [packageName = '', name = ''] = (intent.component ?? '').split('/');
    const full = name.startsWith('.') ? packageName + name : name;
    await tell(`Error type 3\nError: Activity class {${packageName}/${full}} does not exist.\n`);
  }
  return release <= 9 ? 0 : 1;
}

interface Launch {
  readonly startedAt: number;
  readonly wasRunning: boolean;
  readonly outcome: Outcome;
}

/** `-W`: waits until the activity is drawn, and prints how long that took. */
async function waited(framework: Framework, call: CommandCall, launched: Launch): Promise<void> {
  const { shape, settings, clock } = framework;
  const opening = shape.transitionMs * settings.number('global', 'transition_animation_scale', 1);
  if (launched.outcome === 'started') await sleep(clock.programs, opening, call.signal);
  const took = Math.round(clock.now() - launched.startedAt);
  const front = framework.resumedActivity();
  const state = launched.outcome === 'started' ? (launched.wasRunning ? 'WARM' : 'COLD') : 'HOT';
  await call.print('Status: ok\n');
  if (shape.release >= 12) await call.print(`LaunchState: ${state}\n`);
  if (front !== undefined) await call.print(`Activity: ${front.package}/${front.short}\n`);
  if (shape.release <= 9) await call.print(`ThisTime: ${took}\n`);
  await call.print(`TotalTime: ${took}\nWaitTime: ${took + 4}\nComplete\n`);
}
