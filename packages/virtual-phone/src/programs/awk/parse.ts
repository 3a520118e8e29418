import { ToolError } from '../tool.ts';
import type { AwkFunction, AwkProgram, Expression, Output, Rule, Statement, Target } from './syntax.ts';
import { tokensOf, type Token } from './tokens.ts';

/** By rising binding; `in`, concatenation, powers and signs have rules of their own. */
const COMPARISONS = new Set(['<', '<=', '==', '!=', '>', '>=']);
const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=', '**=']);
const BUILTINS = new Set(
  'length substr index split sub gsub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper system close fflush'.split(
    ' ',
  ),
);

export function parseAwk(source: string): AwkProgram {
  return new Parser(tokensOf(source)).program();
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  /** `>` in the arguments of print is a redirection. */
  #noGreater = false;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  program(): AwkProgram {
    const rules: Rule[] = [];
    const functions = new Map<string, AwkFunction>();
    while (this.#skipsTo('end')) {
      if (this.#takes('function') || this.#takes('func')) {
        const name = this.#take().text;
        this.#expect('(');
        const parameters: string[] = [];
        while (!this.#takes(')')) {
          parameters.push(this.#take().text);
          this.#takes(',');
        }
        this.#newlines();
        functions.set(name, { parameters, body: this.#block() });
      } else {
        rules.push(this.#rule());
      }
    }
    return { rules, functions };
  }

  #rule(): Rule {
    if (this.#takes('BEGIN')) return { when: 'BEGIN', body: this.#block() };
    if (this.#takes('END')) return { when: 'END', body: this.#block() };
    if (this.#next.text === '{' && this.#next.kind === 'sign') return { when: [], body: this.#block() };
    const when = [this.#expression()];
    if (this.#takes(',')) {
      this.#newlines();
      when.push(this.#expression());
    }
    return { when, body: this.#is('{') ? this.#block() : undefined };
  }

  #block(): Statement[] {
    this.#expect('{');
    const body: Statement[] = [];
    while (this.#skipsTo('}')) body.push(this.#statement());
    this.#expect('}');
    return body;
  }

  /** What `if`, `else` and loops lead to: a block, a statement, or nothing. */
  #body(): Statement {
    this.#newlines();
    if (this.#takes(';')) return { kind: 'block', body: [] };
    return this.#statement();
  }

  #statement(): Statement {
    if (this.#is('{')) return { kind: 'block', body: this.#block() };
    const { text, kind } = this.#next;
    if (kind === 'keyword') {
      switch (text) {
        case 'if':
          return this.#if();
        case 'while': {
          this.#take();
          const condition = this.#parenthesized();
          return { kind: 'while', condition, body: this.#body(), first: false };
        }
        case 'do':
          return this.#do();
        case 'for':
          return this.#for();
        default:
      }
    }
    const statement = this.#simple();
    if (!this.#is('}')) this.#terminator();
    return statement;
  }

  #if(): Statement {
    this.#take();
    const condition = this.#parenthesized();
    const yes = this.#body();
    const back = this.#at;
    this.#newlines(true);
    if (this.#takes('else')) return { kind: 'if', condition, yes, no: this.#body() };
    this.#at = back;
    return { kind: 'if', condition, yes, no: undefined };
  }

  #do(): Statement {
    this.#take();
    const body = this.#body();
    this.#newlines(true);
    this.#expect('while');
    const statement: Statement = { kind: 'while', condition: this.#parenthesized(), body, first: true };
    if (!this.#is('}')) this.#terminator();
    return statement;
  }

  #for(): Statement {
    this.#take();
    this.#expect('(');
    const [name, word, array, close] = this.#tokens.slice(this.#at, this.#at + 4);
    if (name?.kind === 'name' && word?.text === 'in' && array && close?.text === ')') {
      this.#at += 4;
      return { kind: 'each', name: name.text, array: array.text, body: this.#body() };
    }
    const start = this.#is(';') ? undefined : this.#simple();
    this.#expect(';');
    this.#newlines();
    const condition = this.#is(';') ? undefined : this.#expression();
    this.#expect(';');
    this.#newlines();
    const step = this.#is(')') ? undefined : this.#simple();
    this.#expect(')');
    return { kind: 'for', start, condition, step, body: this.#body() };
  }

  #simple(): Statement {
    const { text, kind } = this.#next;
    if (kind !== 'keyword') return { kind: 'expression', value: this.#expression() };
    switch (text) {
      case 'print':
      case 'printf':
        this.#take();
        return this.#print(text === 'printf');
      case 'next':
      case 'break':
      case 'continue':
        this.#take();
        return { kind: text };
      case 'exit':
      case 'return':
        this.#take();
        return { kind: text, value: this.#endsStatement() ? undefined : this.#expression() };
      case 'delete': {
        this.#take();
        const array = this.#take().text;
        return { kind: 'delete', array, key: this.#takes('[') ? this.#list(']') : undefined };
      }
      default:
        return { kind: 'expression', value: this.#expression() };
    }
  }

  #print(format: boolean): Statement {
    const outer = this.#noGreater;
    this.#noGreater = true;
    let args: readonly Expression[] = [];
    const isWrapped = this.#is('(') && this.#endsAfterParenthesis();
    if (isWrapped) {
      this.#take();
      this.#noGreater = false;
      args = this.#list(')');
      this.#noGreater = true;
    } else if (!this.#endsStatement() && !this.#is('>') && !this.#is('>>')) {
      args = this.#list(undefined);
    }
    let to: Output | undefined;
    const append = this.#is('>>');
    if (this.#takes('>') || this.#takes('>>')) to = { append, file: this.#concatenation() };
    this.#noGreater = outer;
    return { kind: 'print', format, args, to };
  }

  /** Whether the parenthesis that begins here is all of the arguments: `print (1)(2)` is not. */
  #endsAfterParenthesis(): boolean {
    let depth = 0;
    for (let at = this.#at; at < this.#tokens.length; at++) {
      const { text, kind } = this.#tokens[at] ?? { text: '', kind: 'end' };
      if (kind === 'sign' && text === '(') depth++;
      if (kind === 'sign' && text === ')' && --depth === 0) {
        const after = this.#tokens[at + 1];
        return (
          !after ||
          after.kind === 'newline' ||
          after.kind === 'end' ||
          [';', '}', '>', '>>', '|'].includes(after.text)
        );
      }
    }
    return false;
  }

  #list(end: string | undefined): Expression[] {
    const items: Expression[] = [];
    if (end !== undefined && this.#takes(end)) return items;
    for (;;) {
      this.#newlines();
      items.push(this.#expression());
      this.#newlines(false, end !== undefined);
      if (this.#takes(',')) continue;
      if (end !== undefined) this.#expect(end);
      return items;
    }
  }

  #parenthesized(): Expression {
    this.#expect('(');
    const value = this.#expression();
    this.#expect(')');
    return value;
  }

  #expression(): Expression {
    const left = this.#choice();
    const operator = this.#next.text;
    if (this.#next.kind !== 'sign' || !ASSIGNMENTS.has(operator)) return left;
    const target = this.#targetOf(left);
    this.#take();
    this.#newlines();
    return { kind: 'assign', target, operator: operator.slice(0, -1), value: this.#expression() };
  }

  #choice(): Expression {
    const condition = this.#or();
    if (!this.#takes('?')) return condition;
    this.#newlines();
    const yes = this.#expression();
    this.#newlines();
    this.#expect(':');
    this.#newlines();
    return { kind: 'choice', condition, yes, no: this.#expression() };
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#takes('||')) {
      this.#newlines();
      left = { kind: 'or', left, right: this.#and() };
    }
    return left;
  }

  #and(): Expression {
    let left = this.#membership();
    while (this.#takes('&&')) {
      this.#newlines();
      left = { kind: 'and', left, right: this.#membership() };
    }
    return left;
  }

  #membership(): Expression {
    let left = this.#match();
    while (this.#takes('in')) left = { kind: 'in', key: [left], array: this.#take().text };
    return left;
  }

  #match(): Expression {
    let left = this.#comparison();
    for (let operator = this.#next.text; this.#takes('~') || this.#takes('!~'); operator = this.#next.text) {
      left = { kind: 'binary', operator, left, right: this.#comparison() };
    }
    return left;
  }

  #comparison(): Expression {
    const left = this.#concatenation();
    const operator = this.#next.text;
    if (this.#next.kind !== 'sign' || !COMPARISONS.has(operator) || (operator === '>' && this.#noGreater))
      return left;
    this.#take();
    return { kind: 'binary', operator, left, right: this.#concatenation() };
  }

  #concatenation(): Expression {
    let left = this.#sum();
    while (this.#beginsOperand()) left = { kind: 'binary', operator: ' ', left, right: this.#sum() };
    return left;
  }

  #beginsOperand(): boolean {
    const { kind, text } = this.#next;
    if (kind === 'sign') return ['$', '(', '++', '--'].includes(text);
    return ['number', 'string', 'pattern', 'name', 'function'].includes(kind);
  }

  #sum(): Expression {
    let left = this.#product();
    for (let operator = this.#next.text; this.#takes('+') || this.#takes('-'); operator = this.#next.text) {
      left = { kind: 'binary', operator, left, right: this.#product() };
    }
    return left;
  }

  #product(): Expression {
    let left = this.#unary();
    for (
      let operator = this.#next.text;
      this.#takes('*') || this.#takes('/') || this.#takes('%');
      operator = this.#next.text
    ) {
      left = { kind: 'binary', operator, left, right: this.#unary() };
    }
    return left;
  }

  #unary(): Expression {
    const operator = this.#next.text;
    if (this.#next.kind === 'sign' && (operator === '!' || operator === '-' || operator === '+')) {
      this.#take();
      return { kind: 'unary', operator, operand: this.#unary() };
    }
    return this.#power();
  }

  #power(): Expression {
    const left = this.#stepped();
    if (!this.#takes('^') && !this.#takes('**')) return left;
    // It binds to the right, and its right side may have a sign: 2^-1.
    return { kind: 'binary', operator: '^', left, right: this.#unary() };
  }

  #stepped(): Expression {
    for (const [sign, by] of [
      ['++', 1],
      ['--', -1],
    ] as const) {
      if (this.#takes(sign))
        return { kind: 'step', target: this.#targetOf(this.#primary()), by, before: true };
    }
    const operand = this.#primary();
    if (operand.kind !== 'variable' && operand.kind !== 'field' && operand.kind !== 'element') return operand;
    for (const [sign, by] of [
      ['++', 1],
      ['--', -1],
    ] as const) {
      if (this.#takes(sign)) return { kind: 'step', target: operand, by, before: false };
    }
    return operand;
  }

  #primary(): Expression {
    const { kind, text } = this.#take();
    switch (kind) {
      case 'number':
        return { kind, value: Number(text) };
      case 'string':
        return { kind, value: text };
      case 'pattern':
        return { kind, source: text };
      case 'function':
        this.#expect('(');
        return { kind: 'call', name: text, args: this.#unrestricted(() => this.#list(')')) };
      case 'name':
        if (this.#takes('['))
          return { kind: 'element', array: text, key: this.#unrestricted(() => this.#list(']')) };
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
      return { kind: 'field', index: this.#is('++') || this.#is('--') ? this.#stepped() : this.#primary() };
    if (text === '-') return { kind: 'unary', operator: '-', operand: this.#primary() };
    if (text === '(') {
      const inside = this.#unrestricted(() => this.#list(')'));
      if (inside.length > 1) {
        this.#expect('in');
        return { kind: 'in', key: inside, array: this.#take().text };
      }
      const [only] = inside;
      // Parentheses keep an element from being assigned to by accident, but never change what it is.
      if (only !== undefined) return only;
    }
    if (text === 'getline') {
      const target =
        this.#is('$') || this.#next.kind === 'name' ? this.#targetOf(this.#primary()) : undefined;
      return { kind: 'getline', target, file: this.#takes('<') ? this.#primary() : undefined };
    }
    this.#at--;
    return this.#fail();
  }

  #unrestricted<T>(work: () => T): T {
    const outer = this.#noGreater;
    this.#noGreater = false;
    const result = work();
    this.#noGreater = outer;
    return result;
  }

  #targetOf(expression: Expression): Target {
    if (expression.kind === 'variable' || expression.kind === 'field' || expression.kind === 'element')
      return expression;
    return this.#fail();
  }

  get #next(): Token {
    return this.#tokens[this.#at] ?? { kind: 'end', text: '', line: 0 };
  }

  #take(): Token {
    const token = this.#next;
    this.#at++;
    return token;
  }

  #is(text: string): boolean {
    return this.#next.text === text && (this.#next.kind === 'sign' || this.#next.kind === 'keyword');
  }

  #takes(text: string): boolean {
    if (!this.#is(text)) return false;
    this.#at++;
    return true;
  }

  #expect(text: string): void {
    if (!this.#takes(text)) this.#fail();
  }

  #endsStatement(): boolean {
    return this.#next.kind === 'newline' || this.#next.kind === 'end' || this.#is(';') || this.#is('}');
  }

  #terminator(): void {
    if (this.#next.kind === 'newline' || this.#is(';')) this.#at++;
    else if (this.#next.kind !== 'end') this.#fail();
  }

  /** Passes over empty statements; whether something stands before that end. */
  #skipsTo(end: 'end' | '}'): boolean {
    this.#newlines(true);
    return this.#next.kind !== 'end' && !(end === '}' && this.#is('}'));
  }

  #newlines(semicolons = false, wanted = true): void {
    while (wanted && (this.#next.kind === 'newline' || (semicolons && this.#is(';')))) this.#at++;
  }

  #fail(): never {
    if (this.#is('|')) throw new ToolError('pipes in awk are not available on the virtual phone', 2);
    throw new ToolError(`syntax error at source line ${this.#next.line}`, 2);
  }
}
