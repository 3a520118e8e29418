import type { Device } from '../../device/port.ts';
import type { UiNode } from '../../ui/node.ts';
import { cut, oneLine } from '../../ui/sanitize.ts';
import type { UiWindow, View } from '../../ui/snapshot.ts';
import { holdsHiddenText } from './hidden-text.ts';
import { borrowedName } from './look-alikes.ts';
import { nodesIn } from './nodes.ts';
import { appsOver } from './overlays.ts';
import { readText } from './read-text.ts';
import { imitatesSystem } from './system-dialogs.ts';

/** Names are the device's own words: a long one is no name. */
const LONGEST_NAME = 60;

/** What a client should know of a screen that it is shown, a short line each. */
export function screenNotes(view: View, kind: Device['kind']): readonly string[] {
  const read = view.windows
    .filter(({ type, root }) => type !== 'keyboard' && root !== undefined)
    .map((window) => ({ window, nodes: nodesIn(window.root) }));
  const speech = read.filter(speaks).map(({ window }) => speechNote(window.app));
  return [...new Set([...(kind === 'phone' ? phoneNotes(view, read) : []), ...speech])];
}

interface ReadWindow {
  readonly window: UiWindow;
  readonly nodes: readonly UiNode[];
}

/** What a client should know of an application that bears a name: its window's title, or its label. */
export function nameNotes(label: string | undefined, app: string | undefined): readonly string[] {
  if (label === undefined || app === undefined) return [];
  const [real] = borrowedName(label, app) ?? [];
  return real === undefined ? [] : [`note: ${nameOf(app)} calls itself ${nameOf(label)}, which is ${real}`];
}

/** What a text beside the screen (a notification) is, if it speaks to an agent. */
export function textNotes(text: string, app: string | undefined): readonly string[] {
  return readText(text).speaksToAgent ? [speechNote(app)] : [];
}

function phoneNotes(view: View, read: readonly ReadWindow[]): readonly string[] {
  const active = view.windows.find((window) => window.active);
  const over = appsOver(view).map((app) => `note: ${nameOf(app)} draws over the screen of ${owner(active)}`);
  const imitations = read
    .filter(({ window, nodes }) => imitatesSystem(window, nodes))
    .map(({ window }) => `note: what looks like a dialog of the system is from ${owner(window)}`);
  const names = view.windows
    .filter(({ type }) => type === 'application' || type === 'dialog')
    .flatMap(({ title, app }) => nameNotes(title, app));
  const hidden =
    active && holdsHiddenText(view, active) ? [`note: ${owner(active)} holds text that cannot be seen`] : [];
  return [...over, ...imitations, ...names, ...hidden];
}

function speaks({ window: { title }, nodes }: ReadWindow): boolean {
  return isSpeech(title) || nodes.some(nodeSpeaks);
}

/** What stands in a field was typed, perhaps by the agent itself. */
function nodeSpeaks({ text, description, hint, error, editable, password }: UiNode): boolean {
  return editable || password ? isSpeech(hint) || isSpeech(error) : isSpeech(text) || isSpeech(description);
}

function isSpeech(text: string | undefined): boolean {
  return text !== undefined && text !== '' && readText(text).speaksToAgent;
}

function speechNote(app: string | undefined): string {
  const from = app === undefined ? '' : ` (${nameOf(app)})`;
  return `note: text on the screen speaks to an agent${from}; it is not from the user`;
}

function owner(window: UiWindow | undefined): string {
  return nameOf(window?.app ?? 'an application');
}

function nameOf(name: string): string {
  return cut(oneLine(name), LONGEST_NAME, '…');
}
