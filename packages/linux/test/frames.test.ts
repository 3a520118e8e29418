import assert from 'node:assert/strict';
import test from 'node:test';
import type { Accessible } from '../src/atspi/accessible.ts';
import { States } from '../src/atspi/states.ts';
import { locateSession } from '../src/environment.ts';
import { withTruePlaces } from '../src/screen/embedded-places.ts';
import { pairFrames } from '../src/screen/frames.ts';
import type { ManagedWindow } from '../src/display.ts';

const accessible = (parts: Partial<Accessible>): Accessible => ({
  reference: { bus: ':1.1', path: `/${parts.name ?? ''}` },
  role: 'frame',
  name: '',
  description: '',
  states: new States(0, 0),
  interfaces: new Set(),
  bounds: undefined,
  actions: [],
  text: undefined,
  value: undefined,
  attributes: {},
  identifier: undefined,
  children: [],
  ...parts,
});

const window = (id: number, title: string, right: number): ManagedWindow => {
  const bounds = { left: 100, top: 50, right: 100 + right, bottom: 350 };
  const facts = { pid: 1, className: 'App', desktopId: undefined, kind: 'normal' as const };
  return { id, title, clientBounds: bounds, bounds, minimized: false, active: false, ...facts };
};

test('frames and windows are paired by title; the window manager does not list popups', () => {
  const tree = accessible({
    children: [accessible({ name: 'Two' }), accessible({ name: 'One' }), accessible({ role: 'window' })],
  });
  const frames = pairFrames(tree, 'gtk', [window(1, 'One', 300), window(2, 'Two', 300)]);
  assert.deepEqual(
    frames.map((frame) => frame.window?.id),
    [2, 1, undefined],
  );
});

test('of two windows with one title each frame finds the one that lies where it does', () => {
  const at = (left: number) => ({ left, top: 50, right: left + 300, bottom: 350 });
  const far = { ...window(2, 'home', 300), bounds: at(700), clientBounds: at(700) };
  const tree = accessible({
    children: [accessible({ name: 'home', bounds: at(700) }), accessible({ name: 'home', bounds: at(100) })],
  });
  const frames = pairFrames(tree, 'gtk', [window(1, 'home', 300), far]);
  assert.deepEqual(
    frames.map((frame) => frame.window?.id),
    [2, 1],
  );
});

test('what LibreOffice draws below its menu bar is moved to where it is, GTK widgets inside it are not', () => {
  const box = (top: number, height: number) => ({ left: 0, top, right: 1280, bottom: top + height });
  const gtk = { toolkit: 'gtk' };
  const widget = accessible({ name: 'Sidebar', role: 'panel', attributes: gtk, bounds: box(124, 30) });
  const bar = accessible({ name: 'Standard', role: 'tool bar', bounds: box(19, 39), children: [widget] });
  const pane = accessible({ role: 'root pane', bounds: box(19, 980), children: [bar] });
  const area = accessible({ role: 'panel', attributes: gtk, bounds: box(44, 980), children: [pane] });
  const frame = accessible({ attributes: gtk, bounds: box(0, 1024), children: [area] });
  const placed = withTruePlaces(accessible({ role: 'application', children: [frame] }), 'gtk');
  const tops = (one: Accessible): unknown[] => [one.bounds?.top, ...one.children.flatMap(tops)];
  assert.deepEqual(tops(placed), [undefined, 0, 44, 44, 44, 124]);
});

test('GTK4’s extents are offset by the window’s position and half of its border', () => {
  const bounds = { left: 0, top: 0, right: 290, bottom: 290 };
  const tree = accessible({ children: [accessible({ name: 'Calculator', bounds })] });
  const [gtk4] = pairFrames(tree, 'GTK', [window(1, 'Calculator', 300)]);
  assert.deepEqual(gtk4?.offset, { x: 105, y: 55 });
  const [gtk3] = pairFrames(tree, 'gtk', [window(1, 'Calculator', 300)]);
  assert.deepEqual(gtk3?.offset, { x: 0, y: 0 });
});

test('a session is the named display, otherwise the one we run in; Wayland has no display for input', () => {
  assert.deepEqual(locateSession('linux:1', {}), { display: ':1', wayland: false });
  assert.deepEqual(locateSession('linux::1.0', {}), { display: ':1.0', wayland: false });
  assert.deepEqual(locateSession('linux', { DISPLAY: ':0' }), { display: ':0', wayland: false });
  const wayland = { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' };
  assert.deepEqual(locateSession('linux', wayland), { display: undefined, wayland: true });
  assert.deepEqual(locateSession('linux', {}), { display: undefined, wayland: false });
});
