import type { Bounds, TextRange } from '@handeye/screen/node';
import type { Value } from '../dbus/value.ts';
import { asList, asNumber, asText } from '../dbus/value.ts';
import type { Accessible, Reference } from './accessible.ts';
import { interfaces, toolkits } from './accessible.ts';
import { isKnownAction } from './actions.ts';
import type { AppReader } from './app-reader.ts';
import type { CacheItem } from './cache-item.ts';
import type { Caller } from './caller.ts';
import { orUndefined } from './errors.ts';
import { displayName } from './names.ts';
import { askAttributes } from './object-attributes.ts';
import { getWholeText } from './questions.ts';
import { exactText } from './text-quirks.ts';
import { kindOfClosedMenuItem } from './toolkits/gtk3-menus.ts';

/** Facts that the cache does not hold: the accessible itself must be asked. */
export type Details = Pick<
  Accessible,
  'bounds' | 'actions' | 'text' | 'selection' | 'value' | 'attributes' | 'identifier'
>;

/** AT-SPI's coordinate type for the whole screen. */
export const COORD_TYPE_SCREEN = 0;

/** Asks for everything that makes sense for this item, in parallel. */
export async function askDetails(reader: AppReader, item: CacheItem): Promise<Details> {
  const { toolkit } = reader;
  const offers = (name: string) => item.interfaces.has(name);
  const [bounds, actions = [], text, selection, value, objectAttributes] = await Promise.all([
    offers(interfaces.component) && hasExtents(item, toolkit)
      ? askExtents(reader.caller, item.reference)
      : undefined,
    offers(interfaces.action) && mayHaveActions(item, toolkit) ? askActions(reader, item) : undefined,
    offers(interfaces.text) && hasOwnText(reader, item) ? askText(reader, item) : undefined,
    offers(interfaces.text) && isFocusedField(item) ? askSelection(reader.caller, item.reference) : undefined,
    offers(interfaces.value) && !isCellWithText(item) ? askValue(reader, item) : undefined,
    item.objectAttributes ?? askAttributes(reader, item.reference),
  ]);
  return { bounds, actions, text, selection, value, ...objectAttributes };
}

/** The extents that an accessible reports, if it is on the screen. */
export async function askExtents(caller: Caller, reference: Reference): Promise<Bounds | undefined> {
  const args = [COORD_TYPE_SCREEN];
  const getExtents = { interface: interfaces.component, member: 'GetExtents', signature: 'u', args };
  const reply = await orUndefined(caller.call(reference, getExtents));
  return parseExtents(reply?.[0]);
}

/** GTK3 puts hidden elements at -2147483648, and closed menus of Qt have no size: neither counts as extents. */
function parseExtents(extents: Value | undefined): Bounds | undefined {
  const [x, y, width, height] = asList(extents).map(asNumber);
  if (x === undefined || y === undefined || width === undefined || height === undefined) return undefined;
  if (width <= 0 || height <= 0 || Math.min(x, y) < -1_000_000) return undefined;
  return { left: x, top: y, right: x + width, bottom: y + height };
}

/**
 * The names of its actions. GetActions returns them in the user's language; where we do not know the name, we ask for
 * the untranslated one.
 */
async function askActions(reader: AppReader, item: CacheItem): Promise<string[]> {
  const { toolkit } = reader;
  if (toolkit === toolkits.chromium) return askChromiumActions(reader, item);
  if (!reader.mayAsk('GetActions')) return askActionsOneByOne(reader, item);
  const kind = toolkit === toolkits.gtk3 ? kindOfClosedMenuItem(item) : undefined;
  const ask = () => askAllActions(reader, item);
  return kind === undefined ? ask() : reader.cached(`actions of ${kind}`, ask);
}

async function askAllActions(reader: AppReader, item: CacheItem): Promise<string[]> {
  const { caller, toolkit } = reader;
  const list = caller.call(item.reference, { interface: interfaces.action, member: 'GetActions' });
  const names = asList((await orUndefined(list))?.[0]).map((action) => asText(asList(action)[0]));
  if (untranslatedToolkits.has(toolkit)) return names;
  return Promise.all(names.map((name, index) => untranslatedName(reader, item, { name, index })));
}

/** These return untranslated names at once; GTK4 up to a dozen for a label. */
const untranslatedToolkits: ReadonlySet<string> = new Set([toolkits.gtk4, toolkits.qt]);

/**
 * Chromium names its actions only one by one. All focusable links have the same ones (`jump` and the context menu; see
 * Blink's AXObject::Action), so only one link is asked.
 */
function askChromiumActions(reader: AppReader, item: CacheItem): Promise<string[]> {
  const isLink = item.role === 'link' && item.states.has('focusable');
  const ask = () => askActionsOneByOne(reader, item);
  return isLink ? reader.cached('actions of links', ask) : ask();
}

async function askActionsOneByOne(reader: AppReader, item: CacheItem): Promise<string[]> {
  const reply = reader.caller.get(item.reference, interfaces.action, 'NActions');
  const count = asNumber(await orUndefined(reply));
  return Promise.all(Array.from({ length: count }, (_, index) => askActionName(reader, item, index)));
}

/** The untranslated name of an action, which is the same for all elements of a role. */
async function untranslatedName(
  reader: AppReader,
  item: CacheItem,
  { name, index }: { name: string; index: number },
): Promise<string> {
  if (isKnownAction(name)) return name;
  const ask = () => askActionName(reader, item, index);
  return (await reader.cached(`action ${item.role} ${index} ${name}`, ask)) || name;
}

async function askActionName(
  { caller }: AppReader,
  { reference }: CacheItem,
  index: number,
): Promise<string> {
  const getName = { interface: interfaces.action, member: 'GetName', signature: 'i', args: [index] };
  return asText((await orUndefined(caller.call(reference, getName)))?.[0]);
}

/** Chromium gives every node actions, most of which do nothing: off screen, only focusable nodes are asked. */
function mayHaveActions({ role, states }: CacheItem, toolkit: string): boolean {
  if (role === 'static') return false;
  return toolkit !== toolkits.chromium || states.has('showing') || states.has('focusable');
}

async function askText(
  { caller, toolkit }: AppReader,
  { reference }: CacheItem,
): Promise<string | undefined> {
  const reply = await orUndefined(caller.call(reference, getWholeText(toolkit)));
  return reply && exactText(asText(reply[0]), toolkit, { caller, reference });
}

function isFocusedField({ role, states }: CacheItem): boolean {
  return states.has('focused') && states.has('editable') && role !== 'password text';
}

/** The first selected part of a text; undefined if there is none. */
export async function askSelection(caller: Caller, reference: Reference): Promise<TextRange | undefined> {
  const getSelection = { interface: interfaces.text, member: 'GetSelection', signature: 'i', args: [0] };
  const reply = await orUndefined(caller.call(reference, getSelection));
  const [start, end] = (reply ?? []).map(asNumber);
  if (start === undefined || end === undefined || start === end) return undefined;
  return { start: Math.min(start, end), end: Math.max(start, end) };
}

/** The value of a cell of LibreOffice Calc repeats its text as a number. */
function isCellWithText({ role, interfaces: offered }: CacheItem): boolean {
  return role === 'table cell' && offered.has(interfaces.text);
}

async function askValue({ caller }: AppReader, { reference }: CacheItem): Promise<number | undefined> {
  const value = await orUndefined(caller.get(reference, interfaces.value, 'CurrentValue'));
  return typeof value === 'number' ? value : undefined;
}

/**
 * Returns true if its extents mean anything. GTK4 sets `showing` on windows only; an accessible that it does not draw is not
 * `visible`.
 */
function hasExtents({ states }: CacheItem, toolkit: string): boolean {
  return states.has('showing') || (toolkit === toolkits.gtk4 && states.has('visible'));
}

/** Roles that are texts and nothing else. */
const textRoles: ReadonlySet<string> = new Set(['entry', 'text', 'terminal', 'label', 'paragraph']);

/** Roles that may have a name and also a text of their own: a group with a title, a page. */
const titledRoles: ReadonlySet<string> = new Set([
  ...[
    'document web',
    'document frame',
    'panel',
    'section',
    'landmark',
    'article',
    'form',
    'grouping',
    'block quote',
  ],
  ...[
    'static',
    'comment',
    'alert',
    'notification',
    'status bar',
    'log',
    'dialog',
    'canvas',
    'page',
    'footnote',
  ],
]);

/** Returns true if its text is more than a repetition of its name: fields, text without a name, and titled text. */
function hasOwnText(reader: AppReader, { role, states, name }: CacheItem): boolean {
  if (states.has('editable') || role === 'terminal') return true;
  const nameless = displayName(name, reader.toolkit) === '';
  if (!reader.mayAsk('text of containers')) return nameless && textRoles.has(role);
  return nameless || titledRoles.has(role);
}
