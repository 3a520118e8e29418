/** The shell's grammar: from text to commands, one complete command line at a time, as a shell reads its script. */
import type { Cursor } from './cursor.ts';
import type { ScriptParsers } from './parse-word.ts';
import {
  plainText,
  ShellSyntaxError,
  type Assignment,
  type CaseClause,
  type Command,
  type Redirect,
  type RedirectOperator,
  type Script,
  type Statement,
  type Word,
} from './syntax.ts';
import { Tokens } from './tokens.ts';

/** Reserved words that close or continue a compound command. */
const CLOSERS = new Set(['then', 'else', 'elif', 'fi', 'do', 'done', 'esac', '}']);
/** Operators that end a list without being part of it. */
const ENDS = new Set(['\n', ')', ';;', ';&']);
const REDIRECT = /([0-9]*)(<<-|<<<|<<|<>|<&|<|>>|>\||>&|>|&>>|&>)/y;
const ASSIGNMENT = /^([A-Za-z_][A-Za-z0-9_]*)(\+?)=/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export class Parser {
  readonly #tokens: Tokens;

  constructor(cursor: Cursor) {
    this.#tokens = new Tokens(cursor, scriptParsers);
  }

  /** The statements of the next line (and of those that complete it), or undefined at the end of the text. */
  nextLine(): Script | undefined {
    this.#tokens.skipNewlines();
    if (this.#tokens.isAtEnd()) return undefined;
    this.#tokens.beginCommand();
    const statements = this.#statements();
    if (!this.#tokens.isAtEnd() && this.#tokens.peekOperator() !== '\n') throw this.#tokens.unexpectedHere();
    this.#tokens.endLine();
    return statements;
  }

  /** All statements up to and including a closing parenthesis. */
  closedByParenthesis(opening = '('): Script {
    const script = this.#list();
    if (this.#tokens.takeOperator(')')) return script;
    throw this.#tokens.unexpectedHere(opening);
  }

  whole(): Script {
    const script = this.#list();
    if (!this.#tokens.isAtEnd()) throw this.#tokens.unexpectedHere();
    return script;
  }

  /** Statements on any number of lines, up to what cannot begin one. */
  #list(): Script {
    const statements: Statement[] = [];
    for (;;) {
      this.#tokens.skipNewlines();
      const line = this.#statements();
      if (line.length === 0) return statements;
      for (const statement of line) statements.push(statement);
      if (this.#tokens.peekOperator() !== '\n') return statements;
    }
  }

  /** The list between two reserved words, which must not be empty. */
  #body(opening: string): Script {
    const script = this.#list();
    if (script.length === 0) throw this.#tokens.unexpectedHere(opening);
    return script;
  }

  /** The statements of one line. */
  #statements(): Statement[] {
    const statements: Statement[] = [];
    while (!this.#endsHere()) {
      const command = this.#andOr();
      const background = this.#tokens.takeOperator('&');
      statements.push({ command, background });
      if (!background && !this.#tokens.takeOperator(';')) break;
    }
    return statements;
  }

  #andOr(): Command {
    let left = this.#pipeline();
    for (;;) {
      const kind = this.#tokens.takeOperator('&&')
        ? 'and'
        : this.#tokens.takeOperator('||')
          ? 'or'
          : undefined;
      if (!kind) return left;
      this.#tokens.skipNewlines();
      left = { kind, left, right: this.#pipeline() };
    }
  }

  #pipeline(): Command {
    if (this.#tokens.takeReserved('!'))
      return { kind: 'not', command: this.#tokens.nest(() => this.#pipeline()) };
    const first = this.#command();
    const commands = [first];
    while (this.#tokens.takeOperator('|')) {
      this.#tokens.skipNewlines();
      commands.push(this.#command());
    }
    return commands.length === 1 ? first : { kind: 'pipeline', commands };
  }

  #command(): Command {
    return this.#tokens.nest(() => {
      this.#tokens.skipBlanks();
      const compound = this.#compound();
      if (!compound) return this.#simple();
      const redirects = this.#redirects();
      return redirects.length > 0 ? { kind: 'redirected', command: compound, redirects } : compound;
    });
  }

  #compound(): Command | undefined {
    if (this.#tokens.takeOperator('(')) return { kind: 'subshell', body: this.closedByParenthesis() };
    if (this.#tokens.takeReserved('{')) return { kind: 'group', body: this.#closedBy('}', '{') };
    if (this.#tokens.takeReserved('if')) return this.#if();
    if (this.#tokens.takeReserved('while')) return this.#loop(false);
    if (this.#tokens.takeReserved('until')) return this.#loop(true);
    if (this.#tokens.takeReserved('for')) return this.#for();
    if (this.#tokens.takeReserved('case')) return this.#case();
    return undefined;
  }

  #closedBy(closer: string, opening: string): Script {
    const body = this.#body(opening);
    if (!this.#tokens.takeReserved(closer)) throw this.#tokens.unexpectedHere(opening);
    return body;
  }

  #if(): Command {
    const branches: { condition: Script; body: Script }[] = [];
    do {
      const condition = this.#closedBy('then', 'if');
      branches.push({ condition, body: this.#body('then') });
    } while (this.#tokens.takeReserved('elif'));
    const otherwise = this.#tokens.takeReserved('else') ? this.#body('else') : [];
    if (!this.#tokens.takeReserved('fi')) throw this.#tokens.unexpectedHere('if');
    return { kind: 'if', branches, otherwise };
  }

  #loop(until: boolean): Command {
    const opening = until ? 'until' : 'while';
    const condition = this.#closedBy('do', opening);
    return { kind: 'loop', until, condition, body: this.#closedBy('done', opening) };
  }

  #for(): Command {
    const name = this.#tokens.plainWord();
    if (!NAME.test(name)) throw new ShellSyntaxError(`${name}: not an identifier`, this.#tokens.line);
    this.#tokens.skipNewlines();
    let words: Word[] | undefined;
    if (this.#tokens.takeReserved('in')) {
      words = [];
      for (let word = this.#tokens.word(); word.length > 0; word = this.#tokens.word()) words.push(word);
    }
    this.#tokens.takeOperator(';');
    this.#tokens.skipNewlines();
    if (!this.#tokens.takeReserved('do')) throw this.#tokens.unexpectedHere('for');
    return { kind: 'for', name, words, body: this.#closedBy('done', 'for') };
  }

  #case(): Command {
    const word = this.#tokens.word();
    if (word.length === 0) throw this.#tokens.unexpectedHere('case');
    this.#tokens.skipNewlines();
    if (!this.#tokens.takeReserved('in')) throw this.#tokens.unexpectedHere('case');
    const clauses: CaseClause[] = [];
    for (;;) {
      this.#tokens.skipNewlines();
      if (this.#tokens.takeReserved('esac')) return { kind: 'case', word, clauses };
      clauses.push(this.#clause());
    }
  }

  #clause(): CaseClause {
    this.#tokens.takeOperator('(');
    const patterns: Word[] = [];
    do {
      const pattern = this.#tokens.word();
      if (pattern.length === 0) throw this.#tokens.unexpectedHere('case');
      patterns.push(pattern);
    } while (this.#tokens.takeOperator('|'));
    if (!this.#tokens.takeOperator(')')) throw this.#tokens.unexpectedHere('case');
    const body = this.#list();
    const fallThrough = this.#tokens.takeOperator(';&');
    if (!fallThrough && !this.#tokens.takeOperator(';;')) {
      this.#tokens.skipNewlines();
      if (this.#tokens.peekReserved() !== 'esac') throw this.#tokens.unexpectedHere('case');
    }
    return { patterns, body, fallThrough };
  }

  #functionBody(name: string): Command {
    this.#tokens.skipNewlines();
    if (this.#tokens.isAtEnd()) throw this.#tokens.unexpectedHere();
    return { kind: 'function', name, body: this.#command() };
  }

  #simple(): Command {
    const { line } = this.#tokens;
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    for (;;) {
      const redirect = this.#redirect();
      if (redirect) {
        redirects.push(redirect);
        continue;
      }
      const word = this.#tokens.word();
      if (word.length === 0) break;
      const assignment = words.length === 0 ? assignmentIn(word) : undefined;
      if (assignment) assignments.push(assignment);
      else words.push(word);
      const name = plainText(word);
      if (
        words.length === 1 &&
        assignments.length === 0 &&
        name !== undefined &&
        this.#tokens.takeOperator('(')
      ) {
        if (!this.#tokens.takeOperator(')')) throw this.#tokens.unexpectedHere('(');
        return this.#functionBody(name);
      }
    }
    if (assignments.length + words.length + redirects.length === 0) throw this.#tokens.unexpectedHere();
    return { kind: 'simple', assignments, words, redirects, line };
  }

  #redirects(): Redirect[] {
    const redirects: Redirect[] = [];
    for (let redirect = this.#redirect(); redirect; redirect = this.#redirect()) redirects.push(redirect);
    return redirects;
  }

  #redirect(): Redirect | undefined {
    const found = this.#tokens.match(REDIRECT);
    if (!found) return undefined;
    const digits = /^[0-9]*/.exec(found)?.[0] ?? '';
    const sign = found.slice(digits.length);
    const fd = digits === '' ? (sign.startsWith('<') ? 0 : 1) : Number(digits);
    this.#tokens.skipBlanks();
    if (sign === '<<' || sign === '<<-') return this.#hereDocument(fd, sign === '<<-');
    const target = this.#tokens.word();
    if (target.length === 0) throw this.#tokens.unexpectedHere();
    return { operator: redirectOperator(sign), fd, target };
  }

  #hereDocument(fd: number, stripTabs: boolean): Redirect {
    const word = this.#tokens.word();
    if (word.length === 0) throw this.#tokens.unexpectedHere();
    const mark = word.map((part) => (part.kind === 'text' ? part.text : '')).join('');
    const quoted = word.some((part) => part.kind === 'text' && part.quoted);
    let target: Word = [];
    this.#tokens.announce({
      mark,
      quoted,
      stripTabs,
      fill: (text) => {
        target = text;
      },
    });
    return {
      operator: 'here',
      fd,
      get target() {
        return target;
      },
    };
  }

  #endsHere(): boolean {
    if (this.#tokens.isAtEnd() || CLOSERS.has(this.#tokens.peekReserved())) return true;
    return ENDS.has(this.#tokens.peekOperator());
  }
}

const scriptParsers: ScriptParsers = {
  closed: (cursor) => new Parser(cursor).closedByParenthesis(),
  whole: (text, cursor) => new Parser(cursor.within(text)).whole(),
};

function redirectOperator(sign: string): RedirectOperator {
  switch (sign) {
    case '<':
    case '>':
    case '>>':
    case '<>':
    case '>|':
    case '<&':
    case '>&':
    case '&>':
    case '&>>':
    case '<<<':
      return sign;
    default:
      return '>';
  }
}

/** Splits `name=value`; the name must be unquoted. */
export function assignmentIn(word: Word): Assignment | undefined {
  const [first, ...rest] = word;
  if (first?.kind !== 'text' || first.quoted) return undefined;
  const [whole, name, plus] = ASSIGNMENT.exec(first.text) ?? [];
  if (whole === undefined || name === undefined) return undefined;
  const value = first.text.slice(whole.length);
  return {
    name,
    append: plus === '+',
    value: value === '' ? rest : [{ kind: 'text', text: value, quoted: false }, ...rest],
  };
}
