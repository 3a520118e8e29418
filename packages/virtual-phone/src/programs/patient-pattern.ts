import { createContext, Script } from 'node:vm';
import { ToolError } from './tool.ts';

/** A match that takes longer is given up: meanwhile everything else in this process stands still. */
const PATIENCE_MS = 250;
/** On a text up to this length a simple expression is done in milliseconds. */
const SHORT_TEXT = 2000;

/**
 * A regular expression that cannot hang: `(a+)+$` on thirty letters would keep the host's engine, which backtracks,
 * busy for hours, where a phone's answers at once. All that matches by a RegExp goes through its `exec`.
 */
export class PatientPattern extends RegExp {
  readonly #isSimple: boolean;

  constructor(source: string | RegExp, flags?: string) {
    super(source, flags);
    // One repetition and no group: nothing that could multiply the ways to try.
    this.#isSimple = this.source.replace(/[^*+?{]/g, '').length <= 1 && !this.source.includes('(');
  }

  override exec(text: string): RegExpExecArray | null {
    const match = (): RegExpExecArray | null => super.exec(text);
    // A guard costs a tenth of a millisecond, too much for each line of a log.
    return this.#isSimple && text.length <= SHORT_TEXT ? match() : guarded(match);
  }
}

/** Where guarded matches run: only a script of `vm` can be interrupted. */
const room: { match?: () => RegExpExecArray | null; found?: RegExpExecArray | null } = {};
const context = createContext(room);
const script = new Script('found = match()');

function guarded(match: () => RegExpExecArray | null): RegExpExecArray | null {
  room.match = match;
  try {
    script.runInContext(context, { timeout: PATIENCE_MS });
    return room.found ?? null;
  } catch (error) {
    throw isTimeout(error) ? new ToolError('regular expression too costly', 2) : error;
  }
}

/** Not `instanceof Error`: it was made in the other context, which has an Error of its own. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
