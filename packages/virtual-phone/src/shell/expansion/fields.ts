/** Builds fields from the pieces of an expanded word: splits by IFS, but only what came from an expansion. */
import { OutOfMemory } from '../memory.ts';
import type { Piece } from './pattern.ts';

export type Field = readonly Piece[];

/** More words than any command takes; each one costs much more memory than its characters. */
const MOST_FIELDS = 250_000;

const BLANKS = new Set([' ', '\t', '\n']);

export class FieldBuilder {
  readonly #fields: Piece[][] = [];
  readonly #separators: string;
  readonly #splits: boolean;
  #current: Piece[] | undefined;
  /** Blanks ended the last field: a separator right after them belongs to the same gap. */
  #afterBlank = false;

  constructor(separators: string, splits: boolean) {
    this.#separators = separators;
    this.#splits = splits;
  }

  /** Adds text to the current field; an empty quoted text creates an empty field. */
  add(text: string, quoted: boolean): void {
    if (text === '' && !quoted) return;
    (this.#current ??= []).push({ text, quoted });
    this.#afterBlank = false;
  }

  /** Adds the result of an unquoted expansion, splitting it. */
  split(text: string): void {
    if (!this.#splits) {
      this.add(text, false);
      return;
    }
    let start = 0;
    let at = 0;
    for (const char of text) {
      at += char.length;
      if (!this.#separators.includes(char)) continue;
      this.add(text.slice(start, at - char.length), false);
      start = at;
      if (BLANKS.has(char)) this.#endByBlank();
      else this.#endBySeparator();
    }
    this.add(text.slice(start), false);
  }

  /** `"$@"`: each value is a separate field; the first and last are joined to their neighbours. */
  addEach(values: readonly string[], quoted: boolean): void {
    for (const [index, value] of values.entries()) {
      if (index > 0) {
        if (this.#splits) this.#end();
        else this.add(' ', quoted);
      }
      if (quoted) this.add(value, true);
      else this.split(value);
    }
  }

  done(): Field[] {
    this.#end();
    return this.#fields;
  }

  #end(): void {
    if (this.#current) this.#fields.push(this.#current);
    this.#current = undefined;
    if (this.#fields.length > MOST_FIELDS) throw new OutOfMemory();
  }

  #endByBlank(): void {
    if (!this.#current) return;
    this.#end();
    this.#afterBlank = true;
  }

  #endBySeparator(): void {
    if (this.#current) this.#end();
    else if (!this.#afterBlank && this.#fields.push([]) > MOST_FIELDS) throw new OutOfMemory();
    this.#afterBlank = false;
  }
}

/** A field's plain text. */
export function textOf(field: Field): string {
  return field.map((piece) => piece.text).join('');
}
