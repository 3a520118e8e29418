/** The inside of `[[ … ]]`: words and operators; nothing is split or globbed there. */
import { plainText, type Condition, type ShellSyntaxError, type Word } from './syntax.ts';
import { BINARY_OPERATORS, UNARY_OPERATORS } from '../run/condition.ts';

export interface ConditionTokens {
  word(): Word;
  take(operator: string): boolean;
  /** Consumes `<` or `>`, which compare here. */
  takeRedirect(sign: '<' | '>'): boolean;
  skipNewlines(): void;
  unexpected(): ShellSyntaxError;
}

/** Parses up to and including the closing `]]`. */
export function parseCondition(tokens: ConditionTokens): Condition {
  const parser = new ConditionParser(tokens);
  const condition = parser.or();
  parser.expectClosed();
  return condition;
}

class ConditionParser {
  readonly #tokens: ConditionTokens;
  #waiting: Word | undefined;
  #depth = 0;

  constructor(tokens: ConditionTokens) {
    this.#tokens = tokens;
  }

  or(): Condition {
    let left = this.#and();
    while (this.#waiting === undefined && this.#tokens.take('||'))
      left = { kind: 'or', left, right: this.#and() };
    return left;
  }

  expectClosed(): void {
    this.#tokens.skipNewlines();
    if (plainText(this.#next()) !== ']]') throw this.#tokens.unexpected();
  }

  #and(): Condition {
    let left = this.#single();
    while (this.#waiting === undefined && this.#tokens.take('&&'))
      left = { kind: 'and', left, right: this.#single() };
    return left;
  }

  #single(): Condition {
    this.#tokens.skipNewlines();
    if (++this.#depth > 100) throw this.#tokens.unexpected();
    if (this.#tokens.take('(')) {
      const inner = this.or();
      if (!this.#tokens.take(')')) throw this.#tokens.unexpected();
      this.#depth--;
      return inner;
    }
    const first = this.#next();
    if (first.length === 0 || plainText(first) === ']]') throw this.#tokens.unexpected();
    if (plainText(first) === '!') return { kind: 'not', condition: this.#single() };
    this.#depth--;
    return this.#comparison(first);
  }

  #comparison(left: Word): Condition {
    const unary = plainText(left) ?? '';
    if (this.#tokens.takeRedirect('<'))
      return { kind: 'binary', operator: '<', left, right: this.#operand() };
    if (this.#tokens.takeRedirect('>'))
      return { kind: 'binary', operator: '>', left, right: this.#operand() };
    const second = this.#next();
    const operator = plainText(second) ?? '';
    if (BINARY_OPERATORS.has(operator)) return { kind: 'binary', operator, left, right: this.#operand() };
    if (UNARY_OPERATORS.has(unary) && second.length > 0 && operator !== ']]') {
      return { kind: 'unary', operator: unary, operand: second };
    }
    this.#waiting = second.length > 0 ? second : undefined;
    return { kind: 'word', word: left };
  }

  #operand(): Word {
    const word = this.#next();
    if (word.length === 0) throw this.#tokens.unexpected();
    return word;
  }

  #next(): Word {
    const word = this.#waiting ?? this.#tokens.word();
    this.#waiting = undefined;
    return word;
  }
}
