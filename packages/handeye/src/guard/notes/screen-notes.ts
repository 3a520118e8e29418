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

/** What a client should know of an application that bears a name: the title of its window, or its own label. */
export function nameNotes(
  name: { readonly title: string | undefined } | { readonly label: string | undefined },
  app: string | undefined,
): readonly string[] {
  const label = 'title' in name ? name.title : name.label;
  if (label === undefined || app === undefined) return [];
  const [real] = borrowedName(label, app, 'title' in name ? 'title' : 'label') ?? [];
  return real === undefined ? [] : [`note: ${nameOf(app)} calls itself ${nameOf(label)}, which is ${real}`];
}

/** A text from beside the screen that a client is told. */
export interface OtherText {
  readonly from: 'notification' | 'clipboard';
  readonly text: string | undefined;
  /** Whose it is, if that is known. */
  readonly app?: string | undefined;
}

/** What a text from beside the screen is, if it speaks to an agent. */
export function textNotes({ from, text, app }: OtherText): readonly string[] {
  if (!isSpeech(text)) return [];
  return [
    from === 'notification'
      ? `note: a notification speaks to an agent${ofApp(app)}; it is not from the user`
      : // A user may have copied a text for the agent; nobody tells who did.
        'note: the text on the clipboard speaks to an agent; any app can have put it there',
  ];
}

/** What is to know of windows that applications drew over the one that is used; they need not have been read. */
export function overlayNotes(view: View): readonly string[] {
  const below = activeOf(view)?.app ?? view.app ?? 'an application';
  return appsOver(view).map((app) => `note: ${nameOf(app)} draws over the screen of ${nameOf(below)}`);
}

function activeOf({ windows }: View): UiWindow | undefined {
  return windows.find((window) => window.active);
}

function phoneNotes(view: View, read: readonly ReadWindow[]): readonly string[] {
  const active = activeOf(view);
  const imitations = read
    .filter(({ window, nodes }) => imitatesSystem(window, nodes))
    .map(({ window }) => `note: what looks like a dialog of the system is from ${owner(window)}`);
  const names = view.windows
    .filter(({ type }) => type === 'application' || type === 'dialog')
    .flatMap(({ title, app }) => nameNotes({ title }, app));
  const hidden =
    active && holdsHiddenText(view, active) ? [`note: ${owner(active)} holds text that cannot be seen`] : [];
  return [...imitations, ...names, ...hidden];
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
  return `note: text on the screen speaks to an agent${ofApp(app)}; it is not from the user`;
}

function ofApp(app: string | undefined): string {
  return app === undefined ? '' : ` (${nameOf(app)})`;
}

function owner(window: UiWindow | undefined): string {
  return nameOf(window?.app ?? 'an application');
}

function nameOf(name: string): string {
  return cut(oneLine(name), LONGEST_NAME, '…');
}
