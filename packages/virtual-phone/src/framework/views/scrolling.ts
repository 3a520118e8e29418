import type { AccessibilityEvents } from '../windows/accessibility-events.ts';
import type { Cancel, Clock } from '../system/clock.ts';
import { FASTEST_FLING, flingOf, flingProgress, SLOWEST_FLING } from './fling.ts';
import type { Node } from './layout.ts';
import type { Surface } from '../windows/surface.ts';
import type { Pager } from './view.ts';
import type { Scroller } from './view-state.ts';

const FRAME_MS = 16;
const EVENT_EVERY_MS = 100;
const PAGE_SETTLE_MS = 250;

/**
 * ViewPager (androidx.viewpager 1.0, determineTargetPage): distance (dp) and speed (dp per second) of a fling, and the share of
 * a page that a slow finger has to cross.
 */
const PAGE_FLING_DISTANCE = 25;
const PAGE_FLING_SPEED = 400;
const PAGE_SHARE = 0.6;

interface Animation {
  readonly from: number;
  readonly to: number;
  readonly durationMs: number;
  readonly progress: (part: number) => number;
  readonly done?: () => void;
}

interface OpenPager {
  readonly scroller: Scroller;
  readonly view: Pager;
  readonly width: number;
}

function eased(part: number): number {
  return 1 - (1 - Math.min(1, part)) ** 3;
}

/** Moves scrollers: by the finger, by a fling, page by page. */
export class Scrolling {
  private readonly running = new Map<Scroller, Cancel>();
  private lastEvent = -Infinity;

  readonly #clock: Clock;
  readonly #events: AccessibilityEvents;

  constructor(clock: Clock, events: AccessibilityEvents) {
    this.#clock = clock;
    this.#events = events;
  }

  /** Stops a running fling; returns whether there was one. */
  stop(scroller: Scroller): boolean {
    const cancel = this.running.get(scroller);
    cancel?.();
    return this.running.delete(scroller);
  }

  /** Moves the content, the innermost container first; the next one gets the rest. */
  drag(surface: Surface, scrollers: readonly Scroller[], delta: number): void {
    let rest = delta;
    for (const scroller of scrollers) {
      const wanted = scroller.offset + rest;
      const reached = Math.min(scroller.max, Math.max(0, wanted));
      rest = wanted - reached;
      this.#moveTo(surface, scroller, reached);
      if (rest === 0) return;
    }
  }

  /** Releases a scroller at a speed (pixels per second, positive towards its end). */
  fling(surface: Surface, scroller: Scroller, speed: number, density: number): void {
    const scale = density / 160;
    if (Math.abs(speed) < SLOWEST_FLING * scale) return;
    const { distance, durationMs } = flingOf(Math.min(Math.abs(speed), FASTEST_FLING * scale), density);
    const to = scroller.offset + Math.sign(speed) * distance;
    this.#animate(surface, scroller, { from: scroller.offset, to, durationMs, progress: flingProgress });
  }

  /** Snaps a pager to the page that the finger aimed at. */
  settle(surface: Surface, node: Node, speed: number, scale: number): void {
    const { scroller, view } = node;
    const width = scroller?.page?.width ?? 0;
    if (scroller === undefined || view.type !== 'pager' || width === 0) return;
    const moved = scroller.offset - view.page * width;
    const flung = Math.abs(speed) > PAGE_FLING_SPEED * scale && Math.abs(moved) > PAGE_FLING_DISTANCE * scale;
    const place = scroller.offset / width;
    const turned = Math.trunc(moved / width + Math.sign(moved) * (1 - PAGE_SHARE));
    const wanted = flung ? (speed > 0 ? Math.ceil(place) : Math.floor(place)) : view.page + turned;
    this.#showPage(surface, { scroller, view, width }, wanted);
  }

  /** Scrolls smoothly by some pixels, as an accessibility service does. */
  scrollBy(surface: Surface, scroller: Scroller, delta: number): void {
    const to = Math.min(scroller.max, Math.max(0, scroller.offset + delta));
    this.#animate(surface, scroller, {
      from: scroller.offset,
      to,
      durationMs: PAGE_SETTLE_MS,
      progress: eased,
    });
  }

  /** Turns a pager by some pages. */
  turnPages(surface: Surface, node: Node, pages: number): void {
    const { scroller, view } = node;
    const width = scroller?.page?.width ?? 0;
    if (scroller === undefined || view.type !== 'pager' || width === 0) return;
    this.#showPage(surface, { scroller, view, width }, Math.round(scroller.offset / width) + pages);
  }

  #showPage(surface: Surface, { scroller, view, width }: OpenPager, wanted: number): void {
    const page = Math.min(view.pages.length - 1, Math.max(0, wanted));
    const done = () => {
      if (page !== view.page) view.onPage(page);
    };
    this.#animate(surface, scroller, {
      from: scroller.offset,
      to: page * width,
      durationMs: PAGE_SETTLE_MS,
      progress: eased,
      done,
    });
  }

  #animate(surface: Surface, scroller: Scroller, animation: Animation): void {
    this.stop(scroller);
    const started = this.#clock.now();
    const { from, to, durationMs, progress } = animation;
    const step = () => {
      const part = (this.#clock.now() - started) / durationMs;
      const wanted = from + (to - from) * progress(part);
      const reached = Math.min(scroller.max, Math.max(0, wanted));
      this.#moveTo(surface, scroller, reached);
      if (part >= 1 || reached !== wanted) {
        this.running.delete(scroller);
        this.#events.send('viewScrolled', surface.spec.package);
        animation.done?.();
      } else this.running.set(scroller, this.#clock.after(FRAME_MS, step));
    };
    this.running.set(scroller, this.#clock.after(FRAME_MS, step));
  }

  #moveTo(surface: Surface, scroller: Scroller, offset: number): void {
    if (scroller.offset === offset) return;
    scroller.offset = offset;
    surface.invalidate();
    if (this.#clock.now() - this.lastEvent < EVENT_EVERY_MS) return;
    this.lastEvent = this.#clock.now();
    this.#events.send('viewScrolled', surface.spec.package);
  }
}
