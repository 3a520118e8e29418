import { createContext, Script } from 'node:vm';
import { ToolError } from '../tool.ts';

/** A match that takes longer is aborted: nothing else in this process runs meanwhile. */
const PATIENCE_MS = 250;
/** On a text up to this length a simple expression takes milliseconds at most. */
const SHORT_TEXT = 2000;

/**
 * A regular expression that cannot hang: `(a+)+$` on thirty letters would keep the host's backtracking engine busy for
 * hours, while a phone's engine answers at once. All RegExp methods go through `exec`.
 */
export class PatientPattern extends RegExp {
  readonly #isSimple: boolean;

  constructor(source: string | RegExp, flags?: string) {
    super(source, flags);
    // At most one repetition and no group: nothing that makes backtracking explode.
    this.#isSimple = this.source.replace(/[^*+?{]/g, '').length <= 1 && !this.source.includes('(');
  }

  override exec(text: string): RegExpExecArray | null {
    return this.#patiently(text, () => super.exec(text));
  }

  /** All matches in a text, under one time limit. */
  all(text: string): RegExpExecArray[] {
    return this.#patiently(text, () => [...text.matchAll(this)]);
  }

  /** The text with all matches replaced, under one time limit: a long line may have a million of them. */
  replaceAll(text: string, by: (...found: unknown[]) => string): string {
    return this.#patiently(text, () => text.replaceAll(this, by));
  }

  /** A time limit costs a tenth of a millisecond, too much for each line of a log. */
  #patiently<T>(text: string, work: () => T): T {
    const needsNone = isGuarded || (this.#isSimple && text.length <= SHORT_TEXT);
    return needsNone ? work() : guarded(work);
  }
}

/** Where guarded work runs: only a script of `vm` can be interrupted. */
const room: { work?: () => void } = {};
const context = createContext(room);
const script = new Script('work()');
let isGuarded = false;

function guarded<T>(work: () => T): T {
  const found: T[] = [];
  room.work = () => found.push(work());
  isGuarded = true;
  try {
    script.runInContext(context, { timeout: PATIENCE_MS });
  } catch (error) {
    throw isTimeout(error) ? new ToolError('regular expression too costly', 2) : error;
  } finally {
    isGuarded = false;
  }
  const [result] = found;
  if (result === undefined) throw new Error('the work ended without a result');
  return result;
}

/** Not `instanceof Error`: it comes from another context, which has its own Error. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
