import type { Device } from '../../device/port.ts';
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
  return [...(kind === 'phone' ? phoneNotes(view) : []), ...speechNotes(view)];
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

function phoneNotes(view: View): readonly string[] {
  const active = view.windows.find((window) => window.active);
  const over = appsOver(view).map((app) => `note: ${nameOf(app)} draws over the screen of ${owner(active)}`);
  const imitations = view.windows
    .filter(imitatesSystem)
    .map((window) => `note: what looks like a dialog of the system is from ${owner(window)}`);
  const names = view.windows
    .filter(({ type }) => type === 'application' || type === 'dialog')
    .flatMap(({ title, app }) => nameNotes(title, app));
  const hidden =
    active && holdsHiddenText(view, active) ? [`note: ${owner(active)} holds text that cannot be seen`] : [];
  return unique([...over, ...imitations, ...names, ...hidden]);
}

function speechNotes(view: View): readonly string[] {
  return unique(view.windows.filter(speaks).map(({ app }) => speechNote(app)));
}

function speaks(window: UiWindow): boolean {
  if (!window.root || window.type === 'keyboard') return false;
  for (const { text, description, hint, error, editable, password } of nodesIn(window.root)) {
    // What stands in a field was typed, perhaps by the agent itself.
    const said = editable || password ? [hint, error] : [text, description];
    if (said.some((one) => one !== undefined && one !== '' && readText(one).speaksToAgent)) return true;
  }
  return window.title !== undefined && readText(window.title).speaksToAgent;
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

function unique(lines: readonly string[]): readonly string[] {
  return [...new Set(lines)];
}

/** A note without what was written on the screen, for logs. */
export function withoutScreenTexts(note: string): string {
  return note.replace(/'.*'/s, "'…'");
}
