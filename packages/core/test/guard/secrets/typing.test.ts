import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Concealment } from '../../../src/guard/secrets/concealment.ts';
import type { Secret } from '../../../src/guard/secrets/secret-lines.ts';
import { actionFailed } from '../../../src/device/errors.ts';
import type { UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { box, button, field, form, full, node, viewOf } from '@handeye/testing/screens';
import { capable, ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedCrashes } from '@handeye/testing/scripted-record';
import { assertNoSecrets } from '@handeye/testing/secret-scan';
import { type Bench, bench, textOf } from '@handeye/testing/tools';
import { CANARY } from '@handeye/testing/canary';

const LONG = `correct-horse ${CANARY} 42`;
const PIN = '4821';

const secrets: readonly Secret[] = [
  { name: 'LONG', app: undefined, value: LONG },
  { name: 'PIN', app: undefined, value: PIN },
  { name: 'BOUND', app: 'com.bank', value: `for the bank ${CANARY}` },
];

/** A phone with a form, whose name field takes what is typed. */
function phone(
  options: { maxLength?: number; view?: (name: string) => View } = {},
): Bench & { name: () => string } {
  const show = options.view ?? ((name) => form({ name, focused: 'name' }));
  let content = '';
  const device = new ScriptedDevice(show(''));
  device.readsBackTyping = true;
  device.react = (deed) => {
    if (deed.did === 'type') content += deed.text;
    if (deed.did === 'act' && deed.action.kind === 'setText') content = deed.action.text;
    if (deed.did === 'press' && deed.key === 'DEL') content = content.slice(0, -1);
    if (deed.did === 'look') return;
    content = content.slice(0, options.maxLength ?? 1000);
    device.view = show(content);
  };
  const concealment = new Concealment({ secrets });
  return { ...bench(show(''), { device, concealment }), name: () => content };
}

describe('set_text and input_text', () => {
  test('type the value, and answer, verify and observe by the name', async () => {
    const { idOf, observed, text, name } = phone();
    const id = await idOf('name');
    const set = await observed('set_text', { element_id: id, text: 'my {{LONG}}!' });
    assert.equal(textOf(set), `Text set on element '${id}'`);
    assert.equal(name(), `my ${LONG}!`);
    assert.match(JSON.stringify(set), /my \{\{LONG\}\}!/);
    assert.equal(await text('input_text', { text: ' {{PIN}}' }), 'Text input completed (8 characters)');
    assert.equal(name(), `my ${LONG}! ${PIN}`);
    const state = await text('get_screen_state');
    assert.match(state, /my \{\{LONG\}\}! \{\{PIN\}\}/);
    assertNoSecrets([state, JSON.stringify(set)], [LONG, PIN]);
  });

  test('a button that shows a secret is the same for a touch as it was shown', async () => {
    const greeting = (name: string) => {
      const own = field('name', box(60, 320, 1020, 440), { text: name, focused: true });
      const hello = button(`Hello ${name}`, box(60, 640, 500, 760));
      return viewOf(node('FrameLayout', full, { children: [own, hello] }));
    };
    const { device, idOf, observed, text } = phone({ view: greeting });
    device.glance = () => Promise.resolve(device.view);
    await text('set_text', { element_id: await idOf('name'), text: '{{LONG}}' });
    assert.match(await text('get_screen_state'), /Hello \{\{LONG\}\}/);
    const tapped = await observed('tap', { x: 100, y: 700 });
    assert.doesNotMatch(JSON.stringify(tapped), /note: /);
  });

  test('type a name that is no secret as it stands', async () => {
    const { idOf, text, name } = phone();
    const said = await text('set_text', { element_id: await idOf('name'), text: '{{OTHER}} {{ PIN }}' });
    assert.equal(name(), '{{OTHER}} {{ PIN }}');
    assert.match(
      said,
      /\{\{OTHER\}\} is none of this server's secrets \(\{\{LONG\}\}, \{\{PIN\}\}, \{\{BOUND\}\}\), so it was typed as it stands/,
    );
  });

  test('refuse a bound secret for another application, and say where it may go', async () => {
    const { idOf, fails, name } = phone();
    const id = await idOf('name');
    const why = await fails('set_text', { element_id: id, text: '{{BOUND}}' }, 'permission_denied');
    assert.match(
      why,
      /\{\{BOUND\}\} may be typed only into 'com\.bank', and this would go to 'com\.example\.app'/,
    );
    assert.equal(name(), '');
  });

  test('refuse a bound secret where one of the processes that draw a field is another one', async () => {
    const view = viewOf(node('FrameLayout', full, { children: [field('name', box(0, 0, 500, 100))] }), {
      windows: [],
    });
    const inBank = { ...view, windows: [{ ...form().windows[0]!, app: 'com.bank' }] };
    const device = Object.assign(new ScriptedDevice(inBank), {
      owners: () => Promise.resolve([{ name: 'com.evil', id: 'com.evil', pid: 1 }]),
    });
    const { idOf, fails } = bench(inBank, { device, concealment: new Concealment({ secrets }) });
    const id = await idOf('name');
    await fails('set_text', { element_id: id, text: '{{BOUND}}' }, 'permission_denied');
    assert.deepEqual(device.actions, []);
  });

  test('a field that keeps only a part of it shows nothing of that, not even how long it is', async () => {
    const { idOf, call, text } = phone({ maxLength: 7 });
    const result = await call('set_text', { element_id: await idOf('name'), text: '{{LONG}}' });
    assert.match(textOf(result), /the field now holds .*"\{\{LONG…\}\}"/);
    const state = await text('get_screen_state');
    assert.match(state, /\{\{LONG…\}\}/);
    assertNoSecrets([JSON.stringify(result), state], [LONG.slice(0, 3), LONG.slice(3, 6)]);
  });

  test('what is deleted character by character tells none of them', async () => {
    const { idOf, text, name } = phone();
    await text('set_text', { element_id: await idOf('name'), text: 'x{{PIN}}' });
    for (const left of ['x482', 'x48', 'x4']) {
      await text('press_key', { key: 'DEL' });
      assert.equal(name(), left);
      assert.doesNotMatch(await text('get_screen_state'), /x4/);
    }
  });

  test('a search cannot guess a value', async () => {
    const { idOf, json, text } = phone();
    await text('set_text', { element_id: await idOf('name'), text: '{{LONG}}' });
    for (const value of ['correct', 'c', 'horse'])
      assert.doesNotMatch(
        JSON.stringify(await json('find_elements', { by: 'text', value })),
        /"text":"\{\{LONG/,
      );
  });

  test('another content is shown again', async () => {
    const { idOf, text } = phone();
    const id = await idOf('name');
    await text('set_text', { element_id: id, text: '{{PIN}}' });
    await text('set_text', { element_id: id, text: 'room 4821' });
    assert.match(await text('get_screen_state'), /room 4821/);
  });

  test('a field that was emptied shows other contents, and no value that comes back', async () => {
    const { idOf, text, device } = phone();
    await text('set_text', { element_id: await idOf('name'), text: '{{PIN}}' });
    await text('get_screen_state');
    device.view = form({ focused: 'name' });
    await text('get_screen_state');
    device.view = form({ name: 'room 12', focused: 'name' });
    assert.match(await text('get_screen_state'), /room 12/);
    device.view = form({ name: `room ${PIN}`, focused: 'name' });
    assert.match(await text('get_screen_state'), /room \{\{PIN\}\}/);
  });

  test('an undo after another text was set shows neither the value nor its beginning', async () => {
    for (const [name, value] of Object.entries({ PIN, LONG })) {
      const { idOf, text, device } = phone();
      const id = await idOf('name');
      await text('set_text', { element_id: id, text: `{{${name}}}` });
      await text('set_text', { element_id: id, text: 'x' });
      assert.match(await text('get_screen_state'), /\tx\t/);
      for (const back of [value, value.slice(0, -1), value.slice(0, 3), value.slice(0, 3).toUpperCase()]) {
        device.view = form({ name: back, focused: 'name' });
        const state = await text('get_screen_state');
        assert.match(state, new RegExp(`\\{\\{${name}…?\\}\\}`), back);
        assertNoSecrets([state], [back]);
      }
    }
  });

  test('what the device says of a failure is masked', async () => {
    const { idOf, fails, device } = phone();
    const id = await idOf('name');
    device.react = ({ did }) => {
      if (did === 'act') throw actionFailed(`The field took "${LONG.slice(0, 8)}" of 16 characters: ${LONG}`);
    };
    const why = await fails('set_text', { element_id: id, text: '{{LONG}}' }, 'action_failed');
    assertNoSecrets([why], [LONG, LONG.slice(0, 8)]);
  });

  test('a secret does not go to what cannot be seen', async () => {
    const view = viewOf(node('FrameLayout', full, { focused: true, className: 'terminal' }));
    const device = Object.assign(new ScriptedDevice(view), { typeUnseen: () => Promise.resolve(undefined) });
    const { fails } = bench(view, { device, concealment: new Concealment({ secrets }) });
    await fails('input_text', { text: '{{LONG}}' }, 'permission_denied');
    assert.deepEqual(device.actions, []);
  });

  test('other tools know no secrets', async () => {
    const { text, device } = phone();
    await text('set_clipboard', { text: '{{LONG}}' });
    assert.equal(device.clip, '{{LONG}}');
  });

  test('the element that is acted on is the one that the device knows', async () => {
    const seen: UiNode[] = [];
    class Knowing extends ScriptedDevice {
      override act(...[on, action, call]: Parameters<ScriptedDevice['act']>) {
        seen.push(on.node);
        return super.act(on, action, call);
      }
    }
    const device = new Knowing(form({ name: LONG }), { capabilities: capable() });
    const { idOf, text } = bench(form(), { device, concealment: new Concealment({ secrets }) });
    await text('set_text', { element_id: await idOf('name'), text: 'Ada' });
    assert.equal(seen[0], device.view.windows[0]?.root?.children[1]);
  });
});

describe('everywhere else', () => {
  test('a long value is masked in screens, the clipboard, the logs and errors', async () => {
    const { text, json, device, fails } = phone();
    device.view = form({ name: `it is ${LONG}` });
    device.clip = LONG;
    device.logLines = {
      lines: [`11-16 03:15:22 I/App: token=${encodeURIComponent(LONG)}`],
      truncated: false,
    };
    assert.match(await text('get_screen_state'), /it is \{\{LONG\}\}/);
    assert.deepEqual(await json('get_clipboard'), { text: '{{LONG}}' });
    assert.match(JSON.stringify(await json('get_device_logs')), /token=\{\{LONG\}\}/);
    assert.doesNotMatch(await fails('find_elements', { by: LONG, value: 'x' }, 'invalid_params'), /horse/);
  });

  test('a part of a value is masked on the clipboard: half of it, and no fewer than six characters', async () => {
    const { json, device } = phone();
    const half = Math.max(6, Math.ceil(LONG.length / 2));
    const clipboard = async (clip: string) => {
      device.clip = clip;
      return ((await json('get_clipboard')) as { text: string }).text;
    };
    for (const part of [LONG.slice(0, half), LONG.slice(-half), LONG.slice(1, -1)]) {
      assert.equal(await clipboard(part), '{{LONG…}}');
      assert.equal(await clipboard(`a ${part}; b ${LONG}`), 'a {{LONG…}}; b {{LONG}}');
    }
    const less = LONG.slice(0, half - 1);
    assert.equal(await clipboard(less), less);
  });

  test('it is masked in crashes and in what happened meanwhile, also where that is cut', async () => {
    const crash = {
      id: 'k3f2a',
      kind: 'crash',
      app: 'com.example.app',
      time: '2026-11-16 03:15:22',
      reason: `java.lang.IllegalStateException: ${LONG}`,
      frames: [`at com.example.${LONG}`],
      trace: `Process: ${LONG}`,
    } as const;
    const device = Object.assign(new ScriptedDevice(form({ focused: 'name' })), {
      news: () =>
        Promise.resolve([{ kind: 'notification', app: 'Mail', text: `${'x'.repeat(112)} ${LONG}` } as const]),
    });
    device.services = { crashes: scriptedCrashes([crash]) };
    const concealment = new Concealment({ secrets });
    const { call, observed } = bench(form(), { device, concealment, toolsets: ['device', 'crashes'] });
    const told = [
      await call('get_crashes'),
      await call('get_crashes', { id: 'k3f2a' }),
      await observed('press_back'),
    ];
    assert.match(JSON.stringify(told[0]), /IllegalStateException: \{\{LONG\}\}/);
    assertNoSecrets(
      told.map((one) => JSON.stringify(one)),
      [LONG, 'correct'],
    );
  });

  test('a model is told the names, and only where there are some', () => {
    const told = phone().toolbox.instructions;
    assert.match(told, /\{\{LONG\}\}, \{\{PIN\}\}, \{\{BOUND\}\}/);
    assertNoSecrets([told], [LONG, PIN]);
    assert.doesNotMatch(bench(form()).toolbox.instructions, /secret/);
  });
});
