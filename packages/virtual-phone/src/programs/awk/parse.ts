import { ExpressionParser } from './parse-expression.ts';
import type { AwkFunction, AwkProgram, Expression, Output, Rule, Statement } from './syntax.ts';
import { TokenCursor } from './token-cursor.ts';
import { tokensOf } from './tokens.ts';

export function parseAwk(source: string): AwkProgram {
  return new Parser(new TokenCursor(tokensOf(source))).program();
}

/** Parses rules, functions and statements. */
class Parser {
  readonly #tokens: TokenCursor;
  readonly #expressions: ExpressionParser;

  constructor(tokens: TokenCursor) {
    this.#tokens = tokens;
    this.#expressions = new ExpressionParser(tokens);
  }

  program(): AwkProgram {
    const rules: Rule[] = [];
    const functions = new Map<string, AwkFunction>();
    while (this.#skipsTo('end')) {
      if (this.#tokens.takes('function') || this.#tokens.takes('func')) {
        const name = this.#tokens.take().text;
        this.#tokens.expect('(');
        const parameters: string[] = [];
        while (!this.#tokens.takes(')')) {
          parameters.push(this.#tokens.take().text);
          this.#tokens.takes(',');
        }
        this.#tokens.newlines();
        functions.set(name, { parameters, body: this.#block() });
      } else {
        rules.push(this.#rule());
      }
    }
    return { rules, functions };
  }

  #rule(): Rule {
    if (this.#tokens.takes('BEGIN')) return { when: 'BEGIN', body: this.#block() };
    if (this.#tokens.takes('END')) return { when: 'END', body: this.#block() };
    if (this.#tokens.next.text === '{' && this.#tokens.next.kind === 'sign')
      return { when: [], body: this.#block() };
    const when = [this.#expressions.expression()];
    if (this.#tokens.takes(',')) {
      this.#tokens.newlines();
      when.push(this.#expressions.expression());
    }
    return { when, body: this.#tokens.is('{') ? this.#block() : undefined };
  }

  #block(): Statement[] {
    this.#tokens.expect('{');
    const body: Statement[] = [];
    while (this.#skipsTo('}')) body.push(this.#statement());
    this.#tokens.expect('}');
    return body;
  }

  /** The body of `if`, `else` and loops: a block, a statement, or nothing. */
  #body(): Statement {
    this.#tokens.newlines();
    if (this.#tokens.takes(';')) return { kind: 'block', body: [] };
    return this.#statement();
  }

  #statement(): Statement {
    if (this.#tokens.is('{')) return { kind: 'block', body: this.#block() };
    const { text, kind } = this.#tokens.next;
    if (kind === 'keyword') {
      switch (text) {
        case 'if':
          return this.#if();
        case 'while': {
          this.#tokens.take();
          const condition = this.#expressions.parenthesized();
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
    if (!this.#tokens.is('}')) this.#terminator();
    return statement;
  }

  #if(): Statement {
    this.#tokens.take();
    const condition = this.#expressions.parenthesized();
    const yes = this.#body();
    const back = this.#tokens.position;
    this.#tokens.newlines(true);
    if (this.#tokens.takes('else')) return { kind: 'if', condition, yes, no: this.#body() };
    this.#tokens.position = back;
    return { kind: 'if', condition, yes, no: undefined };
  }

  #do(): Statement {
    this.#tokens.take();
    const body = this.#body();
    this.#tokens.newlines(true);
    this.#tokens.expect('while');
    const statement: Statement = {
      kind: 'while',
      condition: this.#expressions.parenthesized(),
      body,
      first: true,
    };
    if (!this.#tokens.is('}')) this.#terminator();
    return statement;
  }

  #for(): Statement {
    this.#tokens.take();
    this.#tokens.expect('(');
    const [name, word, array, close] = [0, 1, 2, 3].map((count) => this.#tokens.ahead(count));
    if (name?.kind === 'name' && word?.text === 'in' && array && close?.text === ')') {
      this.#tokens.position += 4;
      return { kind: 'each', name: name.text, array: array.text, body: this.#body() };
    }
    const start = this.#tokens.is(';') ? undefined : this.#simple();
    this.#tokens.expect(';');
    this.#tokens.newlines();
    const condition = this.#tokens.is(';') ? undefined : this.#expressions.expression();
    this.#tokens.expect(';');
    this.#tokens.newlines();
    const step = this.#tokens.is(')') ? undefined : this.#simple();
    this.#tokens.expect(')');
    return { kind: 'for', start, condition, step, body: this.#body() };
  }

  #simple(): Statement {
    const { text, kind } = this.#tokens.next;
    if (kind !== 'keyword') return { kind: 'expression', value: this.#expressions.expression() };
    switch (text) {
      case 'print':
      case 'printf':
        this.#tokens.take();
        return this.#print(text === 'printf');
      case 'next':
      case 'break':
      case 'continue':
        this.#tokens.take();
        return { kind: text };
      case 'exit':
      case 'return':
        this.#tokens.take();
        return { kind: text, value: this.#endsStatement() ? undefined : this.#expressions.expression() };
      case 'delete': {
        this.#tokens.take();
        const array = this.#tokens.take().text;
        return {
          kind: 'delete',
          array,
          key: this.#tokens.takes('[') ? this.#expressions.list(']') : undefined,
        };
      }
      default:
        return { kind: 'expression', value: this.#expressions.expression() };
    }
  }

  #print(format: boolean): Statement {
    const outer = this.#expressions.noGreater;
    this.#expressions.noGreater = true;
    let args: readonly Expression[] = [];
    const isWrapped = this.#tokens.is('(') && this.#endsAfterParenthesis();
    if (isWrapped) {
      this.#tokens.take();
      this.#expressions.noGreater = false;
      args = this.#expressions.list(')');
      this.#expressions.noGreater = true;
    } else if (!this.#endsStatement() && !this.#tokens.is('>') && !this.#tokens.is('>>')) {
      args = this.#expressions.list(undefined);
    }
    let to: Output | undefined;
    const append = this.#tokens.is('>>');
    if (this.#tokens.takes('>') || this.#tokens.takes('>>'))
      to = { append, file: this.#expressions.concatenation() };
    this.#expressions.noGreater = outer;
    return { kind: 'print', format, args, to };
  }

  /** Whether the parenthesis that begins here encloses all arguments: in `print (1)(2)` it does not. */
  #endsAfterParenthesis(): boolean {
    let depth = 0;
    for (let count = 0; this.#tokens.ahead(count).kind !== 'end'; count++) {
      const { text, kind } = this.#tokens.ahead(count);
      if (kind === 'sign' && text === '(') depth++;
      if (kind === 'sign' && text === ')' && --depth === 0) {
        const after = this.#tokens.ahead(count + 1);
        return (
          after.kind === 'newline' || after.kind === 'end' || [';', '}', '>', '>>', '|'].includes(after.text)
        );
      }
    }
    return false;
  }

  #endsStatement(): boolean {
    return (
      this.#tokens.next.kind === 'newline' ||
      this.#tokens.next.kind === 'end' ||
      this.#tokens.is(';') ||
      this.#tokens.is('}')
    );
  }

  #terminator(): void {
    if (this.#tokens.next.kind === 'newline' || this.#tokens.is(';')) this.#tokens.position++;
    else if (this.#tokens.next.kind !== 'end') this.#tokens.fail();
  }

  /** Skips empty statements; returns whether something comes before that end. */
  #skipsTo(end: 'end' | '}'): boolean {
    this.#tokens.newlines(true);
    return this.#tokens.next.kind !== 'end' && !(end === '}' && this.#tokens.is('}'));
  }
}
