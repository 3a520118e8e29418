import { makeNode, type NodeParts, type UiNode } from '@handeye/screen/node';
import type { UiWindow, View } from '@handeye/screen/snapshot';

/** A node whose position does not matter. */
export function node(parts: Partial<NodeParts> = {}): UiNode {
  return makeNode({ bounds: { left: 0, top: 0, right: 100, bottom: 100 }, ...parts });
}

export function box(left: number, top: number, right: number, bottom: number): UiNode['bounds'] {
  return { left, top, right, bottom };
}

export const SCREEN = { width: 1080, height: 2400, density: 420 };

/** The active window of an application, over the whole screen. */
export function appWindow(root: UiNode | undefined, parts: Partial<UiWindow> = {}): UiWindow {
  return {
    key: 'main',
    type: 'application',
    title: 'Example',
    app: 'com.example',
    bounds: box(0, 0, SCREEN.width, SCREEN.height),
    active: true,
    root,
    ...parts,
  };
}

/** Another window: a keyboard by default. */
export function otherWindow(root: UiNode | undefined, parts: Partial<UiWindow> = {}): UiWindow {
  return appWindow(root, {
    key: 'keyboard',
    type: 'keyboard',
    title: 'Keyboard',
    app: 'com.example.keyboard',
    active: false,
    ...parts,
  });
}

/** A view of an application's window, and of others below or above it. */
export function viewOf(root: UiNode | undefined, ...others: UiWindow[]): View {
  return {
    app: 'com.example',
    activity: '.MainActivity',
    screen: SCREEN,
    awake: true,
    windows: [appWindow(root), ...others],
    notes: [],
  };
}
