/** Evaluates the calculator's formula: + − × ÷ %, brackets, decimals. Undefined if it is not valid. */
export function evaluate(formula: string): string | undefined {
  const tokens = formula.match(/\d+\.?\d*|\.\d+|[-+−×÷%()]/g) ?? [];
  const reader = new Reader(tokens);
  const value = reader.sum();
  if (value === undefined || !reader.atEnd || !Number.isFinite(value)) return undefined;
  return String(Number(value.toPrecision(12))).replace('-', '−');
}

class Reader {
  #at = 0;

  readonly #tokens: readonly string[];

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get atEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  sum(): number | undefined {
    let value = this.#product();
    while (value !== undefined && /^[-+−]$/.test(this.#peek())) {
      const plus = this.#next() === '+';
      const other = this.#product();
      value = other === undefined ? undefined : plus ? value + other : value - other;
    }
    return value;
  }

  #product(): number | undefined {
    let value = this.#number();
    while (value !== undefined && /^[×÷]$/.test(this.#peek())) {
      const times = this.#next() === '×';
      const other = this.#number();
      value = other === undefined ? undefined : times ? value * other : value / other;
    }
    return value;
  }

  #number(): number | undefined {
    const token = this.#next();
    let value: number | undefined;
    if (token === '−' || token === '-') {
      const inner = this.#number();
      value = inner === undefined ? undefined : -inner;
    } else if (token === '(') {
      value = this.sum();
      if (this.#peek() === ')') this.#next();
    } else value = /\d/.test(token) ? Number(token) : undefined;
    while (value !== undefined && this.#peek() === '%') {
      this.#next();
      value /= 100;
    }
    return value;
  }

  #peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  #next(): string {
    return this.#tokens[this.#at++] ?? '';
  }
}
