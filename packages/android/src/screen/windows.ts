import { area, intersect, union } from '@handeye/screen/bounds';
import type { Bounds, UiNode } from '@handeye/screen/node';
import type { UiWindow, WindowType } from '@handeye/screen/snapshot';
import type { FocusedWindow } from './focus.ts';
import { type Attributes, type DumpedWindow, wholeNumber } from './hierarchy.ts';
import { boundsOf, type NodeOptions, trees } from './nodes.ts';
import { listedAs, WindowKeys } from './window-keys.ts';
import { type ListedWindow, withRecents } from './window-list.ts';

/** The state of the phone at the moment of the dump. */
export interface WindowOptions extends NodeOptions {
  /** The focused window: a plain dump shows it without its name. */
  readonly focused?: FocusedWindow | undefined;
  /** All windows as the window manager lists them. */
  readonly listed?: readonly ListedWindow[];
  /** The keys of windows from other looks at this phone. */
  readonly keys?: WindowKeys;
}

/** A window of a dump or of the companion, before it is known which one is active and which one a dialog. */
export interface Candidate {
  readonly key: string;
  readonly type: WindowType;
  readonly title: string | undefined;
  readonly app: string | undefined;
  readonly bounds: Bounds;
  readonly root: UiNode | undefined;
  /** The strength of its claim to take the input; 0 if it has none. */
  readonly claim: number;
  readonly layer: number | undefined;
}

/**
 * The windows of one display (0 is the phone's own), the active one first, then the others from the top down.
 * Windows of other displays are left out: a finger on this one would touch something else there.
 */
export function windowsOf(dumped: readonly DumpedWindow[], options: WindowOptions, display = 0): UiWindow[] {
  const here = withoutRepeats(dumped.filter((window) => window.display === display));
  const keyOf = keysIn(here, options);
  const candidates = here.flatMap((window) => candidatesOf(window, options, keyOf));
  return arranged(candidates, options.listed ?? []);
}

/** The windows in the order of a view: the active one first, then the others from the top down. */
export function arranged(found: readonly Candidate[], listed: readonly ListedWindow[]): UiWindow[] {
  const candidates = topDown(withOwnKeys(found));
  const active = activeOf(candidates);
  const windows = candidates.map((candidate) => ({
    key: candidate.key,
    type: isDialog(candidate, candidates) ? ('dialog' as const) : candidate.type,
    title: candidate.title,
    app: candidate.app,
    bounds: candidate.bounds,
    active: candidate === active,
    root: candidate.root,
  }));
  const inOrder = [
    ...windows.filter((window) => window.active),
    ...windows.filter((window) => !window.active),
  ];
  return withRecents(inOrder, listed);
}

/** The keys of the windows of a dump of all windows, the same from one look to the next. */
function keysIn(dumped: readonly DumpedWindow[], options: WindowOptions): (window: DumpedWindow) => string {
  const { listed = [], focused, keys = new WindowKeys() } = options;
  const placed = new Map(
    dumped.map((window) => {
      const app = window.nodes[0] && appOf(window.nodes[0]);
      const { bounds, focused: said } = window.attributes;
      return [window, { app, bounds: boundsOf(bounds), focused: said === 'true' }];
    }),
  );
  return (window) => {
    const { id, type, title = '' } = window.attributes;
    const place = placed.get(window);
    if (id === undefined) return `${typeOf(type)} ${title === '' ? (place?.app ?? '') : title}`;
    return keys.ofNumber(id, place && listedAs(place, [...placed.values()], { listed, focused }));
  };
}

function candidatesOf(
  window: DumpedWindow,
  options: WindowOptions,
  keyOf: (window: DumpedWindow) => string,
): Candidate[] {
  const apps = window.nodes.filter(({ parent }) => parent === undefined).map(appOf);
  const roots = trees(window.nodes, options);
  if (isPlain(window)) {
    const found = roots.map((root, at) => ({ root, app: apps[at] }));
    const active = activeRoot(found, options.focused);
    return found.map((one) => ofPlainDump(one, one === active, options));
  }
  const { attributes } = window;
  const type = typeOf(attributes.type);
  const title = attributes.title === '' ? undefined : attributes.title;
  const [app] = apps;
  const [root] = roots;
  const said = boundsOf(attributes.bounds);
  return [
    {
      key: keyOf(window),
      type,
      title,
      app,
      bounds: type === 'keyboard' ? keysOf(root, said) : said,
      root,
      claim: claimOf(attributes, type),
      layer: wholeNumber(attributes.layer),
    },
  ];
}

function isPlain({ attributes }: DumpedWindow): boolean {
  return Object.keys(attributes).length === 0;
}

/** A root of a plain dump and the application that owns it. */
interface PlainRoot {
  readonly root: UiNode;
  readonly app: string | undefined;
}

/** A window that covers less of the largest one is a strip: a bar, an edge panel's handle, an area for gestures. */
const LEAST_SHARE = 0.05;

/**
 * A plain dump has the active window only. Some tools put the roots of all windows into it, those on top first, bars and gesture
 * strips included. Active is the uppermost of the focused application; if that is not known, the largest that takes touches.
 */
function activeRoot(found: readonly PlainRoot[], focused: FocusedWindow | undefined): PlainRoot | undefined {
  const bySize = found.toSorted(
    (one, other) => area(other.root.bounds) - area(one.root.bounds) || rankOf(other) - rankOf(one),
  );
  const least = LEAST_SHARE * (bySize[0] ? area(bySize[0].root.bounds) : 0);
  const large = found.filter(({ root, app }) => area(root.bounds) >= least && typeOfApp(app) !== 'keyboard');
  const focusedRoots = large.filter(({ app }) => app !== undefined && app === focused?.app);
  return (
    focusedRoots.find(({ root }) => takesTouches(root)) ??
    focusedRoots[0] ??
    bySize.find((one) => large.includes(one) && takesTouches(one.root)) ??
    bySize.find((one) => large.includes(one)) ??
    bySize[0]
  );
}

function rankOf({ app }: PlainRoot): number {
  return typeOfApp(app) === 'application' ? 1 : 0;
}

function takesTouches(root: UiNode): boolean {
  const open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.clickable || node.longClickable || node.scrollable || node.editable) return true;
    for (const child of node.children) open.push(child);
  }
  return false;
}

function ofPlainDump(
  { root, app }: PlainRoot,
  isActive: boolean,
  { focused, keys }: WindowOptions,
): Candidate {
  const known = isActive && focused !== undefined && (focused.app === undefined || focused.app === app);
  return {
    // The focus is read at another moment than the tree: a name of another application is not this window's.
    key: known ? (keys?.ofListed(focused.hash) ?? `#${focused.hash}`) : (app ?? ''),
    type: typeOfApp(app),
    title: known ? focused.title : undefined,
    app,
    bounds: root.bounds,
    root,
    claim: isActive ? 1 : 0,
    layer: undefined,
  };
}

function appOf({ attributes }: { attributes: Attributes }): string | undefined {
  return attributes.package === '' ? undefined : attributes.package;
}

/**
 * `TYPE_INPUT_METHOD` as AccessibilityWindowInfo.typeToString has it; the bare number from the companion and in some tools'
 * dumps.
 */
export function typeOf(type: string | undefined): WindowType {
  switch (type?.replace(/^TYPE_/, '')) {
    case 'APPLICATION':
    case '1':
      return 'application';
    case 'INPUT_METHOD':
    case '2':
      return 'keyboard';
    case 'SYSTEM':
    case '3':
      return 'system';
    case undefined:
    default:
      return 'other';
  }
}

function typeOfApp(app: string | undefined): WindowType {
  if (app === 'com.android.systemui') return 'system';
  return app?.includes('inputmethod') === true ? 'keyboard' : 'application';
}

/**
 * The focused window takes the input; a window under a finger is `active`, too. A keyboard can be both (seen on Android 13),
 * but its text goes to the window behind it, which is the one to work on.
 */
export function claimOf(attributes: Attributes, type: WindowType): number {
  if (type === 'keyboard' || type === 'other') return 0;
  if (attributes.focused === 'true') return 2;
  return attributes.active === 'true' ? 1 : 0;
}

function activeOf(candidates: readonly Candidate[]): Candidate | undefined {
  const strongest = candidates.reduce((most, { claim }) => Math.max(most, claim), 0);
  const claiming = strongest > 0 ? candidates.filter(({ claim }) => claim === strongest) : [];
  const application = candidates.find(({ type, root }) => type === 'application' && root !== undefined);
  return claiming.find(({ type }) => type === 'application') ?? claiming[0] ?? application ?? candidates[0];
}

/** A popup is listed by itself and once more inside its parent. */
function withoutRepeats(dumped: readonly DumpedWindow[]): DumpedWindow[] {
  const seen = new Set<string>();
  return dumped.filter(({ attributes: { id } }) => {
    const repeated = id !== undefined && seen.has(id);
    if (id !== undefined) seen.add(id);
    return !repeated;
  });
}

function withOwnKeys(candidates: readonly Candidate[]): Candidate[] {
  const taken = new Set<string>();
  return candidates.map((candidate) => {
    const key = taken.has(candidate.key) ? nextKey(taken, candidate) : candidate.key;
    taken.add(key);
    return { ...candidate, key };
  });
}

function nextKey(taken: ReadonlySet<string>, { key }: Candidate): string {
  let number = 2;
  while (taken.has(`${key} (${number})`)) number++;
  return `${key} (${number})`;
}

function topDown(candidates: readonly Candidate[]): Candidate[] {
  if (candidates.some(({ layer }) => layer === undefined)) return [...candidates];
  return [...candidates].sort((a, b) => (b.layer ?? 0) - (a.layer ?? 0));
}

/** A window of an application that stands over part of another window of the same application. */
function isDialog(candidate: Candidate, all: readonly Candidate[]): boolean {
  if (candidate.type !== 'application' || candidate.app === undefined) return false;
  const below = all.slice(all.indexOf(candidate) + 1);
  return below.some(
    (other) =>
      other.type === 'application' &&
      other.app === candidate.app &&
      area(other.bounds) > area(candidate.bounds) &&
      intersect(other.bounds, candidate.bounds) !== undefined,
  );
}

/** Keyboards report a window as large as the screen (seen with Gboard); they cover only the area of their keys. */
export function keysOf(root: UiNode | undefined, window: Bounds): Bounds {
  const keys: Bounds[] = [];
  const open = root === undefined ? [] : [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.visible && (node.clickable || node.children.length === 0)) keys.push(node.bounds);
    for (const child of node.children) open.push(child);
  }
  const shown = keys.filter((key) => area(key) > 0);
  return shown.length === 0 ? window : shown.reduce(union);
}
