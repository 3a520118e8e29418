import { randomUUID } from 'node:crypto';
import type { Call } from '@handeye/core/call/call';
import { pause, withinLimit } from '@handeye/core/call/call';
import { SerialQueue } from '@handeye/core/call/serial-queue';
import { outputOf, type Phone, sh } from '../phone.ts';
import type { Result } from '@handeye/adb/shell/shell';
import type { DumpedWindow } from './hierarchy.ts';
import { HierarchyError, readHierarchy } from './hierarchy.ts';
import { parseAwake } from './display.ts';
import { screencapCommand } from './screencap.ts';
import type { WindowState } from './window-state.ts';
import { windowStateCommands, windowStateOf } from './window-state.ts';

/** The folder for trees on the phone: the shell's own, which exists on every version. */
const FOLDER = '/data/local/tmp';

/** How many times a tree that could not be written is requested again, and the pause before it. */
const MOST_DUMPS = 4;
const DUMP_PAUSE = 250;

/** uiautomator itself gives up after ten seconds without rest (11.8 with its start, measured on 5.1). */
const PATIENCE = 13_000;
/** On a screen that did not come to rest before: a little more than a resting one takes on a slow phone. */
const PATIENCE_AFTER_UNREST = 4000;
/** After so many in a row the phone gets the time to report itself whether the screen still does not rest. */
const MOST_SHORT_DUMPS = 5;
/** The additional time for a picture, taken right after the dump. */
const PICTURE_PATIENCE = 3000;
/** The time of a call that is kept for reading the activity instead (activity-top.ts). */
const RESERVE = { share: 0.25, most: 2000 };

/** The windows of a dump: all of them, or only the active one. */
export type DumpForm = 'windows' | 'plain';

/**
 * Why there is no tree. `busy`: the screen never came to rest within uiautomator's ten seconds; `slow`: the dump was not done
 * in the available time, for either reason; `rootless`: no window is in front (a transition, a sleeping display); `killed`:
 * another program holds the one UiAutomation; `crashed`: uiautomator died over something on the screen; `unreadable`: it wrote
 * something else than a tree.
 */
export type DumpFailure = 'busy' | 'slow' | 'rootless' | 'killed' | 'crashed' | 'unreadable' | 'unknown';

/** The result of a dump: its windows, or why there is none. */
export type DumpResult =
  | {
      readonly windows: readonly DumpedWindow[];
      /** The form that succeeded: `plain` only after the dump of all windows failed. */
      readonly form: DumpForm;
      /** Read right after the dump. */
      readonly state: WindowState;
      /** The output of `screencap` between the two, if a picture was requested. */
      readonly screencap: Result | undefined;
    }
  | { readonly failure: DumpFailure; readonly awake?: boolean | undefined };

interface DumpOptions {
  readonly picture: boolean;
}

/**
 * Has the phone write its tree, and repeats that where it may help. It remembers the outcome: after a screen that never rested
 * the next dump gets less time, because it is likely to fail again.
 */
export class UiDumper {
  /** A name of our own, so that the dumps of other programs, or of another Handeye, do not replace ours. */
  readonly #file = `${FOLDER}/handeye-${randomUUID()}.xml`;
  /** One dump at a time: a phone ends the second of two (measured on 5.1). */
  readonly #queue = new SerialQueue();
  /** The number of next dumps that may be cut short: the phone itself reported that the screen does not rest. */
  #restless = 0;
  /** The duration of the last successful dump. */
  #usual = 0;

  /** Dumps the screen after the dumps before it. */
  async dump(phone: Phone, options: DumpOptions, call: Call): Promise<DumpResult> {
    return this.#queue.run(() => this.#now(phone, options, call), call.signal);
  }

  async #now(phone: Phone, options: DumpOptions, call: Call): Promise<DumpResult> {
    call.signal.throwIfAborted();
    const start = call.clock.now();
    const limit = this.#patience(call, options, phone.speed.slowness);
    const dumped = await this.#patiently(call, limit, async (dumping) => {
      const answered = await repeated(phone, { file: this.#file, ...options }, dumping);
      this.#restless = 'failure' in answered && answered.failure === 'busy' ? MOST_SHORT_DUMPS : 0;
      return answered;
    });
    // The duration of a picture says nothing about dumps.
    if ('windows' in dumped && !options.picture) {
      this.#usual = call.clock.now() - start;
      phone.speed.noteDump(this.#usual);
    }
    return dumped;
  }

  /**
   * A dump that exceeds its time is ended on the phone too. It says nothing about the screen, which a busy phone reads slowly;
   * only after the phone's own report the screen counts as one that still does not rest.
   */
  async #patiently(
    call: Call,
    limit: number,
    work: (call: Call) => Promise<DumpResult>,
  ): Promise<DumpResult> {
    let timeIsUp: AbortSignal | undefined;
    try {
      const own = { clock: call.clock, limit, cancelled: call.signal };
      return await withinLimit(own, (dumping) => {
        timeIsUp = dumping.signal;
        return work(dumping);
      });
    } catch (error) {
      if (call.signal.aborted || error !== timeIsUp?.reason) throw error;
      const wasRestless = this.#restless > 0;
      this.#restless = Math.max(0, this.#restless - 1);
      return { failure: wasRestless ? 'busy' : 'slow' };
    }
  }

  #patience(call: Call, { picture }: DumpOptions, slowness: number): number {
    const left = call.remaining();
    const rest = Math.min(RESERVE.most, left * RESERVE.share);
    const wanted =
      this.#restless > 0 ? Math.max(PATIENCE_AFTER_UNREST * slowness, 2 * this.#usual) : PATIENCE * slowness;
    return Math.min(wanted + (picture ? PICTURE_PATIENCE * slowness : 0), left - rest);
  }
}

interface DumpFile extends DumpOptions {
  readonly file: string;
}

async function repeated(phone: Phone, options: DumpFile, call: Call): Promise<DumpResult> {
  let form: DumpForm = 'windows';
  for (let attempt = 1; ; attempt += 1) {
    const dumped = await once(phone, { ...options, form }, call);
    if ('windows' in dumped || dumped.failure === 'busy' || attempt === MOST_DUMPS) return dumped;
    if (dumped.failure === 'crashed' || dumped.failure === 'unreadable') {
      // It would crash again. The cause may be in another window than the active one.
      if (form === 'plain') return dumped;
      form = 'plain';
    } else if (dumped.failure === 'rootless' && dumped.awake === false) {
      // A sleeping display shows no window, even if asked again.
      return dumped;
    } else await pause(DUMP_PAUSE * attempt, call);
  }
}

/** The tree, its picture if requested, and the state of the windows, in one round trip. */
async function once(
  phone: Phone,
  { file, form, picture }: DumpFile & { form: DumpForm },
  call: Call,
): Promise<DumpResult> {
  const [, result, tree, screencap, , ...state] = await phone.script(
    [
      sh`rm -f ${file}`,
      sh`${dumpCommand(file, form)}`,
      sh`cat ${file}`,
      // A picture without a tree would be taken once more with the next attempt.
      picture ? sh`[ -s ${file} ] && ${screencapCommand}` : sh`true`,
      sh`rm -f ${file}`,
      ...windowStateCommands,
    ],
    call,
  );
  if (tree?.code === 0 && tree.stdout.length > 0) {
    const windows = readDump(tree.stdout);
    if (!windows) return { failure: 'unreadable' };
    return { windows, form, state: windowStateOf(state), screencap: picture ? screencap : undefined };
  }
  if (result === undefined) return { failure: 'unknown' };
  const said = `${outputOf(result)}\n${result.stderr}`;
  const failure = dumpFailure(said, { exitCode: result.code, emptyFile: tree?.code === 0 });
  const power = state.at(-1);
  return { failure, awake: power && parseAwake(outputOf(power)) };
}

function readDump(bytes: Uint8Array): readonly DumpedWindow[] | undefined {
  try {
    return readHierarchy(dumpText(bytes));
  } catch (error) {
    if (!(error instanceof HierarchyError)) throw error;
    return undefined;
  }
}

/**
 * The command that writes the tree of the screen to a file. `--windows` gives every window from Android 11 on (its
 * help does not say so); older versions skip an option they do not know and write the active window.
 */
export function dumpCommand(file: string, form: DumpForm): readonly string[] {
  return ['uiautomator', 'dump', ...(form === 'windows' ? ['--windows'] : []), file];
}

/** The remains of a dump that wrote no tree. */
interface FailedDump {
  readonly exitCode: number | undefined;
  /** There is a file of zero bytes. */
  readonly emptyFile: boolean;
}

/**
 * The reason why a dump's file cannot be read. Only the file proves success: the success line and exit code 0 also come when
 * nothing was written (Android 5.1: a read-only path, a directory).
 *
 * uiautomator opens the file before it serialises the tree, and fills it at the end. An empty file without the success line
 * means that it died in between: of half a surrogate pair, U+0000, U+FFFE or U+FFFF in a text (7.1 to 15), of a view that
 * vanished below a clickable one without a label (up to 14).
 */
export function dumpFailure(message: string, { exitCode, emptyFile }: FailedDump): DumpFailure {
  if (/could not get idle state/i.test(message)) return 'busy';
  if (/null root node/i.test(message)) return 'rootless';
  if (emptyFile && !message.includes('dumped to')) return 'crashed';
  if (exitCode === 137 || /^Killed\b/m.test(message)) return 'killed';
  return 'unknown';
}

/**
 * The text of a dump. Some phones write UTF-16 with a byte order mark under a header that says UTF-8 (collected dumps of
 * Android 9 and later): the first bytes count, not the header.
 */
export function dumpText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // A tag in UTF-16 whose mark was lost: no dump in UTF-8 holds a zero byte.
  if (first === LESS_THAN && second === 0) return 'utf-16le';
  return first === 0 && second === LESS_THAN ? 'utf-16be' : 'utf-8';
}

const LESS_THAN = 0x3c;
