import { shown } from '../../sanitize.ts';
import type { Element, Snapshot } from '../../snapshot.ts';
import type { UiNode } from '../../node.ts';
import { descriptionOrHint } from '../compact.ts';
import { thousands } from './text.ts';
import { type Part, textWindow } from './text-window.ts';
import { wholeTexts } from './whole-text.ts';

const BREAKS = /\r\n?|[\n\u2028\u2029]/g;
/** Of a password not even the length is told. */
const PASSWORD = '•••';

/** The whole text and description of each id, a row each; a line break within a text is written as `\n`. */
export function leanDetails(snapshot: Snapshot, ids: readonly string[]): string {
  const textOf = wholeTexts(snapshot);
  const rows = ids.map((id) => {
    const element = snapshot.element(id);
    const values = element
      ? `${inCell(ownText(element, textOf))}\t${inCell(descriptionOrHint(element.node))}`
      : 'not_found\tnot_found';
    return `${inCell(shown(id))}\t${values}`;
  });
  return ['id\ttext\tdesc', ...rows].join('\n');
}

/** A part of the text of each id, or of the description of one that has no text. */
export function detailWindows(
  snapshot: Snapshot,
  ids: readonly string[],
  part: Part & { readonly most: number },
): string {
  const textOf = wholeTexts(snapshot);
  const blocks = ids.map((id) => {
    const element = snapshot.element(id);
    if (!element) return `${inCell(shown(id))}: not_found`;
    const text = ownText(element, textOf) ?? '';
    return block(id, text.trim() === '' ? (descriptionOrHint(element.node) ?? '') : text, part);
  });
  return blocks.join('\n');
}

/** A part of all that is said inside a container, a line each, in the order of the tree. */
export function textsInside(id: string, container: Element, part: Part & { readonly most: number }): string {
  return block(id, said(container.node).join('\n'), part);
}

/** What a node and those inside it say. Without recursion: trees may be deep. */
function said(root: UiNode): string[] {
  const texts: string[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const own = node.password && node.text !== undefined ? PASSWORD : node.text;
    const described = descriptionOrHint(node);
    for (const text of new Set([own, described === own ? undefined : described]))
      if (text !== undefined && text.trim() !== '') texts.push(text);
    for (const child of [...node.children].reverse()) open.push(child);
  }
  return texts;
}

function ownText(element: Element, textOf: (element: Element) => string | undefined): string | undefined {
  const { password, text } = element.node;
  return password && text !== undefined ? PASSWORD : textOf(element);
}

/** A part of a text under a line that says which it is. A bar before each line: none can be taken for one of ours. */
function block(id: string, text: string, { most, ...part }: Part & { readonly most: number }): string {
  const { start, end, length, text: seen } = textWindow(text.replace(BREAKS, '\n'), part, most);
  const more = end < length ? `; from: ${end} goes on` : '';
  const head = `${inCell(shown(id))}: characters ${thousands(start)}-${thousands(end)} of ${thousands(length)}${more}`;
  return seen === '' ? head : [head, ...seen.split('\n').map((line) => `| ${line}`)].join('\n');
}

function inCell(text = ''): string {
  const cell = text.trim().replace(BREAKS, '\\n').replaceAll('\t', ' ');
  return cell === '' ? '-' : cell;
}
