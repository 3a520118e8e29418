import { area, intersect } from '../../ui/bounds.ts';
import { type Bounds, makeNode, type UiNode } from '../../ui/node.ts';
import { isEditable, takesLineBreaks } from './editable.ts';
import { type Attributes, type DumpedNode, wholeNumber } from './hierarchy.ts';

/** A field by what stays the same while its text changes. */
export interface Field {
  readonly app: string | undefined;
  readonly resourceId: string | undefined;
  readonly className: string | undefined;
}

/** What the platform knows besides the dump. */
export interface NodeOptions {
  /** The screen in its current rotation. */
  readonly screen: { readonly width: number; readonly height: number };
  /** Android 8 or later, where no text of a password is no password. Not told: it may hold one. */
  readonly tellsPasswords?: boolean;
  /**
   * The hint of a field, where it was learned: dumps without a `hint` attribute show the hint of an empty field as
   * its text, and nothing in them tells one from the other.
   */
  readonly hintOf?:
    ((field: Field, text: string | undefined, focused: boolean) => string | undefined) | undefined;
}

/**
 * Up to Android 7 a phone tells nothing of a password, not even whether there is one (recorded on 5.1: `text=""` before and
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
    text: password && text === '' && !tellsPasswords(attributes, options) ? UNTOLD_PASSWORD : filled(text),
    // A part of the screen that opens (a sheet, a drawer) is announced by the title of its pane.
    description: filled(attributes['content-desc']) ?? filled(attributes['pane-title']),
    resourceId: filled(attributes['resource-id']),
    hint: hint ?? filled(attributes.hint),
    hintLearned,
    error: filled(attributes.error),
    bounds,
    visible: isVisible(attributes, bounds, options),
    enabled: attributes.enabled !== 'false',
    clickable: attributes.clickable === 'true',
    longClickable: attributes['long-clickable'] === 'true',
    focusable: attributes.focusable === 'true',
    focused: attributes.focused === 'true',
    scrollable: attributes.scrollable === 'true',
    editable,
    multiline: editable && isMultiline(attributes, text),
    password,
    checkable: attributes.checkable === 'true',
    checked: attributes.checked === 'true',
    selected: attributes.selected === 'true',
    heading: attributes.heading === 'true',
    paneTitle: filled(attributes['pane-title']),
    tooltip: filled(attributes['tooltip-text']),
    drawingOrder: wholeNumber(attributes['drawing-order']),
    children,
  });
}

/** The helper needs Android 8. */
function tellsPasswords(attributes: Attributes, options: NodeOptions): boolean {
  return options.tellsPasswords === true || 'showing-hint' in attributes;
}

/**
 * A dump leaves out what cannot be seen, or says it (`visible-to-user`); the helper says `displayed`. Only a toast
 * has no place at all: it is on the screen, but no window says where.
 */
function isVisible(attributes: Attributes, bounds: Bounds, { screen }: NodeOptions): boolean {
  if (attributes['visible-to-user'] === 'false' || attributes.displayed === 'false') return false;
  return attributes.bounds === undefined || onScreen(bounds, screen);
}

/** InputType.TYPE_NULL, which a view that is no TextView says of a field (Compose draws its own). */
const NO_TYPE = 0;

/**
 * The helper tells a field's input type (and `multiline` only of fields with a limit, server 10.6, also of a subject
 * that takes no line break). A dump tells nothing, but a field that holds a line break is one that takes them.
 */
function isMultiline(attributes: Attributes, text: string | undefined): boolean {
  const inputType = wholeNumber(attributes['input-type']) ?? NO_TYPE;
  if (inputType !== NO_TYPE) return takesLineBreaks(inputType);
  return attributes.multiline === 'true' || (text?.includes('\n') ?? false);
}

interface Content {
  readonly text?: string | undefined;
  readonly hint?: string | undefined;
  readonly hintLearned?: boolean;
}

/**
 * What a field holds and what it suggests. An empty field reports its hint as its text (all versions). Dumps of
 * Android 16 say the hint of every node, and not only fields have one: a date that opens a picker, a Spinner.
 */
function contentOf(attributes: Attributes, { hintOf }: NodeOptions): Content {
  const { text } = attributes;
  // The helper tells a hint from content, also where both read the same.
  if (attributes['showing-hint'] === 'true') return { hint: text };
  if (attributes['showing-hint'] === 'false') return { text };
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
 * `[left,top][right,bottom]`; what cannot be read has no area. Neither has what is turned inside out: Android clips
 * to the screen without a look at the order, so that a view beside it ends before it begins (all versions).
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
