import { flat, shown } from '../../sanitize.ts';
import type { Element, Snapshot, UiWindow } from '../../snapshot.ts';
import { shownText, type UiNode } from '../../node.ts';
import { descriptionOrHint } from '../compact.ts';
import { SEPARATOR, thousands } from './text.ts';
import { elementsByWindow } from './tree.ts';
import { windowText, type WindowText } from './window-lines.ts';

const BREAKS = /\r\n?|[\n\u2028\u2029]/g;

/**
 * The whole text and description of each id, one row each; a line break within a text is written as `
 * `.
 */
export function leanDetails(snapshot: Snapshot, ids: readonly string[], whyGone: WhyGone = unknown): string {
  const textOf = wholeTexts(snapshot);
  const rows = ids.map((id) => {
    const element = snapshot.element(id);
    const values = element
      ? `${inCell(ownText(element, textOf))}\t${inCell(descriptionOrHint(element.node))}`
      : notFound(whyGone(id), '\tnot_found');
    return `${inCell(shown(id))}\t${values}`;
  });
  return ['id\ttext\tdesc', ...rows].join('\n');
}

/** What became of an id that is not on the screen, where that is known. */
type WhyGone = (id: string) => string | undefined;

const unknown: WhyGone = () => undefined;

function notFound(why: string | undefined, otherwise = ''): string {
  return `not_found${why === undefined ? otherwise : `: ${inCell(why)}`}`;
}

/** A part of the text of each id, or of its description if it has no text. */
export function detailWindows(
  snapshot: Snapshot,
  ids: readonly string[],
  { whyGone = unknown, ...part }: Part & { readonly most: number; readonly whyGone?: WhyGone },
): string {
  const textOf = wholeTexts(snapshot);
  const blocks = ids.map((id) => {
    const element = snapshot.element(id);
    if (!element) return `${inCell(shown(id))}: ${notFound(whyGone(id))}`;
    const text = ownText(element, textOf) ?? '';
    return block(id, text.trim() === '' ? (descriptionOrHint(element.node) ?? '') : text, part);
  });
  return blocks.join('\n');
}

/** A part of all texts inside a container, one per line, in tree order. */
export function textsInside(id: string, container: Element, part: Part & { readonly most: number }): string {
  return block(id, said(container.node).join('\n'), part);
}

/** The texts of a node and its descendants. Iterative, because trees may be deep. */
function said(root: UiNode): string[] {
  const texts: string[] = [];
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const own = shownText(node);
    const described = descriptionOrHint(node);
    for (const text of new Set([own, described === own ? undefined : described]))
      if (text !== undefined && text.trim() !== '') texts.push(text);
    for (const child of [...node.children].reverse()) open.push(child);
  }
  return texts;
}

function ownText(element: Element, textOf: (element: Element) => string | undefined): string | undefined {
  return element.node.password ? shownText(element.node) : textOf(element);
}

/** A part of a text under a heading line. A bar starts each line, so that device text cannot pass for one of our lines. */
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

/** The whole text behind an element's line: for a row also the texts inside it, not cut and with their line breaks. */
function wholeTexts(snapshot: Snapshot): (element: Element) => string | undefined {
  const elements = elementsByWindow(snapshot.elements);
  const texts = new Map<UiWindow, WindowText>();
  return (element) => {
    const { window, node } = element;
    const known = texts.get(window) ?? windowText(elements.get(window) ?? [], snapshot.screen);
    texts.set(window, known);
    const line = known.lineOf(element);
    const isRow =
      line?.kind === 'handle' && line.element === element && !node.editable && line.parts.length > 0;
    return isRow ? unflattened(line.parts, node).join(SEPARATOR) : node.text;
  };
}

/** The parts of a line with the line breaks they have in the tree. */
function unflattened(parts: readonly string[], row: UiNode): readonly string[] {
  const broken = new Map<string, string>();
  const open = [row];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const text of [node.text, node.description])
      if (text?.includes('\n') === true) broken.set(flat(text), text);
    open.push(...node.children);
  }
  return broken.size === 0 ? parts : parts.map((part) => broken.get(part) ?? part);
}

/** The wanted part of a text: after the first `from` characters, or the `last` ones; otherwise its beginning. */
interface Part {
  readonly from?: number | undefined;
  readonly last?: number | undefined;
}

/** A part of a text. Positions count code points, and no grapheme is cut in two. */
interface TextWindow {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** A window into a text, of at most `most` characters. */
function textWindow(text: string, { from = 0, last }: Part, most: number): TextWindow {
  const characters = Array.from(text);
  const { length } = characters;
  const wanted = last === undefined ? Math.min(from, length) : Math.max(0, length - last);
  const units = unitsBefore(characters);
  // A position inside a grapheme moves to its start, so that nothing is lost between two parts.
  const start = edge(text, units, wanted);
  const end = endOf(text, units, { start, wanted: Math.min(length, start + most) });
  return { text: text.slice(units[start], units[end]), start, end, length };
}

/** The number of UTF-16 units before each character, and before the end. */
function unitsBefore(characters: readonly string[]): readonly number[] {
  const units = [0];
  for (const character of characters) units.push((units.at(-1) ?? 0) + character.length);
  return units;
}

/** The nearest grapheme boundary at or before a position. */
function edge(text: string, units: readonly number[], wanted: number): number {
  const unit = units[wanted] ?? text.length;
  const at = graphemes.segment(text).containing(unit)?.index ?? unit;
  let edge = wanted;
  while (edge > 0 && (units[edge] ?? 0) > at) edge -= 1;
  return edge;
}

/** A part is never empty, even if one grapheme has more code points than allowed. */
function endOf(
  text: string,
  units: readonly number[],
  { start, wanted }: { start: number; wanted: number },
): number {
  const end = edge(text, units, wanted);
  return end > start ? end : wanted;
}
