/** Expansion: turns the words of a command into a program's arguments. */
import type { FileSystem } from '../../kernel/file-system.ts';
import { ArithmeticError, calculate } from './arithmetic.ts';
import { breathe } from '../clock.ts';
import { FieldBuilder, textOf, type Field } from './fields.ts';
import { glob, TooManyPaths } from './glob.ts';
import { OutOfMemory } from '../memory.ts';
import { isPattern, Pattern, PatternTooCostly } from './pattern.ts';
import { OPTIONS, type ShellState } from '../run/shell-state.ts';
import type { ParameterOperation, ParameterPart, Part, Script, Word } from '../syntax/syntax.ts';

/** Expansion failed, which ends a script. */
export class ExpansionError extends Error {
  override readonly name = 'ExpansionError';
}

/** The shell's error message for an expansion that hit a limit. */
export function limitReached(error: unknown): string | undefined {
  if (error instanceof OutOfMemory) return 'out of memory';
  return error instanceof PatternTooCostly || error instanceof TooManyPaths ? error.message : undefined;
}

export interface ExpansionHost {
  readonly state: ShellState;
  readonly files: FileSystem;
  readonly pid: number;
  /** Fires when the result of the expansion is no longer needed. */
  readonly signal: () => AbortSignal;
  /** Runs a script and returns its output without trailing newlines. */
  substitute(script: Script): Promise<string>;
}

/** Longer than any line on a real phone; stops `x=$x$x` in a loop before the host runs out of memory. */
const LONGEST_TEXT = 1024 * 1024;
const DEFAULT_SEPARATORS = ' \t\n';

export class Expander {
  readonly #host: ExpansionHost;

  constructor(host: ExpansionHost) {
    this.#host = host;
  }

  /** The arguments for words: split, globbed, unquoted. */
  async arguments(words: readonly Word[]): Promise<string[]> {
    const all: string[] = [];
    for (const word of words) {
      for (const field of await this.#fields(word, true)) {
        await breathe();
        for (const path of await this.#paths(field)) all.push(path);
      }
    }
    return all;
  }

  /** One text, neither split nor globbed. */
  async text(word: Word): Promise<string> {
    return textOf((await this.#fields(word, false)).flat());
  }

  /** A pattern in which quoted text is literal. */
  async pattern(word: Word): Promise<Pattern> {
    return new Pattern((await this.#fields(word, false)).flat());
  }

  /** The value of an arithmetic expression. */
  async number(expression: Word): Promise<number> {
    return this.calculate(await this.text(expression));
  }

  calculate(expression: string): number {
    try {
      return calculate(expression, this.#host.state);
    } catch (error) {
      if (error instanceof ArithmeticError) throw new ExpansionError(error.message);
      throw error;
    }
  }

  async #paths(field: Field): Promise<readonly string[]> {
    const { state, files, signal } = this.#host;
    if (!isPattern(field) || state.options.has('noglob')) return [textOf(field)];
    const found = await glob(field, { files, cwd: state.cwd }, signal());
    return found.length > 0 ? found : [textOf(field)];
  }

  async #fields(word: Word, splits: boolean): Promise<Field[]> {
    const builder = new FieldBuilder(this.#host.state.get('IFS') ?? DEFAULT_SEPARATORS, splits);
    await this.#addParts(this.#withHome(word), builder);
    const fields = builder.done();
    if (fields.reduce((sum, field) => sum + lengthOf(field), 0) > LONGEST_TEXT) throw new OutOfMemory();
    return fields;
  }

  /** `expanded`: the parts come from an expansion, so their plain text is split, too. */
  async #addParts(parts: readonly Part[], builder: FieldBuilder, expanded = false): Promise<void> {
    for (const part of parts) {
      if (expanded && part.kind === 'text' && !part.quoted) builder.split(part.text);
      else await this.#addPart(part, builder);
    }
  }

  async #addPart(part: Part, builder: FieldBuilder): Promise<void> {
    switch (part.kind) {
      case 'text':
        builder.add(part.text, part.quoted);
        return;
      case 'substitution':
        this.#addValue(await this.#host.substitute(part.script), part.quoted, builder);
        return;
      case 'arithmetic':
        this.#addValue(String(await this.number(part.expression)), part.quoted, builder);
        return;
      case 'parameter':
        await this.#addParameter(part, builder);
    }
  }

  #addValue(value: string, quoted: boolean, builder: FieldBuilder): void {
    if (value.length > LONGEST_TEXT) throw new OutOfMemory();
    if (quoted) builder.add(value, true);
    else builder.split(value);
  }

  async #addParameter(part: ParameterPart, builder: FieldBuilder): Promise<void> {
    const { name, quoted, operation } = part;
    if (!operation && name === '@') {
      builder.addEach(this.#host.state.parameters, quoted);
      return;
    }
    if (!operation && name === '*' && !quoted) {
      builder.addEach(this.#host.state.parameters, false);
      return;
    }
    const value = this.#lookUp(name);
    if (!operation) {
      this.#addValue(this.#demand(name, value), quoted, builder);
      return;
    }
    const instead = this.#wordInstead(operation, value);
    if (instead) {
      await this.#addParts(this.#withHome(instead), builder, true);
      return;
    }
    if (name === '@' && operation.kind === 'default') {
      builder.addEach(this.#host.state.parameters, quoted);
      return;
    }
    this.#addValue(await this.#operate(name, value, operation), quoted, builder);
  }

  /** The word that replaces the value, with its own quoting, if the operation says so. */
  #wordInstead(operation: ParameterOperation, value: string | undefined): Word | undefined {
    if (operation.kind !== 'default' && operation.kind !== 'alternative') return undefined;
    const isSet = value !== undefined && !(operation.emptyToo && value === '');
    return isSet === (operation.kind === 'alternative') ? operation.word : undefined;
  }

  async #operate(name: string, value: string | undefined, operation: ParameterOperation): Promise<string> {
    switch (operation.kind) {
      case 'bad':
        throw new ExpansionError(`${operation.source}: bad substitution`);
      case 'length':
        if (name === '@' || name === '*') return String(this.#host.state.parameters.length);
        return String(Array.from(this.#demand(name, value)).length);
      case 'default':
        return value ?? '';
      case 'alternative':
        return '';
      case 'assign':
        return this.#assign(name, value, operation);
      case 'error':
        if (value !== undefined && !(operation.emptyToo && value === '')) return value;
        throw new ExpansionError(
          `${name}: ${(await this.text(operation.word)) || 'parameter null or not set'}`,
        );
      case 'cut':
        return cut(this.#demand(name, value), operation, await this.pattern(operation.pattern));
    }
  }

  async #assign(
    name: string,
    value: string | undefined,
    { emptyToo, word }: { emptyToo: boolean; word: Word },
  ): Promise<string> {
    if (value !== undefined && !(emptyToo && value === '')) return value;
    const assigned = await this.text(word);
    this.#host.state.set(name, assigned);
    return assigned;
  }

  #demand(name: string, value: string | undefined): string {
    if (value === undefined && this.#host.state.options.has('nounset') && name !== '@' && name !== '*') {
      throw new ExpansionError(`${name}: parameter not set`);
    }
    return value ?? '';
  }

  #lookUp(name: string): string | undefined {
    const { state, pid } = this.#host;
    switch (name) {
      case '?':
        return String(state.status);
      case '$':
        return String(pid);
      case '!':
        return state.lastBackground === undefined ? '' : String(state.lastBackground);
      case '#':
        return String(state.parameters.length);
      case '-':
        return optionLetters(state);
      case '@':
      case '*':
        return state.parameters.length === 0
          ? undefined
          : state.parameters.join((state.get('IFS') ?? ' ').slice(0, 1));
      case '0':
        return state.name;
      default:
        return /^[0-9]+$/.test(name) ? state.parameters[Number(name) - 1] : state.get(name);
    }
  }

  /** `~` at the start of a word is the home directory. */
  #withHome(word: Word): Word {
    const [first, ...rest] = word;
    if (first?.kind !== 'text' || first.quoted || !/^~(?:\/|$)/.test(first.text)) return word;
    const home = this.#host.state.get('HOME');
    if (home === undefined || (first.text === '~' && rest.length > 0)) return word;
    const tail = first.text.slice(1);
    return [{ kind: 'text', text: home, quoted: true }, { kind: 'text', text: tail, quoted: false }, ...rest];
  }
}

function lengthOf(field: Field): number {
  return field.reduce((sum, piece) => sum + piece.text.length, 0);
}

function cut(
  value: string,
  { end, longest }: { end: 'prefix' | 'suffix'; longest: boolean },
  pattern: Pattern,
): string {
  const chars = Array.from(value);
  if (end === 'prefix') return chars.slice(pattern.matchAt(chars, 0, longest) ?? 0).join('');
  const length = pattern.backwards().matchAt(chars.toReversed(), 0, longest) ?? 0;
  return chars.slice(0, chars.length - length).join('');
}

function optionLetters(state: ShellState): string {
  return Object.keys(OPTIONS)
    .filter((letter) => state.options.has(OPTIONS[letter] ?? ''))
    .join('');
}
