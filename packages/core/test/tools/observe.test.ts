import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { actionFailed } from '../../src/device/errors.ts';
import type { View } from '@handeye/screen/snapshot';
import { box, calculator, form, full, node, viewOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { PASSWORD } from '@handeye/testing/canary';
import { bench } from '@handeye/testing/tools';

const lean = { screenFormat: 'lean' } as const;
const texts = (content: readonly { type: string; text?: string }[]) => content.map(({ text }) => text ?? '');

function settings(on: boolean): View {
  const row = (title: string, id: string, top: number, parts = {}) =>
    node('LinearLayout', box(0, top, 1080, top + 100), {
      clickable: true,
      resourceId: id,
      children: [
        node('TextView', box(0, top, 500, top + 100), { text: title }),
        node('Switch', box(800, top, 1000, top + 100), { checkable: true, ...parts }),
      ],
    });
  const rows = ['Wi-Fi', 'Bluetooth', 'Mobile data', 'Hotspot'].map((title, at) =>
    row(title, title, 300 + at * 100),
  );
  return viewOf(
    node('FrameLayout', full, {
      children: [row('Airplane mode', 'airplane', 200, { checked: on }), ...rows],
    }),
  );
}

function toggling(): ScriptedDevice {
  const device = new ScriptedDevice(settings(false));
  device.react = (deed, own) => {
    if (deed.did === 'act') own.view = settings(true);
  };
  return device;
}

describe('what happened is the second item', () => {
  test('a toggle: what changed, the state number, at most 60 tokens; the first item is the contract’s', async () => {
    const tools = bench(settings(false), { ...lean, device: toggling() });
    await tools.text('get_screen_state');
    const { content } = await tools.call('click_element', { element_id: 'text:Airplane mode' });
    const [first = '', second = ''] = texts(content);
    assert.match(first, /^Click performed on element 'text:Airplane mode'$/);
    assert.match(second, /^~ \d+ \[on\] Airplane mode \(was off\)\ns[0-9a-f]+$/);
    assert.ok(encode(`${first}\n${second}`).length <= 60, second);
  });

  test('nothing changed; the same call again and again is named, by one client', async () => {
    const tools = bench(calculator(), lean);
    await tools.text('get_screen_state');
    const press = async (client: string, key = 'text:7') => {
      const { signal } = new AbortController();
      const { content } = await tools.toolbox.call('click_element', { element_id: key }, { signal, client });
      return texts(content)[1] ?? '';
    };
    assert.match(await press('a'), /\nnothing changed\ns[0-9a-f]+$/);
    assert.match(await press('a'), /nothing changed, for the 2nd time with this call\n/);
    assert.match(await press('b'), /\nnothing changed\n/);
    assert.match(await press('a'), /nothing changed, for the 3rd time with this call\n/);
    assert.match(await press('a', 'text:8'), /\nnothing changed\n/);
    assert.match(await press('a'), /\nnothing changed\n/);
  });

  test('a password that may have replaced another one is not said to have changed nothing', async () => {
    const tools = bench(form({ secret: PASSWORD }), lean);
    await tools.text('get_screen_state');
    const { content } = await tools.call('set_text', { element_id: 'res:secret', text: 'another one' });
    const [first = '', second = ''] = texts(content);
    assert.match(first, /cannot be read back, so the entry is not verified$/);
    assert.match(second, /\nnothing else changed\n/);
    const steps = [{ tool: 'set_text', arguments: { element_id: 'res:secret', text: 'another one' } }];
    assert.match(
      texts((await tools.call('run_steps', { steps })).content)[1] ?? '',
      /^nothing else changed\n/,
    );
  });

  test('without a look before, or another activity, the whole screen', async () => {
    const device = new ScriptedDevice(form());
    const tools = bench(form(), { ...lean, device });
    const { content } = await tools.call('press_back', {});
    assert.match(
      texts(content)[1] ?? '',
      /com\.example\.app\/\.MainActivity\n[^]*\d+ .*Send[^]*\ns[0-9a-f]+$/,
    );
    device.react = ({ did }, own) => {
      if (did === 'press') own.view = calculator();
    };
    const next = texts((await tools.call('press_home', {})).content);
    assert.match(next[1] ?? '', /^now: com\.example\.calculator\/\.Calculator\n[^]*\d+ 7\n[^]*\ns[0-9a-f]+$/);
  });

  test('observe none, screen, and a wrong one', async () => {
    const tools = bench(calculator(), lean);
    await tools.text('get_screen_state');
    assert.equal((await tools.call('press_back', { observe: 'none' })).content.length, 1);
    const whole = texts((await tools.call('press_back', { observe: 'screen' })).content)[1] ?? '';
    assert.match(whole, /\d+ 7\n/);
    assert.match(
      await tools.fails('press_back', { observe: 'all' }, 'invalid_params'),
      /'observe' must be one of: none, changes, screen/,
    );
    assert.equal((await tools.call('press_back', { observe: 'none', dummy: true })).content.length, 1);
  });

  test('compact observes only where the server or the client’s address asks for it', async () => {
    const tools = bench(calculator());
    assert.equal((await tools.call('press_back', {})).content.length, 1);
    assert.match(
      await tools.fails('tap', { x: 1, y: 1, observe: 'changes' }, 'invalid_params'),
      /Unknown parameter 'observe'/,
    );
    assert.doesNotMatch(JSON.stringify(tools.toolbox.tools), /observe/);
    const asked = bench(calculator(), { observe: 'changes' });
    assert.equal((await asked.call('press_back', {})).content.length, 2);
    assert.match(JSON.stringify(asked.toolbox.tools), /observe/);
  });

  test('an old look is said to be old', async () => {
    const device = toggling();
    const tools = bench(settings(false), { ...lean, device });
    await tools.text('get_screen_state');
    await new Promise<void>((resolve) => void tools.clock.after(40_000, resolve));
    const { content } = await tools.call('click_element', { element_id: 'text:Airplane mode' });
    assert.match(texts(content)[1] ?? '', /^since the look 4\d s ago$/m);
  });

  test('a screen that cannot be read afterwards is no failure: the act was done', async () => {
    const device = new ScriptedDevice(calculator());
    let acted = false;
    device.react = ({ did }) => {
      acted ||= did === 'press';
      if (acted && did === 'look') throw actionFailed('gone');
    };
    const tools = bench(calculator(), { ...lean, device });
    const result = await tools.call('press_back', {});
    assert.equal(result.isError, undefined);
  });

  test('tools that do not touch the screen have no second item and no parameter', async () => {
    const tools = bench(calculator(), lean);
    assert.equal((await tools.call('set_clipboard', { text: 'x' })).content.length, 1);
    const listed = tools.toolbox.tools.filter(({ inputSchema }) =>
      JSON.stringify(inputSchema).includes('observe'),
    );
    assert.ok(listed.every(({ annotations }) => !annotations.readOnlyHint));
    assert.ok(!listed.some(({ name }) => name === 'set_clipboard'));
  });
});

test('an answer that came while a page still loads says so', async () => {
  const loading = viewOf(
    node('FrameLayout', full, {
      children: [
        node('TextView', box(0, 0, 500, 100), { text: 'Results' }),
        node('android.widget.ProgressBar', box(500, 500, 600, 600), { actions: [] }),
      ],
    }),
  );
  const device = new ScriptedDevice(form());
  device.react = (deed, own) => {
    if (deed.did === 'act') own.view = loading;
  };
  const tools = bench(form(), { ...lean, device });
  await tools.text('get_screen_state');
  const { content } = await tools.call('click_element', { element_id: 'text:Send' });
  assert.match(texts(content)[1] ?? '', /\n- \[busy\]\nstill loading\ns[0-9a-f]+$/);
});
