/** Words: quotes, `$…`, substitutions. The parser of commands is passed in, because `$(…)` contains whole scripts. */
import type { Cursor } from './cursor.ts';
import { parseEscapes } from './escapes.ts';
import type { ParameterOperation, Part, Script, Word } from './syntax.ts';
import { decode } from '../text.ts';

export interface ScriptParsers {
  /** Parses the script after `$(` up to and including its `)`. */
  closed(cursor: Cursor): Script;
  /** Parses the inside of backquotes. */
  whole(text: string, cursor: Cursor): Script;
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const SPECIAL_PARAMETER = /[0-9@*#?$!-]/y;
const PARAMETER = /[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-]/y;

/** Where a word ends. */
type Stop = (cursor: Cursor) => boolean;

const WORD_ENDS = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')', '']);

export class WordParser {
  readonly #scripts: ScriptParsers;

  constructor(scripts: ScriptParsers) {
    this.#scripts = scripts;
  }

  /** The word at the cursor; empty if none begins there. */
  parse(cursor: Cursor): Word {
    return this.#parts(cursor, (at) => WORD_ENDS.has(at.peek()));
  }

  /** Text that is expanded as if in double quotes: here-documents and arithmetic. */
  parseQuotedText(cursor: Cursor): Word {
    const parts = new Parts();
    while (!cursor.atEnd) this.#insideQuotes(cursor, parts, false);
    return parts.done();
  }

  /** The expression between `((` and `))`, if the cursor is at one. */
  arithmetic(cursor: Cursor): Word | undefined {
    if (!cursor.looksAt('((')) return undefined;
    const start = cursor.position + 2;
    const end = endOfArithmetic(cursor.text, start);
    if (end === 'unclosed') throw cursor.unclosedQuote();
    if (end === 'not arithmetic') return undefined;
    const expression = cursor.nest(() => this.parseQuotedText(cursor.within(cursor.text.slice(start, end))));
    cursor.position = end + 2;
    return expression;
  }

  #parts(cursor: Cursor, stop: Stop): Word {
    const parts = new Parts();
    while (!stop(cursor)) {
      if (cursor.atEnd) throw cursor.unclosedQuote();
      this.#part(cursor, parts);
    }
    return parts.done();
  }

  #part(cursor: Cursor, parts: Parts): void {
    switch (cursor.peek()) {
      case "'":
        this.#singleQuoted(cursor, parts);
        return;
      case '"':
        this.#doubleQuoted(cursor, parts);
        return;
      case '\\':
        cursor.next();
        if (cursor.take('\n')) return;
        parts.text(cursor.atEnd ? '\\' : cursor.next(), true);
        return;
      case '$':
      case '`':
        this.#dollar(cursor, parts, false);
        return;
      default:
        parts.text(cursor.next(), false);
    }
  }

  #singleQuoted(cursor: Cursor, parts: Parts): void {
    const end = cursor.text.indexOf("'", cursor.position + 1);
    if (end === -1) throw cursor.unclosedQuote();
    parts.text(cursor.text.slice(cursor.position + 1, end), true);
    cursor.position = end + 1;
  }

  #doubleQuoted(cursor: Cursor, parts: Parts): void {
    cursor.next();
    parts.text('', true);
    while (!cursor.take('"')) {
      if (cursor.atEnd) throw cursor.unclosedQuote();
      this.#insideQuotes(cursor, parts, true);
    }
  }

  /** One piece of quoted text; a backslash there escapes only special characters. */
  #insideQuotes(cursor: Cursor, parts: Parts, quoteEnds: boolean): void {
    const char = cursor.peek();
    if (char === '$' || char === '`') {
      this.#dollar(cursor, parts, true);
    } else if (char === '\\') {
      cursor.next();
      const escaped = cursor.peek();
      if (cursor.take('\n')) return;
      const special =
        escaped === '$' || escaped === '`' || escaped === '\\' || (escaped === '"' && quoteEnds);
      parts.text(special ? cursor.next() : '\\', true);
    } else {
      parts.text(cursor.next(), true);
    }
  }

  #dollar(cursor: Cursor, parts: Parts, quoted: boolean): void {
    if (cursor.peek() === '`') {
      parts.add({ kind: 'substitution', script: this.#backquoted(cursor, quoted), quoted });
      return;
    }
    cursor.next();
    const next = cursor.peek();
    if (next === '(') {
      parts.add(this.#parenthesised(cursor, quoted));
    } else if (next === '{') {
      parts.add(cursor.nest(() => this.#braced(cursor, quoted)));
    } else if (next === "'" && !quoted) {
      this.#escapeQuoted(cursor, parts);
    } else if (next === '"' && !quoted) {
      this.#doubleQuoted(cursor, parts);
    } else {
      const name = cursor.match(NAME) || cursor.match(SPECIAL_PARAMETER);
      if (name) parts.add({ kind: 'parameter', name, quoted });
      else parts.text('$', quoted);
    }
  }

  /** `$'a\tb'` */
  #escapeQuoted(cursor: Cursor, parts: Parts): void {
    cursor.next();
    const start = cursor.position;
    while (cursor.peek() !== "'") {
      if (cursor.atEnd) throw cursor.unclosedQuote();
      cursor.position += cursor.peek() === '\\' ? 2 : 1;
    }
    const { bytes } = parseEscapes(cursor.text.slice(start, cursor.position), 'dollar-quote');
    parts.text(decode(bytes), true);
    cursor.next();
  }

  #backquoted(cursor: Cursor, quoted: boolean): Script {
    cursor.next();
    let source = '';
    while (!cursor.take('`')) {
      if (cursor.atEnd) throw cursor.unclosedQuote();
      if (cursor.peek() === '\\' && '$`\\'.includes(cursor.peek(1)) && cursor.peek(1) !== '') cursor.next();
      else if (quoted && cursor.looksAt('\\"')) cursor.next();
      source += cursor.next();
    }
    return cursor.nest(() => this.#scripts.whole(source, cursor));
  }

  #parenthesised(cursor: Cursor, quoted: boolean): Part {
    const expression = this.arithmetic(cursor);
    if (expression) return { kind: 'arithmetic', expression, quoted };
    cursor.next();
    return { kind: 'substitution', script: cursor.nest(() => this.#scripts.closed(cursor)), quoted };
  }

  #braced(cursor: Cursor, quoted: boolean): Part {
    const start = cursor.position;
    cursor.next();
    if (cursor.peek() === '#' && !'}:-=?+%#'.includes(cursor.peek(1))) {
      cursor.next();
      const name = cursor.match(PARAMETER);
      if (name && cursor.take('}')) return { kind: 'parameter', name, quoted, operation: { kind: 'length' } };
      return this.#bad(cursor, start, quoted);
    }
    const name = cursor.match(PARAMETER);
    if (!name) return this.#bad(cursor, start, quoted);
    if (cursor.take('}')) return { kind: 'parameter', name, quoted };
    const operation = this.#operation(cursor, quoted);
    if (!operation || !cursor.take('}')) return this.#bad(cursor, start, quoted);
    return { kind: 'parameter', name, quoted, operation };
  }

  /** mksh reports a bad substitution only when it is executed. */
  #bad(cursor: Cursor, start: number, quoted: boolean): Part {
    const end = cursor.text.indexOf('}', cursor.position);
    if (end === -1) throw cursor.unclosedQuote();
    cursor.position = end + 1;
    const source = `$${cursor.text.slice(start, cursor.position)}`;
    return { kind: 'parameter', name: '', quoted, operation: { kind: 'bad', source } };
  }

  #operation(cursor: Cursor, quoted: boolean): ParameterOperation | undefined {
    const emptyToo = cursor.take(':');
    const kind = ({ '-': 'default', '=': 'assign', '?': 'error', '+': 'alternative' } as const)[
      cursor.peek()
    ];
    if (kind) {
      cursor.next();
      return { kind, emptyToo, word: this.#argument(cursor, quoted) };
    }
    if (!emptyToo && (cursor.peek() === '#' || cursor.peek() === '%')) {
      const sign = cursor.next();
      const longest = cursor.take(sign);
      const pattern = this.#argument(cursor, false);
      return { kind: 'cut', end: sign === '#' ? 'prefix' : 'suffix', longest, pattern };
    }
    return undefined;
  }

  /** The word after an operator, up to the brace; in double quotes, single quotes are not special there. */
  #argument(cursor: Cursor, quoted: boolean): Word {
    if (!quoted) return this.#parts(cursor, (at) => at.peek() === '}');
    const parts = new Parts();
    while (cursor.peek() !== '}') {
      if (cursor.atEnd) throw cursor.unclosedQuote();
      if (cursor.looksAt('\\}')) {
        cursor.next();
        parts.text(cursor.next(), true);
      } else if (cursor.peek() === '"') {
        this.#doubleQuoted(cursor, parts);
      } else {
        this.#insideQuotes(cursor, parts, true);
      }
    }
    return parts.done();
  }
}

/** Collects parts and joins adjacent text. */
class Parts {
  readonly #parts: Part[] = [];

  text(text: string, quoted: boolean): void {
    const last = this.#parts.at(-1);
    if (last?.kind === 'text' && last.quoted === quoted) {
      this.#parts[this.#parts.length - 1] = { kind: 'text', text: last.text + text, quoted };
    } else {
      this.#parts.push({ kind: 'text', text, quoted });
    }
  }

  add(part: Part): void {
    this.#parts.push(part);
  }

  done(): Word {
    return this.#parts;
  }
}

/** Where the `))` of an arithmetic expression is; `((a); b)` is a subshell in a substitution instead. */
function endOfArithmetic(text: string, start: number): number | 'unclosed' | 'not arithmetic' {
  let depth = 0;
  for (let i = start; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] !== ')') continue;
    if (depth === 0) return text[i + 1] === ')' ? i : 'not arithmetic';
    depth--;
  }
  return 'unclosed';
}
