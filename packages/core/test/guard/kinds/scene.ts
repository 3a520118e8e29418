import type { Act, Kind, Reached } from '../../../src/guard/act.ts';
import { ownerOf } from '../../../src/guard/act.ts';
import { kindsOf } from '../../../src/guard/kinds/kinds.ts';
import { createIdentity } from '@handeye/screen/identity/identity';
import { makeNode, type NodeParts, type UiNode } from '@handeye/screen/node';
import type { Element, Snapshot, UiWindow } from '@handeye/screen/snapshot';
import { box, full, viewOf, windowOf } from '@handeye/testing/screens';

type Parts = Partial<NodeParts>;

let line = 0;

/** A node of some class, each below the last one. */
export function part(className: string, parts: Parts = {}): UiNode {
  line = (line + 1) % 20;
  const name =
    className.includes('.') || /^[a-z]/.test(className) ? className : `android.widget.${className}`;
  return makeNode({ className: name, bounds: box(0, line * 100, 1080, line * 100 + 90), ...parts });
}

export const text = (words: string, parts: Parts = {}): UiNode => part('TextView', { text: words, ...parts });
export const button = (words: string, parts: Parts = {}): UiNode =>
  part('Button', { text: words, clickable: true, ...parts });
export const field = (parts: Parts = {}): UiNode =>
  part('EditText', { editable: true, clickable: true, ...parts });

/** A row of a list: a title, and a summary if there is one. */
export function row(title: string, summary?: string): UiNode {
  const children = [title, summary].flatMap((words) => (words === undefined ? [] : [text(words)]));
  return part('LinearLayout', { clickable: true, children });
}

export const list = (...children: UiNode[]): UiNode =>
  part('androidx.recyclerview.widget.RecyclerView', { scrollable: true, children });

/** A screen with these nodes in its one window. */
export function screen(nodes: readonly UiNode[], window: Partial<UiWindow> = {}): Snapshot {
  const root = makeNode({ className: 'android.widget.FrameLayout', bounds: full, children: nodes });
  const made = windowOf(root, window);
  return createIdentity().identify(viewOf(root, { app: made.app, windows: [made] }));
}

/** The element that shows these words, or that is this node. */
export function elementOf(snapshot: Snapshot, what: string | UiNode): Element {
  const found = snapshot.elements.find(({ node }) =>
    typeof what === 'string' ? node.text === what || node.description === what : node === what,
  );
  if (!found) throw new Error(`No ${JSON.stringify(what)} on the screen`);
  return found;
}

/** The kind of a click on an element. */
export function clicking(snapshot: Snapshot, what: string | UiNode, act: Partial<Act> = {}): Kind[] {
  const element = elementOf(snapshot, what);
  return kindsFor(act, { ...ownerOf(element.window), element, snapshot });
}

export function kindsFor(act: Partial<Act>, reached: Reached | undefined): Kind[] {
  const whole: Act = { tool: 'click_element', toolClass: 'touch', reach: [], ...act };
  return [...new Set(kindsOf(whole, reached))].sort();
}

/** The kind of a button with this label, alone on its screen. */
export function labelled(label: string): Kind[] {
  const pressed = button(label);
  return clicking(screen([pressed]), pressed);
}
