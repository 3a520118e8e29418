import { heightOf, type Rect, rect, type Size, widthOf } from '../views/geometry.ts';
import { place, type LayoutContext, type Node } from '../views/layout.ts';
import { measure } from '../views/measure.ts';
import type { View } from '../views/view.ts';
import { ViewStates } from '../views/view-state.ts';

export type WindowKind =
  | 'application'
  | 'dialog'
  | 'popup'
  | 'keyboard'
  | 'statusBar'
  | 'navigationBar'
  | 'shade'
  | 'toast'
  | 'systemAlert'
  | 'overlay'
  | 'headsUp';

/** The content and behaviour of a window. */
export interface SurfaceSpec {
  readonly kind: WindowKind;
  readonly title: string;
  readonly package: string;
  /** The number of the activity's profile. */
  readonly user?: number | undefined;
  readonly view: () => View;
  /** The window's frame; `fit` returns the size that the content wants within some space. */
  readonly frame: (fit: (room: Size) => Size) => Rect;
  readonly focusable: boolean;
  readonly touchable: boolean;
  /** Called for a touch outside a modal window; without it such a touch goes to the window below. */
  readonly onOutside?: () => void;
  readonly onBack?: () => void;
  readonly secure?: boolean;
  /** The record id of the activity that owns it. */
  readonly owner?: number;
  /** It takes no touches, and Android drops touches that would pass through it (12 and later). */
  readonly dropsTouches?: boolean;
  /** Dims everything below. */
  readonly dim?: boolean;
}

/** A window's content and state. It is laid out when it is read, and only after a change. */
export class Surface {
  readonly states = new ViewStates();
  /** How far the content is pushed up to keep the focused field above the keyboard, in pixels. */
  pan = 0;
  private laidOut: Node | undefined;

  constructor(
    readonly id: number,
    readonly spec: SurfaceSpec,
    readonly scales: () => Pick<LayoutContext, 'scale' | 'textScale'> & { readonly rightToLeft: boolean },
  ) {}

  invalidate(): void {
    this.laidOut = undefined;
  }

  /** The laid-out tree. */
  root(): Node {
    this.laidOut ??= this.#layout();
    return this.laidOut;
  }

  get bounds(): Rect {
    return this.root().bounds;
  }

  #layout(): Node {
    const view = this.spec.view();
    const { rightToLeft, ...scales } = this.scales();
    const context = { ...scales, states: this.states };
    const identity = { path: '', index: 0 };
    const frame = this.spec.frame((room) => measure(view, identity, room, context));
    const forced = { forcedWidth: widthOf(frame), forcedHeight: heightOf(frame) };
    const room = { width: widthOf(frame), height: heightOf(frame), ...forced };
    const box = measure(view, identity, room, context);
    return place(
      box,
      { left: frame.left, top: frame.top - this.pan },
      { clip: rect(0, 0, Infinity, Infinity), rightToLeft },
    );
  }
}

/** Every node of a tree, parents first. */
export function* nodesOf(root: Node): Generator<Node> {
  yield root;
  for (const child of root.children) yield* nodesOf(child);
}

/** The node at a path, if it is laid out now. */
export function nodeAt(root: Node, path: string | undefined): Node | undefined {
  if (path === undefined) return undefined;
  for (const node of nodesOf(root)) if (node.path === path) return node;
  return undefined;
}
