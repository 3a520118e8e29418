import type { AccessibilityNode } from '../../framework/windows/accessibility.ts';
import type { PhoneWindow } from '../../framework/windows/windows.ts';
import type { Rect } from '../../framework/views/geometry.ts';

/** The XML of `uiautomator dump`: one line, 17 attributes in this order, the same on 5.1 and on 7.1 to 15. */

const DECLARATION = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

export interface DumpOptions {
  readonly rotation: number;
  /** The screen; bounds are clipped to it. */
  readonly screen: Rect;
}

type Written =
  | 'index'
  | 'text'
  | 'resourceId'
  | 'class'
  | 'package'
  | 'description'
  | 'checkable'
  | 'checked'
  | 'clickable'
  | 'enabled'
  | 'focusable'
  | 'focused'
  | 'scrollable'
  | 'longClickable'
  | 'password'
  | 'selected'
  | 'visible'
  | 'bounds';

/** A node as the dumper reads it. A child that vanished after its parent was read is null. */
export interface DumpNode extends Pick<AccessibilityNode, Written> {
  readonly children: readonly (DumpNode | null)[];
}

/** A window with its tree and child windows. */
export interface DumpWindow extends Pick<
  PhoneWindow,
  'id' | 'title' | 'kind' | 'bounds' | 'active' | 'focused' | 'layer'
> {
  readonly root: DumpNode | null;
  readonly children: readonly DumpWindow[];
}

/** The dumper crashed on a tree: the exception is not caught, and its output is lost. */
export class DumperDied extends Error {
  override readonly name = 'DumperDied';
}

/** The plain dump: the active window only. */
export function hierarchyXml(root: DumpNode, options: DumpOptions): string {
  return whole(() => DECLARATION + hierarchy(root, options));
}

/** `--windows`, Android 11 and later: every window of every display, topmost first. */
export function windowsXml(windows: readonly DumpWindow[], options: DumpOptions): string {
  return whole(() => {
    const listed = windows.map((window, index) => windowElement(window, index, options));
    return `${DECLARATION}<displays><display id="0">${listed.join('')}</display></displays>`;
  });
}

function windowElement(window: DumpWindow, index: number, options: DumpOptions): string {
  const attributes = [
    attribute('index', String(index)),
    attribute('title', window.title),
    attribute('bounds', boundsOf(window.bounds)),
    attribute('active', String(window.active)),
    attribute('focused', String(window.focused)),
    attribute('accessibility-focused', 'false'),
    attribute('id', String(window.id)),
    attribute('layer', String(window.layer)),
    attribute('type', typeNames[windowTypes[window.kind]]),
  ];
  const inside = window.children.map((child, place) => windowElement(child, place, options));
  const tree = window.root === null ? '' : hierarchy(window.root, options);
  const start = `<window ${attributes.join(' ')}`;
  return inside.length === 0 && tree === '' ? `${start} />` : `${start}>${inside.join('')}${tree}</window>`;
}

function whole(write: () => string): string {
  try {
    return write();
  } catch (error) {
    if (error instanceof IllegalCharacter) throw new DumperDied(error.message, { cause: error });
    throw error;
  }
}

/** AccessibilityWindowInfo's types. */
export const windowTypes: Readonly<Record<PhoneWindow['kind'], 1 | 2 | 3>> = {
  application: 1,
  dialog: 1,
  popup: 1,
  keyboard: 2,
  statusBar: 3,
  navigationBar: 3,
  shade: 3,
  systemAlert: 3,
  toast: 3,
  // TYPE_APPLICATION_OVERLAY and the TYPE_SYSTEM_ALERT before it (AccessibilityWindowManager).
  overlay: 3,
  headsUp: 3,
};

const typeNames = { 1: 'TYPE_APPLICATION', 2: 'TYPE_INPUT_METHOD', 3: 'TYPE_SYSTEM' } as const;

function hierarchy(root: DumpNode, { rotation, screen }: DumpOptions): string {
  return `<hierarchy rotation="${rotation}">${node(root, screen)}</hierarchy>`;
}

function node(one: DumpNode, screen: Rect): string {
  const attributes = [
    ...(isNotAccessibilityFriendly(one) ? [attribute('NAF', 'true')] : []),
    attribute('index', String(one.index)),
    attribute('text', one.text),
    attribute('resource-id', one.resourceId),
    attribute('class', one.class),
    attribute('package', one.package),
    attribute('content-desc', one.description),
    attribute('checkable', String(one.checkable)),
    attribute('checked', String(one.checked)),
    attribute('clickable', String(one.clickable)),
    attribute('enabled', String(one.enabled)),
    attribute('focusable', String(one.focusable)),
    attribute('focused', String(one.focused)),
    attribute('scrollable', String(one.scrollable)),
    attribute('long-clickable', String(one.longClickable)),
    attribute('password', String(one.password)),
    attribute('selected', String(one.selected)),
    attribute('bounds', boundsOf(clipped(one.bounds, screen))),
  ];
  const start = `<node ${attributes.join(' ')}`;
  const children = one.children.flatMap((child) => (child?.visible === true ? [node(child, screen)] : []));
  return children.length === 0 ? `${start} />` : `${start}>${children.join('')}</node>`;
}

/** Bounds outside the screen become empty; empty or inverted bounds on the screen stay so. */
function clipped(one: Rect, screen: Rect): Rect {
  const meets =
    one.left < screen.right && one.right > screen.left && one.top < screen.bottom && one.bottom > screen.top;
  if (!meets) return { left: 0, top: 0, right: 0, bottom: 0 };
  return {
    left: Math.max(one.left, screen.left),
    top: Math.max(one.top, screen.top),
    right: Math.min(one.right, screen.right),
    bottom: Math.min(one.bottom, screen.bottom),
  };
}

/** Containers of cells are never NAF, nor is any class whose name ends in one of these. */
const neverNaf = [
  'android.widget.GridView',
  'android.widget.GridLayout',
  'android.widget.ListView',
  'android.widget.TableLayout',
];

/** NAF, "not accessibility friendly": it is clickable, and neither it nor anything inside has a text or description. */
function isNotAccessibilityFriendly(one: DumpNode): boolean {
  if (neverNaf.some((name) => one.class.endsWith(name))) return false;
  return (
    one.clickable && one.enabled && one.text === '' && one.description === '' && !childSaysSomething(one)
  );
}

function childSaysSomething(one: DumpNode): boolean {
  return one.children.some((child) => {
    // Up to Android 14 the dumper does not expect a child that vanished after its parent was read.
    if (child === null) throw new DumperDied('a null child below a clickable node without a label');
    return child.text !== '' || child.description !== '' || childSaysSomething(child);
  });
}

function boundsOf({ left, top, right, bottom }: Rect): string {
  return `[${Math.round(left)},${Math.round(top)}][${Math.round(right)},${Math.round(bottom)}]`;
}

function attribute(name: string, value: string): string {
  return writeAttribute(name, withoutControlCharacters(value));
}

/** The dumper's own rule: most characters that XML forbids become dots; on the others the serializer throws. */
function withoutControlCharacters(value: string): string {
  return value.replace(/[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf]/g, '.');
}

/** KXmlSerializer throws on characters that XML does not allow. */
class IllegalCharacter extends Error {
  override readonly name = 'IllegalCharacter';
}

/**
 * As Android's KXmlSerializer writes it: a value that contains a double quote is in single quotes; line breaks and
 * characters beyond the basic plane become numeric references (an emoji is &#128512;).
 */
function writeAttribute(name: string, value: string): string {
  const quote = value.includes('"') ? "'" : '"';
  return `${name}=${quote}${escape(value, quote)}${quote}`;
}

const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\p{Surrogate}]/u;

function escape(value: string, quote: string): string {
  const illegal = ILLEGAL.exec(value)?.[0];
  if (illegal !== undefined)
    throw new IllegalCharacter(`Illegal character (U+${illegal.charCodeAt(0).toString(16)})`);
  return value.replace(/[&<>"'\t\n\r]|[\u{10000}-\u{10ffff}]/gu, (character) => {
    switch (character) {
      case '&':
        return '&amp;';
      case '<':
        return '&lt;';
      case '>':
        return '&gt;';
      case '"':
        return character;
      case "'":
        return quote === "'" ? '&apos;' : character;
      default:
        return `&#${character.codePointAt(0) ?? 0};`;
    }
  });
}
