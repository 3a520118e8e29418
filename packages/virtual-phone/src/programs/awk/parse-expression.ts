import type { Expression, Target } from './syntax.ts';
import type { TokenCursor } from './token-cursor.ts';

/** By rising precedence; `in`, concatenation, powers and signs have rules of their own. */
const COMPARISONS = new Set(['<', '<=', '==', '!=', '>', '>=']);
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=', '**=']);
const BUILTINS = new Set(
  'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper system close fflush'.split(
    ' ',
  ),
);

/** Parses expressions, with one method per precedence. */
export class ExpressionParser {
  /** `>` in the arguments of print is a redirection. */
  noGreater = false;
  readonly #tokens: TokenCursor;

  constructor(tokens: TokenCursor) {
    this.#tokens = tokens;
  }

  /** Expressions separated by commas, up to a closing token if one is given. */
  list(end: string | undefined): Expression[] {
    const items: Expression[] = [];
    if (end !== undefined && this.#tokens.takes(end)) return items;
    for (;;) {
      this.#tokens.newlines();
      items.push(this.expression());
      this.#tokens.newlines(false, end !== undefined);
      if (this.#tokens.takes(',')) continue;
      if (end !== undefined) this.#tokens.expect(end);
      return items;
    }
  }

  parenthesized(): Expression {
    this.#tokens.expect('(');
    const value = this.expression();
    this.#tokens.expect(')');
    return value;
  }

  expression(): Expression {
    const left = this.#choice();
    const operator = this.#tokens.next.text;
    if (this.#tokens.next.kind !== 'sign' || !ASSIGNMENTS.has(operator)) return left;
    const target = this.#targetOf(left);
    this.#tokens.take();
    this.#tokens.newlines();
    return { kind: 'assign', target, operator: operator.slice(0, -1), value: this.expression() };
  }

  #choice(): Expression {
    const condition = this.#or();
    if (!this.#tokens.takes('?')) return condition;
    this.#tokens.newlines();
    const yes = this.expression();
    this.#tokens.newlines();
    this.#tokens.expect(':');
    this.#tokens.newlines();
    return { kind: 'choice', condition, yes, no: this.expression() };
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#tokens.takes('||')) {
      this.#tokens.newlines();
      left = { kind: 'or', left, right: this.#and() };
    }
    return left;
  }

  #and(): Expression {
    let left = this.#membership();
    while (this.#tokens.takes('&&')) {
      this.#tokens.newlines();
      left = { kind: 'and', left, right: this.#membership() };
    }
    return left;
  }

  #membership(): Expression {
    let left = this.#match();
    while (this.#tokens.takes('in')) left = { kind: 'in', key: [left], array: this.#tokens.take().text };
    return left;
  }

  #match(): Expression {
    let left = this.#comparison();
    for (
      let operator = this.#tokens.next.text;
      this.#tokens.takes('~') || this.#tokens.takes('!~');
      operator = this.#tokens.next.text
    ) {
      left = { kind: 'binary', operator, left, right: this.#comparison() };
    }
    return left;
  }

  #comparison(): Expression {
    const left = this.concatenation();
    const operator = this.#tokens.next.text;
    if (
      this.#tokens.next.kind !== 'sign' ||
      !COMPARISONS.has(operator) ||
      (operator === '>' && this.noGreater)
    )
      return left;
    this.#tokens.take();
    return { kind: 'binary', operator, left, right: this.concatenation() };
  }

  concatenation(): Expression {
    let left = this.#sum();
    while (this.#beginsOperand()) left = { kind: 'binary', operator: ' ', left, right: this.#sum() };
    return left;
  }

  #beginsOperand(): boolean {
    const { kind, text } = this.#tokens.next;
    if (kind === 'sign') return ['$', '(', '++', '--'].includes(text);
    return ['number', 'string', 'pattern', 'name', 'function'].includes(kind);
  }

  #sum(): Expression {
    let left = this.#product();
    for (
      let operator = this.#tokens.next.text;
      this.#tokens.takes('+') || this.#tokens.takes('-');
      operator = this.#tokens.next.text
    ) {
      left = { kind: 'binary', operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#unary();
    for (
      let operator = this.#tokens.next.text;
      this.#tokens.takes('*') || this.#tokens.takes('/') || this.#tokens.takes('%');
      operator = this.#tokens.next.text
    ) {
      left = { kind: 'binary', operator, left, right: this.#unary() };
    }
    return left;
  }

  #unary(): Expression {
    const operator = this.#tokens.next.text;
    if (this.#tokens.next.kind === 'sign' && (operator === '!' || operator === '-' || operator === '+')) {
      this.#tokens.take();
      return { kind: 'unary', operator, operand: this.#unary() };
    }
    return this.#power();
  }

  #power(): Expression {
    const left = this.#stepped();
    if (!this.#tokens.takes('^') && !this.#tokens.takes('**')) return left;
    // It is right-associative, and its right side may have a sign: 2^-1.
    return { kind: 'binary', operator: '^', left, right: this.#unary() };
  }

  #stepped(): Expression {
    for (const [sign, by] of [
      ['++', 1],
      ['--', -1],
    ] as const) {
      if (this.#tokens.takes(sign))
        return { kind: 'step', target: this.#targetOf(this.#primary()), by, before: true };
    }
    const operand = this.#primary();
    if (operand.kind !== 'variable' && operand.kind !== 'field' && operand.kind !== 'element') return operand;
    for (const [sign, by] of [
      ['++', 1],
      ['--', -1],
    ] as const) {
      if (this.#tokens.takes(sign)) return { kind: 'step', target: operand, by, before: false };
    }
    return operand;
  }

  #primary(): Expression {
    const { kind, text } = this.#tokens.take();
    switch (kind) {
      case 'number':
        return { kind, value: Number(text) };
      case 'string':
        return { kind, value: text };
      case 'pattern':
        return { kind, source: text };
      case 'function':
        this.#tokens.expect('(');
        return { kind: 'call', name: text, args: this.unrestricted(() => this.list(')')) };
      case 'name':
        if (this.#tokens.takes('['))
          return { kind: 'element', array: text, key: this.unrestricted(() => this.list(']')) };
        return BUILTINS.has(text) ? { kind: 'call', name: text, args: [] } : { kind: 'variable', name: text };
      case 'keyword':
      case 'sign':
      case 'newline':
      case 'end':
        return this.#punctuated(text);
    }
  }

  #punctuated(text: string): Expression {
    if (text === '$')
      return {
        kind: 'field',
        index: this.#tokens.is('++') || this.#tokens.is('--') ? this.#stepped() : this.#primary(),
      };
    if (text === '-') return { kind: 'unary', operator: '-', operand: this.#primary() };
    if (text === '(') {
      const inside = this.unrestricted(() => this.list(')'));
      if (inside.length > 1) {
        this.#tokens.expect('in');
        return { kind: 'in', key: inside, array: this.#tokens.take().text };
      }
      const [only] = inside;
      // Parentheses need no node of their own.
      if (only !== undefined) return only;
    }
    if (text === 'getline') {
      const target =
        this.#tokens.is('$') || this.#tokens.next.kind === 'name'
          ? this.#targetOf(this.#primary())
          : undefined;
      return { kind: 'getline', target, file: this.#tokens.takes('<') ? this.#primary() : undefined };
    }
    this.#tokens.position--;
    return this.#tokens.fail();
  }

  unrestricted<T>(work: () => T): T {
    const outer = this.noGreater;
    this.noGreater = false;
    const result = work();
    this.noGreater = outer;
    return result;
  }

  #targetOf(expression: Expression): Target {
    if (expression.kind === 'variable' || expression.kind === 'field' || expression.kind === 'element')
      return expression;
    return this.#tokens.fail();
  }
}
