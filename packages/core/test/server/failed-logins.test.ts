import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { FailedLogins } from '../../src/server/gate/failed-logins.ts';
import { handClock } from '@handeye/testing/hand-clock';

/** Sends wrong tokens; tells whether the last was held back. The clock stands still, so held back is for good. */
function guessing() {
  const { clock, waiting } = handClock();
  const guessers = new FailedLogins(clock);
  return (...addresses: string[]) => {
    const before = waiting();
    for (const address of addresses) {
      void guessers.holdBack(address, new ServerResponse(new IncomingMessage(new Socket())));
    }
    return waiting() > before;
  };
}

const times = (count: number, address: string) => Array.from({ length: count }, () => address);

test('each address is counted by itself', () => {
  const heldBack = guessing();
  assert.equal(heldBack(...times(5, '192.0.2.1')), false);
  assert.equal(heldBack('192.0.2.2'), false);
  assert.equal(heldBack('192.0.2.1'), true);
});

test('the addresses of one IPv6 network are one guesser, and so are the two spellings of an IPv4 address', () => {
  const network = guessing();
  assert.equal(
    network('2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:a:b:c:d', '2001:db8:0:1::4'),
    false,
  );
  assert.equal(network('2001:db8:0:1::5', '2001:db8:0:2::6'), false);
  assert.equal(network('2001:db8:0:1::7'), true);
  const spellings = guessing();
  assert.equal(spellings(...times(3, '192.0.2.1'), ...times(2, '::ffff:192.0.2.1')), false);
  assert.equal(spellings('::ffff:192.0.2.1'), true);
});

test('however many addresses guess, only the last thousand are remembered', () => {
  const heldBack = guessing();
  heldBack(...times(5, '192.0.2.1'));
  heldBack(...Array.from({ length: 999 }, (_, index) => `10.0.${index >> 8}.${index & 255}`));
  assert.equal(heldBack('192.0.2.1'), true);
  heldBack(...Array.from({ length: 1_000 }, (_, index) => `10.1.${index >> 8}.${index & 255}`));
  assert.equal(heldBack('192.0.2.1'), false);
});
