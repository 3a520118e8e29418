import { type Bounds, shownText, type UiNode } from '../node.ts';
import { cell, cut, flat, shown } from '../sanitize.ts';
import { screenBody } from './screen-body.ts';
import { type Element, orientation, type Snapshot } from '../snapshot.ts';

/** The longest text or description in a row; get_element_details returns the rest. */
const LONGEST_CELL = 100;

/**
 * The screen as a flat table for a model (docs/screen-format.md). The first four lines are always the same
 * four; further windows and notes come after the rows of the active window.
 */
export function compactText(snapshot: Snapshot): string {
  const { app, activity, screen } = snapshot;
  return [
    'note:structural-only nodes are omitted from the tree',
    `app:${known(app)} activity:${known(activity)}`,
    `screen:${screen.width}x${screen.height} density:${screen.density} orientation:${orientation(screen)}`,
    'id\tclass\ttext\tdesc\tres_id\tbounds\tflags',
    ...screenBody(snapshot, { keeps, row, note: stateNote(snapshot) }),
  ].join('\n');
}

/** Whether a node has a text or an action. Whitespace counts as text. */
export function keeps(node: UiNode): boolean {
  return says(node) || filled(node.resourceId) || actionable(node);
}

/** Whether a node itself can be acted on. */
function actionable(node: UiNode): boolean {
  return node.clickable || node.longClickable || node.scrollable || node.editable;
}

/** An application's name on one line, `unknown` if there is none. */
export function known(name: string | undefined): string {
  return flat(shown(name)) || 'unknown';
}

/** The class without its package. */
export function simpleClass(className: string | undefined): string {
  return className === undefined ? '-' : cell(className.slice(className.lastIndexOf('.') + 1));
}

/**
 * A node's name besides its text. An empty field is named by its hint. The hint never appears in the text column, because it
 * could be taken for content.
 */
export function descriptionOrHint(node: UiNode): string | undefined {
  if (filled(node.description) || filled(node.text) || !filled(node.hint)) return node.description;
  return `hint: ${node.hint ?? ''}`;
}

function says(node: UiNode): boolean {
  return filled(node.text) || filled(node.description);
}

function filled(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function row({ id, node }: Element): string {
  const text = cut(cell(shownText(node)), LONGEST_CELL);
  const description = cut(cell(descriptionOrHint(node)), LONGEST_CELL);
  return `${id}\t${simpleClass(node.className)}\t${text}\t${description}\t${cell(node.resourceId)}\t${edges(node.bounds)}\t${flags(node)}`;
}

function edges({ left, top, right, bottom }: Bounds): string {
  return `${left},${top},${right},${bottom}`;
}

/** Explains the letters for states if one of them occurs. */
function stateNote({ elements }: Snapshot): string | undefined {
  const isUsed = elements.some(({ node }) => keeps(node) && (node.checkable || node.selected));
  return isUsed ? 'flags also tell states: k can be checked and is off, x is on, t is selected' : undefined;
}

function flags(node: UiNode): string {
  return (
    (node.visible ? 'v' : '') +
    (node.clickable ? 'c' : '') +
    (node.longClickable ? 'l' : '') +
    (node.focusable ? 'f' : '') +
    (node.scrollable ? 's' : '') +
    (node.editable ? 'e' : '') +
    (node.enabled ? 'n' : '') +
    (node.checkable ? (node.checked ? 'x' : 'k') : '') +
    (node.selected ? 't' : '')
  );
}

/** The full text and description of each id, in the requested order; `not_found` for an unknown id. */
export function detailsText(snapshot: Snapshot, ids: readonly string[]): string {
  const rows = ids.map((id) => {
    const element = snapshot.element(id);
    const values = element
      ? `${cell(shownText(element.node))}\t${cell(descriptionOrHint(element.node))}`
      : 'not_found\tnot_found';
    return `${cell(shown(id))}\t${values}`;
  });
  return ['id\ttext\tdesc', ...rows].join('\n');
}
