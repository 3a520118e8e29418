import assert from 'node:assert/strict';
import test from 'node:test';
import type { Accessible } from '../../src/linux/atspi/accessible.ts';
import { States } from '../../src/linux/atspi/states.ts';
import { locateSession } from '../../src/linux/environment.ts';
import { pairFrames } from '../../src/linux/screen/frames.ts';
import type { ManagedWindow } from '../../src/linux/display.ts';

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
