import type { HandCall, Size } from './gestures.ts';

/** Actions of the hand. Waiting ones are joined where the meaning stays the same. */
export type HandAct =
  | { readonly kind: 'call'; readonly call: HandCall }
  | { readonly kind: 'text'; readonly text: string }
  | WheelAct
  | { readonly kind: 'pinch'; readonly x: number; readonly y: number; readonly scale: number };

/** Pixels of a wheel, and the position of the pointer. */
interface WheelAct {
  readonly kind: 'wheel';
  readonly across: number;
  readonly down: number;
  /** The scrollable element there, or a place where a finger may swipe; undefined: the tool chooses. */
  readonly on?: { readonly scroller: string } | WheelPoint | undefined;
}

interface WheelPoint {
  readonly x: number;
  readonly y: number;
  readonly screen: Size;
}

/** Maximum number of waiting actions: further ones are dropped. */
const MOST_WAITING = 20;

/** Pixels of a wheel up to which it scrolls a little, and from which it scrolls far. */
const LITTLE = 150;
const FAR = 500;

/** The maximum zoom of one pinch. */
const MOST_ZOOM = 4;

export interface HandQueueOptions {
  /** The device that the person has taken over; undefined: none. */
  readonly device: () => string | undefined;
  /** Makes a call for a device; returns false if it failed. */
  readonly send: (call: HandCall, device: string) => Promise<boolean>;
  /** Too many actions are waiting. */
  readonly onFull: () => void;
}

interface Waiting {
  readonly act: HandAct;
  /** The device that was shown: another one may be shown by the time of the call. */
  readonly device: string;
}

/** Makes the hand's calls in order, one at a time. A failure drops the waiting ones: they were meant for another screen. */
export class HandQueue {
  readonly #options: HandQueueOptions;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(options: HandQueueOptions) {
    this.#options = options;
  }

  add(act: HandAct): void {
    const device = this.#options.device();
    if (device === undefined) return;
    const last = this.#waiting.at(-1);
    const both = last?.device === device ? joined(last.act, act) : undefined;
    if (both) this.#waiting.splice(-1, 1, { act: both, device });
    else if (this.#waiting.length < MOST_WAITING) this.#waiting.push({ act, device });
    else this.#options.onFull();
    if (!this.#isBusy) void this.#work();
  }

  clear(): void {
    this.#waiting = [];
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
        const { act, device } = next;
        const call = callFor(act);
        if (call && !(await this.#options.send(call, device)))
          this.#waiting = this.#waiting.filter((one) => one.device !== device);
      }
    } finally {
      this.#isBusy = false;
    }
  }
}

/** One action that equals two; undefined if there is none. */
function joined(first: HandAct, second: HandAct): HandAct | undefined {
  if (first.kind === 'text' && second.kind === 'text')
    return { kind: 'text', text: first.text + second.text };
  if (first.kind === 'wheel' && second.kind === 'wheel' && scrollerOf(first) === scrollerOf(second))
    return { ...first, across: first.across + second.across, down: first.down + second.down };
  if (first.kind === 'pinch' && second.kind === 'pinch')
    return { ...second, scale: first.scale * second.scale };
  return undefined;
}

function callFor(act: HandAct): HandCall | undefined {
  switch (act.kind) {
    case 'call':
      return act.call;
    case 'text':
      return { tool: 'input_text', arguments: { text: act.text } };
    case 'wheel':
      return scrollBy(act);
    case 'pinch': {
      const scale = Math.min(MOST_ZOOM, Math.max(1 / MOST_ZOOM, act.scale));
      return { tool: 'pinch', arguments: { center_x: act.x, center_y: act.y, scale: rounded(scale) } };
    }
  }
}

function scrollerOf({ on }: WheelAct): string | undefined {
  return on && 'scroller' in on ? on.scroller : undefined;
}

function scrollBy(act: WheelAct): HandCall | undefined {
  const { across, down, on } = act;
  const isUpright = Math.abs(down) >= Math.abs(across);
  const pixels = isUpright ? down : across;
  if (pixels === 0) return undefined;
  const direction = isUpright ? (pixels > 0 ? 'down' : 'up') : pixels > 0 ? 'right' : 'left';
  const size = Math.abs(pixels);
  const amount = size <= LITTLE ? 'small' : size < FAR ? 'medium' : 'large';
  if (on && 'screen' in on) return swipeAt(on, { isUpright, pixels, share: SWIPE_SHARES[amount] });
  const scroller = scrollerOf(act);
  return { tool: 'scroll', arguments: { direction, amount, ...(scroller && { element_id: scroller }) } };
}

/** The length of a swipe for a wheel as a share of the screen, and its minimum distance from the edge. */
const SWIPE_SHARES = { small: 0.15, medium: 0.3, large: 0.5 } as const;
const SWIPE_EDGE = 0.05;
/** Slow enough not to fling. */
const SWIPE_TIME = 400;

/** If no known element scrolls, a map may: a finger at the pointer moves it. */
function swipeAt(
  { x, y, screen }: WheelPoint,
  {
    isUpright,
    pixels,
    share,
  }: { readonly isUpright: boolean; readonly pixels: number; readonly share: number },
): HandCall {
  const length = isUpright ? screen.height : screen.width;
  const edge = length * SWIPE_EDGE;
  const end = (from: number) =>
    Math.round(Math.min(length - edge, Math.max(edge, from - Math.sign(pixels) * length * share)));
  const to = isUpright ? { x2: x, y2: end(y) } : { x2: end(x), y2: y };
  return { tool: 'swipe', arguments: { x1: x, y1: y, ...to, duration: SWIPE_TIME } };
}

function rounded(scale: number): number {
  return Math.round(scale * 100) / 100;
}
