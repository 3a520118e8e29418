import { inputTypeOf } from '../framework/system/input-type.ts';
import type { AccessibilityNode } from '../framework/windows/accessibility.ts';
import type { Rect } from '../framework/views/geometry.ts';
import { ServerError } from './errors.ts';
import type { UiNode } from './screen.ts';

type Value = string | number | boolean | undefined;

interface Attribute {
  /** The first name is used in sources. */
  readonly names: readonly string[];
  readonly value: (node: UiNode, sdk: number) => Value;
  /** Set if it exists only in sources or only on elements. */
  readonly only?: 'source' | 'element';
}

const P = 28;
const Q = 29;

/** In the order of a source; attributes that a node does not have are left out. */
const attributes: readonly Attribute[] = [
  { names: ['index'], value: ({ info }) => info.index, only: 'source' },
  { names: ['package'], value: ({ info }) => info.package },
  { names: ['class', 'className'], value: ({ info }) => info.class },
  { names: ['text', 'name'], value: ({ info }) => info.text },
  {
    names: ['content-desc', 'contentDescription'],
    value: ({ info }) => info.description || undefined,
  },
  { names: ['resource-id', 'resourceId'], value: ({ info }) => info.resourceId || undefined },
  { names: ['checkable'], value: ({ info }) => info.checkable },
  { names: ['checked'], value: ({ info }) => info.checked },
  { names: ['clickable'], value: ({ info }) => info.clickable },
  { names: ['enabled'], value: ({ info }) => info.enabled },
  { names: ['focusable'], value: ({ info }) => info.focusable },
  { names: ['focused'], value: ({ info }) => info.focused },
  { names: ['long-clickable', 'longClickable'], value: ({ info }) => info.longClickable },
  { names: ['password'], value: ({ info }) => info.password },
  { names: ['scrollable'], value: ({ info }) => info.scrollable },
  { names: ['selection-start'], value: ({ info }) => selectionOf(info)?.start },
  { names: ['selection-end'], value: ({ info }) => selectionOf(info)?.end },
  { names: ['selected'], value: ({ info }) => info.selected },
  { names: ['bounds'], value: ({ info }) => shortText(info.bounds) },
  { names: ['displayed'], value: ({ info }) => info.visible },
  { names: ['hint'], value: ({ info }) => info.hint || undefined },
  { names: ['a11y-important', 'importantForAccessibility'], value: () => true },
  {
    names: ['screen-reader-focusable', 'screenReaderFocusable'],
    value: (_node, sdk) => (sdk >= P ? false : undefined),
  },
  { names: ['input-type', 'inputType'], value: ({ info }) => info.field && inputTypeOf(info.field) },
  { names: ['drawing-order', 'drawingOrder'], value: (node) => drawingOrder(node) },
  { names: ['showing-hint', 'showingHintText'], value: ({ info }) => info.showingHint },
  { names: ['text-entry-key', 'textEntryKey'], value: (_node, sdk) => (sdk >= Q ? false : undefined) },
  {
    names: ['multiline', 'multiLine'],
    value: ({ info }) => (info.field?.maxLength === undefined ? undefined : info.field.multiLine),
  },
  { names: ['dismissable'], value: () => false },
  { names: ['a11y-focused', 'accessibilityFocused'], value: () => false },
  { names: ['heading'], value: ({ info }, sdk) => (sdk >= P ? info.heading : undefined) },
  { names: ['live-region', 'liveRegion'], value: () => 0 },
  { names: ['context-clickable', 'contextClickable'], value: () => false },
  { names: ['max-text-length', 'maxTextLength'], value: ({ info }) => info.field?.maxLength },
  { names: ['content-invalid', 'contentInvalid'], value: ({ info }) => hasError(info) },
  {
    names: ['error', 'errorText'],
    value: ({ info }) => (hasError(info) ? info.field?.error : undefined),
  },
  {
    names: ['pane-title', 'paneTitle'],
    value: ({ info }, sdk) => (sdk >= P && info.paneTitle !== '' ? info.paneTitle : undefined),
  },
  { names: ['window-id', 'windowId'], value: ({ window }) => window },
  { names: ['is-collection', 'isCollection'], value: ({ info }) => isCollection(info) || undefined },
  {
    names: ['is-collection-item', 'isCollectionItem'],
    value: ({ parent }) => (parent !== undefined && isCollection(parent.info)) || undefined,
  },
  // No view of this phone has any of these, so they never appear.
  ...[
    ['tooltip-text', 'tooltipText'],
    ['text-has-clickable-span', 'textHasClickableSpan'],
    ['text-size', 'textSize'],
    ['text-unit', 'textUnit'],
    ['extras'],
    ['actions'],
  ].map((names) => ({ names, value: () => undefined })),
];

/** A node's attributes as a source shows them. */
export function sourceAttributes(node: UiNode, sdk: number): readonly (readonly [string, string])[] {
  return attributes.flatMap(({ names: [name = ''], value, only }) => {
    const found = only === 'element' ? undefined : value(node, sdk);
    return found === undefined ? [] : [[name, String(found)] as const];
  });
}

/** One attribute by any of its names, ignoring case; null if the node does not have it. */
export function attributeOf(node: UiNode, name: string, sdk: number): string | null {
  const wanted = name.toLowerCase();
  const attribute = attributes.find(
    ({ names, only }) => only !== 'source' && names.some((one) => one.toLowerCase() === wanted),
  );
  if (attribute === undefined) throw unknownAttribute(name);
  const value = attribute.value(node, sdk);
  return value === undefined ? null : String(value);
}

function unknownAttribute(name: string): ServerError {
  const known = attributes
    .filter(({ only }) => only !== 'source')
    .map(({ names }) => (names.length === 1 ? names.join() : `{${names.join(',')}}`));
  return new ServerError(
    'unknownCommand',
    `'${name}' attribute is unknown for the element. Only the following attributes are supported: [${known.join(', ')}]`,
  );
}

function hasError({ field }: AccessibilityNode): boolean {
  return field !== undefined && field.error !== '';
}

/** A cursor alone is not a selection. */
function selectionOf({ field }: AccessibilityNode): { start: number; end: number } | undefined {
  return field !== undefined && field.selection.start !== field.selection.end ? field.selection : undefined;
}

/** The format of android.graphics.Rect.toShortString. */
export function shortText({ left, top, right, bottom }: Rect): string {
  return `[${Math.round(left)},${Math.round(top)}][${Math.round(right)},${Math.round(bottom)}]`;
}

/** Siblings are drawn in order; a window's root is drawn first. */
function drawingOrder({ info, parent }: UiNode): number {
  return parent === undefined ? 0 : info.index + 1;
}

const collections = /\.(ListView|GridView|RecyclerView|TableLayout)$/;

function isCollection({ class: name }: AccessibilityNode): boolean {
  return collections.test(name);
}
