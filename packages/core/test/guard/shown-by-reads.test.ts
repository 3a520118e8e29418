import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultPolicy } from '../../src/guard/policy.ts';
import type { StackedWindow, View } from '@handeye/screen/snapshot';
import { appWith, desktopNode, ScriptedDesktop } from '@handeye/testing/scripted-desktop';
import { box, button, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const AT = { x: 540, y: 1200 };
const place = box(100, 1100, 980, 1300);
const editor = appWith([desktopNode('button', { title: 'Save', focused: true })]);

const stacked = (app: string, active: boolean): StackedWindow => ({
  ...windowOf(undefined, { app, key: `window of ${app}`, bounds: full, active }),
  root: undefined,
  touchable: true,
  overlay: false,
});

/** Applications on the screen, the first on top and in use. */
function screenOf(first: string, ...others: readonly string[]): View {
  const root = node('window', full, { children: [button('Save', place, { focused: true, editable: true })] });
  const window = windowOf(root, { app: first, key: `window of ${first}` });
  const stack = [stacked(first, true), ...others.map((app) => stacked(app, false))];
  return { ...viewOf(root, { app: first, windows: [window] }), stack };
}

const alone = screenOf(editor.name);
const covered = screenOf('Lamp', editor.name);

function house(view: View) {
  const device = new ScriptedDevice(view);
  device.kind = 'desktop';
  device.desktop = new ScriptedDesktop([editor]);
  device.glance = () => Promise.resolve({ ...device.view, windows: [] });
  const policy = { ...defaultPolicy, writesPerSecond: 1000, changedScreen: 'refuse' } as const;
  return bench(view, { device, policy, toolsets: ['device', 'desktop'] });
}

const reads: readonly [string, object][] = [
  ['get_ui_tree', { app: editor.name }],
  ['find_element', { app: editor.name, title: 'Save' }],
  ['get_focused_element', {}],
  ['list_windows', {}],
  ['wait_for_element', { by: 'text', value: 'Save', timeout: 1000 }],
];

suite('what a client was told counts as what it was shown', () => {
  for (const [tool, args] of reads) {
    test(`after ${tool}, a click on another application that came is refused, and so is text for it`, async () => {
      const { device, text, fails } = house(alone);
      await text(tool, args);
      device.view = covered;
      assert.match(await fails('tap', AT, 'permission_denied'), /\(Lamp\) is at \(540, 1200\)/);
      assert.match(await fails('input_text', { text: 'x' }, 'permission_denied'), /\(Lamp\) has the focus/);
      assert.deepEqual(device.actions, []);
    });

    test(`after ${tool}, nothing is refused where all is as it was`, async () => {
      const { device, text } = house(alone);
      await text(tool, args);
      await text('tap', AT);
      assert.equal(device.actions.length, 1);
    });
  }

  test('what was told of an application behind another one is clicked only where it lies in front', async () => {
    const { device, text, fails } = house(covered);
    await text('get_screen_state');
    await text('find_element', { app: editor.name, title: 'Save' });
    assert.match(await fails('tap', AT, 'permission_denied'), /\(Lamp\) is at/);
    device.view = alone;
    await text('tap', AT);
    assert.equal(device.actions.length, 1);
  });

  test('the rest of the screen stays what it was when it was shown', async () => {
    const { device, text, fails } = house(screenOf('Mail'));
    await text('get_screen_state');
    device.view = covered;
    await text('get_ui_tree', { app: editor.name });
    assert.match(await fails('input_text', { text: 'x' }, 'permission_denied'), /\(Lamp\) has the focus/);
  });
});
