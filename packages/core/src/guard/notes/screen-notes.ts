import type { Device } from '../../device/port.ts';
import type { UiNode } from '@handeye/screen/node';
import { cut, oneLine } from '@handeye/screen/sanitize';
import type { UiWindow, View } from '@handeye/screen/snapshot';
import { holdsHiddenText } from './hidden-text.ts';
import { asLatin, folded, nodesIn, readText } from './read-text.ts';
import { systemApps, wellKnownApps } from './well-known-apps.ts';
import { intersect } from '@handeye/screen/bounds';
import { permissionAnswers, SYSTEM_DIALOG_IDS } from './system-dialog-words.ts';

/** Names are the device's own words: a long one is no name. */
const LONGEST_NAME = 60;

/** The warnings about a screen that the client is shown, a short line each. */
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

/** The warnings about an application's name: the title of its window, or its own label. */
export function nameNotes(
  name: { readonly title: string | undefined } | { readonly label: string | undefined },
  app: string | undefined,
): readonly string[] {
  const label = 'title' in name ? name.title : name.label;
  if (label === undefined || app === undefined) return [];
  const [real] = borrowedName(label, app, 'title' in name ? 'title' : 'label') ?? [];
  return real === undefined ? [] : [`note: ${nameOf(app)} calls itself ${nameOf(label)}, which is ${real}`];
}

/** A text from beside the screen that a client is shown. */
export interface OtherText {
  readonly from: 'notification' | 'clipboard';
  readonly text: string | undefined;
  /** Whose it is, if that is known. */
  readonly app?: string | undefined;
}

/** The source of a text from beside the screen, if it addresses an agent. */
export function textNotes({ from, text, app }: OtherText): readonly string[] {
  if (!isSpeech(text)) return [];
  return [
    from === 'notification'
      ? `note: a notification speaks to an agent${ofApp(app)}; it is not from the user`
      : // A user may have copied a text for the agent; its author is not known.
        'note: the text on the clipboard speaks to an agent; any app can have put it there',
  ];
}

/** The warnings about windows that applications drew over the one that is used, whether or not their content was read. */
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

/** The content of a field was typed, perhaps by the agent itself. */
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

const byTitle = byName(Object.entries(wellKnownApps));
const byLabel = byName([...Object.entries(wellKnownApps), ...Object.entries(systemApps)]);

/** The packages that may bear a name, if it is a well-known one and this package is none of them. */
function borrowedName(name: string, app: string, of: 'title' | 'label'): readonly string[] | undefined {
  const packages = (of === 'title' ? byTitle : byLabel).get(keyOf(name));
  return packages && !packages.includes(app) ? packages : undefined;
}

function byName(
  entries: readonly (readonly [string, readonly string[]])[],
): ReadonlyMap<string, readonly string[]> {
  return new Map(entries.map(([name, packages]) => [keyOf(name), packages]));
}

/** The text as a person reads it: letters of other alphabets as the Latin ones that they look like. */
function keyOf(label: string): string {
  const plain = folded(label);
  return asLatin(plain) ?? plain;
}

/** The applications that drew a window over the active one, which is another's. */
function appsOver(view: View): readonly string[] {
  const active = view.windows.find((window) => window.active);
  const below = active?.app ?? view.app;
  if (below === undefined) return [];
  const drawn = [
    ...view.windows.filter(({ type, active: isActive }) => type === 'system' && !isActive),
    ...(view.stack ?? []).filter(({ overlay }) => overlay),
  ];
  const over = drawn.filter((window) => isAnothers(window, below) && liesOver(window, active));
  return [...new Set(over.flatMap(({ app }) => app ?? []))];
}

function isAnothers({ app }: UiWindow, below: string): boolean {
  return app !== undefined && app !== below && !isSystemPackage(app) && !isPartOfDesktop(app);
}

/**
 * Programs of Linux desktops that lay windows over others because that is what they are for: panels and their menus, docks,
 * input methods, launchers, notifications. A program gives itself its name, so one of these names proves nothing.
 */
const desktopParts: ReadonlySet<string> = new Set(
  `gnome-shell plasmashell krunner cinnamon budgie-panel xfce4-panel mate-panel lxpanel lxqt-panel wrapper-2.0 polybar tint2
   xfdesktop xfwm4 openbox marco metacity mutter kwin_x11 picom plank cairo-dock conky ibus-ui-gtk3 ibus-extension-gtk3 fcitx fcitx5 onboard
   florence rofi dmenu albert ulauncher dunst xfce4-notifyd notify-osd mate-notification-daemon notification-daemon flameshot`.split(
    /\s+/,
  ),
);

function isPartOfDesktop(app: string): boolean {
  return desktopParts.has(app.toLowerCase());
}

function liesOver({ bounds }: UiWindow, active: UiWindow | undefined): boolean {
  return active === undefined || intersect(bounds, active.bounds) !== undefined;
}

const answerSets = Object.values(permissionAnswers).map((answers) => new Set(answers));
/** How many of a permission dialog's answers make one. */
const ENOUGH_ANSWERS = 2;
/** The longest of its sentences and answers, with room for the name of an application. */
const LONGEST = 200;

/** Whether the window of an ordinary application, with these nodes, looks like a dialog of the system. */
function imitatesSystem({ app }: UiWindow, nodes: readonly UiNode[]): boolean {
  if (app === undefined || isSystemPackage(app)) return false;
  const answers = new Set<string>();
  for (const node of nodes) {
    if (!node.visible) continue;
    if (node.resourceId !== undefined && SYSTEM_DIALOG_IDS.test(node.resourceId)) return true;
    const said = wordsOf(node);
    if (said === undefined) continue;
    const { soundsLikeSystem, forms } = readText(said);
    if (soundsLikeSystem) return true;
    if (node.clickable) for (const form of forms) answers.add(form);
  }
  return answers.size >= ENOUGH_ANSWERS && answerSets.some((set) => count(answers, set) >= ENOUGH_ANSWERS);
}

function wordsOf({ text, description, editable }: UiNode): string | undefined {
  const said = [text, description].find((one) => one !== undefined && one !== '');
  return editable || said === undefined || said.length > LONGEST ? undefined : said;
}

function count(said: ReadonlySet<string>, wanted: ReadonlySet<string>): number {
  let found = 0;
  for (const answer of wanted) if (said.has(answer)) found += 1;
  return found;
}

/**
 * Packages that draw over others, or ask in the system's name, because they are the system. By their whole names: any package
 * may begin with com.android.
 */
const systemPackages: ReadonlySet<string> = new Set([
  'android',
  'com.android.systemui',
  'com.android.settings',
  'com.android.phone',
  'com.android.server.telecom',
  'com.android.incallui',
  'com.android.permissioncontroller',
  'com.google.android.permissioncontroller',
  'com.android.packageinstaller',
  'com.google.android.packageinstaller',
  'com.android.documentsui',
  'com.google.android.documentsui',
  'com.android.vending',
  'com.google.android.gms',
  'com.google.android.dialer',
  'com.google.android.googlequicksearchbox',
  'com.google.android.apps.nexuslauncher',
  'com.google.android.marvin.talkback',
  'com.android.launcher3',
  'com.android.inputmethod.latin',
  'com.google.android.inputmethod.latin',
  'com.miui.packageinstaller',
  'com.miui.securitycenter',
  'com.miui.home',
  'com.lbe.security.miui',
  'com.samsung.android.packageinstaller',
  'com.samsung.android.permissioncontroller',
  'com.samsung.android.incallui',
  'com.samsung.android.app.cocktailbarservice',
  'com.samsung.android.game.gametools',
  'com.sec.android.app.launcher',
  'com.coloros.packageinstaller',
  'com.oplus.packageinstaller',
  'com.huawei.android.launcher',
  'com.huawei.systemmanager',
  'com.oneplus.packageinstaller',
  'com.vivo.packageinstaller',
]);

/** Whether a package is a part of Android or of what its maker put on every phone. */
function isSystemPackage(app: string): boolean {
  return systemPackages.has(app);
}

/** A note without what was written on the screen, for logs: what is quoted in it. */
export function withoutScreenTexts(note: string): string {
  return note.replace(/'.*'/s, "'…'");
}
