import { pause } from '../../call/call.ts';
import type { Direction } from '../../device/port.ts';
import { sameBounds } from '@handeye/screen/bounds';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { scrollableAncestor } from '@handeye/screen/touch/reach';
import { canGoOn } from '@handeye/screen/touch/scrollers';
import { type Moved, movedBetween, shownHash } from '@handeye/screen/touch/scroll-movement';
import type { ToolContext } from '../frame/define.ts';
import type { Found } from '../frame/eyes.ts';
import type { ScrollHow } from '../frame/touch/strokes.ts';
import { axisOfDirection } from '../frame/touch/scroll-path.ts';

/**
 * How long a tool scrolls at most before it says how to go on: the contract's 60 s, less what the look at the end takes.
 * Many clients wait no longer than that either.
 */
export const SCROLL_TIME = 55_000;

/** How long a scroller may take to show more when it seems to end: lists load their next rows only then. */
const LOADING_WAIT = 700;

/** How long a finger's movement may go on: a fling takes some seconds. */
const SETTLE_LIMIT = 3_000;

/** How often, and how far apart, a scroller is looked at until it rests, where the device does not tell that. */
const LOOKS_UNTIL_AT_REST = 25;
const BETWEEN_LOOKS = 100;

/** How often a scroller is scrolled on that shows nothing by which its movement could be seen. */
const MOST_DOUBTS = 6;

export interface ScrollRun<T> {
  readonly direction: Direction;
  readonly how: ScrollHow;
  /** Ends after so many scrolls that moved. */
  readonly most: number;
  /** Ends when the call's clock shows this; no limit of its own if absent. */
  readonly deadline?: number | undefined;
  /** Waits until the scroller rests, needs two tries to believe in an end, and continues where movement cannot be detected. */
  readonly thorough: boolean;
  /** The wanted element, if the screen shows it; the scroller may be gone. */
  readonly reached: (snapshot: Snapshot, scroller: Element | undefined) => T | undefined;
  /** The error if the scroller is gone. */
  readonly gone: (scroller: Element, attempts: number) => Error;
}

/** How a run ended: at its goal, at the end of the scroller, after enough scrolls, or because its time was up. */
export interface ScrollOutcome<T> {
  readonly ended: 'reached' | 'end' | 'enough' | 'time';
  readonly value?: T;
  /** How many scrolls moved something, and how many there were. */
  readonly moved: number;
  readonly attempts: number;
  /** Nothing told whether the last scrolls moved anything. */
  readonly doubtful: boolean;
  /** The scroller that moved instead, because the one inside it is at its end. */
  readonly around: Element | undefined;
  /** The scroller as it was last seen; of a run that reached its goal it may be gone from that screen. */
  readonly last: Found;
}

/** A screen, and the scroller if it is still there. */
interface Seen {
  readonly snapshot: Snapshot;
  readonly element: Element | undefined;
}

/** The tool's eyes, hands and time; all that a run needs. */
export type ScrollContext = Pick<ToolContext, 'device' | 'eyes' | 'hands' | 'call' | 'progress'>;

/** Scrolls on and on, looking after each scroll: the one loop of all tools that scroll. */
export async function scrollOn<T>(
  context: ScrollContext,
  start: Found,
  run: ScrollRun<T>,
): Promise<ScrollOutcome<T>> {
  return new ScrollLoop(context, run).from(start);
}

class ScrollLoop<T> {
  readonly #context: ScrollContext;
  readonly #run: ScrollRun<T>;
  #moved = 0;
  #attempts = 0;
  #doubts = 0;
  #isSecondTry = false;
  #around: Element | undefined;
  #slowest = 0;

  constructor(context: ScrollContext, run: ScrollRun<T>) {
    this.#context = context;
    this.#run = run;
  }

  async from(start: Found): Promise<ScrollOutcome<T>> {
    const { clock } = this.#context.call;
    let at = start;
    while (this.#moved < this.#run.most) {
      const began = clock.now();
      if (began + this.#slowest > (this.#run.deadline ?? Infinity)) return this.#outcome('time', at);
      const { snapshot, element } = await this.#step(at);
      this.#slowest = Math.max(this.#slowest, clock.now() - began);
      const value = this.#run.reached(snapshot, element);
      if (value !== undefined) {
        this.#moved += 1;
        return { ...this.#outcome('reached', { snapshot, element: element ?? at.element }), value };
      }
      if (!element) throw this.#run.gone(at.element, this.#attempts);
      const now = { snapshot, element };
      if (await this.#isOver(at, now)) return this.#outcome('end', now);
      this.#context.progress?.(`${this.#moved} scrolls`);
      at = now;
    }
    return this.#outcome('enough', at);
  }

  /** One scroll, unless the scroller says that it is at its end, and the look after it. */
  async #step(at: Found): Promise<Seen> {
    const { direction, how, thorough } = this.#run;
    if (thorough && canGoOn(at.element.node, direction) === false) return this.#look(at.element);
    this.#attempts += 1;
    const way = await this.#context.hands.scroll(at, direction, how);
    if (!thorough || way === 'action') return this.#look(at.element);
    const rests = await this.#context.device.settle?.(SETTLE_LIMIT, this.#context.call);
    const seen = await this.#look(at.element);
    return rests === undefined ? this.#atRest(seen) : seen;
  }

  /** Counts the movement; returns true if scrolling on is pointless. */
  async #isOver(before: Found, now: Found): Promise<boolean> {
    const { thorough, direction } = this.#run;
    const moved = this.#judge(before, now);
    this.#around = thorough ? movedAround(before.element, now.element) : undefined;
    if (moved === 'not moved') {
      if (!thorough) return true;
      const offers = [before, now].map(({ element }) => canGoOn(element.node, direction));
      const hasLoaded = offers[0] === false && offers[1] === true;
      if (this.#isSecondTry) return !hasLoaded;
      this.#isSecondTry = true;
      if (!hasLoaded) await pause(LOADING_WAIT, this.#context.call);
      return false;
    }
    this.#moved += 1;
    this.#isSecondTry = false;
    this.#doubts = moved === 'unknown' ? this.#doubts + 1 : 0;
    return this.#around !== undefined || this.#doubts >= (thorough ? MOST_DOUBTS : 1);
  }

  #judge(before: Found, after: Found): Moved {
    const { direction } = this.#run;
    const moved = movedBetween(before.element.node, after.element.node, axisOfDirection(direction));
    if (moved !== 'unknown') return moved;
    // Where all rows are alike, one that offered to go on did so.
    const offered = canGoOn(before.element.node, direction);
    if (offered === undefined) return 'unknown';
    return offered ? 'moved' : 'not moved';
  }

  async #look(scroller: Element): Promise<Seen> {
    const snapshot = await this.#context.eyes.look();
    return { snapshot, element: sameScroller(snapshot, scroller) };
  }

  /** Looks until two show the same, unless a look has itself waited for rest. */
  async #atRest(seen: Seen): Promise<Seen> {
    let last = seen;
    for (let look = 0; look < LOOKS_UNTIL_AT_REST; look += 1) {
      if (!last.element || isRested(last.snapshot)) break;
      await pause(BETWEEN_LOOKS, this.#context.call);
      const now = await this.#look(last.element);
      if (now.element && shownHash(now.element.node) === shownHash(last.element.node)) return now;
      last = now;
    }
    return last;
  }

  #outcome(ended: ScrollOutcome<T>['ended'], last: Found): ScrollOutcome<T> {
    const counts = { moved: this.#moved, attempts: this.#attempts, doubtful: this.#doubts > 0 };
    return { ended, ...counts, around: this.#around, last };
  }
}

function isRested(snapshot: Snapshot): boolean {
  return 'rested' in snapshot && snapshot.rested === true;
}

/** The scroller by its id; or what stands in its place and is of its kind, if its id was lost with its content. */
function sameScroller(snapshot: Snapshot, { id, node, window }: Element): Element | undefined {
  const same = snapshot.element(id);
  if (same) return same;
  const alike = snapshot.elements.filter(
    (other) =>
      other.window.key === window.key &&
      other.node.scrollable &&
      other.node.className === node.className &&
      other.node.resourceId === node.resourceId &&
      sameBounds(other.node.bounds, node.bounds),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** The scroller that moved with the one inside it: a finger on a list that is at its end moves the page around it. */
function movedAround(before: Element, now: Element): Element | undefined {
  const around = scrollableAncestor(now);
  return around && !sameBounds(before.node.bounds, now.node.bounds) ? around : undefined;
}
