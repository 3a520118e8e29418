import { leanListing } from '@handeye/screen/format/lean/lean';
import { type Target, targetsIn, type TargetUse } from '@handeye/screen/format/lean/targets';
import { isSlider } from '@handeye/screen/format/lean/kinds';
import { shownText } from '@handeye/screen/node';
import { cut, flat } from '@handeye/screen/sanitize';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { clickTarget, longClickTarget } from '@handeye/screen/touch/reach';
import type { ElementCall, ElementDetails, IdEvent } from '../wire/screen.ts';

/** Maximum length of a text that is offered as an element's name. */
const LONGEST_TARGET = 120;

interface ElementDetailsOptions {
  readonly history: readonly IdEvent[];
  /** The device for calls that have to name it. */
  readonly device: string | undefined;
  /** The prefix of all tool names. */
  readonly prefix: string;
}

/** Everything known about an element. One that has left the screen still has its history. */
export function detailsOf(
  snapshot: Snapshot,
  id: string,
  { history, device, prefix }: ElementDetailsOptions,
): ElementDetails {
  const element = snapshot.element(id);
  if (!element) return { id, isThere: false, properties: [], targets: [], history, calls: [] };
  const calls = callsOf(element).map((call) => ({
    ...call,
    tool: prefix + call.tool,
    arguments: { ...call.arguments, ...(device !== undefined && { device }) },
  }));
  return {
    id: element.id,
    isThere: true,
    properties: propertiesOf(snapshot, element),
    targets: [element.id, ...uniqueTargets(snapshot, element)],
    history,
    calls,
  };
}

/** Ways to name an element by its texts and ids that resolve to this element only, as the tools resolve them. */
function uniqueTargets(snapshot: Snapshot, element: Element): string[] {
  const use = useOf(element);
  return candidates(snapshot, element)
    .filter(({ value }) => value !== '' && value.length <= LONGEST_TARGET)
    .filter((target) => means(snapshot, target, { element, use }))
    .map(({ by, value }) => `${by}:${value}`);
}

function candidates(snapshot: Snapshot, element: Element): Target[] {
  const { node } = element;
  const line = leanListing(snapshot).lines.find((one) => one.line?.element === element)?.line;
  const own = node.password ? [] : [flat(node.text)];
  const texts = new Set([...own, flat(node.hint), ...(line?.parts ?? []).map(flat)]);
  return [
    ...[...texts].map((value) => ({ by: 'text' as const, value })),
    { by: 'desc', value: flat(node.description) },
    { by: 'res', value: (node.resourceId ?? '').replace(/^.*[:/]/su, '') },
  ];
}

function means(
  snapshot: Snapshot,
  target: Target,
  { element, use }: { readonly element: Element; readonly use: TargetUse },
): boolean {
  const [found, another] = targetsIn(snapshot, target, { use });
  if (!found || another) return false;
  return found === element || (use === 'click' && clickTarget(found) === clickTarget(element));
}

/** The most likely purpose of an element. */
function useOf(element: Element): TargetUse {
  const { node } = element;
  if (node.editable) return 'edit';
  if (isSlider(node)) return 'value';
  if (clickTarget(element)) return 'click';
  return node.scrollable ? 'scroll' : 'read';
}

/** The calls that an element takes, the most likely first. */
function callsOf(element: Element): ElementCall[] {
  const { id, node } = element;
  const on = (tool: string, more: Readonly<Record<string, unknown>> = {}): ElementCall => ({
    tool,
    arguments: { element_id: id, ...more },
    by: 'element_id',
  });
  return [
    ...(node.editable ? [on('set_text', { text: 'your text' })] : []),
    ...(clickTarget(element) ? [on('click_element')] : []),
    ...(longClickTarget(element) ? [on('long_click_element')] : []),
    ...(node.scrollable ? [on('scroll', { direction: 'down' })] : []),
    ...(node.visible ? [] : [on('scroll_to_element')]),
    { tool: 'get_element_details', arguments: { ids: [id] }, by: 'ids' },
  ];
}

/** Maximum length of a value in the table. */
const LONGEST_VALUE = 5_000;

type Property = readonly [name: string, value: string];

/** The properties of an element as names and values, without those it lacks. */
function propertiesOf({ screen }: Snapshot, element: Element): Property[] {
  const { node, window, parent } = element;
  const { left, top, right, bottom } = node.bounds;
  const { range, collection, item } = node;
  const taker = clickTarget(element);
  const told: readonly (readonly [name: string, value: string | undefined])[] = [
    ['text', shownText(node)],
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

/** Its true flags, and whether it is out of sight or disabled. */
function flagsOf({ node }: Element): string[] {
  return [
    ...(node.visible ? [] : ['not visible']),
    ...(node.enabled ? [] : ['disabled']),
    ...flags.filter((flag) => node[flag]).map((flag) => (flag === 'longClickable' ? 'long-clickable' : flag)),
  ];
}
