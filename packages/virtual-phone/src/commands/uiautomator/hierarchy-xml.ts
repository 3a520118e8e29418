import type { AccessibilityNode, PhoneWindow, Rect } from '../../framework/system/index.ts';
import { attribute as writeAttribute } from './xml-attribute.ts';

/** How `uiautomator dump` writes a tree: one line, 17 attributes in this order, as recorded on Android 5.1. */

const declaration = "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>";

export interface DumpOptions {
  readonly rotation: number;
  /** Leaves out containers that carry nothing (`--compressed`). */
  readonly compressed: boolean;
}

/** The plain dump: the active window only. */
export function hierarchyXml(root: AccessibilityNode, options: DumpOptions): string {
  return declaration + hierarchy(root, options);
}

/** `--windows`, Android 13 and later: every window of every display, uppermost first. */
export function windowsXml(windows: readonly PhoneWindow[], options: DumpOptions): string {
  const listed = windows.map((window, index) => {
    const root = window.root();
    const attributes = [
      attribute('index', String(index)),
      attribute('title', window.title),
      attribute('bounds', boundsOf(window.bounds)),
      attribute('active', String(window.active)),
      attribute('type', String(windowTypes[window.kind])),
      attribute('layer', String(window.layer)),
      attribute('id', String(window.id)),
      attribute('focused', String(window.focused)),
    ];
    return `<window ${attributes.join(' ')}>${root === null ? '' : hierarchy(root, options)}</window>`;
  });
  return `${declaration}<displays><display id="0">${listed.join('')}</display></displays>`;
}

/** AccessibilityWindowInfo's types. */
export const windowTypes: Readonly<Record<PhoneWindow['kind'], number>> = {
  application: 1,
  dialog: 1,
  popup: 1,
  keyboard: 2,
  statusBar: 3,
  navigationBar: 3,
  shade: 3,
  systemAlert: 3,
  toast: 3,
};

function hierarchy(root: AccessibilityNode, { rotation, compressed }: DumpOptions): string {
  return `<hierarchy rotation="${rotation}">${node(compressed ? compress(root) : root)}</hierarchy>`;
}

function node(one: AccessibilityNode): string {
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
    attribute('bounds', boundsOf(one.bounds)),
  ];
  const start = `<node ${attributes.join(' ')}`;
  return one.children.length === 0 ? `${start} />` : `${start}>${one.children.map(node).join('')}</node>`;
}

/** Containers that hold their cells together are no obstacle to anybody. */
const neverNaf = new Set([
  'android.widget.GridView',
  'android.widget.GridLayout',
  'android.widget.ListView',
  'android.widget.TableLayout',
]);

/** NAF, "not accessibility friendly": it can be clicked, and neither it nor anything inside says what it is. */
function isNotAccessibilityFriendly(one: AccessibilityNode): boolean {
  return one.clickable && one.enabled && !neverNaf.has(one.class) && !saysSomething(one);
}

function saysSomething(one: AccessibilityNode): boolean {
  return one.text !== '' || one.description !== '' || one.children.some(saysSomething);
}

/** Drops what an accessibility service with the default flags is not shown: layouts without any meaning. */
export function compress(one: AccessibilityNode): AccessibilityNode {
  const children = one.children.flatMap((child) => {
    const inner = compress(child);
    return isImportant(inner) ? [inner] : inner.children;
  });
  return { ...one, children: children.map((child, index) => ({ ...child, index })) };
}

function isImportant(one: AccessibilityNode): boolean {
  const acts = one.clickable || one.longClickable || one.focusable || one.scrollable || one.checkable;
  return acts || one.text !== '' || one.description !== '' || one.children.length === 0;
}

function boundsOf({ left, top, right, bottom }: Rect): string {
  return `[${Math.round(left)},${Math.round(top)}][${Math.round(right)},${Math.round(bottom)}]`;
}

function attribute(name: string, value: string): string {
  return writeAttribute(name, withoutControlCharacters(value));
}

/** The dumper's own rule: what XML cannot hold becomes a point. Half a surrogate pair would end the real dumper. */
function withoutControlCharacters(value: string): string {
  return value
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufdd0-\ufddf\ufffe\uffff]/g, '.')
    .replace(/\p{Surrogate}/gu, '.');
}
