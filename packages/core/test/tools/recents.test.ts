import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { defaultPolicy } from '../../src/guard/policy.ts';
import type { UiNode } from '@handeye/screen/node';
import { box, field, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { capable, fingerOnly, ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

const BLOCKED = 'com.bank';

function screenOf(app: string, children: UiNode[], { activity = '.Launcher', title = app } = {}) {
  const root = node('FrameLayout', full, { children });
  return viewOf(root, { app, activity, windows: [windowOf(root, { app, title })] });
}

function tools(view: ReturnType<typeof screenOf>, recent: string[] | undefined, byFinger = true) {
  const capabilities = capable(byFinger ? fingerOnly : {});
  const device = Object.assign(new ScriptedDevice(view, { capabilities }), {
    recentApps: () => Promise.resolve(recent),
  });
  return bench(view, { device, policy: { ...defaultPolicy, blockedApps: [BLOCKED] } });
}

const control = (resourceId: string) =>
  node('ImageView', box(440, 2000, 640, 2200), { resourceId, clickable: true });
const card = (resourceId: string) =>
  node('FrameLayout', box(200, 400, 880, 1600), { resourceId, clickable: true, description: 'Bank' });

const makers = [
  ['com.miui.home', 'com.miui.home:id/clearAnimView', 'com.miui.home:id/task_view'],
  ['com.coloros.recents', 'com.coloros.recents:id/clear_all_button', 'com.coloros.recents:id/task_view'],
  ['com.android.launcher', 'com.android.launcher:id/btn_clear', 'com.android.launcher:id/snapshot'],
  ['com.android.launcher3', 'com.android.launcher3:id/some_new_button', 'com.android.launcher3:id/task'],
] as const;

describe('with a blocked app among the recent ones, Recents', () => {
  for (const [app, clear, task] of makers) {
    test(`of ${app} loses no card by ${clear}`, async () => {
      for (const recent of [['com.example.notes', BLOCKED], undefined]) {
        for (const byFinger of [true, false]) {
          const it = tools(screenOf(app, [card(task), control(clear)]), recent, byFinger);
          await it.fails('tap', { x: 540, y: 2100 }, 'permission_denied');
          await it.fails('tap', { x: 50, y: 2300 }, 'permission_denied');
          await it.fails('swipe', { x1: 540, y1: 1000, x2: 540, y2: 100 }, 'permission_denied');
          await it.fails('swipe', { x1: 50, y1: 2300, x2: 900, y2: 2300 }, 'permission_denied');
          const id = await it.idOf(clear.split('/')[1]!);
          await it.fails('click_element', { element_id: id }, 'permission_denied');
          assert.deepEqual(it.device.actions, []);
          await it.text('tap', { x: 540, y: 1000 });
        }
      }
    });
  }

  test('is told by its button alone where the names of its cards are unknown', async () => {
    for (const [app, clear] of makers.slice(0, 3)) {
      const it = tools(screenOf(app, [card(`${app}:id/unheard_of`), control(clear)]), [BLOCKED]);
      await it.fails('swipe', { x1: 540, y1: 1000, x2: 540, y2: 100 }, 'permission_denied');
      await it.fails('tap', { x: 540, y: 1000 }, 'permission_denied');
    }
  });

  test('is told by its activity or its title where no id is known', async () => {
    const unknown = [card('com.maker.multitask:id/a'), control('com.maker.multitask:id/b')];
    for (const names of [{ activity: '.recents.RecentsActivity' }, { title: 'Recent apps' }]) {
      const it = tools(screenOf('com.maker.multitask', unknown, names), [BLOCKED]);
      await it.fails('tap', { x: 540, y: 2100 }, 'permission_denied');
      await it.fails('swipe', { x1: 540, y1: 1000, x2: 540, y2: 100 }, 'permission_denied');
    }
  });
});

describe('Recents of which only the system says that it is Recents', () => {
  const APP = 'com.maker.multitask';
  function unheardOf(recent: string[] | undefined, focused: 'card' | 'button' | 'none' = 'none') {
    const parts = [
      node('FrameLayout', box(200, 400, 880, 1600), {
        resourceId: `${APP}:id/a`,
        clickable: true,
        focused: focused === 'card',
      }),
      node('ImageView', box(440, 2000, 640, 2200), {
        resourceId: `${APP}:id/b`,
        clickable: true,
        focused: focused === 'button',
      }),
    ];
    const view = screenOf(APP, parts, { activity: '.Main' });
    return tools({ ...view, windows: view.windows.map((window) => ({ ...window, recents: true })) }, recent);
  }

  test('loses no card while a blocked app is there', async () => {
    const it = unheardOf([BLOCKED]);
    await it.fails('tap', { x: 540, y: 2100 }, 'permission_denied');
    await it.fails('tap', { x: 540, y: 1000 }, 'permission_denied');
    await it.fails('swipe', { x1: 540, y1: 1000, x2: 540, y2: 100 }, 'permission_denied');
    await it.fails('click_element', { element_id: await it.idOf('b') }, 'permission_denied');
    assert.deepEqual(it.device.actions, []);
    await unheardOf(['com.example.notes']).text('tap', { x: 540, y: 2100 });
  });

  test('takes no key for what has the focus, but is left by BACK and HOME', async () => {
    for (const focused of ['card', 'button'] as const) {
      const it = unheardOf([BLOCKED], focused);
      await it.fails('press_key', { key: 'ENTER' }, 'permission_denied');
      assert.deepEqual(it.device.actions, []);
      for (const key of ['TAB', 'BACK', 'HOME']) await it.text('press_key', { key });
      await unheardOf(['com.example.notes'], focused).text('press_key', { key: 'ENTER' });
    }
  });
});

test('in Recents a key presses a card that is known as one, and nothing else', async () => {
  for (const [app, clear, task] of makers) {
    const focus = (element: UiNode) => ({ ...element, focused: true });
    const onCard = tools(screenOf(app, [focus(card(task)), control(clear)]), [BLOCKED]);
    await onCard.text('press_key', { key: 'ENTER' });
    const onButton = tools(screenOf(app, [card(task), focus(control(clear))]), [BLOCKED]);
    await onButton.fails('press_key', { key: 'ENTER' }, 'permission_denied');
    const search = focus(field('search', box(0, 0, 1080, 200)));
    const onField = tools(screenOf(app, [search, card(task), control(clear)]), [BLOCKED]);
    for (const key of ['DEL', 'SPACE']) await onField.fails('press_key', { key }, 'permission_denied');
    assert.deepEqual([onButton.device.actions, onField.device.actions], [[], []]);
  }
});

test('Recents without a blocked app may be cleared', async () => {
  for (const [app, clear, task] of makers) {
    const it = tools(screenOf(app, [card(task), control(clear)]), ['com.example.notes']);
    await it.text('tap', { x: 540, y: 2100 });
    await it.text('swipe', { x1: 540, y1: 1000, x2: 540, y2: 100 });
  }
});

test('home screens and notifications are used although a blocked app is among the recent ones', async () => {
  for (const app of ['com.miui.home', 'com.android.launcher', 'com.android.launcher3']) {
    const icon = node('TextView', box(440, 2000, 640, 2200), { text: 'Notes', clickable: true });
    const workspace = node('ScrollView', full, {
      resourceId: `${app}:id/workspace`,
      scrollable: true,
      children: [icon],
    });
    const panel = node('FrameLayout', full, { resourceId: `${app}:id/overview_panel` });
    const it = tools(screenOf(app, [panel, workspace]), [BLOCKED]);
    await it.text('tap', { x: 540, y: 2100 });
    await it.text('swipe', { x1: 900, y1: 1000, x2: 100, y2: 1000 });
    await it.text('click_element', { element_id: await it.idOf('Notes') });
  }
  const shade = node('ScrollView', full, {
    resourceId: 'com.android.systemui:id/notification_stack_scroller',
    children: [control('com.android.systemui:id/clear_all')],
  });
  const it = tools(screenOf('com.android.systemui', [shade], { activity: '.Main' }), [BLOCKED]);
  await it.text('tap', { x: 540, y: 2100 });
  await it.text('swipe', { x1: 540, y1: 1000, x2: 540, y2: 400 });
});
