/** Writes dumps as `uiautomator dump` does: what a screen generator says of a view becomes a `<node>`. */

export type Rect = readonly [left: number, top: number, right: number, bottom: number];

export interface DumpView {
  readonly class: string;
  readonly at: Rect;
  readonly text?: string | undefined;
  readonly desc?: string | undefined;
  /** The whole resource id, or what an app made of it: a bare string in Compose and on web pages. */
  readonly id?: string | undefined;
  /** Only dumps of Android 16 have it. */
  readonly hint?: string | undefined;
  readonly is?: readonly Flag[];
  readonly children?: readonly DumpView[];
}

type Flag =
  | 'checkable'
  | 'checked'
  | 'clickable'
  | 'disabled'
  | 'focusable'
  | 'focused'
  | 'scrollable'
  | 'long-clickable'
  | 'password'
  | 'selected';

/** A screen as somebody's phone would show it. */
export interface DumpedScreen {
  /** Its group, by which medians are printed: `compose`, `settings 11`. */
  readonly group: string;
  readonly name: string;
  readonly app: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly xml: string;
  /** The active window alone, where `xml` has all windows: what others' tools read. */
  readonly plainXml?: string;
}

export function dumpOf(root: DumpView, app: string, { withHints = false } = {}): string {
  const body = nodeText(root, { app, index: 0, withHints });
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${body}</hierarchy>`;
}

interface Around {
  readonly app: string;
  readonly index: number;
  readonly withHints: boolean;
}

function nodeText(view: DumpView, around: Around): string {
  const is = (flag: Flag) => String(view.is?.includes(flag) ?? false);
  const [left, top, right, bottom] = view.at;
  const attributes = {
    index: String(around.index),
    text: view.text ?? '',
    'resource-id': view.id ?? '',
    class: view.class,
    package: around.app,
    'content-desc': view.desc ?? '',
    checkable: is('checkable'),
    checked: is('checked'),
    clickable: is('clickable'),
    enabled: String(!(view.is?.includes('disabled') ?? false)),
    focusable: is('focusable'),
    focused: is('focused'),
    scrollable: is('scrollable'),
    'long-clickable': is('long-clickable'),
    password: is('password'),
    selected: is('selected'),
    bounds: `[${left},${top}][${right},${bottom}]`,
    ...(around.withHints && { 'drawing-order': String(around.index), hint: view.hint ?? '' }),
  };
  const head = Object.entries(attributes)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(' ');
  const inside = (view.children ?? []).map((child, index) => nodeText(child, { ...around, index })).join('');
  return inside === '' ? `<node ${head} />` : `<node ${head}>${inside}</node>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"\n]/g, (char) => entities[char] ?? char);
}
