import type { Call } from '../device/call.ts';
import { pause, withinLimit } from '../device/call.ts';
import type { Phone } from './adb/index.ts';
import { sh } from './adb/index.ts';
import type { DumpTrouble } from './dump.ts';
import { dumpCommand, dumpTrouble } from './dump.ts';
import { outputOf } from './output.ts';

/** Where the tree is written on the phone: the shell's own folder, which is there on every version. */
export const TREE_FILE = '/data/local/tmp/handeye-window.xml';

/** How often a tree that could not be written is asked for again, and how long after. */
const MOST_DUMPS = 4;
const DUMP_PAUSE = 250;

/** uiautomator itself gives up after ten seconds without rest (11.8 with its start, measured on 5.1). */
const PATIENCE = 13_000;
/** On a screen that did not come to rest before: a little more than a calm one takes on a slow phone. */
const PATIENCE_AFTER_UNREST = 4000;
/** What is left of a call for the next best source. */
const RESERVE = { share: 0.25, most: 2000 };

/**
 * Has the phone write its tree, again where that may help, and remembers how that went: after a screen that never
 * rested the next dump gets less time, because it is likely to need the next best source again.
 */
export class Dumping {
  #restless = false;
  /** How long the last dump took that succeeded. */
  #usual = 0;

  /** Undefined when the tree is written, else why it is not. */
  async write(phone: Phone, call: Call): Promise<DumpTrouble | undefined> {
    const start = call.clock.now();
    const trouble = await this.#patiently(call, (dumping) => repeated(phone, dumping));
    if (trouble === undefined) this.#usual = call.clock.now() - start;
    this.#restless = trouble === 'busy';
    return trouble;
  }

  /** A dump that is not done in its time counts as one of a screen that never rests; it is ended on the phone too. */
  async #patiently(
    call: Call,
    work: (call: Call) => Promise<DumpTrouble | undefined>,
  ): Promise<DumpTrouble | undefined> {
    let timeIsUp: AbortSignal | undefined;
    try {
      const own = { clock: call.clock, limit: this.#patience(call), cancelled: call.signal };
      return await withinLimit(own, (dumping) => {
        timeIsUp = dumping.signal;
        return work(dumping);
      });
    } catch (error) {
      if (call.signal.aborted || error !== timeIsUp?.reason) throw error;
      return 'busy';
    }
  }

  #patience(call: Call): number {
    const left = call.remaining();
    const rest = Math.min(RESERVE.most, left * RESERVE.share);
    const wanted = this.#restless ? Math.max(PATIENCE_AFTER_UNREST, 2 * this.#usual) : PATIENCE;
    return Math.min(wanted, left - rest);
  }
}

async function repeated(phone: Phone, call: Call): Promise<DumpTrouble | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const trouble = await once(phone, call);
    if (trouble === undefined || trouble === 'busy' || attempt === MOST_DUMPS) return trouble;
    await pause(DUMP_PAUSE * attempt, call);
  }
}

async function once(phone: Phone, call: Call): Promise<DumpTrouble | undefined> {
  const [, result, written] = await phone.script(
    [sh`rm -f ${TREE_FILE}`, sh`${dumpCommand(TREE_FILE)}`, sh`[ -s ${TREE_FILE} ]`],
    call,
  );
  if (written?.code === 0) return undefined;
  return result ? dumpTrouble(`${outputOf(result)}\n${result.stderr}`, result.code) : 'unknown';
}
