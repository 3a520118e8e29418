/** `$((…))`: 32-bit signed integers, as in mksh on every Android, so 2147483647+1 is negative. */

export class ArithmeticError extends Error {
  override readonly name = 'ArithmeticError';
}

/** The variables that an expression reads and sets. */
export interface Variables {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

const TOKEN =
  /\s*(?:(0[xX][0-9a-fA-F]+|[0-9]+#[0-9a-zA-Z]+|[0-9]+)|([A-Za-z_][A-Za-z0-9_]*)|(<<=|>>=|\+\+|--|&&|\|\||<<|>>|[<>=!+\-*/%&|^]=|[-+*/%<>=!~&|^?:,()]))/y;

const ASSIGNMENTS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '<<=', '>>=', '&=', '|=', '^=']);

/** From weakest to strongest. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '<=', '>', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
];

const DEEPEST = 60;

/** The value of an expression. */
export function calculate(expression: string, variables: Variables, depth = 0): number {
  if (depth > DEEPEST) throw new ArithmeticError(`${expression}: expression recurses on parameter`);
  return new Calculation(expression, variables, depth).value();
}

interface Operand {
  readonly value: number;
  /** Set if it can be assigned to. */
  readonly name?: string;
}

class Calculation {
  readonly #source: string;
  readonly #variables: Variables;
  #depth: number;
  readonly #tokens: string[];
  #at = 0;
  /** Above zero in a branch that is not taken: nothing is assigned and nothing fails there. */
  #skipping = 0;

  constructor(source: string, variables: Variables, depth: number) {
    this.#source = source.trim();
    this.#variables = variables;
    this.#depth = depth;
    this.#tokens = this.#tokenize(this.#source);
  }

  value(): number {
    if (this.#tokens.length === 0) return 0;
    const value = this.#comma();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return value;
  }

  #tokenize(source: string): string[] {
    const tokens: string[] = [];
    TOKEN.lastIndex = 0;
    let end = 0;
    while (end < source.length) {
      const found = TOKEN.exec(source);
      if (!found) throw new ArithmeticError(`${source}: unexpected '${source[end] ?? ''}'`);
      tokens.push(found[0].trim());
      end = TOKEN.lastIndex;
    }
    return tokens;
  }

  #comma(): number {
    let value = this.#assignment().value;
    while (this.#take(',')) value = this.#assignment().value;
    return value;
  }

  #assignment(): Operand {
    if (++this.#depth > DEEPEST) throw new ArithmeticError(`${this.#source}: expression too deep`);
    const left = this.#ternary();
    const operator = this.#tokens[this.#at] ?? '';
    this.#depth--;
    if (!ASSIGNMENTS.has(operator)) return left;
    this.#at++;
    if (left.name === undefined) throw new ArithmeticError(`${this.#source}: '${operator}' requires lvalue`);
    const right = this.#assignment().value;
    const value = operator === '=' ? right : this.#apply(operator.slice(0, -1), left.value, right);
    this.#set(left.name, value);
    return { value };
  }

  #ternary(): Operand {
    const condition = this.#binary(0);
    if (!this.#take('?')) return condition;
    const yes = this.#branch(condition.value !== 0, () => this.#assignment().value);
    if (!this.#take(':')) throw this.#unexpected();
    const no = this.#branch(condition.value === 0, () => this.#assignment().value);
    return { value: condition.value !== 0 ? yes : no };
  }

  #binary(level: number): Operand {
    const operators = LEVELS[level];
    if (!operators) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#tokens[this.#at] ?? '';
      if (!operators.includes(operator)) return left;
      this.#at++;
      const taken = operator === '&&' ? left.value !== 0 : operator === '||' ? left.value === 0 : true;
      const right = this.#branch(taken, () => this.#binary(level + 1).value);
      left = { value: this.#apply(operator, left.value, right) };
    }
  }

  #unary(): Operand {
    if (++this.#depth > DEEPEST) throw new ArithmeticError(`${this.#source}: expression too deep`);
    try {
      if (this.#take('-')) return { value: -this.#unary().value | 0 };
      if (this.#take('+')) return { value: this.#unary().value };
      if (this.#take('!')) return { value: this.#unary().value === 0 ? 1 : 0 };
      if (this.#take('~')) return { value: ~this.#unary().value };
      if (this.#take('++')) return this.#step(this.#unary(), 1);
      if (this.#take('--')) return this.#step(this.#unary(), -1);
      const operand = this.#primary();
      if (operand.name !== undefined && this.#take('++')) return { value: this.#step(operand, 1).value - 1 };
      if (operand.name !== undefined && this.#take('--')) return { value: this.#step(operand, -1).value + 1 };
      return operand;
    } finally {
      this.#depth--;
    }
  }

  #primary(): Operand {
    if (this.#take('(')) {
      const value = this.#comma();
      if (!this.#take(')')) throw new ArithmeticError(`${this.#source}: missing )`);
      return { value };
    }
    const token = this.#tokens[this.#at];
    if (token === undefined || !/^\w/.test(token)) throw this.#unexpected();
    this.#at++;
    if (/^[0-9]/.test(token)) return { value: this.#number(token) };
    const text = this.#variables.get(token) ?? '';
    return { name: token, value: text === '' ? 0 : calculate(text, this.#variables, this.#depth + 1) };
  }

  /** mksh reads 010 as ten; 16#ff and 0xff are both 255. */
  #number(token: string): number {
    const [base, digits] = token.split('#');
    if (digits === undefined) return Number(/^0x/i.test(token) ? token : token.replace(/^0+(?=.)/, '')) | 0;
    const value = parseInt(digits, Number(base));
    if (Number.isNaN(value)) throw new ArithmeticError(`${this.#source}: bad number '${token}'`);
    return value | 0;
  }

  #step(operand: Operand, by: number): Operand {
    if (operand.name === undefined) throw new ArithmeticError(`${this.#source}: '++' requires lvalue`);
    const value = (operand.value + by) | 0;
    this.#set(operand.name, value);
    return { value };
  }

  #apply(operator: string, a: number, b: number): number {
    if ((operator === '/' || operator === '%') && b === 0) {
      if (this.#skipping > 0) return 0;
      throw new ArithmeticError(`${this.#source}: zero divisor`);
    }
    return OPERATIONS[operator]?.(a, b) ?? 0;
  }

  #branch(taken: boolean, inner: () => number): number {
    if (!taken) this.#skipping++;
    try {
      return inner();
    } finally {
      if (!taken) this.#skipping--;
    }
  }

  #set(name: string, value: number): void {
    if (this.#skipping === 0) this.#variables.set(name, String(value));
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at++;
    return true;
  }

  #unexpected(): ArithmeticError {
    return new ArithmeticError(
      `${this.#source}: unexpected '${this.#tokens[this.#at] ?? 'end of expression'}'`,
    );
  }
}

const OPERATIONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => (a + b) | 0,
  '-': (a, b) => (a - b) | 0,
  '*': (a, b) => Math.imul(a, b),
  '/': (a, b) => (a / b) | 0,
  '%': (a, b) => (a % b) | 0,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '||': (a, b) => Number(a !== 0 || b !== 0),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '<': (a, b) => Number(a < b),
  '<=': (a, b) => Number(a <= b),
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
};
