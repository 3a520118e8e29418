import assert from 'node:assert/strict';
import test from 'node:test';
import type { Accessible } from '../src/atspi/accessible.ts';
import { States } from '../src/atspi/states.ts';
import type { Display, ManagedWindow } from '../src/display.ts';
import { onScreen, pairFrames } from '../src/screen/frames.ts';
import { notesOnPlaces, unknownPlace } from '../src/screen/wayland-places.ts';
import type { Bounds } from '@handeye/screen/node';

const box = (left: number, top: number, right: number, bottom: number): Bounds => ({
  left,
  top,
  right,
  bottom,
});

function accessible(
  role: Accessible['role'],
  name: string,
  bounds: Bounds,
  children: Accessible[] = [],
): Accessible {
  return {
    ...{ reference: { bus: ':1.1', path: `/${name}` }, role, name, description: '', bounds, children },
    ...{ states: new States(0, 0), interfaces: new Set(), actions: [], attributes: {} },
    ...{ text: undefined, value: undefined, identifier: undefined },
  };
}

const window: ManagedWindow = {
  ...{ id: 1, title: 'Editor', pid: 1, className: 'editor', desktopId: undefined },
  clientBounds: box(190, 138, 1090, 885),
  bounds: box(188, 113, 1092, 887),
  ...{ minimized: false, active: true, kind: 'normal', hasOwnCoordinates: true },
};

const frameOf = (frame: Accessible, ...others: Accessible[]) =>
  pairFrames(accessible('application', 'editor', box(0, 0, 0, 0), [frame, ...others]), 'gtk', [window]);

const button = accessible('push button', 'Save', box(761, 23, 831, 69));

test('on Wayland places begin at the window, inside the shadow that GTK 3 draws around it', () => {
  const content = accessible('panel', '', box(26, 23, 926, 770), [button]);
  const [floating] = frameOf(accessible('frame', 'Editor', box(0, 0, 952, 799), [content]));
  assert.deepEqual(floating && onScreen(button.bounds ?? assert.fail(), floating), box(925, 138, 995, 184));
  const [tiled] = frameOf(accessible('frame', 'Editor', box(0, 0, 900, 747), [content]));
  assert.deepEqual(tiled?.offset, { x: 190, y: 138 });
});

test('the mouse is not sent to an element without a known place', () => {
  const frame = accessible('frame', 'Editor', box(0, 0, 900, 747));
  const [editor, menu] = frameOf(frame, accessible('window', 'menu', box(428, 337, 624, 594)));
  assert.ok(editor && menu);
  const screen = { width: 1280, height: 1024, density: 96 };
  const other: Display = {
    ...{ title: 'a compositor', ended: false, missing: {}, close: () => undefined },
    screen: () => Promise.resolve(screen),
  };
  const sway: Display = {
    ...other,
    windowManager: {
      windows: () => Promise.resolve([window]),
      activate: () => Promise.resolve(true),
      askToClose: () => Promise.resolve(),
    },
  };
  assert.equal(unknownPlace(editor, sway), undefined);
  assert.match(unknownPlace(menu, sway) ?? '', /take a screenshot and tap/);
  assert.match(unknownPlace(editor, other) ?? '', /does not tell where this element is/);
  assert.match(notesOnPlaces([editor], other).join(), /counted from the corner of the window/);
  assert.deepEqual(notesOnPlaces([editor], sway), []);
});
