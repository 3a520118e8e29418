import type { UiNode } from '@handeye/screen/node';
import type { Element } from '@handeye/screen/snapshot';
import { cut, oneLine } from '@handeye/screen/sanitize';
import { titlesOf } from './kinds/screen/titles.ts';
import { isSearchField } from './kinds/screen/search-fields.ts';
import { factsOf, isSecretField } from './kinds/screen/window-facts.ts';
import { hasAmount } from './kinds/text/amounts.ts';
import { kindsSubmitted } from './kinds/typing.ts';

/** A window with more texts is a page: its title and the amounts on it have to do. */
const MOST_TEXTS_OF_A_DIALOG = 6;
const MOST_TEXTS = 6;
const MOST_FIELDS = 3;
const LONGEST_TEXT = 60;

interface Shown {
  readonly screen: readonly string[];
  readonly written: readonly string[];
}

/**
 * The texts of the window around a pressed element that a person has to see: "Send" says neither what is sent nor to whom, and
 * "Delete" not what. Only visible texts count, and never the content of a field for a password or a code.
 */
export function textsAround(element: Element): Shown {
  const seen = factsOf(element.window).nodes.filter(isSeen);
  const texts = textsBeside(element, seen);
  const titles = titlesOf(seen).filter((title) => texts.includes(title));
  const told = texts.length <= MOST_TEXTS_OF_A_DIALOG ? texts : [...titles, ...texts.filter(hasAmount)];
  // Beside a button that sends or pays, a search field may hold the text that is sent.
  const submits = kindsSubmitted(element.window).length > 0;
  const written = seen
    .filter((node) => node.editable && !isSecretField(node) && (submits || !isSearchField(node)))
    .flatMap(({ text }) => text ?? []);
  return { screen: some(told, MOST_TEXTS), written: some(written, MOST_FIELDS) };
}

/**
 * The nodes with those texts, but for clocks: what a person who allows an act on the element has seen. A device that can compares
 * them once more in the moment of the act.
 */
export function nodesAround(element: Element): readonly UiNode[] {
  const { screen, written } = textsAround(element);
  const told = new Set([...screen, ...written].filter((text) => atAnyTime(text) === text));
  const seen = factsOf(element.window).nodes.filter(isSeen);
  const isTold = (node: UiNode) => labelsOf(node).some((label) => told.has(label));
  return seen.filter(
    (node) => !node.clickable && node !== element.node && !isSecretField(node) && isTold(node),
  );
}

/** The text that a person would see there now and was not shown before, or the other way round; undefined if there is none. */
export function changeAround(before: Element, now: Element): string | undefined {
  const [one, other] = [textsAround(before), textsAround(now)];
  // A text more or less may turn a dialog into a page, of which less is shown: the rest of it still has to be there.
  const fresh = firstMissing(other.screen, before);
  if (fresh !== undefined) return `now it shows ${fresh}`;
  const gone = firstMissing(one.screen, now);
  if (gone !== undefined) return `it no longer shows ${gone}`;
  return JSON.stringify(one.written) === JSON.stringify(other.written)
    ? undefined
    : 'something else is written there now';
}

/** The first of some texts that is not to be seen around an element. */
function firstMissing(texts: readonly string[], around: Element): string | undefined {
  const there = new Set(textsBeside(around, factsOf(around.window).nodes.filter(isSeen)).map(atAnyTime));
  const missing = texts.find((text) => !there.has(atAnyTime(text)));
  return missing === undefined ? undefined : `'${cut(oneLine(missing), LONGEST_TEXT, '…')}'`;
}

/** The time of day, how long something lasts, and how many seconds or minutes are left. */
const TIMES = new RegExp(
  [
    String.raw`(?<![\d:])\d{1,3}(?::\d{2}){1,2}(?![\d:])(?:\s?[ap]\.?m\b\.?)?`,
    String.raw`\d+\s?(?:s|secs?|second\p{L}{0,2}|sek|sekund\p{L}{0,2}|segundos?|mins?|minut\p{L}{0,2})(?!\p{L})`,
    String.raw`\d+\s?(?:сек|секунд\p{L}?|мин|минут\p{L}?)(?!\p{L})`,
    String.raw`\d+\s?(?:秒|分)`,
  ].join('|'),
  'giu',
);

/** A clock that went on is no other text; an amount always is. */
function atAnyTime(text: string): string {
  return hasAmount(text) ? text : text.replace(TIMES, '0:00');
}

function textsBeside({ node: pressed }: Element, seen: readonly UiNode[]): string[] {
  return seen.filter((node) => !node.editable && !node.clickable && node !== pressed).flatMap(labelsOf);
}

function isSeen({ visible, bounds: { left, top, right, bottom } }: UiNode): boolean {
  return visible && right > left && bottom > top;
}

function labelsOf({ text, description }: UiNode): string[] {
  return [text, description].filter((label) => label !== undefined && label.trim() !== '') as string[];
}

function some(texts: readonly string[], most: number): readonly string[] {
  return [...new Set(texts)].filter((text) => text.trim() !== '').slice(0, most);
}
