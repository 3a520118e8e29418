import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import test from 'node:test';
import { callWithoutDeadline, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Accessible } from '../src/atspi/accessible.ts';
import { Caller } from '../src/atspi/caller.ts';
import { withOwnText } from '../src/atspi/embedded-text.ts';
import { placeInName } from '../src/atspi/large-containers.ts';
import { whileItDoesNotGrow } from '../src/atspi/memory-watch.ts';
import { mayAsk, refusals } from '../src/atspi/questions.ts';
import { States } from '../src/atspi/states.ts';

const reference = { bus: ':1.1', path: '/a' };

test('an application that grows while it is read is asked nothing more, and the error says what to do', async (t) => {
  const growing = spawn(process.execPath, ['-e', GROW], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => growing.kill('SIGKILL'));
  await once(growing.stdout, 'data');
  let asked = 0;
  await assert.rejects(
    withinLimit({ clock: realClock, limit: 60_000 }, async (call) => {
      const caller = new Caller(() => {
        asked += 1;
        growing.stdin.write('grow\n');
        return Promise.resolve([]);
      }, call);
      const stop = (reason: Error) => {
        caller.stop(reason);
      };
      await whileItDoesNotGrow({ pid: growing.pid ?? 0, name: 'Calc', stop }, call, async () => {
        for (;;) {
          await caller.call(reference, { interface: 'i', member: 'GetChildren' });
          await caller.pause(20);
        }
      });
    }),
    /The memory of the application 'Calc' grew by \d+ MB while it was read, so reading was stopped.*screenshot/,
  );
  const askedThen = asked;
  assert.ok(askedThen > 0);
  await realPause();
  assert.equal(asked, askedThen);
});

test('the memory of an application is watched no longer than it is read', async () => {
  let started = 0;
  const after = (_: number, then: () => void) => {
    started += 1;
    // At once, so that the reading ends while the memory is looked at.
    if (started === 1) then();
    return () => undefined;
  };
  const call = callWithoutDeadline({ ...realClock, after }, new AbortController().signal);
  const app = { pid: process.pid, name: 'gedit', stop: () => assert.fail('it did not grow') };
  assert.equal(await whileItDoesNotGrow(app, call, () => Promise.resolve('read')), 'read');
  await realPause();
  assert.equal(started, 1);
});

/** Grows by 20 MB on each request. */
const GROW = `const held = [];
process.stdin.on('data', () => { if (held.length < 40) held.push(Buffer.alloc(20 << 20, 1)); });
console.log('ready');`;

function realPause(): Promise<void> {
  return withinLimit({ clock: realClock, limit: 1000 }, async (call) => {
    await new Caller(() => Promise.resolve([]), call).pause(100);
  });
}

test('each refused question has a reason and something to ask instead', () => {
  for (const { reason, instead, seenIn } of refusals) {
    assert.ok(reason.length > 10 && instead.length > 3);
    assert.match(seenIn, /\d/);
  }
  assert.ok(!mayAsk('GetAll', { app: 'linguist', toolkit: 'Qt', usesAtkBridge: false }));
  assert.ok(!mayAsk('GetActions', { app: 'Firefox', toolkit: 'Gecko', usesAtkBridge: true }));
  assert.ok(mayAsk('GetActions', { app: 'gedit', toolkit: 'gtk', usesAtkBridge: true }));
  assert.ok(mayAsk('GetAll', { app: 'Firefox', toolkit: 'Gecko', usesAtkBridge: true }));
  assert.ok(!mayAsk('GetItems', { app: 'soffice', toolkit: 'gtk', usesAtkBridge: true }));
  assert.ok(mayAsk('GetItems', { app: 'gedit', toolkit: 'gtk', usesAtkBridge: true }));
});

test('the text of a container omits the text of its children', () => {
  const link = accessible({ role: 'link', name: 'the manual' });
  const emphasis = accessible({ role: 'static', text: 'very' });
  const cases: [string, readonly Accessible[], string | undefined, (string | undefined)[]][] = [
    ['plain', [], 'plain', []],
    ['\uFFFC\uFFFC', [link, link], undefined, [undefined, undefined]],
    ['A \uFFFC big dog', [emphasis], 'A very big dog', [undefined]],
    ['Read \uFFFC now', [link], 'Read … now', [undefined]],
    ['\uFFFC after', [link], 'after', [undefined]],
    // Where placeholders and children do not match, nothing is put in the place of another.
    ['A \uFFFC dog', [emphasis, emphasis], 'A … dog', ['very', 'very']],
  ];
  for (const [text, children, own, told] of cases) {
    const result = withOwnText(accessible({ role: 'paragraph', text, children }));
    assert.equal(result.text, own, text);
    assert.deepEqual(
      result.children.map((child) => child.text),
      told,
    );
  }
  assert.equal(withOwnText(accessible({ role: 'panel', name: 'Title', text: 'Title' })).text, undefined);
});

test('a cell of a sheet is known by its name', () => {
  assert.deepEqual(placeInName('A1'), { row: 0, column: 0 });
  assert.deepEqual(placeInName('XFD1048576'), { row: 1048575, column: 16383 });
  assert.equal(placeInName('Sum'), undefined);
  assert.equal(placeInName('A0'), undefined);
});

function accessible(own: Partial<Accessible>): Accessible {
  const nothing = { bounds: undefined, text: undefined, value: undefined, identifier: undefined };
  const none = { actions: [], children: [], attributes: {}, interfaces: new Set<string>() };
  const states = new States(0, 0);
  return { reference, role: 'panel', name: '', description: '', states, ...nothing, ...none, ...own };
}
