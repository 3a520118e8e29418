import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { TerminalAsker } from '../../src/cli/terminal-asker.ts';
import { handClock } from '@handeye/testing/hand-clock';
import { question } from '@handeye/testing/question';

function terminal({ foreground = true } = {}) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { clock, pass } = handClock();
  let screen = '';
  output.on('data', (chunk: Buffer) => (screen += chunk.toString()));
  const asker = new TerminalAsker({
    input,
    output,
    clock,
    isForeground: () => Promise.resolve(foreground),
  });
  const signal = new AbortController().signal;
  /** Waits until a question about this is shown and may have been read. */
  const shows = async (label: string) => {
    while (!screen.includes(`On: "${label}"`) || input.listenerCount('data') === 0) await setImmediate();
    pass(1_000);
  };
  return {
    asker,
    input,
    shows,
    screen: () => screen,
    ask: (label = 'Pay', over = signal) => asker.ask({ ...question, label }, over),
    type: (text: string) => input.write(text),
  };
}

for (const [typed, answer] of [
  ['y\n', 'once'],
  ['YES\r\n', 'once'],
  ['a\n', 'for this run'],
  ['n\n', 'no'],
  ['what?\n\nno\n', 'no'],
  ['x\n', 'no, for this run'],
  ['never\n', 'no, for this run'],
] as const) {
  test(`who types ${JSON.stringify(typed)} in the terminal answers '${answer}'`, async () => {
    const { ask, shows, type, screen, input } = terminal();
    const answered = ask();
    await shows('Pay');
    type(typed);
    assert.equal(await answered, answer);
    assert.match(screen(), /^\nThe agent wants to use click_element on the device "phone"\.\n/);
    assert.match(
      screen(),
      /Allow it\? y = yes, once; a = always, n = no, x = never \(a and x: in this application, until Handeye ends\): /,
    );
    assert.ok(input.isPaused(), 'nothing is read any more');
  });
}

test('one question is shown at a time, the next one when it is answered', async () => {
  const { ask, shows, type, screen } = terminal();
  const [pay, send] = [ask('Pay'), ask('Send')];
  await shows('Pay');
  assert.doesNotMatch(screen(), /Send/);
  type('n\n');
  assert.equal(await pay, 'no');
  await shows('Send');
  type('y\n');
  assert.equal(await send, 'once');
});

test('text typed before a question could be read does not answer it', async () => {
  const { ask, shows, type, screen } = terminal();
  type('y\n');
  const answered = ask();
  while (screen().split('Allow it?').length < 3) await setImmediate();
  await shows('Pay');
  type('n\n');
  assert.equal(await answered, 'no');
});

test('an expired question is announced as over, and later input answers nothing', async () => {
  const { ask, shows, type, screen } = terminal();
  const over = new AbortController();
  const pay = ask('Pay', over.signal);
  await shows('Pay');
  over.abort(new Error('Nobody answered in time.'));
  await assert.rejects(pay, /Nobody answered in time/);
  assert.match(screen(), /This question is over; nothing was allowed\.\n$/);
  const waiting = new AbortController();
  const send = ask('Send');
  const never = ask('Never', waiting.signal);
  waiting.abort(new Error('gone'));
  await assert.rejects(never, /gone/);
  await shows('Send');
  type('a\n');
  assert.equal(await send, 'for this run');
  assert.doesNotMatch(screen(), /Never/);
});

test('a job in the background cannot ask, nor can a closed terminal', async () => {
  const background = terminal({ foreground: false });
  assert.equal(await background.ask(), undefined);
  assert.equal(background.screen(), '');
  const { ask, shows, input } = terminal();
  const answered = ask();
  await shows('Pay');
  input.end();
  assert.equal(await answered, undefined);
  assert.equal(await ask(), undefined);
});
