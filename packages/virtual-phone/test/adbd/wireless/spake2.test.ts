import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Spake2Server } from '../../../src/adbd/wireless/spake2.ts';

interface Vectors {
  readonly runs: readonly {
    readonly password_bob: string;
    readonly random_bob: string;
    readonly msg_alice: string;
    readonly msg_bob: string;
    readonly key_alice: string;
    readonly key_bob: string;
    readonly same_password: boolean;
  }[];
}

const { runs } = JSON.parse(readFileSync(new URL('spake2-vectors.json', import.meta.url), 'utf8')) as Vectors;
const bytes = (hex: string) => Buffer.from(hex, 'hex');

test('messages and keys are those of BoringSSL, with equal and with different passwords', () => {
  assert.equal(runs.length, 16);
  assert.deepEqual(new Set(runs.map((run) => run.same_password)), new Set([true, false]));
  for (const run of runs) {
    const server = new Spake2Server(bytes(run.password_bob), bytes(run.random_bob));
    assert.equal(server.message.toString('hex'), run.msg_bob);
    assert.equal(server.key(bytes(run.msg_alice))?.toString('hex'), run.key_bob);
    assert.equal(run.key_alice === run.key_bob, run.same_password);
  }
});

test('a message that is no point of the curve gives no key', () => {
  const server = new Spake2Server(Buffer.from('123456'));
  assert.equal(server.key(Buffer.alloc(32, 2)), undefined);
  assert.equal(server.key(Buffer.alloc(31)), undefined);
});

test('each run has another message', () => {
  const messages = [1, 2].map(() => new Spake2Server(Buffer.from('123456')).message.toString('hex'));
  assert.notEqual(messages[0], messages[1]);
});
