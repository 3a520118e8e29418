import type { AccessibilityEvents } from '../windows/accessibility-events.ts';
import type { Cancel, Clock } from '../system/clock.ts';
import type { Display } from '../windows/display.ts';
import { centerOf, contains } from '../views/geometry.ts';
import { Gesture, placeWithin, type GestureHost, type PointerInput } from './gesture.ts';
import type { Node } from '../views/layout.ts';
import type { View } from '../views/view.ts';
import type { Scrolling } from '../views/scrolling.ts';
import { nodeAt, type Surface } from '../windows/surface.ts';
import type { TextInput } from './text-input.ts';

/** Time between the taps of a double tap; a faster second tap counts as a bounce. */
const doubleTapMs = { min: 40, max: 300 };
const DOUBLE_TAP_SLOP = 100;

/** The parts of the phone that touch needs. */
export interface TouchHost {
  readonly clock: Clock;
  readonly display: Display;
  readonly events: AccessibilityEvents;
  readonly scrolling: Scrolling;
  readonly textInput: TextInput;
  /** Topmost first. */
  surfaces(): readonly Surface[];
  /** False for the windows of an app that hangs. */
  responds(surface: Surface): boolean;
  run(surface: Surface, handler: () => void): void;
}

interface LastTap {
  readonly at: PointerInput;
  readonly path: string;
  readonly surface: Surface;
  /** Cancels the single tap that waits for a possible second one. */
  readonly cancel: Cancel;
}

/** Passes touches to the topmost window under the first finger. */
export class Touch {
  private gesture: Gesture | undefined;
  private lastTap: LastTap | undefined;
  readonly #gestureHost: GestureHost;

  readonly #host: TouchHost;

  constructor(host: TouchHost) {
    this.#host = host;
    this.#gestureHost = {
      scrolling: host.scrolling,
      get density() {
        return host.display.density;
      },
      longPressMs: host.display.shape.longPressMs,
      after: (ms, callback) => host.clock.after(ms, callback),
      tap: (surface, node, at) => {
        this.#tap(surface, node, at);
      },
      longPress: (surface, node, at) => {
        this.#longPress(surface, node, at);
      },
      run: (surface, handler) => {
        host.run(surface, handler);
      },
    };
  }

  pointer(event: PointerInput): void {
    if (this.gesture !== undefined) this.gesture.handle(event);
    else if (event.action === 'down') this.#begin(event);
    if (this.gesture?.finished === true) this.gesture = undefined;
  }

  #begin(event: PointerInput): void {
    for (const surface of this.#host.surfaces()) {
      if (surface.spec.dropsTouches === true && contains(surface.bounds, event.x, event.y)) return;
      if (!surface.spec.touchable) continue;
      if (contains(surface.bounds, event.x, event.y)) {
        if (!this.#host.responds(surface)) return;
        const chain = viewsAt(surface.root(), event.x, event.y);
        this.gesture = new Gesture(this.#gestureHost, surface, chain, event);
        return;
      }
      if (surface.spec.onOutside !== undefined) {
        this.#host.run(surface, surface.spec.onOutside);
        return;
      }
    }
  }

  #tap(surface: Surface, node: Node, at: PointerInput): void {
    if (node.view.enabled === false) return;
    const last = this.lastTap;
    this.lastTap = undefined;
    if (node.view.onDoubleTap === undefined) {
      this.#click(surface, node.path, at);
      return;
    }
    if (last?.surface === surface && last.path === node.path && this.#follows(last.at, at)) {
      last.cancel();
      this.#host.run(surface, () => node.view.onDoubleTap?.(placeWithin(node, at, this.#host.display.scale)));
      return;
    }
    const cancel = this.#host.clock.after(doubleTapMs.max, () => {
      this.#click(surface, node.path, at);
    });
    this.lastTap = { at, path: node.path, surface, cancel };
  }

  #follows(first: PointerInput, second: PointerInput): boolean {
    const pause = second.time - first.time;
    const far = Math.hypot(second.x - first.x, second.y - first.y) > this.#host.display.px(DOUBLE_TAP_SLOP);
    return !far && pause >= doubleTapMs.min && pause <= doubleTapMs.max;
  }

  /** Runs the tap handler of a view. */
  #click(surface: Surface, path: string, at: PointerInput): void {
    const node = nodeAt(surface.root(), path);
    if (node === undefined) return;
    if (node.view.type === 'field') {
      this.#host.textInput.focus(surface, node);
      this.#host.textInput.placeCursor(surface, node, at);
    }
    this.#performClick(surface, node, at);
  }

  #performClick(surface: Surface, node: Node, at: PointerInput): void {
    const { view, path } = node;
    this.#host.events.send('viewClicked', surface.spec.package);
    if (view.dropdown !== undefined) {
      surface.states.openDropdown = path;
      this.#host.events.send('windowStateChanged', surface.spec.package);
    }
    this.#host.run(surface, () => view.onTap?.(placeWithin(node, at, this.#host.display.scale)));
  }

  /** A click without a finger: Enter or the centre key on the focused view. */
  clickFocused(surface: Surface): boolean {
    const node = nodeAt(surface.root(), surface.states.focus);
    if (node === undefined || node.view.enabled === false) return false;
    const { left: x, top: y } = node.bounds;
    this.#click(surface, node.path, { action: 'up', id: 0, x, y, time: this.#host.clock.now() });
    return true;
  }

  /**
   * A click by an accessibility service: without a finger, even if another window covers the view; a field keeps its cursor.
   */
  clickByService(surface: Surface, node: Node): void {
    if (node.view.type === 'field') this.#host.textInput.focus(surface, node);
    this.#performClick(surface, node, this.#centreOf(node));
  }

  longClickByService(surface: Surface, node: Node): void {
    this.#longPress(surface, node, this.#centreOf(node));
  }

  #centreOf({ bounds }: Node): PointerInput {
    return { action: 'up', id: 0, ...centerOf(bounds), time: this.#host.clock.now() };
  }

  #longPress(surface: Surface, node: Node, at: PointerInput): void {
    this.#host.events.send('viewLongClicked', surface.spec.package);
    if (node.view.type === 'field') {
      this.#host.textInput.focus(surface, node);
      this.#host.textInput.selectWordAt(surface, node, at);
    }
    this.#host.run(surface, () => node.view.onLongPress?.(placeWithin(node, at, this.#host.display.scale)));
  }
}

/** Whether a view handles touches at all. */
function isTouchable(view: View): boolean {
  return (
    view.onTap !== undefined ||
    view.onLongPress !== undefined ||
    view.onDoubleTap !== undefined ||
    view.onDrag !== undefined ||
    view.onTransform !== undefined ||
    view.onPointer !== undefined ||
    view.dropdown !== undefined ||
    view.type === 'field' ||
    view.type === 'scroll' ||
    view.type === 'list' ||
    view.type === 'pager'
  );
}

/** The views under a point, innermost first. Where siblings overlap, the upper one that handles touches wins. */
function viewsAt(node: Node, x: number, y: number): readonly Node[] {
  if (node.view.visibility === 'invisible' || !contains(node.visible, x, y)) return [];
  let silent: readonly Node[] = [];
  for (const child of node.children.toReversed()) {
    const chain = viewsAt(child, x, y);
    if (chain.some((one) => isTouchable(one.view))) return [...chain, node];
    if (silent.length === 0) silent = chain;
  }
  return [...silent, node];
}
