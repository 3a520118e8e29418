// A fake Finder that reacts to the self-test like the real one: each step leads to the next world.
import type { FakeElement, FakeWindow, FakeWorld } from './fake/world.ts';
import { box, display } from './worlds.ts';

const PID = 300;
const TERMINAL = 200;
const owned = { pid: PID, owner: 'Finder' };
const oldWindow: FakeWindow = { number: 5, ...owned, title: 'Documents', bounds: box(50, 50, 400, 300) };
const newWindow: FakeWindow = { number: 6, ...owned, title: 'Recents', bounds: box(200, 150, 920, 436) };

/** Key codes of Escape and of G on a US keyboard. */
const ESCAPE = 53;
const LETTER_G = 5;

interface State {
  readonly frontmost?: number;
  /** The new window is open; what follows when it is closed. */
  readonly open?: { readonly closed?: FakeWorld };
  /** Go to Folder is open. */
  readonly sheet?: boolean;
  /** The world after a new window is requested. */
  readonly opened?: FakeWorld;
  readonly keys?: FakeWorld['keys'];
}

function finder({ frontmost = PID, open, sheet = false, opened, keys = {} }: State): FakeWorld {
  const windows = [...(open ? [newWindow] : []), oldWindow];
  const newFinderWindow: FakeElement = {
    role: 'AXMenuItem',
    title: 'New Finder Window',
    actions: ['AXPress'],
    ...(opened && { reactions: { AXPress: opened } }),
  };
  const children = [
    ...(open ? [recents(sheet, open.closed)] : []),
    { key: 'old window', role: 'AXWindow', title: 'Documents', bounds: oldWindow.bounds },
    { role: 'AXMenuBar', children: [menu('Apple'), menu('Finder'), menu('File', newFinderWindow)] },
  ];
  const tree: FakeElement = { role: 'AXApplication', title: 'Finder', children };
  const focus = sheet ? { focus: 'go to' } : {};
  return {
    displays: [display],
    frontmost,
    applications: [
      { pid: TERMINAL, name: 'Terminal', bundleId: 'com.apple.Terminal' },
      { pid: PID, name: 'Finder', bundleId: 'com.apple.finder', tree, ...focus },
    ],
    windows,
    keys,
  };
}

function recents(sheet: boolean, closed: FakeWorld | undefined): FakeElement {
  const close: FakeElement = {
    key: 'close',
    role: 'AXButton',
    attributes: { AXSubrole: 'AXCloseButton' },
    actions: ['AXPress'],
    ...(closed && { reactions: { AXPress: closed } }),
  };
  const goTo: FakeElement = {
    key: 'go to',
    role: 'AXTextField',
    // The last folder.
    value: '/Users/ada',
    settable: ['AXValue', 'AXFocused'],
  };
  return {
    key: 'new window',
    role: 'AXWindow',
    title: 'Recents',
    bounds: newWindow.bounds,
    attributes: { AXMain: true },
    actions: ['AXRaise'],
    children: [close, ...(sheet ? [{ role: 'AXSheet', children: [goTo] }] : [])],
  };
}

function menu(title: string, ...items: FakeElement[]): FakeElement {
  return { role: 'AXMenuBarItem', title, children: [{ role: 'AXMenu', children: items }] };
}

const atTheEnd = finder({});
const withoutSheet = finder({ open: { closed: atTheEnd } });
const withSheet = finder({ open: {}, sheet: true, keys: { [ESCAPE]: withoutSheet } });
const withWindow = finder({ frontmost: TERMINAL, open: {}, keys: { [LETTER_G]: withSheet } });

/** Terminal is in front, and Finder has one window that belongs to the user. */
export const finderAtWork = finder({ frontmost: TERMINAL, opened: withWindow });
/** The same, but no new window ever opens. */
export const stubbornFinder = finder({ frontmost: TERMINAL });
