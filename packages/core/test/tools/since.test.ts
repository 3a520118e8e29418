import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { realClock } from '../../src/call/clock.ts';
import { calculator, form } from '@handeye/testing/screens';
import { picture } from '@handeye/testing/scripted-device';
import { bench, textOf } from '@handeye/testing/tools';
import { PASSWORD } from '@handeye/testing/canary';

const lean = { screenFormat: 'lean' } as const;

/** A device that was looked at once, and the number of what it showed. */
async function looked(...args: Parameters<typeof bench>) {
  const tools = bench(...args);
  const [, since] = /^\S+ (s[0-9a-f]+) /.exec(await tools.text('get_screen_state', { format: 'lean' })) ?? [];
  assert.ok(since);
  return { ...tools, since };
}

describe('get_screen_state since', () => {
  test('is one short line if nothing changed, as often as it is asked', async () => {
    const { text, since } = await looked(form(), lean);
    for (let round = 0; round < 20; round += 1) {
      const answer = await text('get_screen_state', { since });
      assert.equal(answer, `unchanged since ${since}`);
      assert.ok(encode(answer).length <= 15, answer);
    }
  });

  test('is what changed, and the number for the next time', async () => {
    const { text, since, device } = await looked(calculator('0'), lean);
    device.view = calculator('7');
    const [change, state, ...more] = (await text('get_screen_state', { since })).split('\n');
    assert.equal(change, '~ - 7 (was 0)');
    assert.match(state ?? '', /^s[0-9a-f]+$/);
    assert.notEqual(state, since);
    assert.deepEqual(more, []);
    assert.equal(await text('get_screen_state', { since: state }), `unchanged since ${state}`);
    device.view = calculator('0');
    assert.equal(await text('get_screen_state', { since }), `unchanged since ${since}`);
  });

  test('is another screen as a whole, with its number last', async () => {
    const { text, since, device } = await looked(calculator(), lean);
    device.view = form();
    const lines = (await text('get_screen_state', { since })).split('\n');
    assert.match(lines[0] ?? '', /^now: com\.example/);
    assert.ok(lines.some((line) => line.endsWith(' Send')));
    assert.match(lines.at(-1) ?? '', /^s[0-9a-f]+$/);
  });

  test('is the whole screen for a number that is unknown or old', async () => {
    const { text, since, device } = await looked(calculator('0'), lean);
    assert.match(await text('get_screen_state', { since: 's99' }), /^1080x2400 s/);
    for (let round = 1; round <= 16; round += 1) {
      device.view = calculator(String(round));
      await text('get_screen_state');
    }
    assert.match(await text('get_screen_state', { since }), /^1080x2400 s/);
  });

  test('a screen that did not change keeps its number', async () => {
    const { text, since } = await looked(form(), lean);
    assert.match(await text('get_screen_state'), new RegExp(`^1080x2400 ${since} `));
  });

  test('has the picture, too, if it is asked for', async () => {
    const { call, since, device } = await looked(calculator(), { ...lean, clock: realClock });
    device.picture = await picture(320, 240);
    const result = await call('get_screen_state', { since, include_screenshot: true });
    assert.equal(textOf(result), `unchanged since ${since}`);
    assert.equal(result.content[1]?.type, 'image');
    device.protected = true;
    assert.equal(
      textOf(await call('get_screen_state', { since, include_screenshot: true })),
      `unchanged since ${since}\nnote: the screen is protected or black: no picture of it can be taken`,
    );
  });

  test('never tells a password, not when it changed either', async () => {
    const { text, since, device } = await looked(form({ secret: PASSWORD }), lean);
    device.view = form({ secret: `${PASSWORD}3` });
    assert.equal(await text('get_screen_state', { since }), `unchanged since ${since}`);
    device.view = form({ secret: '' });
    assert.doesNotMatch(await text('get_screen_state', { since }), /hunter/);
  });

  test('is a parameter of lean alone', async () => {
    assert.match(
      await bench(form()).fails('get_screen_state', { since: 's1' }, 'invalid_params'),
      /^Unknown parameter/,
    );
  });
});
