import type { Notification } from '../../device/services/notifications.ts';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import { oneLine } from '@handeye/screen/sanitize';

/** A row of the shade, as accessibility shows it. */
export interface Row {
  readonly element: Element;
  /** Its texts, with its app's name and the time; not those of rows inside it. */
  readonly texts: readonly string[];
  /** The element that shows its title, where a finger opens it. */
  readonly title: Element;
  /** The app's name in its header (Android 7 and later). */
  readonly appName: string | undefined;
  readonly expandButton: Element | undefined;
  readonly isExpanded: boolean;
  /** A group: it holds rows, or lines that stand for some. */
  readonly isGroup: boolean;
  readonly buttons: readonly Element[];
}

const ROW = /[/:]?id\/expandableNotificationRow$/;
export const SCROLLER = /:id\/notification_stack_scroller$/;
const CHILDREN = /:id\/notification_children_container$/;
const TITLE = /:id\/(?:title|conversation_text|big_title|notification_title)$/;
const APP_NAME = /:id\/app_name_text$/;
const EXPAND = /:id\/expand_button(?:_.*)?$/;
const ACTIONS = /:id\/actions(?:_container)?$/;
/** Ids of texts that are not the notification's own. */
const BESIDE = /:id\/(?:app_name_text|time|header_text|expand_button.*|action\d+)$/;

const has = ({ node }: Element, id: RegExp) => node.resourceId !== undefined && id.test(node.resourceId);

function rowRoots(elements: readonly Element[]): readonly Element[] {
  const marked = elements.filter((element) => has(element, ROW));
  // Android 5's rows have no name: they are what the list holds.
  return marked.length > 0 ? marked : elements.filter(({ parent }) => parent && has(parent, SCROLLER));
}

/** The rows that the shade shows now, from the top down; those of an expanded group among them. */
export function rowsIn(snapshot: Snapshot): readonly Row[] {
  const roots = rowRoots(snapshot.elements);
  const rootSet = new Set(roots);
  const inside = new Map<Element, Element[]>(roots.map((root) => [root, []]));
  for (const element of snapshot.elements) inside.get(rootOf(element, rootSet) ?? element)?.push(element);
  return roots.flatMap((root) => rowOf(root, inside.get(root) ?? [], roots));
}

/** The row that an element is in, the innermost if it is one of a group; undefined if it is in none. */
export function rowElementOf(
  element: Element,
  { elements }: Pick<Snapshot, 'elements'>,
): Element | undefined {
  return rootOf(element, new Set(rowRoots(elements)));
}

function rootOf(element: Element, roots: ReadonlySet<Element>): Element | undefined {
  for (let at: Element | undefined = element; at; at = at.parent) if (roots.has(at)) return at;
  return undefined;
}

function rowOf(root: Element, elements: readonly Element[], roots: readonly Element[]): Row[] {
  const speaking = elements.filter((element) => oneLine(element.node.text) !== '' && !has(element, BESIDE));
  const title = speaking.find((element) => has(element, TITLE)) ?? speaking[0];
  const holdsRows = roots.some((other) => other !== root && rootOf(other, new Set([root])) === root);
  const appName = elements.find((element) => has(element, APP_NAME))?.node.text;
  const expandButton = elements.find((element) => has(element, EXPAND));
  if (!title && !holdsRows) return [];
  return [
    {
      element: root,
      texts: speaking.map(({ node }) => oneLine(node.text)),
      title: title ?? root,
      appName: appName === undefined ? undefined : oneLine(appName),
      expandButton,
      isExpanded: holdsRows || elements.some((element) => has(element, ACTIONS)),
      isGroup: holdsRows || elements.some((element) => has(element, CHILDREN)),
      buttons: elements.filter((element) => element.parent && has(element.parent, ACTIONS)),
    },
  ];
}

/** Whether enough is known of a notification to recognise it by its words. */
export function isTold(one: Notification): boolean {
  return oneLine(one.title) !== '' || textsOf(one).length > 0;
}

function textsOf({ text, otherTexts }: Notification): readonly string[] {
  const texts = [text, ...otherTexts].flatMap((each) => [oneLine(each), ...linesOf(each)]);
  return texts.filter((each) => each !== '');
}

/** Whether a row's words are those of a notification whose texts are known. */
export function fits(one: Notification, row: Row): boolean {
  const title = oneLine(one.title);
  const texts = textsOf(one);
  if (title !== '' && !row.texts.includes(title)) return false;
  const words = row.texts.filter((text) => text !== title);
  const isSaid = (text: string) => words.some((word) => isSame(word, text));
  if (title !== '') return texts.length === 0 || words.length === 0 || texts.some(isSaid);
  // The only known text may be the announced one, "Ada: Shall we?", of which title and text are parts.
  const isPart = (text: string) => row.texts.length > 0 && row.texts.every((word) => text.includes(word));
  return texts.some((text) => isSaid(text) || isPart(text));
}

function linesOf(text: string | undefined): readonly string[] {
  return (text ?? '').split('\n').map(oneLine);
}

/** The same, or the beginning that there was room for. */
function isSame(word: string, text: string): boolean {
  if (word === text) return true;
  const start = word.replace(/(?:…|\.\.\.)$/, '');
  return start !== word && start.length >= 8 && text.startsWith(start);
}
