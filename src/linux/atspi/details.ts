import type { Bounds } from '../../ui/node.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import { BusError, noReply } from '../dbus/bus.ts';
import type { Accessible } from './accessible.ts';
import { interfaces } from './accessible.ts';
import { isKnownAction } from './actions.ts';
import { chromium } from './chromium.ts';
import type { Conversation, Question } from './conversation.ts';
import type { Item } from './item.ts';
import { properName } from './names.ts';
import { filled } from '../filled.ts';

/** What only an accessible itself can tell, beyond what a cache holds. */
export type Details = Pick<Accessible, 'bounds' | 'actions' | 'text' | 'value' | 'attributes' | 'identifier'>;

/**
 * How a whole text is asked for. It ends at -1, which gives the fields of GTK 4.8 no text at all; any other end beyond
 * the text crashes Chromium 156 where it holds an emoji.
 */
export function wholeText(toolkit: string): Question {
  const end = toolkit === 'GTK' ? 0x7fffffff : -1;
  return { interface: interfaces.text, member: 'GetText', signature: 'ii', args: [0, end] };
}

/** AT-SPI's coordinates of the whole screen. */
const SCREEN = 0;

/** Asks for everything that makes sense for this item, all at once. */
export async function askDetails(talk: Conversation, item: Item, toolkit: string): Promise<Details> {
  const { reference } = item;
  const offers = (name: string) => item.interfaces.has(name);
  const [extents, actions, text, value, attributes, identifier] = await Promise.all([
    offers(interfaces.component) && hasPlace(item, toolkit) ? orNothing(askExtents(talk, item)) : undefined,
    offers(interfaces.action) && mayAct(item, toolkit)
      ? orNothing(askActions(talk, item, toolkit))
      : undefined,
    offers(interfaces.text) && holdsText(item, toolkit) ? orNothing(askText(talk, item, toolkit)) : undefined,
    offers(interfaces.value) ? orNothing(talk.get(reference, interfaces.value, 'CurrentValue')) : undefined,
    isBareText(item) ? undefined : orNothing(askAttributes(talk, item)),
    // Other toolkits tell it among the attributes, or not at all.
    toolkit === 'gtk' ? orNothing(talk.get(reference, interfaces.accessible, 'AccessibleId')) : undefined,
  ]);
  return {
    bounds: extents,
    actions: actions ?? [],
    text,
    value: typeof value === 'number' ? value : undefined,
    attributes: attributes ?? {},
    identifier: filled(asText(identifier)) ?? filled(attributes?.id),
  };
}

/** An answer, or undefined where the application has none. Silence is not an answer. */
async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof BusError && error.errorName !== noReply) return undefined;
    throw error;
  }
}

async function askExtents(talk: Conversation, { reference }: Item): Promise<Bounds | undefined> {
  const question = { interface: interfaces.component, member: 'GetExtents', signature: 'u', args: [SCREEN] };
  const [extents] = await talk.ask(reference, question);
  return boundsOf(extents);
}

/** Hidden elements of GTK3 lie at -2147483648, closed menus of Qt have no size: neither is a place. */
function boundsOf(extents: Value | undefined): Bounds | undefined {
  const [x, y, width, height] = asList(extents).map(asNumber);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  if (width <= 0 || height <= 0 || Math.min(x, y) < -1_000_000) return undefined;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/**
 * The names of its actions. The list that comes in one answer holds them in the user's language, from Chromium even
 * as empty texts; where that tells us nothing, their real names are asked for.
 */
async function askActions(talk: Conversation, { reference }: Item, toolkit: string): Promise<string[]> {
  const realName = async (index: number) => {
    const question = { interface: interfaces.action, member: 'GetName', signature: 'i', args: [index] };
    return asText((await talk.ask(reference, question))[0]);
  };
  // Chromium's first action is the only one that differs from node to node; the second is always the same.
  if (toolkit === chromium) return [await realName(0), 'showContextMenu'];
  const [actions] = await talk.ask(reference, { interface: interfaces.action, member: 'GetActions' });
  const names = asList(actions).map((action) => asText(asList(action)[0]));
  if (untranslated.has(toolkit)) return names;
  return Promise.all(
    names.map(async (name, index) => (isKnownAction(name) ? name : (await realName(index)) || name)),
  );
}

/** GTK4 and Qt give their actions' real names at once, GTK4 up to a dozen for a mere label. */
const untranslated: ReadonlySet<string> = new Set(['GTK', 'Qt']);

/** Chromium gives every node actions, most of which do nothing: far off the screen only the focusable are asked. */
function mayAct(item: Item, toolkit: string): boolean {
  if (isBareText(item)) return false;
  return toolkit !== chromium || item.states.has('showing') || item.states.has('focusable');
}

async function askText(talk: Conversation, { reference }: Item, toolkit: string): Promise<string> {
  const [text] = await talk.ask(reference, wholeText(toolkit));
  return asText(text);
}

async function askAttributes(talk: Conversation, { reference }: Item): Promise<Record<string, string>> {
  const question = { interface: interfaces.accessible, member: 'GetAttributes' };
  const [attributes] = await talk.ask(reference, question);
  return Object.fromEntries(asList(attributes).map((pair) => asList(pair).map(asText)) as [string, string][]);
}

/** Whether its extents mean anything. GTK4 tells `showing` of windows only; what it does not draw is not `visible`. */
function hasPlace({ states }: Item, toolkit: string): boolean {
  return states.has('showing') || (toolkit === 'GTK' && states.has('visible'));
}

const textRoles: ReadonlySet<string> = new Set(['entry', 'text', 'terminal', 'label', 'paragraph']);

/** Where text is more than the name said once more: fields, and what has text but no name. */
function holdsText({ role, states, name }: Item, toolkit: string): boolean {
  const nameless = properName(name, toolkit) === '';
  return states.has('editable') || role === 'terminal' || (nameless && textRoles.has(role));
}

/** A browser's runs of letters, half of its tree: they carry nothing but their name. */
function isBareText({ role }: Item): boolean {
  return role === 'static';
}
