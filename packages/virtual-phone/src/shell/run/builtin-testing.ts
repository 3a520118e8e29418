/** `test` and `[`. */
import {
  askBinary,
  askUnary,
  BINARY_OPERATORS,
  UNARY_OPERATORS,
  type ConditionContext,
} from './condition.ts';
import { ShellError } from './control.ts';
import type { Builtin } from './builtin.ts';

const test: Builtin = (shell, args, name) => {
  const words = [...args];
  if (name === '[' && words.pop() !== ']') throw new ShellError('[: missing ]', 2);
  return evaluateTest(words, shell.conditionContext(), name) ? 0 : 1;
};

/** Evaluates an expression given as words; up to four are interpreted by their number, as POSIX says. */
export function evaluateTest(words: readonly string[], about: ConditionContext, name: string): boolean {
  const [first = '', second = '', third = ''] = words;
  if (words.length === 0) return false;
  if (words.length === 1) return first !== '';
  if (first === '!' && words.length <= 4 && !(words.length === 3 && BINARY_OPERATORS.has(second))) {
    return !evaluateTest(words.slice(1), about, name);
  }
  if (words.length === 3 && BINARY_OPERATORS.has(second)) return askBinary(first, second, third, about);
  return new Expression(words, about, name).value();
}

/** Longer expressions, with -a, -o and parentheses. */
class Expression {
  readonly #words: readonly string[];
  readonly #about: ConditionContext;
  readonly #name: string;
  #at = 0;

  constructor(words: readonly string[], about: ConditionContext, name: string) {
    this.#words = words;
    this.#about = about;
    this.#name = name;
  }

  value(): boolean {
    const value = this.#or();
    if (this.#at < this.#words.length) throw this.#error(`${this.#peek()}: unexpected operator/operand`);
    return value;
  }

  #or(): boolean {
    let value = this.#and();
    while (this.#take('-o')) value = this.#and() || value;
    return value;
  }

  #and(): boolean {
    let value = this.#single();
    while (this.#take('-a')) value = this.#single() && value;
    return value;
  }

  #single(): boolean {
    if (this.#take('!')) return !this.#single();
    const [operator, operand] = [this.#words[this.#at + 1] ?? '', this.#words[this.#at + 2]];
    if (BINARY_OPERATORS.has(operator)) {
      if (operand === undefined) throw this.#error(`${operator}: missing second argument`);
      const left = this.#peek();
      this.#at += 3;
      return askBinary(left, operator, operand, this.#about);
    }
    if (this.#take('(')) {
      const value = this.#or();
      if (!this.#take(')')) throw this.#error('missing )');
      return value;
    }
    const word = this.#words[this.#at++];
    if (word === undefined) throw this.#error('expression expected');
    if (!UNARY_OPERATORS.has(word) || this.#at >= this.#words.length) return word !== '';
    return askUnary(word, this.#words[this.#at++] ?? '', this.#about);
  }

  #peek(): string {
    return this.#words[this.#at] ?? '';
  }

  #take(word: string): boolean {
    if (this.#words[this.#at] !== word) return false;
    this.#at++;
    return true;
  }

  #error(message: string): ShellError {
    return new ShellError(`${this.#name}: ${message}`, 2);
  }
}

export const testing = { test, '[': test } satisfies Record<string, Builtin>;
