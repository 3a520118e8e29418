import type { AndroidRelease } from '../../kernel/release.ts';
import { Killed, type Program } from '../../kernel/process.ts';
import type { PhoneSystem } from '../../framework/system/index.ts';
import { command, type Call, type Work } from '../command.ts';
import { sleep } from '../waiting.ts';
import type { World } from '../world.ts';
import { splitAgain } from './android-5-arguments.ts';
import { canBeTyped, keyCodeOf, pressTogether, textOf } from './keys.ts';
import { swipe, tap, type Point } from './touch.ts';
import { inputUsage, sources } from './usage.ts';

const SIGKILL = 9;

/** The arguments are wrong: each release has its own way to say so. */
class InvalidArguments extends Error {
  override readonly name = 'InvalidArguments';
}

/** Java code that the tool's makers did not guard: the process dies of it, or the service prints it. */
class JavaException extends Error {
  override readonly name = 'JavaException';
}

interface Action {
  readonly since: AndroidRelease;
  perform(system: PhoneSystem, args: readonly string[], signal: AbortSignal): Promise<void> | void;
}

const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    text: {
      since: 5,
      perform(system, args) {
        const text = textOf(take(system, args, 1)[0] ?? '');
        if (!canBeTyped(text)) throw new JavaException('Attempt to get length of null array');
        for (const character of text) system.commitText(character);
      },
    },
    keyevent: {
      since: 5,
      async perform(system, args, signal) {
        const [option] = args;
        const longPress = option === '--longpress';
        const doubleTap = option === '--doubletap' && system.shape.release >= 12;
        const keys = longPress || doubleTap ? args.slice(1) : args;
        if (keys.length === 0) throw new InvalidArguments();
        for (const key of keys) {
          system.key(keyCodeOf(key), { longPress });
          if (!doubleTap) continue;
          await sleep(system.clock, 50, signal);
          system.key(keyCodeOf(key));
        }
      },
    },
    tap: {
      since: 5,
      perform: (system, args, signal) => tap(system, point(take(system, args, 2)), signal),
    },
    swipe: { since: 5, perform: (system, args, signal) => swipe(system, line(system, args), { signal }) },
    draganddrop: {
      since: 9,
      perform: (system, args, signal) => swipe(system, line(system, args), { signal, drag: true }),
    },
    // The phone has no trackball: these are accepted, and nothing hears them.
    press: { since: 5, perform: (system, args) => void take(system, args, 0) },
    roll: { since: 5, perform: (system, args) => void point(take(system, args, 2)) },
    motionevent: {
      since: 12,
      perform(system, [name = '', ...args]) {
        const action = motionActions.get(name);
        if (action === undefined) throw new InvalidArguments();
        system.pointer({ action, id: 0, ...point(take(system, args, 2)) });
      },
    },
    keycombination: {
      since: 12,
      async perform(system, args, signal) {
        const timed = args[0] === '-t';
        const keys = (timed ? args.slice(2) : args).map(keyCodeOf);
        if (keys.length < 2) throw new InvalidArguments();
        pressTogether(system, keys);
        if (timed) await sleep(system.clock, number(args[1]), signal);
      },
    },
  }),
);

const motionActions = new Map<string, 'down' | 'move' | 'up' | 'cancel'>([
  ['DOWN', 'down'],
  ['MOVE', 'move'],
  ['UP', 'up'],
  ['CANCEL', 'cancel'],
]);

/** `input`: fingers, keys and text from the shell; since 12 the same as `cmd input`. */
export function input(world: World): Program {
  return command(inputService(world));
}

export function inputService({ system, files }: World): Work {
  const { release } = system.shape;
  return async (call) => {
    const args = release === 5 ? splitAgain(call.args, files, call.cwd) : call.args;
    const { name, rest } = withoutSource(args, release);
    if (name === undefined) {
      await say(call, release, inputUsage(release));
      return undefined;
    }
    const action = actions.get(name);
    if (action === undefined || action.since > release) return unknown(call, release, name);
    try {
      await action.perform(system, rest, call.signal);
      return undefined;
    } catch (error) {
      return fail(call, release, { name, error });
    }
  };
}

/** A source says which device the event seems to come from, `-d` to which display it goes (10+): here there is one. */
function withoutSource(args: readonly string[], release: AndroidRelease) {
  let [name, ...rest] = args;
  if (name !== undefined && sources.has(name)) [name, ...rest] = rest;
  if (name === '-d' && release >= 12) [name, ...rest] = rest.slice(1);
  return { name, rest };
}

/** Up to Android 10 `input` is a process of its own and complains on stderr; since 11 a service answers on stdout. */
function say(call: Call, release: AndroidRelease, text: string): Promise<void> {
  return release >= 12 ? call.print(text) : call.complain(text);
}

async function unknown(call: Call, release: AndroidRelease, name: string): Promise<number> {
  if (release >= 12) await call.print(`Unknown command: ${name}\n`);
  else await call.complain(`Error: Unknown command: ${name}\n${inputUsage(release)}`);
  return 0;
}

async function fail(
  call: Call,
  release: AndroidRelease,
  { name, error }: { name: string; error: unknown },
): Promise<number> {
  if (error instanceof JavaException) {
    // Recorded on 5.1: an uncaught exception kills the process, nothing is typed.
    if (release < 12) throw new Killed(SIGKILL);
    return exception(call, name, `java.lang.NullPointerException: ${error.message}`);
  }
  if (!(error instanceof InvalidArguments)) throw error;
  const message = `Error: Invalid arguments for command: ${name}`;
  if (release >= 12) return exception(call, name, `java.lang.IllegalArgumentException: ${message}`);
  await call.complain(`${message}\n${inputUsage(release)}`);
  return 0;
}

/** How a service's shell command ends on an exception. */
async function exception(call: Call, name: string, text: string): Promise<number> {
  await call.complain(
    `\nException occurred while executing '${name}':\n${text}\n` +
      '\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java)\n',
  );
  return 255;
}

/** So many arguments, no fewer; the old tool also refuses more, the service overlooks them. */
function take({ shape }: PhoneSystem, args: readonly string[], count: number): readonly string[] {
  if (args.length < count || (shape.release < 12 && args.length > count)) throw new InvalidArguments();
  return args;
}

function line(system: PhoneSystem, args: readonly string[]) {
  const [x1, y1, x2, y2, duration = '300'] = take(system, args, args.length === 4 ? 4 : 5);
  if (!/^-?\d+$/.test(duration)) throw new InvalidArguments();
  // A negative duration means the default.
  const durationMs = Number(duration) < 0 ? 300 : Number(duration);
  return { from: point([x1, y1]), to: point([x2, y2]), durationMs };
}

function point([x, y]: readonly (string | undefined)[]): Point {
  return { x: number(x), y: number(y) };
}

function number(text: string | undefined): number {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArguments();
  return value;
}
