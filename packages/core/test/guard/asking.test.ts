import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Pauses } from '../../src/call/pauses.ts';
import { Asking, type AskingCall } from '../../src/guard/asking.ts';
import type { Asker, AskedTarget } from '../../src/guard/questions.ts';
import type { Rule, Verdict } from '../../src/guard/rules.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { question } from '@handeye/testing/question';

const rule: Rule = { when: { label: 'Pay' }, then: 'ask', from: 'rule 1' };

function verdictOn(name: string | undefined, id?: string, by = rule): Verdict {
  return { then: 'ask', rule: by, reached: { name, id } };
}

function calling(options: Partial<AskingCall> = {}): AskingCall {
  return { pauses: new Pauses(), signal: new AbortController().signal, ...options };
}

/** Answers each time, and counts. */
function person(...given: (Awaited<ReturnType<Asker['ask']>> | 'never')[]): Asker & { asked: number } {
  return {
    way: 'a person',
    asked: 0,
    ask(_, signal) {
      const answer = given[Math.min(this.asked, given.length - 1)];
      this.asked += 1;
      if (answer !== 'never') return Promise.resolve(answer);
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error);
        });
      });
    },
  };
}

test('what is allowed for this run is not asked about again, for the same rule and application only', async () => {
  const asker = person('for this run');
  const asking = new Asking({ clock: new SkippingClock() });
  const other: Rule = { when: { label: 'Send' }, then: 'ask', from: 'rule 2' };
  const asked = async (verdict: Verdict) => {
    const before = asker.asked;
    assert.equal(await asking.ask(question, verdict, calling({ asker })), 'for this run');
    return asker.asked > before;
  };
  assert.deepEqual(
    [
      await asked(verdictOn('Shop', 'com.shop')),
      await asked(verdictOn('Shop', 'com.shop')),
      // An impostor with the same name.
      await asked(verdictOn('Shop', 'com.evil')),
      await asked(verdictOn('Shop', 'com.shop', other)),
      await asked(verdictOn(undefined)),
      // It may be another one.
      await asked(verdictOn(undefined)),
    ],
    [true, false, true, true, true, true],
  );
});

test('what is refused for this run is refused without a question, for the same rule and application only', async () => {
  const asker = person('no, for this run');
  const asking = new Asking({ clock: new SkippingClock() });
  const other: Rule = { when: { label: 'Send' }, then: 'ask', from: 'rule 2' };
  const asked = async (verdict: Verdict, device = 'phone') => {
    const before = asker.asked;
    const answer = await asking.ask({ ...question, device }, verdict, calling({ asker }));
    assert.equal(answer, 'no, for this run');
    return asker.asked > before;
  };
  assert.deepEqual(
    [
      await asked(verdictOn('Shop', 'com.shop')),
      await asked(verdictOn('Shop', 'com.shop')),
      await asked(verdictOn('Shop', 'com.shop'), 'another phone'),
      await asked(verdictOn('Other', 'com.other')),
      await asked(verdictOn('Shop', 'com.shop', other)),
      await asked(verdictOn(undefined)),
      // Unlike a permission: it may be another one, but what is refused too often does no harm.
      await asked(verdictOn(undefined)),
    ],
    [true, false, true, true, true, true, false],
  );
});

test('what is allowed on one device for this run is asked about on another one', async () => {
  const asker = person('for this run');
  const asking = new Asking({ clock: new SkippingClock() });
  const verdicts = [verdictOn('Shop', 'com.shop'), { ...verdictOn('Shop'), reached: undefined }];
  for (const verdict of verdicts) {
    const before = asker.asked;
    for (const device of ['a test phone', 'my own phone', 'a test phone']) {
      await asking.ask({ ...question, device }, verdict, calling({ asker }));
    }
    assert.equal(asker.asked - before, 2);
  }
});

test('an answer for once is asked for again', async () => {
  const asker = person('once');
  const asking = new Asking({ clock: new SkippingClock() });
  for (const times of [1, 2]) {
    assert.equal(await asking.ask(question, verdictOn('Shop'), calling({ asker })), 'once');
    assert.equal(asker.asked, times);
  }
});

test('the ways are tried in order: the client first, then the others, until somebody can be asked', async () => {
  const [absent, second, third] = [person(undefined), person('no'), person('once')];
  const asking = new Asking({ clock: new SkippingClock(), askers: [second, third] });
  assert.equal(await asking.ask(question, verdictOn('Shop'), calling({ asker: absent })), 'no');
  assert.deepEqual([absent.asked, second.asked, third.asked], [1, 1, 0]);
});

test('who does not answer in time has not allowed it, and nobody else is asked', async () => {
  const clock = new SkippingClock();
  const later = person('once');
  const asking = new Asking({ clock, askers: [later], limit: 5_000 });
  const answer = await asking.ask(question, verdictOn('Shop'), calling({ asker: person('never') }));
  assert.deepEqual(answer, { unanswered: 'The user was asked and did not answer within 5 s.' });
  assert.equal(clock.now(), 5_000);
  assert.equal(later.asked, 0);
});

test('a way that ignores its signal does not keep a call waiting', async () => {
  const deaf: Asker = { way: 'deaf', ask: () => new Promise(() => undefined) };
  const asking = new Asking({ clock: new SkippingClock(), askers: [deaf] });
  const answer = await asking.ask(question, verdictOn('Shop'), calling());
  assert.deepEqual(answer, { unanswered: 'The user was asked and did not answer within 60 s.' });
});

test('a question ends when its call is cancelled', async () => {
  const cancel = new AbortController();
  const asking = new Asking({ clock: new SkippingClock() });
  const answer = asking.ask(
    question,
    verdictOn('Shop'),
    calling({ asker: person('never'), signal: cancel.signal }),
  );
  cancel.abort(new Error('gone'));
  await assert.rejects(answer, /gone/);
});

function target(...changes: (string | undefined)[]): AskedTarget & { looks: boolean[] } {
  const looks: boolean[] = [];
  return {
    looks,
    lookEvery: 2_000,
    changed({ watching }) {
      looks.push(watching);
      return Promise.resolve(changes[Math.min(looks.length, changes.length) - 1]);
    },
  };
}

test('a question ends when what it is about changes', async () => {
  const clock = new SkippingClock();
  const asking = new Asking({ clock, askers: [person('never')] });
  const about = target(undefined, undefined, "now 'Buy all' is there");
  const answer = await asking.ask(question, verdictOn('Shop'), calling({ target: about }));
  assert.deepEqual(answer, { changed: "now 'Buy all' is there" });
  assert.equal(clock.now(), 6_000);
});

test('after a yes it is looked at once more, and what changed is neither done nor remembered', async () => {
  const asker = person('for this run');
  const asking = new Asking({ clock: new SkippingClock(), askers: [asker] });
  const about = target('now nothing is there');
  const answer = await asking.ask(question, verdictOn('Shop'), calling({ target: about }));
  assert.deepEqual(answer, { changed: 'now nothing is there' });
  assert.deepEqual(about.looks, [false]);
  assert.equal(await asking.ask(question, verdictOn('Shop'), calling()), 'for this run');
  assert.equal(asker.asked, 2);
});
