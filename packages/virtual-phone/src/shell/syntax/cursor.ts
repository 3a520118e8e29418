import { ShellSyntaxError } from './syntax.ts';

/** Deeper than any real script, and shallow enough for the host's stack. */
const DEEPEST = 150;

/** A position in the text of a script. */
export class Cursor {
  position = 0;
  #depth: number;

  constructor(
    readonly text: string,
    readonly firstLine = 1,
    /** Android 5's mksh (R50) prints `';' unexpected`, later ones `unexpected ';'`. */
    readonly tokenComesFirst = false,
    depth = 0,
  ) {
    this.#depth = depth;
  }

  get line(): number {
    let line = this.firstLine;
    for (let i = this.text.indexOf('\n'); i !== -1 && i < this.position; i = this.text.indexOf('\n', i + 1))
      line++;
    return line;
  }

  get atEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(ahead = 0): string {
    return this.text[this.position + ahead] ?? '';
  }

  looksAt(text: string): boolean {
    return this.text.startsWith(text, this.position);
  }

  /** Consumes the text if it is next. */
  take(text: string): boolean {
    if (!this.looksAt(text)) return false;
    this.position += text.length;
    return true;
  }

  next(): string {
    return this.text[this.position++] ?? '';
  }

  /** Consumes what a sticky pattern matches here. */
  match(pattern: RegExp): string {
    pattern.lastIndex = this.position;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.position += found.length;
    return found;
  }

  /** A cursor for nested text, at the same nesting depth. */
  within(text: string): Cursor {
    return new Cursor(text, this.line, this.tokenComesFirst, this.#depth);
  }

  /** Limits recursion: hostile input must not overflow the stack. */
  nest<T>(inner: () => T): T {
    if (++this.#depth > DEEPEST) throw new ShellSyntaxError('syntax error: nested too deeply', this.line);
    try {
      return inner();
    } finally {
      this.#depth--;
    }
  }

  unexpected(token: string): ShellSyntaxError {
    const shown = token === '' ? 'EOF' : token === '\n' ? 'newline' : `'${token}'`;
    const message = this.tokenComesFirst ? `${shown} unexpected` : `unexpected ${shown}`;
    return new ShellSyntaxError(`syntax error: ${message}`, this.line, token === '');
  }

  unmatched(opening: string): ShellSyntaxError {
    const message = this.tokenComesFirst ? `'${opening}' unmatched` : `unmatched '${opening}'`;
    return new ShellSyntaxError(`syntax error: ${message}`, this.line, true);
  }

  unclosedQuote(): ShellSyntaxError {
    return new ShellSyntaxError('no closing quote', this.line, true);
  }
}
