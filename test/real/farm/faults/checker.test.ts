import assert from 'node:assert/strict';
import { test } from 'node:test';
import { violations } from './checker.ts';
import type { BucketEvent, CallEntry, Journal, LeaseEntry, Outcome, Touch } from './journal.ts';

const PHONE = 5001;
const DEVICE = 'host-1.one';

const ada: LeaseEntry = {
  client: 'ada',
  phone: PHONE,
  asked: 0,
  granted: 100,
  minutes: 1,
  releaseAsked: 5_000,
  released: 5_100,
};
const bob: LeaseEntry = { client: 'bob', phone: PHONE, asked: 50, granted: 6_000, minutes: 1 };

function tap(lease: LeaseEntry, write: number, began: number, outcome: Outcome = 'done'): CallEntry {
  return {
    client: lease.client,
    server: 'http://one',
    tool: 'tap',
    began,
    ended: began + 50,
    lease,
    text: '',
    writes: [{ write, outcome }],
    isClear: true,
  };
}

function touch(write: number | undefined, at: number): Touch {
  return { phone: PHONE, at, write };
}

function ticket(key: string, holder: string, at: number): BucketEvent {
  return { key, value: { wants: {}, holder }, revision: at, at };
}

function removed(key: string, at: number): BucketEvent {
  return { key, value: undefined, revision: at, at };
}

function grant(holder: string, at: number): BucketEvent[] {
  const made = (accepted: boolean, when: number) => ({
    key: DEVICE,
    value: { id: `lease of ${holder}`, holder, accepted },
    revision: when,
    at: when,
  });
  return [made(false, at), made(true, at + 1)];
}

/** Ada has the phone and gives it back, then Bob gets it, who came later. */
const sound: Journal = {
  leases: [ada, bob],
  calls: [tap(ada, 1, 1_000), tap(ada, 2, 2_000), tap(bob, 3, 7_000), tap(bob, 4, 8_000, 'unknown')],
  touches: [touch(1, 1_010), touch(2, 2_010), touch(3, 7_010)],
  queue: [ticket('a', 'ada', 10), ticket('b', 'bob', 60), removed('a', 90), removed('b', 5_990)],
  grants: [...grant('ada', 80), ...grant('bob', 5_900)],
  outages: [],
};

function found(change: Partial<Journal>): string {
  return violations({ ...sound, ...change }).join('\n');
}

test('a run in which all went well has no violations', () => {
  assert.equal(found({}), '');
});

test('two holders of one phone are found', () => {
  const touches = [...sound.touches, touch(4, 7_500)];
  assert.match(
    found({
      touches,
      calls: [tap(ada, 1, 1_000), tap(bob, 3, 7_000), tap(ada, 4, 7_400, 'unknown'), tap(ada, 2, 2_000)],
    }),
    /write 4 of ada .* came after bob had got phone 5001/,
  );
  const calls = [tap(ada, 1, 1_000), tap(bob, 2, 2_000), tap(ada, 3, 3_000)];
  assert.match(
    found({ calls, touches: [touch(1, 1_010), touch(2, 2_010), touch(3, 3_010)] }),
    /two leases touched phone 5001 in turn/,
  );
  assert.match(
    found({ touches: [...sound.touches, touch(undefined, 10)] }),
    /a finger at 10 ms that nobody sent/,
  );
});

test('a write after the end of its lease is found', () => {
  const late = (lease: LeaseEntry, at: number) =>
    found({ leases: [lease], calls: [tap(lease, 1, at)], touches: [touch(1, at + 10)] });
  const { releaseAsked: _, released: __, ...kept } = ada;
  assert.equal(late(kept, 59_000), '');
  assert.match(late(kept, 64_000), /write 1 of ada .* came 3910 ms after the lease had run out/);
  assert.match(late(ada, 5_200), /write 1 of ada .* came 110 ms after the device was given back/);
});

test('a write that was made twice, or otherwise than its client was told, is found', () => {
  assert.match(found({ touches: [...sound.touches, touch(3, 7_020)] }), /tap 3 of bob .* made 2 times/);
  assert.match(found({ touches: sound.touches.slice(1) }), /tap 1 of ada was told as done .* and not made/);
  const calls = [...sound.calls.slice(1), tap(ada, 1, 1_000, 'not done')];
  assert.match(found({ calls }), /tap 1 of ada was told as not done .* and made/);
});

test('a call without a clear end is found', () => {
  const call = { ...tap(bob, 5, 9_000, 'unknown'), text: 'broken' };
  const hung = { ...call, kind: 'hang', isClear: false };
  assert.match(found({ calls: [...sound.calls, hung] }), /not a clear answer: tap of bob .* hang: broken/);
  const calls = [...sound.calls, { ...call, kind: 'transport' }];
  assert.match(found({ calls }), /no answer from a server that runs: tap of bob/);
  assert.equal(
    found({ calls, outages: [{ what: 'kill', server: 'http://one', from: 8_500, to: 9_500 }] }),
    '',
  );
});

test('an error that blames a phone which is well is found', () => {
  const call = { ...tap(bob, 5, 9_000, 'unknown'), kind: 'action_failed', text: 'The phone is gone.' };
  const calls = [...sound.calls, { ...call, blamesPhone: true }];
  assert.match(found({ calls }), /a phone that is well is blamed: tap of bob/);
  assert.equal(found({ calls, outages: [{ what: 'dies', phones: [PHONE], from: 8_000, to: 8_500 }] }), '');
});

test('a grant out of turn is found', () => {
  const late = [...grant('bob', 70), ...grant('ada', 80)];
  assert.match(found({ grants: late }), /bob \(ticket 60\) got host-1\.one .* first ada \(ticket 10/);
  // A ticket that was not renewed for long does not count: its server is gone.
  const queue = [ticket('a', 'ada', 10), ticket('b', 'bob', 5_000)];
  assert.equal(found({ queue, grants: grant('bob', 12_000) }), '');
  assert.match(found({ queue, grants: grant('bob', 6_000) }), /bob .* got host-1\.one/);
  // A lease that is first seen at its renewal may be older than the ticket.
  assert.equal(found({ queue, grants: grant('bob', 6_000).slice(1) }), '');
});
