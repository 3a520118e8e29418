import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apps } from '../../src/apps/registry.ts';
import { workbench } from '../framework/workbench.ts';
import {
  byId,
  companionOnPhone,
  nodesOf,
  nodeWhere,
  type Look,
  type SeenNode,
} from './companion-on-phone.ts';

const WORKBENCH = { apps: [...apps, workbench], open: 'test.workbench/.Main' };

function middle({ b: [left, top, right, bottom] }: SeenNode): [number, number] {
  return [(left + right) / 2, (top + bottom) / 2];
}

for (const release of [5, 9, 12, 14] as const) {
  test(`fingers touch, several at a time, on Android ${release}`, async (t) => {
    const { companion } = await companionOnPhone(t, { release, ...WORKBENCH });
    const look = await companion.look();
    const [x, y] = middle(byId(look, 'press'));
    const { ms } = await companion.get('touch', {
      strokes: [
        [
          [x, y, 0],
          [x, y, 700],
        ],
      ],
    });
    assert.ok(Number(ms) >= 690, `held ${String(ms)} ms`);
    assert.equal(byId(await companion.look(), 'log').t, 'long');
    const [cx, cy] = middle(byId(look, 'canvas'));
    await companion.get('touch', {
      strokes: [
        [
          [cx - 40, cy, 0],
          [cx - 40, cy, 60],
        ],
        [
          [cx + 40, cy, 20],
          [cx + 40, cy, 40],
        ],
      ],
    });
    assert.equal(byId(await companion.look(), 'log').t, 'long down0 down1 up1 up0');
    const [px, py] = middle(byId(look, 'pinch'));
    await companion.get('touch', {
      strokes: [-1, 1].map((side) => [
        [px + side * 30, py, 0],
        [px + side * 90, py, 120],
      ]),
    });
    assert.equal(byId(await companion.look(), 'scale').t, '3.00');
  });

  test(`keys and text arrive in the focused field on Android ${release}`, async (t) => {
    const { companion } = await companionOnPhone(t, { release, ...WORKBENCH });
    const look = await companion.look();
    assert.ok((await companion.act(look, byId(look, 'lines'), 'click'))?.ok);
    await companion.get('text', { text: 'Hello, World!' });
    await companion.get('key', { codes: [67, 67] });
    await companion.get('key', { codes: [29], meta: 1 });
    assert.equal(byId(await companion.look(), 'lines').t, 'Hello, WorlA');
    const { code, message, done } = await companion.fails('text', { text: 'caf\u00e9\u{1f600}' });
    assert.deepEqual([code, done], ['unsupported', 'no']);
    assert.match(message, /^2 /);
    assert.equal(byId(await companion.look(), 'lines').t, 'Hello, WorlA');
  });
}

test('global actions, the clipboard, waking and settings work', async (t) => {
  const { companion, phone } = await companionOnPhone(t, WORKBENCH);
  await companion.get('global', { action: 'notifications' });
  assert.equal(phone.framework.shade, 'notifications');
  await companion.get('global', { action: 'quickSettings' });
  assert.equal(phone.framework.shade, 'quickSettings');
  await companion.get('global', { action: 'home' });
  assert.equal(
    (await companion.get('display')).activity,
    'com.android.launcher3/com.android.launcher3.Launcher',
  );
  await companion.get('global', { action: 'lockScreen' });
  assert.equal((await companion.get('display')).awake, false);
  await companion.get('wake');
  assert.equal((await companion.get('display')).awake, true);
  assert.deepEqual(await companion.get('clipboard.get'), { text: null });
  await companion.get('clipboard.set', { text: 'gr\u00fc\u00dfe \u{1f600}\n\u05e9' });
  assert.deepEqual(await companion.get('clipboard.get'), { text: 'gr\u00fc\u00dfe \u{1f600}\n\u05e9' });
  assert.equal(phone.framework.clipboard.text, 'gr\u00fc\u00dfe \u{1f600}\n\u05e9');
  const setting = { table: 'system', name: 'screen_off_timeout' };
  assert.deepEqual(await companion.get('setting.get', setting), { value: '60000' });
  assert.deepEqual(await companion.get('setting.put', { ...setting, value: '1000' }), { was: '60000' });
  assert.deepEqual(await companion.get('setting.put', { ...setting, value: null }), { was: '1000' });
  assert.deepEqual(await companion.get('setting.get', setting), { value: null });
  const { code } = await companion.fails('global', { action: 'fly' });
  assert.equal(code, 'bad-request');
});

test('locking the screen is unknown before Android 9', async (t) => {
  const { companion, phone } = await companionOnPhone(t, { release: 5 });
  assert.equal((await companion.fails('global', { action: 'lockScreen' })).code, 'unsupported');
  assert.equal(phone.framework.awake, true);
});

test("labels are the launcher's", async (t) => {
  const { companion } = await companionOnPhone(t);
  const { apps: all } = await companion.get('labels');
  const { apps: some } = await companion.get('labels', { packages: ['com.android.settings', 'no.such.app'] });
  assert.deepEqual(some, [
    { package: 'com.android.settings', label: 'Settings', launchable: true, system: true, enabled: true },
  ]);
  assert.ok(
    (all as { package: string; launchable: boolean }[]).some(
      (app) => app.package === 'com.android.shell' && !app.launchable,
    ),
  );
});

test('toasts and notifications are heard, and toasts stay readable for a while', async (t) => {
  const { companion, phone } = await companionOnPhone(t);
  await companion.greeting;
  const { last } = await companion.get('events', { after: 0 });
  phone.framework.toast('Saved', 'com.example.notes');
  phone.framework.notifications.post({
    id: 1,
    package: 'com.example.notes',
    title: 'Note',
    text: 'Buy milk',
    time: 0,
  });
  const look = await companion.look();
  assert.deepEqual(
    look.toasts.map(({ text, package: from }) => [text, from]),
    [['Saved', 'com.example.notes']],
  );
  assert.equal(
    look.windows.some(
      ({ type, root }) =>
        type === 1 &&
        nodesOf({ ...look, windows: [{ id: 0, type, ...(root && { root }) }] }).some(
          ({ t: text }) => text === 'Saved',
        ),
    ),
    false,
  );
  const { events } = (await companion.get('events', { after: last })) as {
    events: Record<string, unknown>[];
  };
  const heard = events.filter(({ type }) => type === 64);
  assert.deepEqual(
    heard.map(({ class: name, texts }) => [name, texts]),
    [
      ['android.widget.Toast', ['Saved']],
      ['android.app.Notification', ['Note', 'Buy milk']],
    ],
  );
});

test('a picture comes with the look', async (t) => {
  const { companion } = await companionOnPhone(t, { release: 5 });
  const { ok, binary } = (await companion.ask('look', { picture: { format: 'jpeg', quality: 90 } })) ?? {};
  assert.deepEqual(ok?.picture, { format: 'jpeg', width: 480, height: 800 });
  assert.deepEqual([...(binary?.subarray(0, 3) ?? [])], [0xff, 0xd8, 0xff]);
  const png = await companion.ask('look', { picture: { format: 'png' } });
  assert.equal(png?.binary?.subarray(1, 4).toString(), 'PNG');
  nodeWhere(ok as Look, ({ t: text }) => text === 'Contacts');
});

test('a stroke that is cancelled leaves no finger on the screen', async (t) => {
  const { companion } = await companionOnPhone(t, WORKBENCH);
  const [x, y] = middle(byId(await companion.look(), 'canvas'));
  const { id, reply } = companion.start('touch', {
    strokes: [
      [
        [x, y, 0],
        [x, y, 5000],
      ],
    ],
  });
  while (!(byId(await companion.look(), 'log').t ?? '').includes('down0'));
  await companion.send(0, { do: 'cancel', of: id });
  assert.deepEqual([(await reply)?.error?.code, (await reply)?.error?.done], ['cancelled', 'partly']);
  assert.equal(byId(await companion.look(), 'log').t, 'down0 cancel0');
});

test('a request is answered by its deadline, and the answer says whether it may have been done', async (t) => {
  const { companion } = await companionOnPhone(t, WORKBENCH);
  const [x, y] = middle(byId(await companion.look(), 'canvas'));
  const first = companion.start('touch', {
    strokes: [
      [
        [x, y, 0],
        [x, y, 5000],
      ],
    ],
    within: 300,
  });
  const second = companion.start('key', { codes: [4], within: 100 });
  assert.deepEqual([(await second.reply)?.error?.code, (await second.reply)?.error?.done], ['timeout', 'no']);
  assert.deepEqual(
    [(await first.reply)?.error?.code, (await first.reply)?.error?.done],
    ['timeout', 'partly'],
  );
  // Queries do not wait behind a finger, and the lane continues.
  assert.ok((await companion.ask('key', { codes: [3] }))?.ok);
});
