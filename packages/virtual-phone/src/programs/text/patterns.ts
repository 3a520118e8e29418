/** Translates POSIX regular expressions, of grep and pgrep, to JavaScript. */
import { ToolError } from '../tool.ts';
import { createContext, Script } from 'node:vm';

const CLASSES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    alpha: 'A-Za-z',
    digit: '0-9',
    alnum: 'A-Za-z0-9',
    upper: 'A-Z',
    lower: 'a-z',
    space: '\\s',
    blank: ' \\t',
    punct: '!-\\/:-@\\[-`{-~',
    xdigit: '0-9A-Fa-f',
  }),
);

export interface PatternKind {
  /** `+ ? | ( ) { }` are special without a backslash. */
  readonly extended: boolean;
  readonly ignoreCase?: boolean;
}

/** Compiles a basic or extended POSIX expression. */
export function compile(source: string, { extended, ignoreCase = false }: PatternKind): PatientPattern {
  try {
    return new PatientPattern(translate(source, extended), ignoreCase ? 'iu' : 'u');
  } catch {
    throw new ToolError(`bad REGEX '${source}'`, 2);
  }
}

/** A pattern that matches a text literally. */
export function literalPattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function translate(source: string, extended: boolean): string {
  let result = '';
  for (let i = 0; i < source.length; i++) {
    const char = source[i] ?? '';
    if (char === '[') {
      const set = bracket(source, i);
      result += set.text;
      i = set.end;
    } else if (char === '\\') {
      result += escaped(source[++i] ?? '', extended);
    } else if (!extended && '+?|(){}'.includes(char)) {
      result += `\\${char}`;
    } else if (char === '*' && (result === '' || result.endsWith('(') || result.endsWith('^'))) {
      result += extended ? '' : '\\*';
    } else if (!extended && char === '^' && result !== '' && !result.endsWith('(')) {
      result += '\\^';
    } else if (extended && char === '{' && !/^\{\d*,?\d*\}/.test(source.slice(i))) {
      result += '\\{';
    } else if (extended && char === '}' && !/\{\d*,?\d*$/.test(result)) {
      result += '\\}';
    } else {
      result += char === '/' ? '\\/' : char === ']' ? '\\]' : char;
    }
  }
  return result;
}

function escaped(char: string, extended: boolean): string {
  if (char === '') return '\\\\';
  if (!extended && '+?|(){}'.includes(char)) return char;
  if ('wWsSbB'.includes(char) || /[1-9]/.test(char)) return `\\${char}`;
  if (char === '<' || char === '>') return '\\b';
  if (char === 'n') return '\\n';
  if (char === 't') return '\\t';
  return literalPattern(char);
}

function bracket(source: string, start: number): { text: string; end: number } {
  let i = start + 1;
  let text = '[';
  if (source[i] === '^') {
    text += '^';
    i++;
  }
  const first = i;
  for (; i < source.length; i++) {
    const char = source[i] ?? '';
    if (char === ']' && i > first) return { text: `${text}]`, end: i };
    const named = /^\[:([a-z]+):\]/.exec(source.slice(i));
    if (named) {
      text += CLASSES.get(named[1] ?? '') ?? '';
      i += named[0].length - 1;
    } else {
      text += '\\[]^/'.includes(char) ? `\\${char}` : char;
    }
  }
  return { text: '\\[', end: start };
}

/** A match that computes for longer is aborted: nothing else in this process runs meanwhile. */
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
  const before = process.cpuUsage();
  for (;;) {
    const found: T[] = [];
    room.work = () => found.push(work());
    isGuarded = true;
    try {
      script.runInContext(context, { timeout: PATIENCE_MS });
    } catch (error) {
      if (!isTimeout(error)) throw error;
      const { user, system } = process.cpuUsage(before);
      if (user + system >= PATIENCE_MS * 1000) throw new ToolError('regular expression too costly', 2);
      // vm's timeout counts the time that a busy machine gave to other processes: try again.
      continue;
    } finally {
      isGuarded = false;
    }
    const [result] = found;
    if (result === undefined) throw new Error('the work ended without a result');
    return result;
  }
}

/** Not `instanceof Error`: it comes from another context, which has its own Error. */
function isTimeout(error: unknown): boolean {
  const isObject = typeof error === 'object' && error !== null;
  return isObject && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
