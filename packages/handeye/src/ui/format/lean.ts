import { centre } from '../bounds.ts';
import { actionable, known, LONGEST_CELL } from './compact.ts';
import type { UiNode } from '../node.ts';
import { cut, flat } from '../sanitize.ts';
import { screenBody } from './screen-body.ts';
import type { Element, Snapshot } from '../snapshot.ts';

/**
 * The screen in as few tokens as a model needs (docs/screen-format.md): every visible text, everything that
 * can be acted on, and only what differs from the usual. Against compact, by measured cost: containers that
 * are only named, the `-` of empty cells, four edges instead of a middle, package names, class names.
 */
export function leanText(snapshot: Snapshot): string {
  const { app, activity, screen } = snapshot;
  return [
    `app:${known(app)} activity:${known(activity)} screen:${screen.width}x${screen.height}`,
    'id\tuse\ttext\tdesc\tres_id\tcentre\tstate',
    ...screenBody(snapshot, { keeps, row }),
  ].join('\n');
}

function keeps(node: UiNode): boolean {
  const speaks = node.visible && (flat(node.text) !== '' || flat(node.description) !== '');
  return speaks || actionable(node) || isIndicator(node);
}

/** Shows a state that something around it changes: the switch in a row of Android's settings (11 and later). */
function isIndicator(node: UiNode): boolean {
  return node.checkable && !node.clickable && node.visible;
}

function row({ id, node }: Element): string {
  const text = cut(flat(node.text), LONGEST_CELL);
  const description = cut(flat(node.description), LONGEST_CELL);
  const { x, y } = centre(node.bounds);
  const cells = [
    id,
    uses(node),
    text,
    description === text ? '' : description,
    shortName(node.resourceId),
    `${x},${y}`,
    states(node),
  ];
  return cells.join('\t').trimEnd();
}

/** What can be done with it; nothing for what can only be read. */
function uses(node: UiNode): string {
  const all: string[] = [];
  if (node.editable) all.push('edit');
  else if (node.clickable) all.push(node.checkable ? 'check' : 'tap');
  // Every field takes a long press (to select and paste): saying so each time would tell nothing.
  if (node.longClickable && !node.editable) all.push('hold');
  if (node.scrollable) all.push('scroll');
  return all.join(' ');
}

/** Only what differs from the usual: enabled, on the screen, not chosen. */
function states(node: UiNode): string {
  const all: string[] = [];
  if (node.checked) all.push('checked');
  // Elsewhere the use `check` tells that it could be.
  else if (isIndicator(node)) all.push('unchecked');
  if (node.selected) all.push('selected');
  if (node.focused) all.push('focused');
  if (!node.enabled) all.push('disabled');
  if (node.password) all.push('password');
  if (node.heading) all.push('heading');
  if (!node.visible) all.push('offscreen');
  addQuote(all, 'hint', flat(node.text) === '' ? node.hint : undefined);
  addQuote(all, 'error', node.error);
  return all.join(', ');
}

function addQuote(all: string[], name: string, text: string | undefined): void {
  const quote = cut(flat(text), LONGEST_CELL);
  if (quote !== '') all.push(`${name}: ${quote}`);
}

/** `com.example:id/send` is `send`: within one application the package says nothing. */
function shortName(resourceId: string | undefined): string {
  return flat(resourceId?.replace(/^[^/]*:id\//, ''));
}
