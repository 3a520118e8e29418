import { badSelector, type ServerError } from '../errors.ts';
import type { Argument, ScrollCall } from './ui-scrollable.ts';
import { anyNode, flagConditions, textConditions, type UiSelector } from './ui-selector.ts';

/** Java expressions with UiSelector and UiScrollable, as far as the server understands them. */

export type UiExpression =
  | { readonly kind: 'selector'; readonly selector: UiSelector }
  | { readonly kind: 'scrollable'; readonly container: UiSelector; readonly calls: readonly ScrollCall[] };

/** One expression per statement. */
export function parseUiAutomator(source: string): readonly UiExpression[] {
  const parser = new Parser(source);
  const expressions: UiExpression[] = [];
  do expressions.push(parser.statement());
  while (parser.nextStatement());
  return expressions;
}

class Parser {
  #at = 0;

  readonly #source: string;

  constructor(source: string) {
    this.#source = source;
    if (source.trim() === '')
      throw this.#error(
        'Tried to parse an empty string. Expected to see a string consisting of text to be interpreted as UiAutomator java code.',
      );
  }

  statement(): UiExpression {
    if (this.#take(/(new\s+)?UiScrollable\s*\(/y)) return this.#scrollable();
    return { kind: 'selector', selector: this.#selector() };
  }

  /** Whether another statement follows; anything else that follows is an error. */
  nextStatement(): boolean {
    this.#take(/\s*;?\s*/y);
    return this.#at < this.#source.length;
  }

  /** `new UiSelector()` may be omitted before its first call. */
  #selector(): UiSelector {
    const isNamed = this.#take(/\s*(new\s+)?UiSelector\s*\(\s*\)/y);
    let selector = anyNode;
    for (const [name, args] of this.#calls(isNamed)) selector = this.#with(selector, name, args);
    return selector;
  }

  #with(selector: UiSelector, name: string, args: readonly Argument[]): UiSelector {
    const [argument] = args;
    const makeText = textConditions.get(name);
    const makeFlag = flagConditions.get(name);
    if (makeText !== undefined && typeof argument === 'string')
      return { ...selector, conditions: [...selector.conditions, this.#condition(() => makeText(argument))] };
    if (makeFlag !== undefined && (typeof argument === 'boolean' || argument === undefined))
      return { ...selector, conditions: [...selector.conditions, makeFlag(argument ?? true)] };
    if (name === 'instance' && typeof argument === 'number') return { ...selector, instance: argument };
    if (name === 'index' && typeof argument === 'number')
      return { ...selector, conditions: [...selector.conditions, (node) => node.index === argument] };
    if ((name === 'childSelector' || name === 'fromParent') && typeof argument === 'object')
      return append(selector, name === 'childSelector' ? 'child' : 'sibling', argument);
    throw this.#error(`UiSelector has no \`${name}\` method with such arguments`);
  }

  /** An invalid regular expression is an invalid selector. */
  #condition<Made>(make: () => Made): Made {
    try {
      return make();
    } catch (error) {
      if (error instanceof SyntaxError) throw this.#error(error.message);
      throw error;
    }
  }

  #scrollable(): UiExpression {
    const container = this.#selector();
    this.#expect(/\s*\)/y, 'Unclosed paren in expression');
    const calls = Array.from(this.#calls(true), ([name, args]) => ({ name, args }));
    return { kind: 'scrollable', container, calls };
  }

  /** A chain of `.name(arguments)`; the first one needs no dot if nothing comes before it. */
  *#calls(needsPoint: boolean): Generator<readonly [string, readonly Argument[]]> {
    for (let isFirst = true; ; isFirst = false) {
      const point = this.#take(/\s*\.\s*/y);
      if (!point && (needsPoint || !isFirst)) return;
      const name = this.#match(/\s*([A-Za-z]\w*)\s*\(/y)?.[1];
      if (name === undefined) throw this.#error('Missing method name');
      yield [name, this.#arguments()];
    }
  }

  #arguments(): readonly Argument[] {
    const args: Argument[] = [];
    while (!this.#take(/\s*\)/y)) {
      if (args.length > 0) this.#expect(/\s*,/y, 'Unclosed paren in expression');
      args.push(this.#argument());
    }
    return args;
  }

  #argument(): Argument {
    const quoted = this.#match(/\s*"((?:[^"\\]|\\.)*)"/sy);
    if (quoted !== null)
      return (quoted[1] ?? '').replaceAll(/\\(.)/gs, (_all, letter: string) => unescape(letter));
    const truth = this.#match(/\s*(true|false)\b/y);
    if (truth !== null) return truth[1] === 'true';
    const number = this.#match(/\s*(-?\d+(?:\.\d+)?)/y);
    if (number !== null) return Number(number[1]);
    if (/\s*(new\s+)?UiSelector\b/y.test(this.#source.slice(this.#at))) return this.#selector();
    throw this.#error('Missing argument');
  }

  #take(pattern: RegExp): boolean {
    return this.#match(pattern) !== null;
  }

  #expect(pattern: RegExp, otherwise: string): void {
    if (!this.#take(pattern)) throw this.#error(otherwise);
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #error(why: string): ServerError {
    return badSelector(this.#source, `${why} at position ${this.#at}`);
  }
}

function append(selector: UiSelector, step: 'child' | 'sibling', next: UiSelector): UiSelector {
  const { then } = selector;
  return {
    ...selector,
    then:
      then === undefined
        ? { step, selector: next }
        : { ...then, selector: append(then.selector, step, next) },
  };
}

function unescape(letter: string): string {
  return { n: '\n', t: '\t', r: '\r' }[letter] ?? letter;
}
