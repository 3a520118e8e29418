import type { AndroidRelease } from '../../kernel/release.ts';
import { Killed, type Program } from '../../kernel/process.ts';
import { inputSources, NO_DISPLAY, type InputEvent } from '../../framework/system/input-event.ts';
import { keyCodes } from '../../framework/input/keys.ts';
import type { Framework } from '../../framework/system/framework.ts';
import { command, type CommandCall, type CommandHandler } from '../command.ts';
import { sleep } from '../waiting.ts';
import type { RunningAndroid } from '../running-android.ts';
import { splitAgain } from './android-5-arguments.ts';
import { injectionDenial } from './denied.ts';
import { keySource, motion, press, together, type Origin, type Point } from './events.ts';
import { keyCodeOf, textOf, typing } from './keys.ts';
import { swipe, tap } from './touch.ts';

const SIGKILL = 9;

/** Wrong arguments; each release reports them in its own way. */
class InvalidArguments extends Error {
  override readonly name = 'InvalidArguments';
}

/** The service's error for wrong arguments, Android 12 and later. */
class IllegalArgument extends Error {
  override readonly name = 'IllegalArgument';
}

/** An exception that the tool does not catch: the process dies of it, or the service prints it. */
class JavaException extends Error {
  override readonly name = 'JavaException';
}

/** One command line, without source and display. */
interface Line {
  readonly framework: Framework;
  readonly name: string;
  readonly args: readonly string[];
  readonly origin: Origin;
  readonly signal: AbortSignal;
}

interface Action {
  readonly since: AndroidRelease;
  perform(line: Line): Promise<void> | void;
}

const trackball = ({ origin }: Line): Origin => ({
  ...origin,
  source: origin.source ?? inputSources.trackball,
});

const actions: ReadonlyMap<string, Action> = new Map(
  Object.entries<Action>({
    text: {
      since: 5,
      perform(line) {
        const events = typing(textOf(take(line, 1)[0] ?? ''), line.origin);
        if (events === undefined) throw new JavaException('Attempt to get length of null array');
        injectAll(line, events);
      },
    },
    keyevent: { since: 5, perform: pressKeys },
    tap: {
      since: 5,
      perform: (line) => tap(line.framework, point(take(line, 2)), line),
    },
    swipe: { since: 5, perform: (line) => swipe(line.framework, way(line), line) },
    draganddrop: {
      since: 9,
      perform: (line) => swipe(line.framework, way(line), { ...line, drag: true }),
    },
    press: {
      since: 5,
      perform(line) {
        take(line, 0);
        const nowhere = { x: 0, y: 0 };
        injectAll(line, [motion('down', nowhere, trackball(line)), motion('up', nowhere, trackball(line))]);
      },
    },
    roll: {
      since: 5,
      perform(line) {
        // A roll has no pressure, whatever its source.
        injectAll(line, [{ ...motion('move', point(take(line, 2)), trackball(line)), pressure: 0 }]);
      },
    },
    motionevent: {
      since: 12,
      perform(line) {
        const [name = '', ...place] = take(line, 3);
        const action = motionActions.get(name.toUpperCase());
        if (action === undefined) throw new IllegalArgument(`Unknown action: ${name}`);
        injectAll(line, [motion(action, point(place), line.origin)]);
      },
    },
    keycombination: { since: 12, perform: combineKeys },
  }),
);

const motionActions = new Map<string, 'down' | 'move' | 'up' | 'cancel'>([
  ['DOWN', 'down'],
  ['MOVE', 'move'],
  ['UP', 'up'],
  ['CANCEL', 'cancel'],
]);

/** The pause between the two presses of a doubled key. */
const DOUBLE_TAP_MS = 50;

async function pressKeys(line: Line): Promise<void> {
  const { framework, origin, signal } = line;
  const [option] = line.args;
  const longPress = option === '--longpress';
  const doubleTap = option === '--doubletap' && framework.shape.release >= 12;
  const keys = longPress || doubleTap ? line.args.slice(1) : line.args;
  if (keys.length === 0) take(line, line.args.length + 1);
  const to = { source: keySource(framework, origin), display: origin.display ?? NO_DISPLAY };
  for (const key of keys) {
    const code = keyCodeOf(framework, key);
    injectAll(line, press(code, to, { longPress }));
    if (!doubleTap) continue;
    await sleep(framework.clock.programs, DOUBLE_TAP_MS, signal);
    injectAll(line, press(code, to));
  }
}

/** `-t` and the meta state of held keys came with Android 13. */
async function combineKeys(line: Line): Promise<void> {
  const { framework, origin, signal } = line;
  const isNew = framework.shape.release >= 13;
  const timed = isNew && line.args[0] === '-t';
  const keys = timed ? line.args.slice(2) : line.args;
  const codes = keys.map((key) => {
    const code = keyCodeOf(framework, key);
    if (code === keyCodes.UNKNOWN) throw new IllegalArgument(`Unknown keycode: ${key}`);
    return code;
  });
  if (codes.length < 2) throw new IllegalArgument('keycombination requires at least 2 keycodes');
  const events = together(codes, origin, isNew);
  injectAll(line, events.slice(0, codes.length));
  if (timed) await sleep(framework.clock.programs, number(line.args[1]), signal);
  injectAll(line, events.slice(codes.length));
}

function injectAll({ framework }: Line, events: readonly InputEvent[]): void {
  for (const event of events) framework.inject(event);
}

/** `input`: touches, keys and text from the shell; since 12 the same as `cmd input`. */
export function input(android: RunningAndroid): Program {
  return command(inputService(android));
}

export function inputService({ framework, files }: RunningAndroid): CommandHandler {
  const { release } = framework.shape;
  return async (call) => {
    const args = release === 5 ? await splitAgain(call.args, files, call.cwd) : call.args;
    const { name, rest, origin } = withoutSource(args, release);
    if (name === undefined || ((name === '-h' || name === 'help') && release >= 12)) {
      await say(call, release, usage(release));
      return undefined;
    }
    const action = actions.get(name);
    if (action === undefined || action.since > release) return unknown(call, release, name);
    if (framework.faults.injectionDenied) return denied(call, framework, name);
    try {
      await action.perform({ framework, name, args: rest, origin, signal: call.signal });
      return undefined;
    } catch (error) {
      return fail(call, release, { name, error });
    }
  };
}

/** The source is the device that the event seems to come from; `-d` is its target display (10+). */
function withoutSource(args: readonly string[], release: AndroidRelease) {
  let [name, ...rest] = args;
  const source = name !== undefined && isSource(name) ? inputSources[name] : undefined;
  if (source !== undefined) [name, ...rest] = rest;
  if (name !== '-d' || release < 12) return { name, rest, origin: { source, display: undefined } };
  const [id = '', next, ...others] = rest;
  return { name: next, rest: others, origin: { source, display: displayOf(id) } };
}

function isSource(name: string): name is Exclude<keyof typeof inputSources, 'unknown'> {
  return name !== 'unknown' && Object.hasOwn(inputSources, name);
}

function displayOf(id: string): number {
  if (id === 'DEFAULT_DISPLAY') return 0;
  return id === 'INVALID_DISPLAY' ? NO_DISPLAY : Number(id);
}

function usage(release: AndroidRelease): string {
  return `Usage: input [<source>] ${release >= 12 ? '[-d DISPLAY_ID] ' : ''}<command> [<arg>...]\n`;
}

/** Up to Android 10 `input` is a separate process and prints errors to stderr; since 11 a service answers on stdout. */
function say(call: CommandCall, release: AndroidRelease, text: string): Promise<void> {
  return release >= 12 ? call.print(text) : call.complain(text);
}

async function unknown(call: CommandCall, release: AndroidRelease, name: string): Promise<number> {
  if (release >= 12) await call.print(`Unknown command: ${name}\n`);
  else await call.complain(`Error: Unknown command: ${name}\n${usage(release)}`);
  return 0;
}

/** Some makers' phones refuse injection until a developer option is on. Before 12 the tool's process dies of it. */
async function denied(call: CommandCall, { shape }: Framework, name: string): Promise<number> {
  const words = injectionDenial(shape.sdk);
  if (shape.release >= 12) return exception(call, name, words);
  if (shape.release > 5)
    await call.complain(`${words}\n\tat android.os.Parcel.createException(Parcel.java)\n`);
  throw new Killed(SIGKILL);
}

async function fail(
  call: CommandCall,
  release: AndroidRelease,
  { name, error }: { name: string; error: unknown },
): Promise<number> {
  if (error instanceof JavaException) {
    // Recorded on 5.1: an uncaught exception kills the process, and nothing is typed.
    if (release < 12) throw new Killed(SIGKILL);
    return exception(call, name, `java.lang.NullPointerException: ${error.message}`);
  }
  if (error instanceof IllegalArgument)
    return exception(call, name, `java.lang.IllegalArgumentException: ${error.message}`);
  if (!(error instanceof InvalidArguments)) throw error;
  const message = `Error: Invalid arguments for command: ${name}`;
  if (release >= 12) return exception(call, name, `java.lang.IllegalArgumentException: ${message}`);
  await call.complain(`${message}\n${usage(release)}`);
  return 0;
}

/** The end of a service's shell command on an exception. */
async function exception(call: CommandCall, name: string, text: string): Promise<number> {
  await call.complain(
    `\nException occurred while executing '${name}':\n${text}\n` +
      '\tat com.android.server.input.InputShellCommand.onCommand(InputShellCommand.java)\n',
  );
  return 255;
}

/** Requires this many arguments; the old tool refuses more, the service ignores them. */
function take({ framework, name, args }: Line, count: number): readonly string[] {
  const isService = framework.shape.release >= 12;
  if (args.length < count && isService)
    throw new IllegalArgument(`Argument expected after "${args.at(-1) ?? name}"`);
  if (args.length < count || (!isService && args.length > count)) throw new InvalidArguments();
  return args;
}

function way(line: Line) {
  const [x1, y1, x2, y2, duration = '300'] = take(line, line.args.length === 5 ? 5 : 4);
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
