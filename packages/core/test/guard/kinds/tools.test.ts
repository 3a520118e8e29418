import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kindNames } from '../../../src/guard/act.ts';
import { defaultPolicy } from '../../../src/guard/policy.ts';
import type { UiNode } from '@handeye/screen/node';
import type { UiWindow } from '@handeye/screen/snapshot';
import { scriptedAppManager } from '@handeye/testing/scripted-apps';
import { box, button, field, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

/** Refuses every kind, and says which. */
const rules = kindNames.map(
  (kind) => ({ when: { kind }, then: 'deny', why: `It is ${kind}.`, from: kind }) as const,
);

/** A phone that shows these nodes, under a policy that refuses every kind. */
function phone(nodes: readonly UiNode[], others: readonly UiWindow[] = []) {
  const root = node('FrameLayout', full, { children: nodes });
  const view = viewOf(root, { windows: [windowOf(root), ...others] });
  const device = new ScriptedDevice(view);
  device.installs([
    { id: 'com.android.settings', name: 'Settings', launchable: true },
    { id: 'com.example.notes', name: 'Notes', launchable: true },
  ]);
  const sent: string[] = [];
  device.services = {
    appManager: scriptedAppManager(sent),
    links: {
      handlers: () => Promise.resolve(['com.example.notes']),
      openUri: ({ uri }) => {
        sent.push(uri);
        return Promise.resolve({ app: 'com.example.notes', activity: '.Main' });
      },
      intents: {
        receivers: () => Promise.resolve(['com.android.settings']),
        start: ({ action, component }) => {
          sent.push(action ?? component ?? '');
          return Promise.resolve({ app: 'com.android.settings', activity: '.Settings' });
        },
        broadcast: () => Promise.resolve({ code: 0, data: undefined }),
        startService: () => Promise.resolve({ running: true }),
      },
    },
  };
  const policy = { ...defaultPolicy, rules, writesPerSecond: 1000, allowedSchemes: ['tel'] };
  return { sent, ...bench(view, { device, toolsets: ['device', 'apps'], policy }) };
}

const at = { x: 500, y: 1050 };
const place = box(0, 1000, 1000, 1100);

test('a view that takes no touches does not hide the button that it covers', async () => {
  const { fails, device } = phone([button('Pay 49 €', place), node('View', full)]);
  assert.match(await fails('tap', at, 'permission_denied'), /It is payment\./);
  assert.deepEqual(device.actions, []);
});

test('a touch on the on-screen keyboard types into the password, and presses nothing behind it', async () => {
  const keys = node('FrameLayout', box(0, 900, 1080, 2400), { children: [button('a', place)] });
  const keyboard = windowOf(keys, {
    key: 'ime',
    type: 'keyboard',
    app: 'com.example.keyboard',
    active: false,
  });
  const secret = field('password', box(0, 100, 1000, 200), { password: true, focused: true });
  const plain = field('note', box(0, 100, 1000, 200), { focused: true });
  const typing = phone([secret], [keyboard]);
  assert.match(await typing.fails('tap', at, 'permission_denied'), /It is sign-in\./);
  const noting = phone([plain, button('Pay 49 €', place)], [keyboard]);
  await noting.text('tap', at);
});

test('the key of the on-screen keyboard that ends what is written is ENTER in the app, whatever it is called', async () => {
  const on = (key: UiNode | undefined, ...inApp: UiNode[]) => {
    const children = key ? [key] : [];
    const keys = node('FrameLayout', box(0, 900, 1080, 2400), { children });
    const ime = { key: 'ime', type: 'keyboard', app: 'com.example.keyboard', active: false } as const;
    return phone([field('note', box(0, 100, 1000, 200), { focused: true }), ...inApp], [windowOf(keys, ime)]);
  };
  const send = button('Send', box(0, 300, 1000, 400));
  const refused = async ({ fails }: ReturnType<typeof phone>) => fails('tap', at, 'permission_denied');
  for (const name of ['Enter', 'Go', 'Fertig', 'Entrée', 'Ввод', '完成']) {
    assert.match(
      await refused(on(button(name, place), send)),
      /forbids tap on 'note' in 'com\.example\.app' \(send\)\. It is send\./,
    );
    await on(button(name, place), button('Next', box(0, 300, 1000, 400))).text('tap', at);
  }
  assert.match(await refused(on(button('Send', place))), /in 'com\.example\.app' \(send\)\. It is send\./);
  assert.match(await refused(on(undefined, send)), /It is send\./, 'which key it is cannot be read');
  await on(button('x', place), send).text('tap', at);
});

test('the key that is pressed reaches the judge', async () => {
  const focused = button('Send', place, { focused: true });
  const { fails, text } = phone([focused]);
  assert.match(await fails('press_key', { key: 'ENTER' }, 'permission_denied'), /It is send\./);
  await text('press_key', { key: 'TAB' });
});

test('the activity that is started reaches the judge', async () => {
  const { fails, text, sent } = phone([button('Next', place)]);
  const risky = 'com.android.settings/.Settings$AccessibilitySettingsActivity';
  const start = (component: string) => ({ type: 'activity', component });
  assert.match(await fails('send_intent', start(risky), 'permission_denied'), /It is system-risk\./);
  await text('send_intent', start('com.android.settings/.Settings$WifiSettingsActivity'));
  const action = 'android.settings.ACCESSIBILITY_SETTINGS';
  assert.match(await fails('send_intent', { type: 'activity', action }, 'permission_denied'), /system-risk/);
  assert.match(await fails('open_uri', { uri: 'tel:110' }, 'permission_denied'), /It is call\./);
  await text('open_uri', { uri: 'https://example.com/' });
  assert.deepEqual(sent, ['com.android.settings/.Settings$WifiSettingsActivity', 'https://example.com/']);
});

test('apps are not cleared, uninstalled or permitted where that is refused, but closed', async () => {
  const { fails, text, sent } = phone([button('Next', place)]);
  const grant = { app: 'Notes', permission: 'CAMERA', granted: true };
  assert.match(await fails('clear_app_data', { app: 'Notes' }, 'permission_denied'), /It is delete\./);
  assert.match(await fails('uninstall_app', { app: 'Notes' }, 'permission_denied'), /It is delete\./);
  assert.match(await fails('set_permission', grant, 'permission_denied'), /It is permission\./);
  await text('close_app', { app: 'Notes' });
  assert.deepEqual(sent, ['close com.example.notes']);
});
