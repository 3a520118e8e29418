import type { CFRef } from '../native/c-types.ts';
import type { AxNode, Box } from '../protocol.ts';
import type { Values } from '../native/values.ts';

/** The attributes of a node, read in one message. */
export const nodeAttributes = [
  'AXRole',
  'AXSubrole',
  'AXTitle',
  'AXDescription',
  'AXHelp',
  'AXPlaceholderValue',
  'AXIdentifier',
  'AXValue',
  'AXContainsProtectedContent',
  'AXEnabled',
  'AXFocused',
  'AXSelected',
  'AXExpanded',
  'AXMain',
  'AXMinimized',
  'AXModal',
  'AXHidden',
  'AXPosition',
  'AXSize',
  'AXFrame',
  'AXSelectedTextRange',
  'AXURL',
  'AXTitleUIElement',
  'AXChildren',
] as const;

export type NodeAttribute = (typeof nodeAttributes)[number];

/** The attributes of an element by name. */
export type Attributes = ReadonlyMap<string, CFRef | null>;

/** Pairs the values of a reply with the requested names. */
export function byName(names: readonly string[], values: readonly (CFRef | null)[]): Attributes {
  return new Map(names.map((name, index) => [name, values[index] ?? null]));
}

/** The attributes that distinguish an element from its neighbours. An address repeats them. */
export type IdentifyingFields = Pick<
  AxNode,
  'role' | 'subrole' | 'title' | 'description' | 'identifier' | 'bounds'
>;

/** The attributes behind IdentifyingFields. */
export const identifyingAttributes = [
  'AXRole',
  'AXSubrole',
  'AXTitle',
  'AXDescription',
  'AXIdentifier',
  'AXPosition',
  'AXSize',
  'AXFrame',
] as const satisfies NodeAttribute[];

/** The role of an element that has none or could not be read. */
export const UNKNOWN_ROLE = 'AXUnknown';

export function identifyingFields(values: Values, attributes: Attributes): IdentifyingFields {
  const text = (name: NodeAttribute) => values.text(attributes.get(name) ?? null);
  return withoutUndefined({
    role: text('AXRole') ?? UNKNOWN_ROLE,
    subrole: text('AXSubrole'),
    title: text('AXTitle'),
    description: text('AXDescription'),
    identifier: text('AXIdentifier'),
    bounds: bounds(values, attributes),
  });
}

/** From AXPosition and AXSize, as in Apple's headers; if one is missing, from AXFrame, which AppKit adds. */
function bounds(values: Values, attributes: Attributes): Box | undefined {
  const position = values.point(attributes.get('AXPosition') ?? null);
  const size = values.size(attributes.get('AXSize') ?? null);
  return position && size ? { ...position, ...size } : values.frame(attributes.get('AXFrame') ?? null);
}

/** The fields of a node that come from its attributes. `secret`: it is inside a secure field. */
export function nodeFields(
  values: Values,
  attributes: Attributes,
  secret: boolean,
): Omit<AxNode, 'parent' | 'label' | 'actions' | 'settable'> {
  const text = (name: NodeAttribute) => values.text(attributes.get(name) ?? null);
  const flag = (name: NodeAttribute) => values.boolean(attributes.get(name) ?? null);
  return withoutUndefined({
    ...identifyingFields(values, attributes),
    help: text('AXHelp'),
    placeholder: text('AXPlaceholderValue'),
    value: secret ? undefined : values.scalar(attributes.get('AXValue') ?? null),
    enabled: flag('AXEnabled'),
    focused: flag('AXFocused'),
    selected: flag('AXSelected'),
    expanded: flag('AXExpanded'),
    main: flag('AXMain'),
    minimized: flag('AXMinimized'),
    modal: flag('AXModal'),
    hidden: flag('AXHidden'),
    url: text('AXURL'),
    selection: secret ? undefined : values.range(attributes.get('AXSelectedTextRange') ?? null),
  });
}

/** Whether the content of an element must not be shown. */
export function isSecret(values: Values, attributes: Attributes): boolean {
  return (
    values.text(attributes.get('AXSubrole') ?? null) === 'AXSecureTextField' ||
    values.boolean(attributes.get('AXContainsProtectedContent') ?? null) === true
  );
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Removes undefined properties. */
function withoutUndefined<T extends object>(properties: T): Present<T> {
  // Object.entries loses the names in the type.
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined),
  ) as Present<T>;
}
