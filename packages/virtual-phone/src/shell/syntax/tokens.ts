/** The level below the grammar: blanks, comments, operators, reserved words, here-documents. */
import type { Cursor } from './cursor.ts';
import { OutOfMemory } from '../memory.ts';
import { type ScriptParsers, WordParser } from './parse-word.ts';
import { literal, plainText, ShellSyntaxError, type Word } from './syntax.ts';

/**
 * The most words of one command with all it contains: it is parsed in one go, during which nothing else in this process
 * runs.
 */
const MOST_WORDS = 50_000;
const CONTROL_OPERATOR = /&&|\|\||;;|;&|[;&|()\n]/y;

/** A here-document that was announced on this line; its text is on the next lines. */
export interface PendingDocument {
  readonly mark: string;
  /** Its text is not expanded. */
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  fill(text: Word): void;
}

export class Tokens {
  readonly #cursor: Cursor;
  readonly #words: WordParser;
  readonly #documents: PendingDocument[] = [];
  #wordsLeft = MOST_WORDS;

  constructor(cursor: Cursor, scripts: ScriptParsers) {
    this.#cursor = cursor;
    this.#words = new WordParser(scripts);
  }

  /** A new command begins; the count of words restarts. */
  beginCommand(): void {
    this.#wordsLeft = MOST_WORDS;
  }

  get line(): number {
    return this.#cursor.line;
  }

  isAtEnd(): boolean {
    this.skipBlanks();
    return this.#cursor.atEnd;
  }

  nest<T>(inner: () => T): T {
    return this.#cursor.nest(inner);
  }

  /** The next word; empty if none begins. */
  word(): Word {
    if (--this.#wordsLeft < 0) throw new OutOfMemory();
    this.skipBlanks();
    return this.#cursor.peek() === '#' ? [] : this.#words.parse(this.#cursor);
  }

  /** The next word, which must be plain. */
  plainWord(): string {
    const text = plainText(this.word());
    if (text === undefined) throw this.unexpectedHere();
    return text;
  }

  /** Consumes what a sticky pattern matches after blanks. */
  match(pattern: RegExp): string {
    this.skipBlanks();
    return this.#cursor.match(pattern);
  }

  peekOperator(): string {
    this.skipBlanks();
    if (this.#cursor.looksAt('&>')) return '';
    const before = this.#cursor.position;
    const operator = this.#cursor.match(CONTROL_OPERATOR);
    this.#cursor.position = before;
    return operator;
  }

  takeOperator(operator: string): boolean {
    return this.peekOperator() === operator && this.#cursor.take(operator);
  }

  /** The next word if it is a single unquoted one, as reserved words are. */
  peekReserved(): string {
    this.skipBlanks();
    const before = this.#cursor.position;
    const word = this.#cursor.match(/[^\s;&|<>()'"\\$`]+/y);
    const after = this.#cursor.peek();
    this.#cursor.position = before;
    return after === '' || /[\s;&|<>()]/.test(after) ? word : '';
  }

  takeReserved(word: string): boolean {
    return this.peekReserved() === word && this.#cursor.take(word);
  }

  skipBlanks(): void {
    this.#cursor.match(/(?:[ \t]|\\\n)+/y);
    const startsWord = /[\s;&|()]/.test(this.#cursor.peek(-1) || ' ');
    if (this.#cursor.peek() === '#' && startsWord) this.#cursor.match(/[^\n]*/y);
  }

  skipNewlines(): void {
    this.skipBlanks();
    while (this.#cursor.peek() === '\n') {
      this.endLine();
      this.skipBlanks();
    }
  }

  announce(document: PendingDocument): void {
    this.#documents.push(document);
  }

  /** Consumes the newline and the here-documents that the line announced. */
  endLine(): void {
    if (!this.#cursor.take('\n') && this.#documents.length === 0) return;
    for (const document of this.#documents.splice(0)) {
      const text = this.#documentText(document);
      document.fill(document.quoted ? literal(text) : this.#words.parseQuotedText(this.#cursor.within(text)));
    }
  }

  /** At the end of the text the error names the opening word, elsewhere the current token. */
  unexpectedHere(opening = ''): ShellSyntaxError {
    if (this.isAtEnd()) return opening ? this.#cursor.unmatched(opening) : this.#cursor.unexpected('');
    const rest = this.#cursor.text.slice(this.#cursor.position);
    const token = this.peekOperator() || /^[^\s;&|<>()]+/.exec(rest)?.[0];
    return this.#cursor.unexpected(token ?? this.#cursor.peek());
  }

  #documentText({ mark, stripTabs }: PendingDocument): string {
    let text = '';
    for (;;) {
      if (this.#cursor.atEnd) {
        throw new ShellSyntaxError(`here document '${mark}' unclosed`, this.#cursor.line, true);
      }
      const raw = this.#cursor.match(/[^\n]*/y);
      const newline = this.#cursor.take('\n');
      const line = stripTabs ? raw.replace(/^\t+/, '') : raw;
      if (line === mark) return text;
      text += newline ? `${line}\n` : line;
    }
  }
}
