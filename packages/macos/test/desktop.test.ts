// The special cases of the desktop tools on a Mac. The common contract is in desktop-contract.test.ts.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Facts } from '@handeye/screen/desktop/facts';
import { answer } from '@handeye/testing/desktop-contract/bench';
import { sharedMac } from './house.ts';
import { application, box, desk, notes, notesPlace, partsOf, withParts } from './worlds.ts';

const onMac = sharedMac({ after });

describe('list_windows on a Mac', () => {
  interface Listed {
    readonly title: string;
    readonly minimized: boolean;
    readonly frontmost: boolean;
    readonly app: string;
  }
  const listed = async (world: ReturnType<typeof desk>, args: object = {}) => {
    const { windows } = (await answer(await onMac(world), 'list_windows', args)) as { windows: Listed[] };
    return windows.map(({ title, minimized, frontmost, app }) => {
      const marks = `${minimized ? ' minimized' : ''}${frontmost ? ' frontmost' : ''}`;
      return `${app}: ${title}${marks}`;
    });
  };

  test('has position, size and order from the window server', async () => {
    const world = desk();
    const { windows } = (await answer(await onMac(world), 'list_windows', {})) as { windows: object[] };
    assert.deepEqual(windows[0], {
      title: 'All notes',
      position: { x: 100, y: 100 },
      size: { width: 600, height: 400 },
      minimized: false,
      frontmost: true,
      app: 'Notes',
      pid: 501,
    });
    assert.deepEqual(await listed({ ...world, windows: world.windows!.toReversed() }), [
      'Mail: Mail window',
      'Notes: All notes frontmost',
    ]);
  });

  test('windows of one application with the same bounds are told apart', async () => {
    const { app, window } = application(600, 'Editor');
    const second = { role: 'AXWindow', title: 'Second', bounds: window.bounds, attributes: { AXMain: true } };
    const first = { ...second, title: 'First', attributes: { AXMain: false } };
    const world = {
      frontmost: 600,
      applications: [withParts(app, [first, second])],
      windows: [
        { ...window, number: 2, title: 'Second' },
        { ...window, number: 1, title: 'First' },
      ],
    };
    assert.deepEqual(await listed(world), ['Editor: Second frontmost', 'Editor: First']);
    assert.deepEqual((await listed({ ...world, recording: false })).toSorted(), [
      'Editor: First',
      'Editor: Second frontmost',
    ]);
  });

  test('the window of a program without accessibility or without a bundle is listed, menus and the Dock are not', async () => {
    const place = { bounds: box(0, 0, 100, 100) };
    assert.deepEqual(
      await listed({
        frontmost: 501,
        applications: [notes(), { pid: 700, name: 'Game', fault: { error: -25208 } }],
        windows: [
          { number: 1, pid: 1, owner: 'Dock', layer: 20, ...place },
          { number: 2, pid: 501, owner: 'Notes', layer: 101, ...place },
          { number: 3, pid: 700, owner: 'Game', title: 'Level 1', ...place },
          { number: 4, pid: 800, owner: 'java', ...place },
          { number: 5, pid: 501, owner: 'Notes', title: 'All notes', bounds: notesPlace },
        ],
      }),
      ['Game: Level 1', 'java: ', 'Notes: All notes frontmost'],
    );
  });
});

describe('get_focused_element on a Mac', () => {
  const focused = async (world: ReturnType<typeof desk>, args: object = {}) =>
    (await answer(await onMac(world), 'get_focused_element', args)) as { hasFocus: boolean; element?: Facts };

  test('is the element that the application in front reports', async () => {
    const { element } = await focused(desk());
    assert.equal(element?.path, 'app(501)/window["All notes"]/textfield["Search"]');
    assert.equal(element.AXPlaceholderValue, 'Search all notes');
  });

  test('an element without a path is found by its focused container', async () => {
    const lost = { key: 'lost', role: 'AXGroup', bounds: box(1, 1, 2, 2), children: [] };
    const app = notes({ parts: { focus: 'lost' } });
    const [window, bar] = partsOf(app);
    const claiming = { ...window!, attributes: { AXFocused: true, AXMain: true } };
    // Its parent does not list it: a page that another process draws.
    const orphan = { role: 'AXGroup', fault: { error: -25208 }, children: [lost] } as const;
    const { element } = await focused(desk({ applications: [withParts(app, [claiming, bar!, orphan])] }));
    assert.equal(element?.role, 'window');
  });
});

describe('trees on a Mac', () => {
  test('roles use the common vocabulary; AX names work as filters too', async () => {
    const { json } = await onMac(desk());
    const found = async (role: string) => {
      const { elements } = await json('find_element', { app: 'Notes', role });
      return (elements as Facts[]).map(({ role, nativeRole }) => `${role} ${nativeRole}`);
    };
    assert.deepEqual(await found('passwordfield'), ['passwordfield AXTextField']);
    assert.deepEqual(await found('AXCheckBox'), ['checkbox AXCheckBox']);
    assert.deepEqual(await found('axscrollarea'), ['scrollarea AXScrollArea']);
  });

  test('only Electron applications are asked to build their tree', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'electron-'));
    t.after(() => {
      rmSync(folder, { recursive: true });
    });
    const bundle = join(folder, 'Chat.app');
    mkdirSync(join(bundle, 'Contents/Frameworks/Electron Framework.framework'), { recursive: true });
    const page = { role: 'AXWebArea', children: [{ role: 'AXStaticText', value: 'Hello' }] };
    const chat = application(900, 'Chat', {
      path: `${bundle}/Contents/MacOS/Chat`,
      children: [{ role: 'AXGroup', lazy: true, children: [page] }],
    });
    const { json, mac } = await onMac({ ...desk(), applications: [chat.app, notes()] });
    const { elements } = await json('find_element', { app: 'Chat', value: 'hello' });
    assert.equal((elements as Facts[]).length, 1);
    await json('find_element', { app: 'Notes', role: 'button' });
    assert.deepEqual(mac.log(), [
      { did: 'set', element: '900', attribute: 'AXManualAccessibility', value: true },
    ]);
  });
});
