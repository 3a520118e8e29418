import { area, intersect } from '@handeye/screen/bounds';
import { type Bounds, makeNode, type UiNode } from '@handeye/screen/node';
import { isEditable } from './editable.ts';
import { type Attributes, type DumpedNode, wholeNumber } from './hierarchy.ts';

/** The parts of a field that stay the same while its text changes. */
export interface Field {
  readonly app: string | undefined;
  readonly resourceId: string | undefined;
  readonly className: string | undefined;
}

/** The context of a dump's nodes. */
export interface NodeOptions {
  /** The screen in its current rotation. */
  readonly screen: { readonly width: number; readonly height: number };
  /** Android 8 or later, where a password field without text is empty. If undefined, it may hold a password. */
  readonly tellsPasswords?: boolean;
  /**
   * The learned hint of a field: dumps without a `hint` attribute show the hint of an empty field as its text, and nothing in
   * them distinguishes the two.
   */
  readonly hintOf?:
    ((field: Field, text: string | undefined, focused: boolean) => string | undefined) | undefined;
}

/**
 * Up to Android 7 a phone shows nothing of a password, not even whether there is one (recorded on 5.1: `text=""` before and
 * after typing; TextView.onInitializeAccessibilityNodeInfoInternal). Later a dump has a bullet for each character.
 */
const UNTOLD_PASSWORD = '•';

/** The trees of a window: one root, or several in dumps that put all windows into one hierarchy. */
export function trees(dumped: readonly DumpedNode[], options: NodeOptions): UiNode[] {
  const children = dumped.map((): UiNode[] => []);
  const roots: UiNode[] = [];
  // A parent comes before its children: from the end, every node's children are made before the node.
  for (let at = dumped.length - 1; at >= 0; at--) {
    const node = dumped[at];
    if (node === undefined) continue;
    const made = nodeOf(node.attributes, (children[at] ?? []).reverse(), options);
    (node.parent === undefined ? roots : children[node.parent])?.push(made);
  }
  return roots.reverse();
}

function nodeOf(attributes: Attributes, children: readonly UiNode[], options: NodeOptions): UiNode {
  const bounds = boundsOf(attributes.bounds);
  const editable = isEditable(attributes);
  const { text, hint, hintLearned } = contentOf(attributes, editable ? options : { screen: options.screen });
  const password = attributes.password === 'true';
  return makeNode({
    className: filled(attributes.class),
    text: password && text === '' && options.tellsPasswords !== true ? UNTOLD_PASSWORD : filled(text),
    description: filled(attributes['content-desc']),
    resourceId: filled(attributes['resource-id']),
    hint: hint ?? filled(attributes.hint),
    hintLearned,
    bounds,
    visible: isVisible(attributes, bounds, options),
    enabled: attributes.enabled !== 'false',
    clickable: attributes.clickable === 'true',
    longClickable: attributes['long-clickable'] === 'true',
    focusable: attributes.focusable === 'true',
    focused: attributes.focused === 'true',
    scrollable: attributes.scrollable === 'true',
    editable,
    // A dump does not tell a field's input type, but a field that holds a line break takes line breaks.
    multiline: editable && (text?.includes('\n') ?? false),
    password,
    checkable: attributes.checkable === 'true',
    checked: attributes.checked === 'true',
    selected: attributes.selected === 'true',
    drawingOrder: wholeNumber(attributes['drawing-order']),
    children,
  });
}

/**
 * A dump leaves out invisible nodes, or marks them (`visible-to-user`). Some tools' dumps have a toast without bounds: it is on
 * the screen.
 */
function isVisible(attributes: Attributes, bounds: Bounds, { screen }: NodeOptions): boolean {
  if (attributes['visible-to-user'] === 'false') return false;
  return attributes.bounds === undefined || onScreen(bounds, screen);
}

interface Content {
  readonly text?: string | undefined;
  readonly hint?: string | undefined;
  readonly hintLearned?: boolean;
}

/**
 * The content and the hint of a field. An empty field reports its hint as its text (all versions). Dumps of Android 16 have the
 * hint of every node, and not only fields have one: a date that opens a picker, a Spinner.
 */
function contentOf(attributes: Attributes, { hintOf }: NodeOptions): Content {
  const { text } = attributes;
  const told = filled(attributes.hint);
  if (told !== undefined) return { text: text === told ? undefined : text, hint: told };
  const field = {
    app: filled(attributes.package),
    resourceId: filled(attributes['resource-id']),
    className: filled(attributes.class),
  };
  const learned = hintOf?.(field, text, attributes.focused === 'true');
  return learned === undefined ? { text } : { hint: learned, hintLearned: true };
}

const RECTANGLE = /^\[(-?\d{1,9}),(-?\d{1,9})\]\[(-?\d{1,9}),(-?\d{1,9})\]$/;

/**
 * `[left,top][right,bottom]`; unreadable bounds have no area. Neither have inverted ones: Android clips to the screen without
 * checking the order, so a view beside it ends before it begins (all versions).
 */
export function boundsOf(text: string | undefined): Bounds {
  const [left = 0, top = 0, right = 0, bottom = 0] = (RECTANGLE.exec(text ?? '') ?? []).slice(1).map(Number);
  return { left, top, right: Math.max(left, right), bottom: Math.max(top, bottom) };
}

function onScreen(bounds: Bounds, { width, height }: NodeOptions['screen']): boolean {
  const part = intersect(bounds, { left: 0, top: 0, right: width, bottom: height });
  return part !== undefined && area(part) > 0;
}

function filled(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
