import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Audit } from '../../src/tools/create-toolbox.ts';
import type { View } from '@handeye/screen/snapshot';
import { box, calculator, form, full, list, node, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';
import { ScriptedDevice } from '@handeye/testing/scripted-device';

const lean = { screenFormat: 'lean' } as const;

const click = (target: string, times?: number) => ({
  tool: 'click_element',
  arguments: { element_id: target },
  ...(times !== undefined && { times }),
});

const texts = (content: readonly { type: string; text?: string }[]) => content.map(({ text }) => text);

describe('run_steps', () => {
  test('runs its steps in order, folds equal answers, and observes once', async () => {
    const tools = bench(calculator(), lean);
    await tools.text('get_screen_state');
    const steps = [click('text:7'), click('text:8', 3), { tool: 'press_back' }, click('text:=')];
    const { content } = await tools.call('run_steps', { steps });
    assert.deepEqual(texts(content).slice(0, 1), ['1 ok\n2 ok (3 times)\n3-4 ok']);
    assert.match(texts(content)[1] ?? '', /^nothing changed\ns[0-9a-f]+$/);
    assert.equal(tools.device.actions.length, 6);
  });

  test('checks everything before the first step: nothing is done if any step is wrong', async () => {
    const tools = bench(calculator(), lean);
    const wrong = [
      [{ tool: 'no_such_tool' }, /^Step 2: .*no_such_tool\. Nothing was done\.$/],
      [{ tool: 'click_element', arguments: {} }, /^Step 2: .*'element_id'\. Nothing was done\.$/],
      [
        { tool: 'run_steps', arguments: { steps: [] } },
        /^Step 2: run_steps cannot be a step of itself\. Nothing was done\.$/,
      ],
      [{ tool: 'press_back', arguments: { device: 'x' } }, /^Step 2: 'device' stands beside 'steps'/],
    ] as const;
    for (const [step, message] of wrong) {
      assert.match(
        await tools.fails('run_steps', { steps: [click('text:7'), step] }, 'invalid_params'),
        message,
      );
    }
    const many = { steps: Array.from({ length: 5 }, () => click('text:7', 50)) };
    assert.match(
      await tools.fails('run_steps', many, 'invalid_params'),
      /write 250 times, and 200 is the most/,
    );
    assert.deepEqual(tools.device.actions, []);
  });

  test('stops at the first failure, says how far it came, and shows what happened', async () => {
    const tools = bench(calculator(), lean);
    const result = await tools.call('run_steps', {
      steps: [click('text:7', 2), click('text:nope'), click('text:8')],
    });
    assert.equal(result.isError, true);
    assert.equal(result._meta?.['handeye/error'].kind, 'action_failed');
    const [lines, observed] = texts(result.content);
    assert.match(
      lines ?? '',
      /^1 ok \(2 times\)\n2 click_element failed: Nothing on the screen matches 'text:nope'/,
    );
    assert.match(observed ?? '', /\ns[0-9a-f]+$/);
    assert.equal(tools.device.actions.length, 2);
  });

  test('a target may appear within 5 seconds; a wait or a read may stand anywhere', async () => {
    const device = new ScriptedDevice(form());
    let looks = 0;
    device.react = ({ did }, own) => {
      if (did !== 'look') return;
      looks += 1;
      if (looks === 6) own.view = calculator('0');
    };
    const tools = bench(form(), { ...lean, device });
    const { content } = await tools.call('run_steps', {
      steps: [
        click('text:Send'),
        click('text:7'),
        { tool: 'wait_for_element', arguments: { by: 'text', value: '8', timeout: 1000 } },
        { tool: 'get_screen_state' },
      ],
    });
    const [lines, screen, more] = texts(content);
    assert.match(lines ?? '', /^1-2 ok\n3 .*found.*\n4 ok$/s);
    assert.match(screen ?? '', /com\.example\.calculator/);
    assert.equal(more, undefined);
  });

  test('goes no further after waiting in vain; at the end it is no error', async () => {
    for (const args of [
      { value: 'Welcome', timeout: 500 },
      { value: '7', gone: true, timeout: 500 },
    ]) {
      const wait = { tool: 'wait_for_element', arguments: args };
      const tools = bench(calculator(), lean);
      const result = await tools.call('run_steps', {
        steps: [click('text:7'), wait, { tool: 'press_back' }],
      });
      assert.equal(result._meta?.['handeye/error'].kind, 'action_failed');
      assert.match(
        texts(result.content)[0] ?? '',
        /^1 ok\n2 wait_for_element failed: (not found|still there)/,
      );
      assert.equal(tools.device.actions.length, 1);
      const last = await tools.call('run_steps', { steps: [click('text:7'), wait] });
      assert.equal(last.isError, undefined);
      assert.match(texts(last.content)[0] ?? '', /^1 ok\n2 (not found|still there)/);
    }
  });

  test('each step is accounted for like a call of its own, and the whole', async () => {
    const audits: Audit[] = [];
    const tools = bench(calculator(), { ...lean, audit: (audit) => audits.push(audit) });
    await tools.call('run_steps', { steps: [click('text:7'), click('text:nope')] });
    assert.deepEqual(
      audits.map(({ tool, outcome }) => [tool, outcome]),
      [
        ['click_element', 'ok'],
        ['click_element', 'element_not_found'],
        ['run_steps', 'action_failed'],
      ],
    );
  });

  test('tools are named with or without the prefix', async () => {
    const tools = bench(calculator(), { ...lean, prefix: 'phone_' });
    const { content } = await tools.call('phone_run_steps', {
      steps: [click('text:7'), { ...click('text:8'), tool: 'phone_click_element' }],
    });
    assert.equal(texts(content)[0], '1-2 ok');
  });

  test('cancelling stops between and inside steps', async () => {
    const device = new ScriptedDevice(calculator());
    const stop = new AbortController();
    device.react = ({ did }) => {
      if (did === 'act') stop.abort(new Error('cancelled'));
    };
    const tools = bench(calculator(), { ...lean, device });
    const result = await tools.call('run_steps', { steps: [click('text:7'), click('text:8')] }, stop.signal);
    assert.equal(result.isError, true);
    assert.equal(device.actions.length, 1);
  });

  test('a cancelled one says how far it came, and looks at nothing any more', async () => {
    const device = new ScriptedDevice(calculator());
    const stop = new AbortController();
    device.react = ({ did }) => {
      if (did === 'act' && device.actions.length === 2) stop.abort(new Error('cancelled'));
    };
    const audits: Audit[] = [];
    const tools = bench(calculator(), { ...lean, device, audit: (audit) => audits.push(audit) });
    const steps = [click('text:7'), click('text:8'), click('text:9')];
    const result = await tools.call('run_steps', { steps }, stop.signal);
    assert.match(texts(result.content)[0] ?? '', /^1 ok\n2 click_element failed: the call was cancelled/);
    assert.equal(result.content.length, 1);
    assert.equal(device.actions.length, 2);
    assert.equal(device.deeds.at(-1)?.did, 'act');
    assert.deepEqual(
      audits.map(({ outcome }) => outcome),
      ['ok', 'cancelled', 'cancelled'],
    );
  });

  test('after 120 s it stops inside a step, says how far it came, and what the screen shows', async () => {
    const device = new ScriptedDevice(calculator());
    device.delay = 4_500;
    const tools = bench(calculator(), { ...lean, device });
    const steps = Array.from({ length: 30 }, () => click('text:7'));
    const before = tools.clock.now();
    const result = await tools.call('run_steps', { steps });
    const [lines = '', observed = ''] = texts(result.content);
    assert.match(lines, /^1-13 ok\n14 click_element failed: the 120 s for all steps are over$/);
    assert.match(observed, /\ns[0-9a-f]+$/);
    assert.equal(result._meta?.['handeye/error'].kind, 'action_failed');
    assert.ok(tools.clock.now() - before < 130_000);
  });

  test('is not served in compact', () => {
    assert.equal(bench(calculator()).toolbox.has('run_steps'), false);
  });

  test('a reading at the end is what is shown of the screen', async () => {
    const tools = bench(calculator(), lean);
    await tools.text('get_screen_state');
    const found = { tool: 'find_elements', arguments: { value: '8' } };
    const { content } = await tools.call('run_steps', { steps: [click('text:7'), found] });
    const [lines, line, more] = texts(content);
    assert.equal(lines, '1-2 ok');
    assert.match(line ?? '', /^\d+ 8$/);
    assert.equal(more, undefined);
  });

  test('several steps may read, each answer under its number; an act at the end is observed', async () => {
    const tools = bench(calculator(), lean);
    await tools.text('get_screen_state');
    const found = (value: string) => ({ tool: 'find_elements', arguments: { value } });
    const { content } = await tools.call('run_steps', {
      steps: [found('8'), click('text:7'), found('clear'), { tool: 'get_screen_state' }, click('text:9')],
    });
    const [lines, eight, clear, screen, observed, more] = texts(content);
    assert.equal(lines, '1-5 ok');
    assert.match(eight ?? '', /^1 \d+ 8$/);
    assert.match(clear ?? '', /^3 /);
    assert.match(screen ?? '', /^4:\n1080x2400 .*calculator/);
    assert.match(observed ?? '', /nothing changed\ns[0-9a-f]+$/);
    assert.equal(more, undefined);
  });

  test('what was read before a failure is shown with it', async () => {
    const tools = bench(calculator(), lean);
    const found = { tool: 'find_elements', arguments: { value: '8' } };
    const result = await tools.call('run_steps', { steps: [found, click('text:nope')] });
    assert.equal(result.isError, true);
    const [lines, line] = texts(result.content);
    assert.match(lines ?? '', /^1 ok\n2 click_element failed/);
    assert.match(line ?? '', /^\d+ 8$/);
  });

  describe('waits up to 5 seconds for what a step scrolls, swipes or sets', () => {
    /** A page that opens after some looks. */
    function opening(page: View, after: number): ScriptedDevice {
      const device = new ScriptedDevice(form());
      let looks = 0;
      device.react = ({ did }, own) => {
        if (did !== 'look') return;
        looks += 1;
        if (looks === after) own.view = page;
      };
      return device;
    }
    const brightness = node('SeekBar', box(0, 200, 1080, 300), {
      description: 'Brightness',
      range: { min: 0, max: 100, current: 50 },
    });
    const settings = viewOf(node('FrameLayout', full, { children: [brightness] }));
    const steps = {
      scroll: [list(0), { tool: 'scroll', arguments: { direction: 'down' } }],
      'scroll to an end': [list(0), { tool: 'scroll', arguments: { to: 'end' } }],
      swipe: [list(0), { tool: 'swipe', arguments: { x1: 500, y1: 1500, x2: 500, y2: 500 } }],
      set_value: [
        settings,
        { tool: 'set_value', arguments: { element_id: 'text:Brightness', value: '80%' } },
      ],
    } as const;
    for (const [name, [page, step]] of Object.entries(steps))
      test(name, async () => {
        const device = opening(page, 7);
        const tools = bench(form(), { ...lean, device });
        const { content } = await tools.call('run_steps', { steps: [click('text:Send'), step] });
        assert.match(texts(content)[0] ?? '', /^1 ok\n2 ok|^1-2 ok/);
        const looks = device.deeds.slice(0, device.deeds.indexOf(device.actions[1]!));
        assert.ok(looks.filter(({ did }) => did === 'look').length >= 7, 'the page was there');
      });

    test('an id that was seen before', async () => {
      const tools = bench(settings, lean);
      const id = /^(\d+) .*Brightness/m.exec(await tools.text('get_screen_state'))?.[1] ?? '';
      tools.device.view = calculator();
      let looks = 0;
      tools.device.react = ({ did }, own) => {
        if (did === 'look' && (looks += 1) === 7) own.view = settings;
      };
      const step = { tool: 'set_value', arguments: { element_id: id, value: '80%' } };
      const { content } = await tools.call('run_steps', { steps: [click('text:7'), step] });
      assert.match(texts(content)[0] ?? '', /^1-2 ok/);
    });

    test('no longer: then it fails, or swipes all the same', async () => {
      for (const [step, ends] of [
        [steps.scroll[1], /2 scroll failed: Nothing scrolls in the middle/],
        [steps.swipe[1], /^1-2 ok$/],
      ] as const) {
        const tools = bench(form(), lean);
        const before = tools.clock.now();
        const { content } = await tools.call('run_steps', { steps: [click('text:Send'), step] });
        assert.match(texts(content)[0] ?? '', ends);
        assert.ok(tools.clock.now() - before >= 5_000);
      }
    });

    test('a single call does not wait', async () => {
      const tools = bench(form(), lean);
      await tools.fails('scroll', { direction: 'down' }, 'action_failed');
      assert.ok(tools.clock.now() < 1_000);
    });
  });

  test('a scroll that did not find its text is no way to go on', async () => {
    const tools = bench(list(0), lean);
    const steps = [{ tool: 'scroll', arguments: { until: 'no such text' } }, { tool: 'press_back' }];
    const result = await tools.call('run_steps', { steps });
    assert.equal(result.isError, true);
    assert.match(texts(result.content)[0] ?? '', /^1 scroll failed: .*not found/);
    assert.ok(!tools.device.actions.some(({ did }) => did === 'press'));
  });
});
