import type { Bounds } from '../../ui/node.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Accessible } from './accessible.ts';
import { interfaces } from './accessible.ts';
import { isKnownAction } from './actions.ts';
import { chromium } from './chromium.ts';
import type { Question } from './conversation.ts';
import { orNothing } from './gone.ts';
import type { Inquiry } from './inquiry.ts';
import type { Item } from './item.ts';
import { properName } from './names.ts';
import { askTags } from './tags.ts';

/** What only an accessible itself can tell, beyond what a cache holds. */
export type Details = Pick<Accessible, 'bounds' | 'actions' | 'text' | 'value' | 'attributes' | 'identifier'>;

/**
 * How a whole text is asked for. It ends at -1, which gives the fields of GTK 4.8 no text at all; any other end beyond
 * the text crashes Chromium 150 where it holds an emoji.
 */
export function wholeText(toolkit: string): Question {
  const end = toolkit === 'GTK' ? 0x7fffffff : -1;
  return { interface: interfaces.text, member: 'GetText', signature: 'ii', args: [0, end] };
}

/** AT-SPI's coordinates of the whole screen. */
const SCREEN = 0;

/** Asks for everything that makes sense for this item, all at once. */
export async function askDetails(inquiry: Inquiry, item: Item): Promise<Details> {
  const { toolkit } = inquiry;
  const offers = (name: string) => item.interfaces.has(name);
  const [bounds, actions = [], text, value, tags] = await Promise.all([
    offers(interfaces.component) && hasPlace(item, toolkit) ? askExtents(inquiry, item) : undefined,
    offers(interfaces.action) && mayAct(item, toolkit) ? askActions(inquiry, item) : undefined,
    offers(interfaces.text) && holdsText(item, toolkit) ? askText(inquiry, item) : undefined,
    offers(interfaces.value) ? askValue(inquiry, item) : undefined,
    item.tags ?? askTags(inquiry, item.reference),
  ]);
  return { bounds, actions, text, value, ...tags };
}

async function askExtents({ talk }: Inquiry, { reference }: Item): Promise<Bounds | undefined> {
  const question = { interface: interfaces.component, member: 'GetExtents', signature: 'u', args: [SCREEN] };
  const answer = await orNothing(talk.ask(reference, question));
  return boundsOf(answer?.[0]);
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
async function askActions(inquiry: Inquiry, item: Item): Promise<string[]> {
  const { talk, toolkit } = inquiry;
  if (toolkit === chromium) return askChromiumActions(inquiry, item);
  const list = talk.ask(item.reference, { interface: interfaces.action, member: 'GetActions' });
  const names = asList((await orNothing(list))?.[0]).map((action) => asText(asList(action)[0]));
  if (untranslated.has(toolkit)) return names;
  return Promise.all(names.map((name, index) => realActionName(inquiry, item, { name, index })));
}

/** GTK4 and Qt give their actions' real names at once, GTK4 up to a dozen for a mere label. */
const untranslated: ReadonlySet<string> = new Set(['GTK', 'Qt']);

/**
 * Chromium names its actions only one by one. All links that can be focused have the same ones (`jump` and the context
 * menu; Blink's AXObject::Action), so one of them is asked for all.
 */
function askChromiumActions(inquiry: Inquiry, item: Item): Promise<string[]> {
  const isLink = item.role === 'link' && item.states.has('focusable');
  const ask = () => askActionsOneByOne(inquiry, item);
  return isLink ? inquiry.once('actions of links', ask) : ask();
}

async function askActionsOneByOne(inquiry: Inquiry, item: Item): Promise<string[]> {
  const counted = inquiry.talk.get(item.reference, interfaces.action, 'NActions');
  const count = asNumber(await orNothing(counted));
  return Promise.all(Array.from({ length: count }, (_, index) => askActionName(inquiry, item, index)));
}

/** The real name of an action that the user knows by this one: the same for all of a role. */
async function realActionName(
  inquiry: Inquiry,
  item: Item,
  { name, index }: { name: string; index: number },
): Promise<string> {
  if (isKnownAction(name)) return name;
  const ask = () => askActionName(inquiry, item, index);
  return (await inquiry.once(`action ${item.role} ${index} ${name}`, ask)) || name;
}

async function askActionName({ talk }: Inquiry, { reference }: Item, index: number): Promise<string> {
  const question = { interface: interfaces.action, member: 'GetName', signature: 'i', args: [index] };
  return asText((await orNothing(talk.ask(reference, question)))?.[0]);
}

/** Chromium gives every node actions, most of which do nothing: far off the screen only the focusable are asked. */
function mayAct({ role, states }: Item, toolkit: string): boolean {
  if (role === 'static') return false;
  return toolkit !== chromium || states.has('showing') || states.has('focusable');
}

async function askText({ talk, toolkit }: Inquiry, { reference }: Item): Promise<string | undefined> {
  const answer = await orNothing(talk.ask(reference, wholeText(toolkit)));
  return answer && asText(answer[0]);
}

async function askValue({ talk }: Inquiry, { reference }: Item): Promise<number | undefined> {
  const value = await orNothing(talk.get(reference, interfaces.value, 'CurrentValue'));
  return typeof value === 'number' ? value : undefined;
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
