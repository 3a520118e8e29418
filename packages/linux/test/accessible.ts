import { type Accessible, interfaces } from '../src/atspi/accessible.ts';
import type { NativeRole } from '../src/atspi/roles.ts';
import { type State, stateBits, States } from '../src/atspi/states.ts';

/** `left, top, width, height` on the screen; undefined for an element without a place. */
export type At = readonly [left: number, top: number, width: number, height: number] | undefined;

/** The facts of a synthetic element besides its role and place. */
export interface Parts {
  readonly name?: string;
  readonly description?: string;
  readonly text?: string;
  readonly value?: number;
  readonly actions?: readonly string[];
  readonly is?: readonly State[];
  readonly id?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** An element as AT-SPI reports it. With a place it is showing, and it is enabled unless it `is` something else. */
export function element(role: NativeRole, at: At, parts: Parts = {}, ...children: Accessible[]): Accessible {
  const usual: State[] =
    at === undefined ? ['enabled', 'sensitive'] : ['enabled', 'sensitive', 'visible', 'showing'];
  const offered = parts.text === undefined ? [] : [interfaces.text, interfaces.editableText];
  return {
    reference: { bus: ':1.9', path: `/org/a11y/atspi/accessible/${nextPath()}` },
    role,
    name: parts.name ?? '',
    description: parts.description ?? '',
    states: statesOf([...usual, ...(parts.is ?? [])]),
    interfaces: new Set([interfaces.accessible, interfaces.component, ...offered]),
    bounds: at && { left: at[0], top: at[1], right: at[0] + at[2], bottom: at[1] + at[3] },
    actions: parts.actions ?? [],
    text: parts.text,
    value: parts.value,
    attributes: parts.attributes ?? {},
    identifier: parts.id,
    children,
  };
}

let paths = 0;

function nextPath(): number {
  paths += 1;
  return paths;
}

function statesOf(names: readonly State[]): States {
  let [low, high] = [0, 0];
  for (const name of names) {
    const [ownLow, ownHigh] = stateBits(name);
    low |= ownLow;
    high |= ownHigh;
  }
  return new States(low, high);
}

/** Everything that AT-SPI reports of a tree, as XML: what a model would get without a format. */
export function rawXml({
  role,
  name,
  description,
  states,
  bounds,
  actions,
  text,
  value,
  children,
  identifier,
}: Accessible): string {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['name', name],
    ['description', description],
    ['id', identifier],
    ['text', text],
    ['value', value === undefined ? undefined : String(value)],
    ['states', states.names().join(' ')],
    ['actions', actions.join(' ')],
    ['bounds', bounds && `[${bounds.left},${bounds.top}][${bounds.right},${bounds.bottom}]`],
  ];
  const attributes = facts.map(([key, fact]) =>
    fact === undefined || fact === '' ? '' : ` ${key}="${escaped(fact)}"`,
  );
  const tag = role.replaceAll(' ', '-');
  return `<${tag}${attributes.join('')}>${children.map(rawXml).join('')}</${tag}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
