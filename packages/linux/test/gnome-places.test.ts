import assert from 'node:assert/strict';
import test from 'node:test';
import type { Accessible } from '../src/atspi/accessible.ts';
import { stateBits, States } from '../src/atspi/states.ts';
import type { Frame } from '../src/screen/frames.ts';
import { placedByShell } from '../src/screen/gnome-places.ts';
import type { Bounds } from '@handeye/screen/node';

const at = (left: number, top: number, width: number, height: number): Bounds => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** Everything that GNOME 43's shell draws below its windows. */
const background = at(0, 0, 1280, 1024);

function placesOf(
  frames: readonly { bounds: Bounds; active?: boolean }[],
  windows: readonly Bounds[],
  { toolkit = 'gtk', app = 'gedit' } = {},
): (string | undefined)[] {
  const unplaced = frames.map(({ bounds, active = false }): Frame => {
    const states = active ? new States(...stateBits('active')) : new States(0, 0);
    const accessible: Accessible = {
      ...{ reference: { bus: ':1.1', path: '/a' }, role: 'frame', name: '', description: '', actions: [] },
      ...{ interfaces: new Set(), text: undefined, value: undefined, attributes: {}, identifier: undefined },
      ...{ children: [], bounds, states },
    };
    return { accessible, window: undefined, offset: { x: 0, y: 0 } };
  });
  const placed = placedByShell(unplaced, { toolkit, app, windows: [background, ...windows] });
  return placed.map(({ isPlaced, offset: { x, y } }) => (isPlaced === true ? `${x},${y}` : undefined));
}

test('on GNOME a window is where the shell draws one of its size, shadow included', () => {
  const gedit = { bounds: at(0, 0, 952, 799) };
  assert.deepEqual(placesOf([gedit], [at(163, 90, 952, 799)]), ['163,90']);
  assert.deepEqual(placesOf([gedit], [at(163, 90, 950, 799)]), [undefined]);
  assert.deepEqual(placesOf([gedit], []), [undefined]);
});

test('GTK4 does not count its shadow, which is as wide as it is high', () => {
  const calculator = { bounds: at(0, 0, 360, 489) };
  const windows = [at(-61, -23, 482, 611), at(200, 200, 500, 520)];
  // It is really at 0,32.
  assert.deepEqual(placesOf([calculator], windows, { toolkit: 'GTK' }), ['0,34']);
  assert.deepEqual(placesOf([calculator], windows, { toolkit: 'Qt' }), [undefined]);
});

test('of two windows of one size only the active one has a known place: it is above; at one place it does not matter', () => {
  const bounds = at(0, 0, 400, 300);
  const windows = [at(10, 40, 400, 300), at(500, 40, 400, 300)];
  assert.deepEqual(placesOf([{ bounds }, { bounds, active: true }], windows), [undefined, '500,40']);
  const maximised = at(0, 32, 400, 300);
  assert.deepEqual(placesOf([{ bounds }], [maximised, maximised]), ['0,32']);
});

test('the shell itself is where it says', () => {
  assert.deepEqual(placesOf([{ bounds: background }], [], { app: 'gnome-shell' }), ['0,0']);
});
