import { ToolError } from '../tool.ts';
import type { Token } from './tokens.ts';

/** The tokens of a program and the parser's position. */
export class TokenCursor {
  position = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get next(): Token {
    return this.ahead(0);
  }

  /** The token that many places ahead. */
  ahead(count: number): Token {
    return this.#tokens[this.position + count] ?? { kind: 'end', text: '', line: 0 };
  }

  take(): Token {
    const token = this.next;
    this.position++;
    return token;
  }

  /** Whether this token comes next. */
  is(text: string): boolean {
    return this.next.text === text && (this.next.kind === 'sign' || this.next.kind === 'keyword');
  }

  /** Consumes this token if it comes next; returns whether it did. */
  takes(text: string): boolean {
    if (!this.is(text)) return false;
    this.position++;
    return true;
  }

  expect(text: string): void {
    if (!this.takes(text)) this.fail();
  }

  newlines(semicolons = false, wanted = true): void {
    while (wanted && (this.next.kind === 'newline' || (semicolons && this.is(';')))) this.position++;
  }

  fail(): never {
    if (this.is('|')) throw new ToolError('pipes in awk are not available on the virtual phone', 2);
    throw new ToolError(`syntax error at source line ${this.next.line}`, 2);
  }
}
