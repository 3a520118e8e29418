import assert from 'node:assert/strict';
import { readFileSync, renameSync, writeSync } from 'node:fs';
import { describe, test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { Recorder, type RecorderOptions } from '../../../src/guard/audit/recorder.ts';
import { verify } from '../../../src/guard/audit/verify.ts';
import { redacted } from '../../../src/guard/audit/redact.ts';
import { defaultPolicy } from '../../../src/guard/policy.ts';
import type { Rule } from '../../../src/guard/rules.ts';
import { Asking } from '../../../src/guard/asking.ts';
import { realClock } from '../../../src/call/clock.ts';
import type { ToolboxOptions } from '../../../src/tools/create-toolbox.ts';
import type { View } from '@handeye/screen/snapshot';
import { calculator, form } from '@handeye/testing/screens';
import { bench, textOf } from '@handeye/testing/tools';
import { entriesIn, linesIn, recordPath } from '@handeye/testing/audit-stage';
import { runs } from '@handeye/testing/runs';

/** Tools on a scripted form whose calls are recorded. */
function recorded(
  t: TestContext,
  options: Partial<ToolboxOptions> & { view?: View } = {},
  how: Partial<RecorderOptions> = {},
) {
  const path = recordPath(t);
  const record = new Recorder(path, { run: { version: '1.2.3' }, ...how });
  const { view = form({ focused: 'name' }), ...frame } = options;
  const tools = bench(view, { record, ...frame });
  const as = (client: string, name: string, args: unknown) =>
    tools.toolbox.call(name, args, { signal: new AbortController().signal, client });
  const calls = () => entriesIn(path).filter(({ event }) => event === 'call');
  return { ...tools, as, calls, path, record };
}

const rule = (then: Rule['then'], when: Rule['when']): Rule => ({
  when,
  then,
  why: 'Because.',
  from: 'rule 1',
});
const policyOf = (...rules: Rule[]) => ({ ...defaultPolicy, writesPerSecond: 1000, rules });

describe('the record of calls', () => {
  test('says that a touch was refused because the screen changed', async (t) => {
    const policy = { ...defaultPolicy, changedScreen: 'refuse' as const };
    const { as, calls, device } = recorded(t, { policy });
    await as('x7f\tagent', 'get_screen_state', {});
    const other = calculator();
    device.view = { ...other, windows: other.windows.map((window) => ({ ...window, key: 'other' })) };
    device.glance = () => Promise.resolve(device.view);
    await as('x7f\tagent', 'tap', { x: 200, y: 1000 });
    const { outcome, rule } = calls().at(-1) ?? {};
    assert.deepEqual([outcome, rule], ['permission_denied', 'the screen changed']);
  });

  test('says who did what where, and what became of it, in a line each', async (t) => {
    const { as, calls } = recorded(t);
    await as('x7f\tagent one', 'get_screen_state', {});
    await as('x7f\tagent one', 'tap', { x: 10, y: 20 });
    await as('x7f\tagent two', 'tap', { x: -1, y: 20 });
    const shown = calls().map(({ n: _n, prev: _prev, time: _time, milliseconds: _ms, ...rest }) => rest);
    const common = { event: 'call', device: 'scripted' };
    assert.deepEqual(shown, [
      {
        ...common,
        client: 'agent one',
        tool: 'get_screen_state',
        writes: false,
        arguments: {},
        outcome: 'ok',
      },
      {
        ...common,
        client: 'agent one',
        // As the look before has shown it.
        app: 'com.example.app',
        tool: 'tap',
        writes: true,
        arguments: { x: 10, y: 20 },
        outcome: 'ok',
      },
      {
        event: 'call',
        client: 'agent two',
        tool: 'tap',
        writes: true,
        arguments: { x: -1, y: 20 },
        outcome: 'invalid_params',
      },
    ]);
    assert.match(String(calls()[0]?.time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('has a line for each step, and one for the call', async (t) => {
    const { call, calls } = recorded(t, { toolsets: ['device', 'model'] });
    const step = { tool: 'press_back', times: 2 };
    await call('run_steps', {
      steps: [step, { tool: 'set_text', arguments: { element_id: 'text:Mine', text: 'x' } }],
    });
    const told = calls().map(({ tool, step: isStep, arguments: args }) => ({ tool, isStep, args }));
    assert.deepEqual(told, [
      { tool: 'press_back', isStep: true, args: {} },
      { tool: 'press_back', isStep: true, args: {} },
      {
        tool: 'set_text',
        isStep: true,
        args: { element_id: 'text:[4 characters]', text: '[1 characters]' },
      },
      { tool: 'run_steps', isStep: undefined, args: { steps: '[2 steps]' } },
    ]);
  });

  test('names the rule that denied', async (t) => {
    const denied = recorded(t, { policy: policyOf(rule('deny', { tool: 'touch' })) });
    await denied.fails('tap', { x: 10, y: 20 }, 'permission_denied');
    const [line] = denied.calls();
    assert.deepEqual([line?.rule, line?.outcome], ['rule 1', 'permission_denied']);
    const reading = recorded(t, { policy: { ...defaultPolicy, readOnly: true } });
    await reading.fails('tap', { x: 10, y: 20 }, 'permission_denied');
    assert.equal(reading.calls()[0]?.rule, '--read-only');
  });

  test('holds what a person was asked and what the answer was, without the label', async (t) => {
    const asker = { way: 'test', ask: () => Promise.resolve('no' as const) };
    const asking = new Asking({ clock: realClock, askers: [asker] });
    const { fails, calls } = recorded(t, {
      view: calculator(),
      asking,
      policy: policyOf(rule('ask', { label: '*' })),
    });
    await fails('click_element', { element_id: 'text:7' }, 'permission_denied');
    const [line] = calls();
    const [asked] = line?.asked as Record<string, unknown>[];
    assert.equal(asked?.answer, 'no');
    assert.equal(asked.why, 'Because.');
    assert.equal(asked.label, '[1 characters]');
    assert.deepEqual(line?.arguments, { element_id: 'text:[1 characters]' });
  });

  test('keeps what was shown only if that is wanted', async (t) => {
    const without = recorded(t);
    await without.text('get_screen_state');
    assert.doesNotMatch(readFileSync(without.path, 'utf8'), /Sign in/);
    const mask = (text: string) => text.replaceAll('Sign in', '{{LABEL}}');
    const kept = recorded(t, {}, { screens: true, mask });
    const screen = await kept.text('get_screen_state');
    assert.deepEqual(kept.calls()[0]?.shown, [mask(screen)]);
  });

  test('never holds what was typed, sent or written, whatever it is made of', async (t) => {
    const { call, path, toolbox } = recorded(t, {
      toolsets: ['device', 'model', 'apps', 'files', 'notifications'],
    });
    const word = fc
      .string({ unit: 'grapheme', minLength: 8, maxLength: 30 })
      .filter((text) => !/^[\d\s]*$/.test(text))
      // A part of the record's own words, such as `arguments`, is no leak.
      .filter((text) => !/^[a-z_]*$/.test(text));
    const secret = fc.oneof(
      word,
      word.map((text) => `a\n${text}\r\n\u2028\u2029\u0085"}{`),
    );
    const names = ['text', 'content', 'value', 'old_string', 'new_string', 'data', 'title', 'other', 'txt'];
    let calls = 0;
    const tool = fc.constantFrom(...toolbox.tools.map(({ name }) => name));
    await fc.assert(
      fc.asyncProperty(
        tool,
        fc.constantFrom(...names),
        secret,
        fc.boolean(),
        async (name, key, hidden, deep) => {
          const value = deep ? { [key]: [hidden] } : hidden;
          await call(name, {
            [key]: value,
            element_id: `text:${hidden}`,
            uri: `https://example.org/?q=${hidden}`,
          });
          calls += 1;
          const lines = linesIn(path);
          const last = lines.at(-1) ?? '';
          assert.equal(lines.length, calls + 1, 'one line a call');
          assert.equal(last.split(/[\r\n\u2028\u2029\u0085]/).length, 1);
          assert.ok(!JSON.stringify(JSON.parse(last)).includes(JSON.stringify(hidden).slice(1, -1)), last);
        },
      ),
      { numRuns: runs(150) },
    );
    assert.equal((await verify(path)).broken, undefined);
  });

  test('refuses writes while it cannot be written, reads go on, and it says so when it can be again', async (t) => {
    let isFull = false;
    const problems: string[] = [];
    const { as, calls, device, path } = recorded(
      t,
      {},
      {
        onProblem: (problem) => problems.push(problem),
        write: (file, bytes) => {
          if (isFull) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
          return writeSync(file, bytes);
        },
      },
    );
    await as('a', 'tap', { x: 1, y: 2 });
    isFull = true;
    const unrecorded = await as('a', 'tap', { x: 3, y: 4 });
    assert.match(textOf(unrecorded), /^It was done, but it could not be recorded: .*ENOSPC/);
    const before = device.deeds.length;
    const refused = await as('a', 'tap', { x: 5, y: 6 });
    assert.equal(refused._meta?.['handeye/error'].kind, 'permission_denied');
    assert.match(textOf(refused), /audit file cannot be written \(ENOSPC\).*Nothing was done/);
    assert.equal(device.deeds.length, before, 'the device was not touched');
    const read = await as('a', 'get_screen_state', {});
    assert.equal(read.isError, undefined);
    isFull = false;
    assert.equal((await as('a', 'tap', { x: 7, y: 8 })).isError, undefined);
    const told = calls().map(({ arguments: args, missed }) => [args, missed]);
    assert.deepEqual(told, [
      [{ x: 1, y: 2 }, undefined],
      [{ x: 3, y: 4 }, undefined],
      [{ x: 7, y: 8 }, 2],
    ]);
    assert.deepEqual(problems, ['ENOSPC']);
    assert.equal((await verify(path)).broken, undefined);
  });

  test('refuses writes while no new file can be begun for the full one', async (t) => {
    const { as, calls, device, path } = recorded(t, {}, { mostBytes: 1000 });
    while (linesIn(path).join('').length < 700) await as('a', 'tap', { x: 1, y: 2 });
    // The file was moved away, so it cannot be renamed.
    renameSync(path, `${path}.moved`);
    let answer = await as('a', 'tap', { x: 3, y: 4 });
    while (answer.isError !== true) answer = await as('a', 'tap', { x: 3, y: 4 });
    assert.match(textOf(answer), /^It was done, but it could not be recorded: .*ENOENT/);
    const before = device.deeds.length;
    const refused = await as('a', 'tap', { x: 5, y: 6 });
    assert.match(textOf(refused), /audit file cannot be written \(ENOENT\).*Nothing was done/);
    assert.equal(device.deeds.length, before, 'the device was not touched');
    renameSync(`${path}.moved`, path);
    assert.equal((await as('a', 'tap', { x: 7, y: 8 })).isError, undefined);
    assert.deepEqual(
      calls().map(({ arguments: args, missed }) => [args, missed]),
      [[{ x: 7, y: 8 }, 2]],
    );
    assert.equal((await verify(path)).broken, undefined);
  });
});

test('a text that is scrolled to is no time, and not kept', () => {
  const shown = (until: string) => redacted({ until }, { mask: (text) => text, screens: false });
  for (const time of ['2026-11-16', '2026-11-16T10:00:00.5Z', '2026-11-16T10:00:00+01:00'])
    assert.deepEqual(shown(time), { until: time });
  for (const text of ['Grace Hopper +1 555 0100', '+1 555 0100', '4929'])
    assert.deepEqual(shown(text), { until: `[${text.length} characters]` });
});
