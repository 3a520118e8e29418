import { randomUUID } from 'node:crypto';
import type { Call } from '../../call/call.ts';
import { pause, withinLimit } from '../../call/call.ts';
import { Turns } from '../../call/turns.ts';
import { type Phone, sh } from '../phone.ts';
import type { Result } from '../adb/shell/kept-shell.ts';
import type { DumpForm, DumpTrouble } from './dump.ts';
import { dumpCommand, dumpText, dumpTrouble } from './dump.ts';
import type { DumpedWindow } from './hierarchy.ts';
import { HierarchyError, readHierarchy } from './hierarchy.ts';
import { outputOf } from '../output.ts';
import { parseAwake } from './power.ts';
import { screencapCommand } from './screencap-command.ts';
import type { WindowState } from './window-state.ts';
import { windowStateCommands, windowStateOf } from './window-state.ts';

/** Where trees are written on the phone: the shell's own folder, which is there on every version. */
const FOLDER = '/data/local/tmp';

/** How often a tree that could not be written is asked for again, and how long after. */
const MOST_DUMPS = 4;
const DUMP_PAUSE = 250;

/** uiautomator itself gives up after ten seconds without rest (11.8 with its start, measured on 5.1). */
const PATIENCE = 13_000;
/** On a screen that did not come to rest before: a little more than a calm one takes on a slow phone. */
const PATIENCE_AFTER_UNREST = 4000;
/** After so many in a row the phone is given the time to say itself whether the screen still does not rest. */
const MOST_SHORT_DUMPS = 5;
/** What a picture, taken right after the dump, may take on top. */
const PICTURE_PATIENCE = 3000;
/** What is left of a call for the next best source. */
const RESERVE = { share: 0.25, most: 2000 };

/** What came of a dump: the windows that it holds, or why there is none. */
export type Dumped =
  | {
      readonly windows: readonly DumpedWindow[];
      /** The form that succeeded: `plain` only after the dump of all windows failed. */
      readonly form: DumpForm;
      /** Read right after the dump. */
      readonly state: WindowState;
      /** What `screencap` wrote between the two, if a picture was wanted. */
      readonly screencap: Result | undefined;
    }
  | { readonly trouble: DumpTrouble; readonly awake?: boolean | undefined };

interface DumpOptions {
  readonly picture: boolean;
}

/**
 * Has the phone write its tree, again where that may help, and remembers how that went: after a screen that never
 * rested the next dump gets less time, because it is likely to need the next best source again.
 */
export class UiDumper {
  /** Of our own: another program's dumps, or another Handeye's, must not take ours away. */
  readonly #file = `${FOLDER}/handeye-${randomUUID()}.xml`;
  /** One dump at a time: a phone ends the second of two (measured on 5.1). */
  readonly #turns = new Turns();
  /** How many of the next dumps may be cut short: the phone itself said that the screen does not rest. */
  #restless = 0;
  /** How long the last dump took that succeeded. */
  #usual = 0;

  /** Dumps the screen when those before are done. */
  async dump(phone: Phone, options: DumpOptions, call: Call): Promise<Dumped> {
    return this.#turns.take(() => this.#now(phone, options, call), call.signal);
  }

  async #now(phone: Phone, options: DumpOptions, call: Call): Promise<Dumped> {
    call.signal.throwIfAborted();
    const start = call.clock.now();
    const limit = this.#patience(call, options, phone.speed.slowness);
    const dumped = await this.#patiently(call, limit, async (dumping) => {
      const answered = await repeated(phone, { file: this.#file, ...options }, dumping);
      this.#restless = 'trouble' in answered && answered.trouble === 'busy' ? MOST_SHORT_DUMPS : 0;
      return answered;
    });
    // How long a picture takes says nothing about dumps.
    if ('windows' in dumped && !options.picture) {
      this.#usual = call.clock.now() - start;
      phone.speed.noteDump(this.#usual);
    }
    return dumped;
  }

  /**
   * A dump that is not done in its time is ended on the phone too. It says nothing about the screen, which a busy
   * phone reads slowly; only after the phone's own word is it taken for one that still does not rest.
   */
  async #patiently(call: Call, limit: number, work: (call: Call) => Promise<Dumped>): Promise<Dumped> {
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
      return { trouble: wasRestless ? 'busy' : 'slow' };
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

async function repeated(phone: Phone, options: DumpFile, call: Call): Promise<Dumped> {
  let form: DumpForm = 'windows';
  for (let attempt = 1; ; attempt += 1) {
    const dumped = await once(phone, { ...options, form }, call);
    if ('windows' in dumped || dumped.trouble === 'busy' || attempt === MOST_DUMPS) return dumped;
    if (dumped.trouble === 'crashed' || dumped.trouble === 'unreadable') {
      // It would do so again. What it died of may stand in another window than the active one.
      if (form === 'plain') return dumped;
      form = 'plain';
    } else if (dumped.trouble === 'rootless' && dumped.awake === false) {
      // A sleeping display shows no window, however often it is asked.
      return dumped;
    } else await pause(DUMP_PAUSE * attempt, call);
  }
}

/** The tree, a picture of it if that is wanted, and the state of the windows, in one round trip. */
async function once(
  phone: Phone,
  { file, form, picture }: DumpFile & { form: DumpForm },
  call: Call,
): Promise<Dumped> {
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
    if (!windows) return { trouble: 'unreadable' };
    return { windows, form, state: windowStateOf(state), screencap: picture ? screencap : undefined };
  }
  if (result === undefined) return { trouble: 'unknown' };
  const said = `${outputOf(result)}\n${result.stderr}`;
  const trouble = dumpTrouble(said, { exitCode: result.code, emptyFile: tree?.code === 0 });
  const power = state.at(-1);
  return { trouble, awake: power && parseAwake(outputOf(power)) };
}

function readDump(bytes: Uint8Array): readonly DumpedWindow[] | undefined {
  try {
    return readHierarchy(dumpText(bytes));
  } catch (error) {
    if (!(error instanceof HierarchyError)) throw error;
    return undefined;
  }
}
