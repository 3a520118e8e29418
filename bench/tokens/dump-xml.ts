/** A node of a synthetic screen; omitted facts are false or empty, as in most nodes of a dump. */
export interface Dumped {
  readonly class: string;
  readonly at: readonly [left: number, top: number, right: number, bottom: number];
  readonly text?: string;
  readonly desc?: string;
  readonly id?: string;
  readonly hint?: string;
  readonly is?: readonly Flag[];
  readonly inside?: readonly Dumped[];
}

export type Flag =
  | 'checkable'
  | 'checked'
  | 'clickable'
  | 'focusable'
  | 'focused'
  | 'scrollable'
  | 'long-clickable'
  | 'password'
  | 'selected'
  | 'disabled';

/** A screen as `uiautomator dump` writes it. Some tools add the roots of other windows before it. */
export function dumpXml(root: Dumped, app: string, over: readonly OwnRoot[] = []): string {
  const roots = [...over, { root, app }].map((own, index) => nodeXml(own.root, index, own.app));
  return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">${roots.join('')}</hierarchy>`;
}

/** A root and the application it belongs to. */
export interface OwnRoot {
  readonly root: Dumped;
  readonly app: string;
}

function nodeXml(node: Dumped, index: number, app: string): string {
  const is = (flag: Flag) => String(node.is?.includes(flag) ?? false);
  const [left, top, right, bottom] = node.at;
  const attributes: readonly (readonly [string, string])[] = [
    ['index', String(index)],
    ['text', node.text ?? ''],
    ['resource-id', node.id ?? ''],
    [
      'class',
      node.class.includes('.')
        ? node.class
        : `android.${node.class.startsWith('View') ? 'view' : 'widget'}.${node.class}`,
    ],
    ['package', app],
    ['content-desc', node.desc ?? ''],
    ['checkable', is('checkable')],
    ['checked', is('checked')],
    ['clickable', is('clickable')],
    ['enabled', String(!(node.is?.includes('disabled') ?? false))],
    ['focusable', is('focusable')],
    ['focused', is('focused')],
    ['scrollable', is('scrollable')],
    ['long-clickable', is('long-clickable')],
    ['password', is('password')],
    ['selected', is('selected')],
    ['bounds', `[${left},${top}][${right},${bottom}]`],
    ...(node.hint === undefined ? [] : [['hint', node.hint] as const]),
  ];
  const start = `<node ${attributes.map(([name, value]) => `${name}="${escaped(value)}"`).join(' ')}`;
  const inside = node.inside ?? [];
  return inside.length === 0
    ? `${start} />`
    : `${start}>${inside.map((child, at) => nodeXml(child, at, app)).join('')}</node>`;
}

function escaped(value: string): string {
  return value.replace(/[&<>"\n]/g, (char) => `&#${char.codePointAt(0) ?? 0};`);
}
