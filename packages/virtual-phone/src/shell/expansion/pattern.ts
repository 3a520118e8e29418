/** Shell patterns: `*`, `?` and `[…]`. Matched without backtracking, in quadratic time, with a limit on the steps. */

/** Text that knows whether it was quoted: a quoted star is literal. */
export interface Piece {
  readonly text: string;
  readonly quoted: boolean;
}

/** Takes less than a second, during which nothing else in this process runs. */
const MOST_STEPS = 10_000_000;

/** The match would take too long. */
export class PatternTooCostly extends Error {
  override readonly name = 'PatternTooCostly';
  constructor() {
    super('pattern too costly');
  }
}

/** A state of `matchAt` costs as much as this many steps of `matches`. */
const STEPS_OF_A_STATE = 8;

type Token =
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'one'; readonly accepts: (char: string) => boolean };

const CLASSES: Readonly<Record<string, RegExp>> = {
  alpha: /\p{L}/u,
  digit: /[0-9]/,
  alnum: /[\p{L}0-9]/u,
  upper: /\p{Lu}/u,
  lower: /\p{Ll}/u,
  space: /\s/,
  blank: /[ \t]/,
  punct: /[!-/:-@[-`{-~]/,
  xdigit: /[0-9a-fA-F]/,
};

/** A compiled pattern. */
export class Pattern {
  #tokens: readonly Token[];
  /** How many steps all its matches may still take. */
  #stepsLeft = MOST_STEPS;

  constructor(pieces: readonly Piece[]) {
    this.#tokens = pieces.flatMap((piece) =>
      piece.quoted ? Array.from(piece.text).map(exactly) : tokensOf(piece.text),
    );
  }

  /** Whether the whole text matches. */
  matches(text: string): boolean {
    const chars = Array.from(text);
    let token = 0;
    let char = 0;
    let star = -1;
    let retry = 0;
    while (char < chars.length) {
      this.#step(1);
      const here = this.#tokens[token];
      if (here?.kind === 'star') {
        star = token++;
        retry = char;
      } else if (here && (here.kind === 'any' || here.accepts(chars[char] ?? ''))) {
        token++;
        char++;
      } else if (star >= 0) {
        token = star + 1;
        char = ++retry;
      } else {
        return false;
      }
    }
    while (this.#tokens[token]?.kind === 'star') token++;
    return token === this.#tokens.length;
  }

  /** How many characters from `start` on match, the most or the fewest; undefined if none do. */
  matchAt(chars: readonly string[], start: number, longest: boolean): number | undefined {
    let states = this.#past([0]);
    let found: number | undefined;
    for (let length = 0; states.size > 0; length++) {
      if (states.has(this.#tokens.length)) {
        found = length;
        if (!longest) return found;
      }
      const char = chars[start + length];
      if (char === undefined) break;
      this.#step(STEPS_OF_A_STATE * states.size);
      states = this.#past([...states].flatMap((state) => this.#after(state, char)));
    }
    return found;
  }

  #step(count: number): void {
    this.#stepsLeft -= count;
    if (this.#stepsLeft < 0) throw new PatternTooCostly();
  }

  /** The pattern that matches the reversed text. */
  backwards(): Pattern {
    const reversed = new Pattern([]);
    reversed.#tokens = [...this.#tokens].reverse();
    return reversed;
  }

  #after(state: number, char: string): number[] {
    const token = this.#tokens[state];
    if (token?.kind === 'star') return [state];
    return token && (token.kind === 'any' || token.accepts(char)) ? [state + 1] : [];
  }

  /** A star may also match nothing. */
  #past(states: readonly number[]): Set<number> {
    const all = new Set<number>();
    for (let state of states) {
      all.add(state);
      while (this.#tokens[state]?.kind === 'star') all.add(++state);
    }
    return all;
  }
}

/** Whether text contains characters that are special in a pattern. */
export function isPattern(pieces: readonly Piece[]): boolean {
  return pieces.some((piece) => !piece.quoted && /[*?[]/.test(piece.text));
}

function exactly(char: string): Token {
  return { kind: 'one', accepts: (other) => other === char };
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const chars = Array.from(text);
  for (let i = 0; i < chars.length; i++) {
    const char = chars[i] ?? '';
    if (char === '*') tokens.push({ kind: 'star' });
    else if (char === '?') tokens.push({ kind: 'any' });
    else if (char === '\\' && i + 1 < chars.length) tokens.push(exactly(chars[++i] ?? ''));
    else if (char === '[') {
      const set = setAt(chars, i);
      tokens.push(set?.token ?? exactly('['));
      i = set?.end ?? i;
    } else tokens.push(exactly(char));
  }
  return tokens;
}

function setAt(chars: readonly string[], start: number): { token: Token; end: number } | undefined {
  const negated = chars[start + 1] === '!' || chars[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  const accepters: ((char: string) => boolean)[] = [];
  for (let i = first; i < chars.length; i++) {
    const char = chars[i] ?? '';
    if (char === ']' && i > first) {
      const accepts = (other: string): boolean => accepters.some((accept) => accept(other)) !== negated;
      return { token: { kind: 'one', accepts }, end: i };
    }
    const named = char === '[' ? /^\[:([a-z]+):\]/.exec(chars.slice(i, i + 12).join('')) : null;
    const known = CLASSES[named?.[1] ?? ''];
    const last = chars[i + 2];
    if (named && known) {
      accepters.push((other) => known.test(other));
      i += named[0].length - 1;
    } else if (chars[i + 1] === '-' && last !== undefined && last !== ']') {
      accepters.push((other) => other >= char && other <= last);
      i += 2;
    } else {
      accepters.push((other) => other === char);
    }
  }
  return undefined;
}
