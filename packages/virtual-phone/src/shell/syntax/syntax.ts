/** The syntax tree of the shell language, which the parser produces and the interpreter executes. */

/** A word before expansion: `a"$b"$(c)` is three parts. */
export type Word = readonly Part[];

export type Part =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  | ParameterPart
  | { readonly kind: 'substitution'; readonly script: Script; readonly quoted: boolean }
  | { readonly kind: 'arithmetic'; readonly expression: Word; readonly quoted: boolean };

/** `$x`, `${x:-word}`, `${#x}`, `${x##pattern}`. */
export interface ParameterPart {
  readonly kind: 'parameter';
  readonly name: string;
  readonly quoted: boolean;
  readonly operation?: ParameterOperation;
}

export type ParameterOperation =
  | { readonly kind: 'length' }
  | { readonly kind: 'bad'; readonly source: string }
  | {
      readonly kind: 'default' | 'assign' | 'error' | 'alternative';
      readonly word: Word;
      /** With a colon, an empty value counts as unset. */
      readonly emptyToo: boolean;
    }
  | {
      readonly kind: 'cut';
      readonly end: 'prefix' | 'suffix';
      readonly longest: boolean;
      readonly pattern: Word;
    };

export interface Assignment {
  readonly name: string;
  readonly append: boolean;
  readonly value: Word;
}

export type RedirectOperator = '<' | '>' | '>>' | '<>' | '>|' | '<&' | '>&' | '&>' | '&>>' | '<<<' | 'here';

export interface Redirect {
  readonly operator: RedirectOperator;
  readonly fd: number;
  /** The file, the descriptor, or the text of the here-document. */
  readonly target: Word;
}

export interface SimpleCommand {
  readonly kind: 'simple';
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly line: number;
}

export interface CaseClause {
  readonly patterns: readonly Word[];
  readonly body: Script;
  readonly fallThrough: boolean;
}

export type Command =
  | SimpleCommand
  | { readonly kind: 'pipeline'; readonly commands: readonly Command[] }
  | { readonly kind: 'not'; readonly command: Command }
  | { readonly kind: 'and' | 'or'; readonly left: Command; readonly right: Command }
  | { readonly kind: 'group' | 'subshell'; readonly body: Script }
  | { readonly kind: 'redirected'; readonly command: Command; readonly redirects: readonly Redirect[] }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Script; readonly body: Script }[];
      readonly otherwise: Script;
    }
  | { readonly kind: 'loop'; readonly until: boolean; readonly condition: Script; readonly body: Script }
  | {
      readonly kind: 'for';
      readonly name: string;
      /** Without `in`, the positional parameters. */
      readonly words: readonly Word[] | undefined;
      readonly body: Script;
    }
  | { readonly kind: 'case'; readonly word: Word; readonly clauses: readonly CaseClause[] }
  | { readonly kind: 'function'; readonly name: string; readonly body: Command };

export interface Statement {
  readonly command: Command;
  readonly background: boolean;
}

export type Script = readonly Statement[];

/** A script with a syntax error. */
export class ShellSyntaxError extends Error {
  override readonly name = 'ShellSyntaxError';
  constructor(
    message: string,
    readonly line: number,
    /** More input could complete it (an open quote, an `if` without `fi`). */
    readonly incomplete = false,
  ) {
    super(message);
  }
}

export const literal = (text: string): Word => [{ kind: 'text', text, quoted: true }];

/** The text of a plain, unquoted word, such as a reserved word or the name of a function or variable. */
export function plainText(word: Word): string | undefined {
  const [first, second] = word;
  return first?.kind === 'text' && !first.quoted && second === undefined ? first.text : undefined;
}
