import { screen } from '../connection/state.ts';
import { devicePoint, gestureOf, type Moment } from './gestures.ts';
import { scrollerAt } from '../screen/element-at.ts';
import { deviceKind, handQueue } from './hand-state.ts';

/** Pixels of a wheel that mean something: a touchpad sends many small steps. */
const LEAST_WHEEL = 30;
/** Milliseconds after which what a touchpad sent before is forgotten. */
const WHEEL_MEMORY = 300;
/** Pixels of a line and of a page, for wheels that count so. */
const LINE = 40;
const PAGE = 800;
/** How much a pixel of ctrl+wheel zooms. */
const ZOOM_PER_PIXEL = 0.005;

/** The pointer on the picture of a device, while the person has it. */
export class Fingers {
  readonly #picture: HTMLElement;
  #path: Moment[] = [];
  #pointer: number | undefined;
  /** Whether a finger or a pen made the last press, with no other button than a mouse's first. */
  #isTouch = false;
  #wheel = { across: 0, down: 0, at: 0 };

  constructor(picture: HTMLElement) {
    this.#picture = picture;
  }

  down(event: PointerEvent): void {
    this.#isTouch = event.pointerType !== 'mouse' && event.button === 0;
    if (this.#pointer !== undefined || event.button !== 0) return;
    const moment = this.#moment(event);
    if (!moment) return;
    this.#picture.setPointerCapture(event.pointerId);
    this.#pointer = event.pointerId;
    this.#path = [moment];
  }

  move(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    for (const one of stepsOf(event)) this.#note(one);
  }

  up(event: PointerEvent): void {
    if (event.pointerId !== this.#pointer) return;
    this.#note(event);
    this.#pointer = undefined;
    const size = screen.value;
    const call = size && gestureOf(this.#path, size);
    if (call) handQueue.add({ kind: 'call', call });
  }

  cancel(event: PointerEvent): void {
    if (event.pointerId === this.#pointer) this.#pointer = undefined;
  }

  /** The device is no longer the person's: what was begun is dropped, and the next press begins anew. */
  letGo(): void {
    this.#pointer = undefined;
    this.#path = [];
  }

  /**
   * The right button holds: on a desktop that opens the context menu, as it should. A browser asks for a menu as well when a
   * finger rests, while it rests (Android) or when it leaves (Windows, Linux): there the finger's own way is the long press.
   */
  hold(event: MouseEvent): void {
    if (this.#isTouch) return;
    // On a Mac the first button with ctrl asks for the menu: that press must not tap, too.
    this.letGo();
    const point = this.#point(event);
    if (point) handQueue.add({ kind: 'call', call: { tool: 'long_press', arguments: point } });
  }

  wheel(event: WheelEvent): void {
    const point = this.#point(event);
    if (!point) return;
    const unit = event.deltaMode === event.DOM_DELTA_LINE ? LINE : event.deltaMode === 0 ? 1 : PAGE;
    const { across, down, at } = this.#wheel;
    const kept = event.timeStamp - at < WHEEL_MEMORY ? { across, down } : { across: 0, down: 0 };
    const sum = { across: kept.across + event.deltaX * unit, down: kept.down + event.deltaY * unit };
    this.#wheel = { ...sum, at: event.timeStamp };
    if (Math.max(Math.abs(sum.across), Math.abs(sum.down)) < LEAST_WHEEL) return;
    this.#wheel = { across: 0, down: 0, at: 0 };
    if (event.ctrlKey)
      handQueue.add({ kind: 'pinch', ...point, scale: Math.exp(-sum.down * ZOOM_PER_PIXEL) });
    else handQueue.add({ kind: 'wheel', ...sum, on: wheelOn(point) });
  }

  #note(event: PointerEvent): void {
    const moment = this.#moment(event);
    if (moment) this.#path.push(moment);
  }

  #moment(event: PointerEvent): Moment | undefined {
    const point = this.#point(event);
    return point && { ...point, time: event.timeStamp };
  }

  #point({ clientX: x, clientY: y }: MouseEvent): { x: number; y: number } | undefined {
    const shown = this.#picture.querySelector('img') ?? this.#picture;
    return screen.value && devicePoint({ x, y }, shown.getBoundingClientRect(), screen.value);
  }
}

/** What a wheel turns there. On a desktop a finger would drag or mark something: there the tool chooses what scrolls. */
function wheelOn({ x, y }: { readonly x: number; readonly y: number }) {
  const shown = screen.value;
  const scroller = shown && scrollerAt(shown, x, y);
  if (scroller) return { scroller: scroller.id };
  return shown && deviceKind.value === 'phone'
    ? { x, y, screen: { width: shown.width, height: shown.height } }
    : undefined;
}

/** All places where the pointer was since the last event; a browser tells them only on a page that came by a safe way. */
function stepsOf(event: PointerEvent): readonly PointerEvent[] {
  const steps = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
  return steps.length > 0 ? steps : [event];
}
