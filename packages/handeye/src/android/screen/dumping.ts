import { randomUUID } from 'node:crypto';
import type { Call } from '../../device/call.ts';
import { orAborted, pause, withinLimit } from '../../device/call.ts';
import type { Phone } from '../adb/index.ts';
import { sh } from '../adb/index.ts';
import type { DumpTrouble } from './dump.ts';
import { dumpCommand, dumpTrouble } from './dump.ts';
import { outputOf } from '../output.ts';

/** Where trees are written on the phone: the shell's own folder, which is there on every version. */
const FOLDER = '/data/local/tmp';

/** How often a tree that could not be written is asked for again, and how long after. */
const MOST_DUMPS = 4;
const DUMP_PAUSE = 250;

/** uiautomator itself gives up after ten seconds without rest (11.8 with its start, measured on 5.1). */
const PATIENCE = 13_000;
/** On a screen that did not come to rest before: a little more than a calm one takes on a slow phone. */
const PATIENCE_AFTER_UNREST = 4000;
/** What is left of a call for the next best source. */
const RESERVE = { share: 0.25, most: 2000 };

/** What came of a dump: the tree as the phone wrote it, or why there is none. */
export type Dumped = { readonly xml: string } | { readonly trouble: DumpTrouble };

/**
 * Has the phone write its tree, again where that may help, and remembers how that went: after a screen that never
 * rested the next dump gets less time, because it is likely to need the next best source again.
 */
export class Dumping {
  /** Of our own: another program's dumps, or another Handeye's, must not take ours away. */
  readonly #file = `${FOLDER}/handeye-${randomUUID()}.xml`;
  /** The dump before this one: a phone ends the second of two at the same time (measured on 5.1). */
  #turn: Promise<unknown> = Promise.resolve();
  #restless = false;
  /** How long the last dump took that succeeded. */
  #usual = 0;

  /** Dumps the screen when those before are done. */
  async dump(phone: Phone, call: Call): Promise<Dumped> {
    const mine = this.#turn.then(() => this.#now(phone, call));
    this.#turn = mine.catch(() => undefined);
    return orAborted(mine, call.signal);
  }

  async #now(phone: Phone, call: Call): Promise<Dumped> {
    call.signal.throwIfAborted();
    const start = call.clock.now();
    const dumped = await this.#patiently(call, (dumping) => repeated(phone, this.#file, dumping));
    if ('xml' in dumped) this.#usual = call.clock.now() - start;
    this.#restless = 'trouble' in dumped && dumped.trouble === 'busy';
    return dumped;
  }

  /** A dump that is not done in its time counts as one of a screen that never rests; it is ended on the phone too. */
  async #patiently(call: Call, work: (call: Call) => Promise<Dumped>): Promise<Dumped> {
    let timeIsUp: AbortSignal | undefined;
    try {
      const own = { clock: call.clock, limit: this.#patience(call), cancelled: call.signal };
      return await withinLimit(own, (dumping) => {
        timeIsUp = dumping.signal;
        return work(dumping);
      });
    } catch (error) {
      if (call.signal.aborted || error !== timeIsUp?.reason) throw error;
      return { trouble: 'busy' };
    }
  }

  #patience(call: Call): number {
    const left = call.remaining();
    const rest = Math.min(RESERVE.most, left * RESERVE.share);
    const wanted = this.#restless ? Math.max(PATIENCE_AFTER_UNREST, 2 * this.#usual) : PATIENCE;
    return Math.min(wanted, left - rest);
  }
}

async function repeated(phone: Phone, file: string, call: Call): Promise<Dumped> {
  for (let attempt = 1; ; attempt += 1) {
    const dumped = await once(phone, file, call);
    if ('xml' in dumped || dumped.trouble === 'busy' || attempt === MOST_DUMPS) return dumped;
    await pause(DUMP_PAUSE * attempt, call);
  }
}

async function once(phone: Phone, file: string, call: Call): Promise<Dumped> {
  const [, result, tree] = await phone.script(
    [sh`rm -f ${file}`, sh`${dumpCommand(file)}`, sh`cat ${file}`, sh`rm -f ${file}`],
    call,
  );
  if (tree?.code === 0 && tree.stdout.length > 0) return { xml: outputOf(tree) };
  return { trouble: result ? dumpTrouble(`${outputOf(result)}\n${result.stderr}`, result.code) : 'unknown' };
}
