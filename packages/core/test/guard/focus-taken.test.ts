import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultPolicy, type Policy } from '../../src/guard/policy.ts';
import type { Rule } from '../../src/guard/rules.ts';
import type { Audit } from '../../src/tools/create-toolbox.ts';
import type { ToolResult } from '../../src/tools/frame/toolbox.ts';
import type { View } from '@handeye/screen/snapshot';
import { box, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

function screenOf(app: string, hint: string): View {
  const field = node('EditText', box(0, 100, 1080, 200), {
    ...{ hint, editable: true, focusable: true, focused: true, resourceId: `${app}:id/field` },
  });
  const root = node('FrameLayout', full, { children: [field] });
  return viewOf(root, { app, windows: [windowOf(root, { app, key: `window of ${app}` })] });
}

const notes = screenOf('com.notes', 'Title');
const evil = screenOf('com.evil', 'Your code');

const refusing: Partial<Policy> = { changedScreen: 'refuse' };
const asksAboutPayments: Rule = { when: { kind: 'payment' }, then: 'ask', from: 'rule 1' };

interface Setting {
  readonly policy?: Partial<Policy>;
  readonly isRecorded?: boolean;
}

function house({ policy, isRecorded = true }: Setting = {}) {
  const device = Object.assign(new ScriptedDevice(notes), {
    moreKeys: ['UP', 'DOWN'] as const,
    pressChord: () => Promise.resolve(undefined),
  });
  const asked = { glances: 0, sizes: 0 };
  device.glance = () => {
    asked.glances += 1;
    return Promise.resolve(device.view);
  };
  device.screen = () => {
    asked.sizes += 1;
    return Promise.resolve({ ...notes.screen, awake: true });
  };
  const records: Audit[] = [];
  const tools = bench(notes, {
    device,
    policy: { ...defaultPolicy, writesPerSecond: 1000, ...policy },
    screenFormat: 'lean',
    ...(isRecorded && { audit: (audit: Audit) => records.push(audit) }),
  });
  return {
    ...tools,
    device,
    asked,
    noted: () => records.flatMap((record) => record.notes),
    looks: () => device.deeds.filter(({ did }) => did === 'look').length,
  };
}

const TAKEN = "The screen changed since you looked: now 'Your code' (com.evil) has the focus";
const second = ({ content }: ToolResult) => (content[1]?.type === 'text' ? content[1].text : '');

const typing: readonly [string, unknown][] = [
  ['input_text', { text: 'to myself' }],
  ['clear_text', {}],
  ['press_key', { key: 'ENTER' }],
  ['press_key', { key: 'SPACE' }],
  ['press_key', { key: 'DOWN' }],
  ['press_key', { key: 'ctrl+a' }],
];

suite('where another application took the focus since the client looked', () => {
  for (const [tool, args] of typing) {
    for (const [how, policy] of [
      ['with nothing to look for', refusing],
      ['with rules that look', { ...refusing, rules: [asksAboutPayments] }],
    ] as const) {
      test(`${tool} ${JSON.stringify(args)} is refused, named and not made (${how})`, async () => {
        const { device, text, fails } = house({ policy });
        await text('get_screen_state');
        device.view = evil;
        const said = await fails(tool, args, 'permission_denied');
        assert.ok(said.startsWith(TAKEN), said);
        assert.deepEqual(device.actions, []);
      });
    }

    test(`${tool} ${JSON.stringify(args)} is made and noted once where nothing is refused`, async () => {
      const { device, text, call, noted } = house();
      await text('get_screen_state');
      device.view = evil;
      const result = await call(tool, args);
      assert.equal(result.isError, undefined);
      assert.match(
        second(result),
        /^note: the screen changed since you looked: now 'Your code' \(com\.evil\)/m,
      );
      assert.equal(noted().length, 1);
    });
  }

  test('what does not go to the focus is not judged by it', async () => {
    for (const [tool, args] of [
      ['press_key', { key: 'BACK' }],
      ['press_back', {}],
      ['press_home', {}],
    ] as const) {
      const { device, text, call } = house({ policy: refusing });
      await text('get_screen_state');
      device.view = evil;
      assert.equal((await call(tool, args)).isError, undefined, tool);
    }
  });

  test('a field that is named by its id is verified by itself, as ever', async () => {
    const { device, text, fails } = house({ policy: refusing });
    const [, id] = /(\d+)/.exec(await text('find_elements', { by: 'resource_id', value: 'field' })) ?? [];
    assert.ok(id);
    device.view = evil;
    await fails('input_text', { text: 'x', element_id: id }, 'element_not_found');
  });

  test('after a look at what came, it may be typed into', async () => {
    const { device, text } = house({ policy: refusing });
    await text('get_screen_state');
    device.view = evil;
    await text('get_screen_state');
    await text('input_text', { text: 'x' });
    assert.equal(device.actions.length, 1);
  });

  test('a client that has not looked is not judged', async () => {
    const { device, text } = house({ policy: refusing });
    device.view = evil;
    await text('input_text', { text: 'x' });
    assert.equal(device.actions.length, 1);
  });

  test('the application that the client itself opened since then may have the focus, and no other', async () => {
    const opening = async (opened: string) => {
      const tools = house({ policy: refusing });
      const { device, text } = tools;
      device.apps = {
        list: () => Promise.resolve([{ id: opened, name: undefined, launchable: true }]),
        open: () => {
          device.view = evil;
          return Promise.resolve(undefined);
        },
      };
      await text('get_screen_state');
      await text('open_app', { app: opened, observe: 'none' });
      return tools;
    };
    await (await opening('com.evil')).text('input_text', { text: 'x' });
    await (await opening('com.mail')).fails('input_text', { text: 'x' }, 'permission_denied');
  });
});

suite('what it costs', () => {
  test('text and editing keys are judged by the look that they need anyway', async () => {
    for (const policy of [{}, refusing, { ...refusing, rules: [asksAboutPayments] }]) {
      for (const [tool, args] of [
        ['input_text', { text: 'x', observe: 'none' }],
        ['press_key', { key: 'ENTER', observe: 'none' }],
      ] as const) {
        const { text, asked, looks } = house({ policy });
        await text('get_screen_state');
        const before = looks();
        await text(tool, args);
        assert.deepEqual([asked.glances, asked.sizes, looks() - before], [0, 0, 1], tool);
      }
    }
  });

  test('other keys cost a glance in the place of the size of the screen, or one look', async () => {
    const asks = { ...refusing, rules: [asksAboutPayments] };
    for (const [policy, costs] of [
      [{}, [1, 0, 0]],
      [refusing, [1, 0, 0]],
      [asks, [0, 0, 1]],
    ] as const) {
      const { text, asked, looks } = house({ policy });
      await text('get_screen_state');
      const before = looks();
      await text('press_key', { key: 'DOWN', observe: 'none' });
      assert.deepEqual([asked.glances, asked.sizes, looks() - before], costs);
    }
  });
});
