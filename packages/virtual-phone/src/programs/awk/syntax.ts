/** The syntax tree of an awk program. */

export type Expression =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'field'; readonly index: Expression }
  | { readonly kind: 'element'; readonly array: string; readonly key: readonly Expression[] }
  | {
      readonly kind: 'assign';
      readonly target: Target;
      readonly operator: string;
      readonly value: Expression;
    }
  | { readonly kind: 'step'; readonly target: Target; readonly by: 1 | -1; readonly before: boolean }
  | { readonly kind: 'unary'; readonly operator: '!' | '-' | '+'; readonly operand: Expression }
  | {
      readonly kind: 'binary';
      readonly operator: string;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly yes: Expression;
      readonly no: Expression;
    }
  | { readonly kind: 'in'; readonly key: readonly Expression[]; readonly array: string }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'getline'; readonly target: Target | undefined; readonly file: Expression | undefined };

export type Target = Extract<Expression, { kind: 'variable' | 'field' | 'element' }>;

export type Statement =
  | { readonly kind: 'expression'; readonly value: Expression }
  | {
      readonly kind: 'print';
      readonly format: boolean;
      readonly args: readonly Expression[];
      readonly to: Output | undefined;
    }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  | {
      readonly kind: 'if';
      readonly condition: Expression;
      readonly yes: Statement;
      readonly no: Statement | undefined;
    }
  | {
      readonly kind: 'while';
      readonly condition: Expression;
      readonly body: Statement;
      readonly first: boolean;
    }
  | {
      readonly kind: 'for';
      readonly start: Statement | undefined;
      readonly condition: Expression | undefined;
      readonly step: Statement | undefined;
      readonly body: Statement;
    }
  | { readonly kind: 'each'; readonly name: string; readonly array: string; readonly body: Statement }
  | { readonly kind: 'delete'; readonly array: string; readonly key: readonly Expression[] | undefined }
  | { readonly kind: 'return' | 'exit'; readonly value: Expression | undefined }
  | { readonly kind: 'next' | 'break' | 'continue' };

/** Where print writes: a file, appending or overwriting. */
export interface Output {
  readonly append: boolean;
  readonly file: Expression;
}

export interface Rule {
  /** BEGIN, END, a condition, a range of two, or none, which matches every record. */
  readonly when: 'BEGIN' | 'END' | readonly Expression[];
  /** Undefined prints the record. */
  readonly body: readonly Statement[] | undefined;
}

export interface AwkFunction {
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
}

export interface AwkProgram {
  readonly rules: readonly Rule[];
  readonly functions: ReadonlyMap<string, AwkFunction>;
}
