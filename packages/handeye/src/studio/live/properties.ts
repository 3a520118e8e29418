import { cut } from '../../ui/sanitize.ts';
import type { Element, Snapshot } from '../../ui/snapshot.ts';
import { clickTarget } from '../../ui/touch/reach.ts';

/** Longer texts are cut: the page shows a table, not a book. */
const LONGEST_VALUE = 5_000;

type Property = readonly [name: string, value: string];

/** What is known of an element, as names and values; what it does not have is left out. */
export function propertiesOf({ screen }: Snapshot, element: Element): Property[] {
  const { node, window, parent } = element;
  const { left, top, right, bottom } = node.bounds;
  const { range, collection, item } = node;
  const taker = clickTarget(element);
  const told: readonly (readonly [name: string, value: string | undefined])[] = [
    ['text', node.text],
    ['description', node.description],
    ['hint', node.hint],
    ['error', node.error],
    ['state', node.stateDescription],
    ['class', node.className],
    ['resource id', node.resourceId],
    ['unique id', node.uniqueId],
    ['pane title', node.paneTitle],
    ['container title', node.containerTitle],
    ['tooltip', node.tooltip],
    [
      'bounds',
      `${left},${top} – ${right},${bottom} (${right - left}×${bottom - top} of ${screen.width}×${screen.height})`,
    ],
    ['flags', flagsOf(element).join(', ')],
    ['actions', node.actions?.join(', ')],
    ['range', range && `${range.current} of ${range.min} to ${range.max}`],
    ['list', collection && `${collection.rows} rows, ${collection.columns} columns`],
    ['item', item && `row ${item.row}, column ${item.column}`],
    ['click goes to', taker === element ? undefined : taker?.id],
    ['window', [window.type, window.title, window.app].filter((part) => part !== undefined).join(', ')],
    ['parent', parent?.id],
  ];
  return told.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, cut(value, LONGEST_VALUE)] as const],
  );
}

const flags = [
  'visible',
  'enabled',
  'clickable',
  'longClickable',
  'focusable',
  'focused',
  'scrollable',
  'editable',
  'multiline',
  'password',
  'checkable',
  'checked',
  'mixed',
  'selected',
  'heading',
] as const;

/** What is true of it, and that it is not in sight or disabled. */
function flagsOf({ node }: Element): string[] {
  return [
    ...(node.visible ? [] : ['not visible']),
    ...(node.enabled ? [] : ['disabled']),
    ...flags.filter((flag) => node[flag]).map((flag) => (flag === 'longClickable' ? 'long-clickable' : flag)),
  ];
}
