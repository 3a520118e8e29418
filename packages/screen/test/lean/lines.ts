import { leanText, type LeanOptions } from '../../src/format/lean/lean.ts';
import { createIdentity } from '../../src/identity/identity.ts';
import { type Bounds, makeNode, type NodeParts, type UiNode } from '../../src/node.ts';
import type { Snapshot, UiWindow, View } from '../../src/snapshot.ts';
import { appWindow, box, SCREEN, viewOf } from '@handeye/testing/view-screens';

/** A node with bounds: `left, top, width, height`. */
export type At = readonly [left: number, top: number, width: number, height: number];

export const PAGE: At = [0, 0, SCREEN.width, SCREEN.height];

export function at([left, top, width, height]: At): Bounds {
  return box(left, top, left + width, top + height);
}

/** `View` is `android.view.View`, `Button` is `android.widget.Button`; a lower-case name is a desktop's role. */
export function n(
  className: string,
  place: At,
  parts: Partial<NodeParts> = {},
  ...children: UiNode[]
): UiNode {
  const full = /^[a-z]|\./.test(className)
    ? className
    : `android.${className.startsWith('View') ? 'view' : 'widget'}.${className}`;
  return makeNode({ className: full, bounds: at(place), children, ...parts });
}

export const text = (said: string, place: At, parts: Partial<NodeParts> = {}): UiNode =>
  n('TextView', place, { text: said, ...parts });

export const button = (said: string | undefined, place: At, parts: Partial<NodeParts> = {}): UiNode =>
  n('Button', place, { text: said, clickable: true, ...parts });

/** The whole screen with these on it. */
export const page = (...children: UiNode[]): UiNode => n('FrameLayout', PAGE, {}, ...children);

export function snapshotOf(view: View): Snapshot {
  return createIdentity({ first: 1 }).identify(view);
}

/** The lines of a page in lean, without the first line. Ids count from 1 in tree order, the page itself being 1. */
export function linesOf(root: UiNode, options: LeanOptions = {}): string[] {
  return leanText(snapshotOf(viewOf(root)), options)
    .split('\n')
    .slice(1);
}

/** The whole answer for some windows, the active one first. */
export function answerFor(
  windows: readonly UiWindow[],
  options: LeanOptions = {},
  parts: Partial<View> = {},
): string[] {
  return leanText(snapshotOf({ ...viewOf(undefined), windows, ...parts }), options).split('\n');
}

export { appWindow };
