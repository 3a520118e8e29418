import { type LeanScreen, type Line, printed, type Scroller } from './line.ts';
import { estimatedTokens } from './tokens/tokens.ts';

/** One line of the answer, its cost, and whether it may be left out. */
interface Entry {
  readonly text: string;
  readonly cost: number;
  readonly depth: number;
  readonly line: Line | undefined;
  readonly inDialog: boolean;
  /** Never left out, only shortened. */
  readonly isKept: boolean;
}

/** The largest share of a too small budget for the first line, and for the focused one. */
const LARGEST_SHARE = 0.25;

/** A line of the answer as it is sent, with the screen line it came from, if any. */
export interface SentLine {
  readonly text: string;
  readonly line?: Line | undefined;
}

/** The lines of an answer that fit into a token budget. */
export function fitted({ head, windows }: LeanScreen, maxTokens: number | undefined): readonly SentLine[] {
  const lines = windows.flatMap(({ lines: own }) => own);
  const focused =
    lines.find((line) => line.focused && line.marks.includes('edit')) ?? lines.find((line) => line.focused);
  const entries: Entry[] = head.map((text) => entryOf(text, { isKept: true }));
  for (const { window, title, lines: own } of windows) {
    const inDialog = window.type === 'dialog';
    if (title !== undefined) entries.push(entryOf(title, { inDialog }));
    for (const line of own)
      entries.push(entryOf(printed(line), { inDialog, line, isKept: line === focused }));
  }
  if (maxTokens === undefined) return entries;
  const left = new Leftovers(entries, maxTokens);
  for (const at of inCuttingOrder(entries)) {
    if (left.fits) break;
    left.leaveOut(at);
  }
  return left.fits ? left.lines() : left.shortened();
}

function entryOf(text: string, parts: Partial<Entry> = {}): Entry {
  const depth = parts.line?.depth ?? 0;
  // The line break costs a token, too.
  return {
    text,
    cost: estimatedTokens(text) + 1,
    depth,
    line: undefined,
    inDialog: false,
    isKept: false,
    ...parts,
  };
}

/** The entries that may be left out, in the order of removal: the longest scroller first, from its far end. */
function* inCuttingOrder(entries: readonly Entry[]): Generator<number> {
  const scrollers = scrollersIn(entries);
  for (const inDialog of [false, true]) {
    const own = scrollers.filter(({ start }) => entries[start]?.inDialog === inDialog);
    for (const { start, end } of own) yield* backwards(entries, start + 1, end, inDialog);
    yield* backwards(entries, 0, entries.length, inDialog);
  }
}

function* backwards(
  entries: readonly Entry[],
  start: number,
  end: number,
  inDialog: boolean,
): Generator<number> {
  for (let at = end - 1; at >= start; at -= 1) {
    const entry = entries[at];
    if (entry && !entry.isKept && entry.inDialog === inDialog) yield at;
  }
}

interface Range {
  readonly scroller: Scroller;
  /** The scroller's own line; its content follows. */
  readonly start: number;
  end: number;
  cost: number;
}

/** The content ranges of the scrollers, the longest first. */
function scrollersIn(entries: readonly Entry[]): Range[] {
  const all: Range[] = [];
  const open: Range[] = [];
  const closeUpTo = (scroller: Scroller | undefined, end: number) => {
    for (let last = open.at(-1); last && last.scroller !== scroller; last = open.at(-1)) {
      last.end = end;
      open.pop();
      const around = open.at(-1);
      if (around) around.cost += last.cost;
    }
  };
  entries.forEach(({ line, cost }, at) => {
    closeUpTo(line?.inside, at);
    const inside = open.at(-1);
    if (inside) inside.cost += cost;
    if (!line?.opens) return;
    const range = { scroller: line.opens, start: at, end: at + 1, cost: 0 };
    open.push(range);
    all.push(range);
  });
  closeUpTo(undefined, entries.length);
  return all.toSorted((one, other) => other.cost - one.cost);
}

/** The remaining entries, and the lines that count what was left out. */
class Leftovers {
  readonly #entries: readonly Entry[];
  readonly #isOut: boolean[];
  readonly #limit: number;
  #cost: number;

  constructor(entries: readonly Entry[], limit: number) {
    this.#entries = entries;
    this.#isOut = entries.map(() => false);
    this.#limit = limit;
    this.#cost = entries.reduce((sum, { cost }) => sum + cost, 0);
  }

  get fits(): boolean {
    return this.#cost <= this.#limit;
  }

  leaveOut(at: number): void {
    if (this.#isOut[at] !== false) return;
    this.#isOut[at] = true;
    this.#cost -= this.#entries[at]?.cost ?? 0;
    // Adjacent gaps merge into one line; a separate gap adds one.
    const beside = (this.#isOut[at - 1] === true ? 1 : 0) + (this.#isOut[at + 1] === true ? 1 : 0);
    this.#cost += (1 - beside) * GAP_COST;
  }

  lines(): SentLine[] {
    const lines: SentLine[] = [];
    let gap = { count: 0, depth: 0 };
    const closeGap = () => {
      if (gap.count > 0) lines.push({ text: gapText(gap.count, gap.depth) });
      gap = { count: 0, depth: 0 };
    };
    this.#entries.forEach(({ text, line, depth }, at) => {
      if (this.#isOut[at] === true) {
        gap = { count: gap.count + 1, depth: gap.count === 0 ? depth : Math.min(gap.depth, depth) };
        return;
      }
      closeGap();
      lines.push({ text, line });
    });
    closeGap();
    return lines;
  }

  /** Used if even the required lines are too long: cuts the first line and the focused one, then keeps what fits. */
  shortened(): SentLine[] {
    const share = this.#limit * LARGEST_SHARE;
    const kept = this.#entries.flatMap(({ text, line, isKept }, at) => {
      const isNeeded = isKept && (at === 0 || line !== undefined);
      return this.#isOut[at] === true
        ? []
        : [{ text: isNeeded ? shortenedText(text, share) : text, line, isNeeded }];
    });
    const costOf = ({ text }: { text: string }) => estimatedTokens(text) + 1;
    let cost = GAP_COST + kept.filter(({ isNeeded }) => isNeeded).reduce((sum, one) => sum + costOf(one), 0);
    const fitting = kept.filter((one) => {
      if (one.isNeeded) return true;
      if (cost + costOf(one) > this.#limit) return false;
      cost += costOf(one);
      return true;
    });
    return [...fitting, { text: gapText(this.#entries.length - fitting.length, 0) }];
  }
}

const GAP_INDENT = 12;

function gapText(count: number, depth: number): string {
  const lines = count === 1 ? '1 line' : `${count} lines`;
  return `${' '.repeat(Math.min(depth, GAP_INDENT))}… ${lines} left out (max_tokens)`;
}

const GAP_COST = estimatedTokens(gapText(100_000, 1)) + 1;

/** The beginning of a text, within a token limit. */
export function shortenedText(text: string, tokens: number): string {
  if (estimatedTokens(text) <= tokens) return text;
  const characters = Array.from(text);
  let [least, most] = [0, characters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (estimatedTokens(characters.slice(0, middle).join('')) + 1 <= tokens) least = middle;
    else most = middle - 1;
  }
  return `${characters.slice(0, least).join('')}…`;
}
