import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Registry } from '@handeye/core/device/registry';
import { MacSource } from '../src/source.ts';
import { createToolbox } from '@handeye/core/tools/create-toolbox';
import { callers } from '@handeye/testing/tools';
import type { FakeFault } from './fake/world.ts';
import { patientLimits } from '@handeye/testing/patience';
import { macHouse } from './house.ts';
import { bridgesOf } from './processes.ts';
import { application, desk } from './worlds.ts';

const bridges = () => bridgesOf(process.pid);

/** Notes as usual, and Stuck, which has the problem. */
const withStuck = (fault?: FakeFault) => {
  const { app, window } = application(666, 'Stuck');
  const world = desk();
  return {
    ...world,
    applications: [...world.applications!, { ...app, ...(fault !== undefined && { fault }) }],
    windows: [...world.windows!, window],
  };
};

describe('permissions', () => {
  test('without accessibility every tool says where to allow it, and works as soon as it is allowed', async (t) => {
    const { refusal, fails, json, text, mac } = macHouse(t, desk({ trusted: false }));
    const where = /System Settings > Privacy & Security > Accessibility.*belongs to that host application/;
    for (const [tool, args] of [
      ['get_ui_tree', { app: 'Notes' }],
      ['list_windows', {}],
    ] as const) {
      const { error_type, kind, message } = await refusal(tool, args);
      assert.deepEqual([error_type, kind], ['permission_denied', 'permission_denied']);
      assert.match(message, where);
    }
    assert.match(await fails('get_screen_state', {}, 'permission_denied'), where);
    assert.match(await fails('tap', { x: 1, y: 1 }, 'permission_denied'), where);
    mac.become(desk());
    await text('get_screen_state');
    // And it may be revoked again.
    mac.become(desk({ trusted: false }));
    assert.match((await refusal('find_element', { app: 'Notes', role: 'button' })).message, where);
    assert.match(await fails('get_screen_state', {}, 'permission_denied'), where);
    mac.become(desk());
    await json('get_ui_tree', { app: 'Notes' });
  });
});

describe('an application that hangs', () => {
  const limits = { ...patientLimits, tree: 3000, find: 3000, windows: 3000 };

  for (const [fault, why] of [
    ['hang', 'as far as the system waits'],
    ['freeze', 'and takes the bridge along'],
  ] as const) {
    test(`delays only its own callers (${why})`, async (t) => {
      const { call, json, mac } = macHouse(t, withStuck(fault), { limits: patientLimits });
      const leaving = new AbortController();
      let isStuck = true;
      const stuck = call('get_ui_tree', { app: 'Stuck' }, leaving.signal).finally(() => (isStuck = false));
      for (let round = 0; round < 5; round += 1) await json('find_element', { app: 'Notes', role: 'button' });
      assert.ok(isStuck, 'the others waited for it');
      leaving.abort();
      assert.equal((await stuck).isError, true);
      mac.become(withStuck());
      await json('get_ui_tree', { app: 'Stuck' });
    });

    test(`times out, and answers when it is well again (${why})`, async (t) => {
      const { refusal, json, mac } = macHouse(t, withStuck(fault), {
        limits: { ...patientLimits, find: 1500 },
      });
      const { error_type, kind, app } = await refusal('find_element', { app: 'Stuck', role: 'button' });
      assert.deepEqual([error_type, kind, app], ['timeout', 'timeout', 'Stuck']);
      mac.become(withStuck());
      await json('get_ui_tree', { app: 'Stuck' });
    });
  }

  test('ends every tool after the time that is configured for it', async (t) => {
    const world = { ...withStuck('hang'), frontmost: 666 };
    const short = { tree: 1500, find: 1500, focus: 1500, windows: 1500 };
    const { refusal } = macHouse(t, world, { limits: { ...patientLimits, ...short } });
    for (const [tool, args] of [
      ['get_ui_tree', {}],
      ['find_element', { role: 'button' }],
      ['get_focused_element', {}],
      ['list_windows', {}],
    ] as const) {
      const { error_type, operation } = await refusal(tool, { app: 'Stuck', ...args });
      assert.deepEqual([error_type, operation], ['timeout', tool]);
    }
  });

  test('has its windows listed with all others, and times out by itself', async (t) => {
    const { refusal, json } = macHouse(t, withStuck('hang'), { limits });
    const { windows } = await json('list_windows');
    assert.deepEqual(
      (windows as { title: string }[]).map(({ title }) => title),
      ['All notes', 'Mail window', 'Stuck window'],
    );
    assert.equal((await refusal('list_windows', { app: 'Stuck' })).error_type, 'timeout');
  });
});

describe('a bridge that breaks', () => {
  test('fails one call; the next one gets another bridge', async (t) => {
    const { refusal, json, text, mac } = macHouse(t, withStuck('abort'));
    for (let round = 0; round < 3; round += 1) {
      const { error_type, kind, message } = await refusal('get_ui_tree', { app: 'Stuck' });
      assert.deepEqual([error_type, kind], ['internal', 'internal']);
      assert.match(message, /bridge to this Mac failed: it was ended by SIGABRT.*handeye selftest macos/s);
      await json('get_ui_tree', { app: 'Notes' });
    }
    mac.become(withStuck());
    await text('get_screen_state');
  });

  test('that cannot start says why', async (t) => {
    const nowhere = '/nowhere/ApplicationServices';
    const libraries = {
      applicationServices: nowhere,
      coreFoundation: nowhere,
      coreGraphics: nowhere,
      objectiveC: nowhere,
      system: nowhere,
    };
    const registry = new Registry({
      sources: [new MacSource({ platform: 'darwin', bridge: { libraries } })],
      configured: ['macos'],
    });
    t.after(() => registry.close());
    const { fails } = callers(createToolbox({ registry, limits: patientLimits }));
    assert.match(
      await fails('get_screen_state', {}, 'internal'),
      /\/nowhere\/.* cannot be loaded\. Is this a Mac\?/,
    );
  });
});

describe('bridges', () => {
  test('a hundred calls at once are all answered, by four bridges at most', async (t) => {
    const { json, registry } = macHouse(t, desk());
    let most = 0;
    const watching = setInterval(() => (most = Math.max(most, bridges().length)), 20);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        [
          () => json('get_ui_tree', { app: 'Notes' }),
          () => json('find_element', { app: 'Mail', role: 'button' }),
          () => json('get_focused_element'),
          () => json('list_windows'),
        ][index % 4]!(),
      ),
    );
    clearInterval(watching);
    assert.deepEqual(answers[96], answers[0]);
    assert.deepEqual(answers[99], answers[3]);
    assert.ok(most >= 2 && most <= 4, `${most} bridges`);
    await registry.close();
    assert.deepEqual(bridges(), []);
  });

  test('no bridge is left behind, not even a frozen one', async (t) => {
    const { call, json, registry } = macHouse(t, withStuck('freeze'));
    await json('get_ui_tree', { app: 'Notes' });
    const stuck = call('get_ui_tree', { app: 'Stuck' });
    while (bridges().length < 2) await json('list_windows', { app: 'Notes' });
    await registry.close();
    assert.deepEqual(bridges(), []);
    assert.equal((await stuck).isError, true);
  });

  test('a call that is cancelled frees its bridge', async (t) => {
    const { toolbox, json } = macHouse(t, withStuck('freeze'));
    await json('get_ui_tree', { app: 'Notes' });
    const [frozen] = bridges();
    const controller = new AbortController();
    const stuck = toolbox.call('get_ui_tree', { app: 'Stuck' }, { signal: controller.signal });
    while (bridges().length < 2) await json('list_windows', { app: 'Notes' }); // the first one is in use
    controller.abort();
    assert.equal((await stuck).isError, true);
    await json('get_ui_tree', { app: 'Notes' });
    assert.ok(frozen !== undefined && !bridges().includes(frozen), 'the one that was frozen is gone');
  });
});
