import type { CFRef } from './c-types.ts';
import type { AxNode, Box } from './protocol.ts';
import type { Values } from './values.ts';

/** The attributes that make a node, read in one message. */
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

/** The attributes of one element by name. */
export type Attributes = ReadonlyMap<string, CFRef | null>;

/** Names the values that a message brought, in the order of the names asked for. */
export function named(names: readonly string[], values: readonly (CFRef | null)[]): Attributes {
  return new Map(names.map((name, index) => [name, values[index] ?? null]));
}

/** What tells an element from its neighbours; an address repeats it. */
export type Facts = Pick<AxNode, 'role' | 'subrole' | 'title' | 'description' | 'identifier' | 'bounds'>;

/** The attributes that make the facts. */
export const factAttributes = [
  'AXRole',
  'AXSubrole',
  'AXTitle',
  'AXDescription',
  'AXIdentifier',
  'AXPosition',
  'AXSize',
  'AXFrame',
] as const satisfies NodeAttribute[];

/** The role of an element that could not be read, or does not say. */
export const unknownRole = 'AXUnknown';

export function facts(values: Values, attributes: Attributes): Facts {
  const text = (name: NodeAttribute) => values.text(attributes.get(name) ?? null);
  return present({
    role: text('AXRole') ?? unknownRole,
    subrole: text('AXSubrole'),
    title: text('AXTitle'),
    description: text('AXDescription'),
    identifier: text('AXIdentifier'),
    bounds: bounds(values, attributes),
  });
}

/** Place and size are what the headers name; AXFrame, which AppKit adds, stands in where one is missing. */
function bounds(values: Values, attributes: Attributes): Box | undefined {
  const position = values.point(attributes.get('AXPosition') ?? null);
  const size = values.size(attributes.get('AXSize') ?? null);
  return position && size ? { ...position, ...size } : values.frame(attributes.get('AXFrame') ?? null);
}

/** Everything that one message says of an element; `secret` when it is inside a field for secrets. */
export function described(
  values: Values,
  attributes: Attributes,
  secret: boolean,
): Omit<AxNode, 'parent' | 'label' | 'actions' | 'settable'> {
  const text = (name: NodeAttribute) => values.text(attributes.get(name) ?? null);
  const truth = (name: NodeAttribute) => values.truth(attributes.get(name) ?? null);
  return present({
    ...facts(values, attributes),
    help: text('AXHelp'),
    placeholder: text('AXPlaceholderValue'),
    value: secret ? undefined : values.plain(attributes.get('AXValue') ?? null),
    enabled: truth('AXEnabled'),
    focused: truth('AXFocused'),
    selected: truth('AXSelected'),
    expanded: truth('AXExpanded'),
    main: truth('AXMain'),
    minimized: truth('AXMinimized'),
    modal: truth('AXModal'),
    hidden: truth('AXHidden'),
    url: text('AXURL'),
    selection: secret ? undefined : values.range(attributes.get('AXSelectedTextRange') ?? null),
  });
}

/** Whether what is typed into an element is not to be shown. */
export function isSecret(values: Values, attributes: Attributes): boolean {
  return (
    values.text(attributes.get('AXSubrole') ?? null) === 'AXSecureTextField' ||
    values.truth(attributes.get('AXContainsProtectedContent') ?? null) === true
  );
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without the properties that have no value. */
function present<T extends object>(properties: T): Present<T> {
  // Object.entries forgets which names it had.
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined),
  ) as Present<T>;
}
