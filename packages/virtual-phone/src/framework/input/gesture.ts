import type { Cancel } from '../system/clock.ts';
import { contains, heightOf, widthOf } from '../views/geometry.ts';
import { VelocityTracker } from '../views/fling.ts';
import type { Node } from '../views/layout.ts';
import type { Scrolling } from '../views/scrolling.ts';
import { nodeAt, type Surface } from '../windows/surface.ts';
import type { PlaceInView, Point, View } from '../views/view.ts';
import type { Scroller } from '../views/view-state.ts';

export interface PointerInput {
  readonly action: 'down' | 'move' | 'up' | 'cancel';
  readonly id: number;
  /** Screen pixels in the current rotation. */
  readonly x: number;
  readonly y: number;
  readonly time: number;
}

/** The parts of the phone that a gesture needs. */
export interface GestureHost {
  readonly scrolling: Scrolling;
  readonly density: number;
  readonly longPressMs: number;
  after(ms: number, callback: () => void): Cancel;
  tap(surface: Surface, node: Node, at: PointerInput): void;
  longPress(surface: Surface, node: Node, at: PointerInput): void;
  run(surface: Surface, handler: () => void): void;
}

type Mode = 'undecided' | 'scrolling' | 'dragging' | 'transforming' | 'raw' | 'over';

/** How far (dp) a finger may move and still tap. */
const TOUCH_SLOP = 8;

/** One touch from the first finger down to the last finger up, on the views that were under the first. */
export class Gesture {
  private mode: Mode = 'undecided';
  private readonly pointers = new Map<number, PointerInput>();
  private readonly velocity = new VelocityTracker();
  private cancelLongPress: Cancel | undefined;
  private scrollers: readonly Scroller[] = [];
  private scrolled: Node | undefined;
  /** The finger's position at the last reported change. */
  private last: PointerInput;
  readonly #pressed: Node | undefined;

  readonly #host: GestureHost;
  readonly #chain: readonly Node[];
  readonly #first: PointerInput;

  constructor(
    host: GestureHost,
    readonly surface: Surface,
    chain: readonly Node[],
    first: PointerInput,
  ) {
    this.#host = host;
    this.#chain = chain;
    this.#first = first;
    this.last = first;
    const stopped = chain.some((node) => node.scroller !== undefined && host.scrolling.stop(node.scroller));
    // A finger on a list that is still moving only stops it.
    this.#pressed = stopped ? undefined : chain.find((node) => isPressable(node.view));
    if (this.#find('onPointer') !== undefined) this.mode = 'raw';
    this.#down(first);
  }

  /** Whether all fingers have been lifted. */
  get finished(): boolean {
    return this.pointers.size === 0;
  }

  handle(event: PointerInput): void {
    if (event.action === 'down') this.#down(event);
    else if (!this.pointers.has(event.id)) return;
    else if (event.action === 'move') this.#move(event);
    else this.#leave(event);
  }

  /** The current view with such a handler: the app may have rendered again since the first touch. */
  #find(handler: 'onPointer' | 'onDrag' | 'onTransform'): Node | undefined {
    const node = this.#chain.find(({ view }) => view[handler] !== undefined && view.enabled !== false);
    return node && (nodeAt(this.surface.root(), node.path) ?? node);
  }

  #down(event: PointerInput): void {
    this.pointers.set(event.id, event);
    if (this.mode === 'raw') {
      this.#tellRaw(event);
      return;
    }
    if (this.pointers.size > 1) {
      this.#endPress();
      if (this.#find('onTransform') !== undefined) this.mode = 'transforming';
      return;
    }
    this.velocity.add(event);
    const pressed = this.#pressed;
    if (pressed !== undefined && pressed.view.enabled !== false && hasLongPress(pressed.view)) {
      this.cancelLongPress = this.#host.after(this.#host.longPressMs, () => {
        this.mode = 'over';
        this.#host.longPress(this.surface, pressed, event);
      });
    }
    const mayScroll = this.#chain.some((node) => node.scroller !== undefined);
    if (!mayScroll && this.#dragComesFirst()) this.#startDrag(event);
  }

  #move(event: PointerInput): void {
    const before = new Map(this.pointers);
    this.pointers.set(event.id, event);
    if (event.id === this.#first.id) this.velocity.add(event);
    if (this.mode === 'undecided') this.#decide(event);
    switch (this.mode) {
      case 'raw':
        this.#tellRaw(event);
        break;
      case 'transforming':
        this.#tellTransform(before);
        break;
      case 'scrolling':
        if (event.id === this.#first.id) this.#scroll(event);
        break;
      case 'dragging':
        this.#tellDrag('move', event);
        break;
      case 'undecided':
      case 'over':
        break;
    }
  }

  #leave(event: PointerInput): void {
    const mode = this.mode;
    if (mode === 'raw') this.#tellRaw(event);
    this.pointers.delete(event.id);
    this.#endPress();
    if (mode === 'dragging') this.#tellDrag('end', event);
    if (mode === 'scrolling' && event.id === this.#first.id) this.#release(event);
    if (mode === 'undecided' && event.action === 'up' && this.finished) this.#tap(event);
    if (this.finished || mode === 'scrolling' || mode === 'dragging') this.mode = 'over';
  }

  #tap(event: PointerInput): void {
    if (this.#dragComesFirst()) {
      this.#tellDrag('start', event);
      this.#tellDrag('end', event);
    } else if (this.#pressed !== undefined) this.#host.tap(this.surface, this.#pressed, event);
  }

  /** Whether the draggable view (a slider) is inside the pressable one, not around it. */
  #dragComesFirst(): boolean {
    const drag = this.#chain.findIndex(
      (node) => node.view.onDrag !== undefined && node.view.enabled !== false,
    );
    const pressed = this.#pressed === undefined ? Infinity : this.#chain.indexOf(this.#pressed);
    return drag !== -1 && drag <= pressed;
  }

  #endPress(): void {
    this.cancelLongPress?.();
    this.cancelLongPress = undefined;
  }

  #decide(event: PointerInput): void {
    const dx = event.x - this.#first.x;
    const dy = event.y - this.#first.y;
    const slop = (TOUCH_SLOP * this.#host.density) / 160;
    const horizontal = Math.abs(dx) > Math.abs(dy);
    const wandered = Math.abs(horizontal ? dx : dy) > slop;
    if (wandered && this.#find('onDrag') !== undefined && (horizontal || !this.#canScroll('vertical'))) {
      this.#startDrag(this.#first);
    } else if (wandered && this.#canScroll(horizontal ? 'horizontal' : 'vertical')) {
      this.#startScroll(horizontal ? 'horizontal' : 'vertical', Math.sign(horizontal ? dx : dy) * slop);
    } else if (Math.abs(dy) > slop && this.#canScroll('vertical')) {
      // A list checks only its own axis, however far the finger moves across it (AbsListView.startScrollIfNeeded).
      this.#startScroll('vertical', Math.sign(dy) * slop);
    } else if (Math.abs(dy) > slop && this.#chain.some(({ view }) => view.type === 'list')) {
      // It takes the gesture even if it has nothing to scroll. A finger that moves across and stays in its row still
      // taps.
      this.#endPress();
      this.mode = 'over';
    } else if (wandered && this.#find('onTransform') !== undefined) {
      this.#endPress();
      this.mode = 'transforming';
    } else if (
      this.#pressed !== undefined &&
      wandered &&
      !contains(this.#pressed.visible, event.x, event.y)
    ) {
      this.#endPress();
      this.mode = 'over';
    }
  }

  #canScroll(axis: Scroller['axis']): boolean {
    return this.#chain.some((node) => node.scroller?.axis === axis && node.scroller.max > 0);
  }

  /** Android subtracts the touch slop: content moves by how far the finger moves beyond it. */
  #startScroll(axis: Scroller['axis'], slop: number): void {
    this.#endPress();
    this.mode = 'scrolling';
    const nodes = this.#chain.filter((node) => node.scroller?.axis === axis && node.scroller.max > 0);
    const direction = -Math.sign(slop);
    const able = (node: Node) => node.scroller !== undefined && canMove(node.scroller, direction);
    const start = Math.max(0, nodes.findIndex(able));
    this.scrolled = nodes[start];
    this.scrollers = nodes.slice(start).flatMap((node) => node.scroller ?? []);
    const moved = axis === 'vertical' ? { y: this.#first.y + slop } : { x: this.#first.x + slop };
    this.last = { ...this.#first, ...moved };
  }

  #scroll(event: PointerInput): void {
    const vertical = this.scrolled?.scroller?.axis === 'vertical';
    const delta = vertical ? this.last.y - event.y : this.last.x - event.x;
    const innermost = this.scrolled?.view.type === 'pager' ? this.scrollers.slice(0, 1) : this.scrollers;
    this.#host.scrolling.drag(this.surface, innermost, delta);
    this.last = event;
  }

  #release(event: PointerInput): void {
    const node = this.scrolled;
    if (node?.scroller === undefined) return;
    if (event.action === 'up') this.#scroll(event);
    const velocity = event.action === 'up' ? this.velocity.velocity(event.time) : { x: 0, y: 0 };
    const speed = -(node.scroller.axis === 'vertical' ? velocity.y : velocity.x);
    if (node.view.type === 'pager') {
      this.#host.scrolling.settle(this.surface, node, speed, this.#host.density / 160);
      return;
    }
    const moving = this.scrollers.find((scroller) => canMove(scroller, Math.sign(speed)));
    if (moving !== undefined) this.#host.scrolling.fling(this.surface, moving, speed, this.#host.density);
  }

  #startDrag(event: PointerInput): void {
    if (this.#find('onDrag') === undefined) return;
    this.#endPress();
    this.mode = 'dragging';
    this.#tellDrag('start', event);
  }

  #tellDrag(phase: 'start' | 'move' | 'end', event: PointerInput): void {
    const node = this.#find('onDrag');
    if (node === undefined) return;
    const scale = this.#host.density / 160;
    const moved = { dx: (event.x - this.#first.x) / scale, dy: (event.y - this.#first.y) / scale };
    const drag = { phase, ...moved, ...this.#within(node, event) };
    this.#host.run(this.surface, () => node.view.onDrag?.(drag));
  }

  #tellRaw(event: PointerInput): void {
    const node = this.#find('onPointer');
    if (node === undefined) return;
    const { action, id, time, x, y } = event;
    const told = { action, id, time, ...this.#within(node, event), raw: { x, y } };
    this.#host.run(this.surface, () => node.view.onPointer?.(told));
  }

  #tellTransform(before: ReadonlyMap<number, PointerInput>): void {
    const node = this.#find('onTransform');
    if (node === undefined) return;
    const scale = this.#host.density / 160;
    const was = spread([...before.values()]);
    const is = spread([...this.pointers.values()]);
    const transform = {
      scale: was.span > 0 && is.span > 0 ? is.span / was.span : 1,
      dx: (is.x - was.x) / scale,
      dy: (is.y - was.y) / scale,
      center: this.#within(node, is),
      fingers: this.pointers.size,
    };
    this.#host.run(this.surface, () => node.view.onTransform?.(transform));
  }

  #within(node: Node, at: Point): PlaceInView {
    return placeWithin(node, at, this.#host.density / 160);
  }
}

/** A screen position as dp from the view's top left corner. */
export function placeWithin({ bounds }: Node, at: Point, scale: number): PlaceInView {
  return {
    x: (at.x - bounds.left) / scale,
    y: (at.y - bounds.top) / scale,
    size: { width: widthOf(bounds) / scale, height: heightOf(bounds) / scale },
  };
}

function isPressable(view: View): boolean {
  return (
    view.onTap !== undefined ||
    view.dropdown !== undefined ||
    view.onDoubleTap !== undefined ||
    hasLongPress(view)
  );
}

function hasLongPress(view: View): boolean {
  return view.onLongPress !== undefined || view.type === 'field';
}

function canMove(scroller: Scroller, direction: number): boolean {
  return direction > 0 ? scroller.offset < scroller.max : scroller.offset > 0;
}

/** The centre of some fingers, and their average distance. */
function spread(fingers: readonly Point[]): Point & { span: number } {
  const x = fingers.reduce((sum, finger) => sum + finger.x, 0) / fingers.length;
  const y = fingers.reduce((sum, finger) => sum + finger.y, 0) / fingers.length;
  const span =
    fingers.reduce((sum, finger) => sum + Math.hypot(finger.x - x, finger.y - y), 0) / fingers.length;
  return { x, y, span };
}
