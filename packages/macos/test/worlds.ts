// Worlds for tests: a Mac with an application in front, one behind it, and what a test adds.
import type { Box } from '../src/bridge/protocol.ts';
import type { FakeApplication, FakeElement, FakeWindow, FakeWorld } from './fake/world.ts';
import { PASSWORD } from '@handeye/testing/canary';

export const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

export const display = { id: 1, bounds: box(0, 0, 1440, 900), pixelWidth: 2880 };

export const notesPlace = box(100, 100, 600, 400);

export function button(title: string, bounds: Box, parts: Partial<FakeElement> = {}): FakeElement {
  return { key: title, role: 'AXButton', title, bounds, actions: ['AXPress'], ...parts };
}

export function field(key: string, bounds: Box, parts: Partial<FakeElement> = {}): FakeElement {
  return {
    key,
    role: 'AXTextField',
    value: '',
    bounds,
    settable: ['AXValue', 'AXFocused'],
    actions: ['AXConfirm', 'AXShowMenu'],
    ...parts,
    attributes: { AXIdentifier: key, AXFocused: false, ...parts.attributes },
  };
}

export const menuBar: FakeElement = {
  role: 'AXMenuBar',
  bounds: box(0, 0, 1440, 24),
  children: [
    {
      key: 'File',
      role: 'AXMenuBarItem',
      title: 'File',
      bounds: box(60, 0, 40, 24),
      actions: ['AXPress'],
      children: [
        {
          role: 'AXMenu',
          bounds: box(0, 900, 0, 0),
          children: [
            {
              key: 'New Note',
              role: 'AXMenuItem',
              title: 'New Note',
              bounds: box(0, 900, 0, 0),
              actions: ['AXPress'],
            },
          ],
        },
      ],
    },
  ],
};

export interface Notes {
  /** Additional elements of its window. */
  readonly more?: readonly FakeElement[];
  readonly parts?: Partial<FakeApplication>;
  /** Whether its window is the main one, minimised, …, by AX names. */
  readonly window?: FakeElement['attributes'];
}

/** Notes: a window with a title, two fields, a button, a check box and a list whose last rows are scrolled away. */
export function notes({ more = [], parts = {}, window = { AXMain: true } }: Notes = {}): FakeApplication {
  const rows = ['Milk', 'Bread', 'Tea', 'Salt'].map((text, index): FakeElement => ({
    key: `row ${text}`,
    role: 'AXRow',
    bounds: box(120, 300 + 40 * index, 200, 40),
    attributes: { AXSubrole: 'AXTableRow', AXSelected: index === 0 },
    children: [{ role: 'AXStaticText', value: text, bounds: box(124, 304 + 40 * index, 60, 20) }],
  }));
  return {
    pid: 501,
    name: 'Notes',
    bundleId: 'com.example.Notes',
    focus: 'search',
    ...parts,
    tree: {
      role: 'AXApplication',
      title: 'Notes',
      children: [
        {
          key: 'notes window',
          role: 'AXWindow',
          title: 'All notes',
          bounds: notesPlace,
          actions: ['AXRaise'],
          attributes: { AXSubrole: 'AXStandardWindow', ...window },
          children: [
            { role: 'AXStaticText', value: 'My notes', bounds: box(120, 110, 100, 20) },
            field('search', box(120, 140, 200, 24), {
              value: 'milk',
              attributes: { AXDescription: 'Search', AXPlaceholderValue: 'Search all notes' },
            }),
            field('secret', box(120, 180, 200, 24), {
              value: PASSWORD,
              attributes: { AXSubrole: 'AXSecureTextField', AXDescription: 'Password' },
            }),
            button('New', box(120, 220, 80, 24), { actions: ['AXPress', 'AXShowMenu'] }),
            button('Off', box(220, 220, 80, 24), { attributes: { AXEnabled: false } }),
            {
              key: 'sync',
              role: 'AXCheckBox',
              title: 'Sync',
              value: 1,
              bounds: box(320, 220, 80, 24),
              actions: ['AXPress'],
            },
            {
              key: 'list',
              role: 'AXScrollArea',
              bounds: box(120, 300, 200, 100),
              children: [{ role: 'AXTable', bounds: box(120, 300, 200, 160), children: rows }],
            },
            ...more,
          ],
        },
        menuBar,
      ],
    },
  };
}

/** The top parts of an application: its windows and its menu bar. */
export function partsOf({ tree }: FakeApplication): FakeElement[] {
  return (tree?.children ?? []).filter((child) => typeof child !== 'string');
}

/** The same application with other parts. */
export function withParts(app: FakeApplication, children: FakeElement[]): FakeApplication {
  return { ...app, tree: { role: 'AXApplication', ...app.tree, children } };
}

export const notesWindow: FakeWindow = {
  number: 11,
  pid: 501,
  owner: 'Notes',
  title: 'All notes',
  bounds: notesPlace,
};

/** An application with one window and the given elements. */
export function application(
  pid: number,
  name: string,
  { bounds = box(300, 300, 800, 500), children = [], ...parts }: AppParts = {},
): { app: FakeApplication; window: FakeWindow } {
  const tree: FakeElement = {
    role: 'AXApplication',
    title: name,
    children: [{ role: 'AXWindow', title: `${name} window`, bounds, attributes: { AXMain: true }, children }],
  };
  return {
    app: { pid, name, bundleId: `com.example.${name}`, tree, ...parts },
    window: { number: pid, pid, owner: name, title: `${name} window`, bounds },
  };
}

type AppParts = Partial<FakeApplication> & { bounds?: Box; children?: readonly FakeElement[] };

/** Notes in front, Mail behind it. */
export function desk(parts: Partial<FakeWorld> & { notes?: Notes } = {}): FakeWorld {
  const { notes: told, ...rest } = parts;
  const mail = application(502, 'Mail', { children: [button('Send', box(320, 340, 80, 24))] });
  return {
    frontmost: 501,
    displays: [display],
    applications: [notes(told), mail.app],
    windows: [notesWindow, mail.window],
    ...rest,
  };
}
