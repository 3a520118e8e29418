import { screen } from '../connection/state.ts';
import { devicePoint, gestureOf, type Moment } from './gestures.ts';
import { scrollerAt } from '../screen/element-at.ts';
import { deviceKind, handQueue } from './hand-state.ts';

/** Pixels of a wheel that count as a scroll: a touchpad sends many small steps. */
const LEAST_WHEEL = 30;
/** Milliseconds after which earlier steps of a touchpad are dropped. */
const WHEEL_MEMORY = 300;
/** Pixels of a line and of a page, for wheels with these units. */
const LINE = 40;
const PAGE = 800;
/** Zoom per pixel of ctrl+wheel. */
const ZOOM_PER_PIXEL = 0.005;

/** The pointer on the picture of a device that the person has taken over. */
export class Fingers {
  readonly #picture: HTMLElement;
  #path: Moment[] = [];
  #pointer: number | undefined;
  /** Whether the last press came from a finger, a pen or a mouse's first button. */
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

  /** The device was given back: a started gesture is dropped. */
  letGo(): void {
    this.#pointer = undefined;
    this.#path = [];
  }

  /**
   * The right button is a long press: on a desktop that opens the context menu. A browser also requests a menu for a resting
   * finger, at once (Android) or when it is lifted (Windows, Linux): there the finger's own path is the long press.
   */
  hold(event: MouseEvent): void {
    if (this.#isTouch) return;
    // On a Mac the first button with ctrl requests the menu: that press must not tap, too.
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

/** The place to scroll. On a desktop a finger would drag or select something, so there the tool chooses what scrolls. */
function wheelOn({ x, y }: { readonly x: number; readonly y: number }) {
  const shown = screen.value;
  const scroller = shown && scrollerAt(shown, x, y);
  if (scroller) return { scroller: scroller.id };
  return shown && deviceKind.value === 'phone'
    ? { x, y, screen: { width: shown.width, height: shown.height } }
    : undefined;
}

/** All positions of the pointer since the last event; a browser provides them only in a secure context. */
function stepsOf(event: PointerEvent): readonly PointerEvent[] {
  const steps = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
  return steps.length > 0 ? steps : [event];
}
