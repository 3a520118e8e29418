/** Translates POSIX regular expressions, of grep, sed and pgrep, to JavaScript. */
import { PatientPattern } from './patient-pattern.ts';
import { ToolError } from '../tool.ts';

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
  readonly global?: boolean;
}

/** Compiles a basic or extended POSIX expression. */
export function compile(
  source: string,
  { extended, ignoreCase = false, global = false }: PatternKind,
): PatientPattern {
  const flags = `${ignoreCase ? 'i' : ''}${global ? 'g' : ''}u`;
  try {
    return new PatientPattern(translate(source, extended), flags);
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
