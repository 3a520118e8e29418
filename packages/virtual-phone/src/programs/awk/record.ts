import type { Input } from '../../kernel/pipe.ts';
import { ToolError } from '../tool.ts';
import { compile } from '../text/patterns.ts';
import { input, textOf, type Value } from './values.ts';

/** Bounds the memory for a record that never ends. */
const LONGEST_RECORD = 16 * 1024 * 1024;
const MOST_FIELDS = 1_000_000;

/** Splits an input into records by RS: lines, a separator character, or paragraphs if it is empty. */
export class Records {
  readonly #input: Input;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #rest = '';
  #ended = false;

  constructor(source: Input) {
    this.#input = source;
  }

  async next(separator: string): Promise<string | undefined> {
    for (let searched = 0; ;) {
      if (separator === '') this.#rest = this.#rest.replace(/^\n+/, '');
      const mark = separator === '' ? '\n\n' : separator.charAt(0);
      const end = this.#rest.indexOf(mark, Math.max(0, searched - 1));
      if (end !== -1) return this.#cut(end, mark.length);
      if (this.#ended) {
        if (this.#rest === '') return undefined;
        const last = separator === '' ? this.#rest.replace(/\n$/, '') : this.#rest;
        this.#rest = '';
        return last;
      }
      searched = this.#rest.length;
      if (searched > LONGEST_RECORD) throw new ToolError('input record too long', 2);
      await this.#more();
    }
  }

  #cut(end: number, length: number): string {
    const record = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + length);
    return record;
  }

  async #more(): Promise<void> {
    const bytes = await this.#input.read();
    if (bytes === undefined) {
      this.#ended = true;
      this.#rest += this.#decoder.decode();
    } else {
      this.#rest += this.#decoder.decode(bytes, { stream: true });
    }
  }
}

/** Splits a text by FS: at white space, at a character, or by a regular expression. */
export function splitFields(text: string, separator: string, paragraphs = false): string[] {
  if (separator === ' ') return text.split(/[ \t\n]+/).filter((field) => field !== '');
  if (text === '') return [];
  if (separator === '') return Array.from(text);
  const byLines = paragraphs ? text.split('\n') : [text];
  if (separator.length === 1 && separator !== ' ') return byLines.flatMap((line) => line.split(separator));
  return byLines.flatMap((line) => splitBy(line, separator));
}

function splitBy(text: string, source: string): string[] {
  const pattern = compile(source, { extended: true, global: true });
  const fields: string[] = [];
  let from = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    if (found[0] === '') {
      pattern.lastIndex++;
      continue;
    }
    fields.push(text.slice(from, found.index));
    from = pattern.lastIndex;
  }
  return [...fields, text.slice(from)];
}

interface Separators {
  readonly fields: string;
  readonly output: string;
  readonly paragraphs: boolean;
}

/** The current record: $0 and its fields, each computed from the other when needed. */
export class Record {
  #text = '';
  #fields: Value[] = [];
  #isSplit = true;
  #isJoined = true;
  #readWith: Separators | undefined;

  readonly #separators: () => Separators;

  constructor(separators: () => Separators) {
    this.#separators = separators;
  }

  set(text: string): void {
    this.#text = text;
    this.#readWith = this.#separators();
    this.#isJoined = true;
    this.#isSplit = false;
  }

  get count(): number {
    this.#split();
    return this.#fields.length;
  }

  set count(wanted: number) {
    this.#split();
    if (wanted < 0 || wanted > MOST_FIELDS)
      throw new ToolError(`trying to access out of range field ${wanted}`, 2);
    while (this.#fields.length < wanted) this.#fields.push('');
    this.#fields.length = wanted;
    this.#isJoined = false;
  }

  get(index: number): Value {
    if (index === 0) {
      if (!this.#isJoined) {
        this.#text = this.#fields.map((field) => textOf(field)).join(this.#separators().output);
        this.#isJoined = true;
      }
      return input(this.#text);
    }
    if (index < 0) throw new ToolError(`trying to access out of range field ${index}`, 2);
    this.#split();
    return this.#fields[index - 1];
  }

  put(index: number, value: Value): void {
    if (index === 0) {
      this.set(textOf(value));
      return;
    }
    if (index > this.count || index < 0) this.count = index;
    this.#fields[index - 1] = value;
    this.#isJoined = false;
  }

  #split(): void {
    if (this.#isSplit) return;
    // A new FS applies from the next record on.
    const { fields, paragraphs } = this.#readWith ?? this.#separators();
    this.#fields = splitFields(this.#text, fields, paragraphs).map(input);
    this.#isSplit = true;
  }
}
