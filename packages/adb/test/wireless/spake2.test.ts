import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { spake2 } from '../../src/wireless/spake2.ts';

interface Run {
  readonly name_alice: string;
  readonly name_bob: string;
  readonly password_alice: string;
  readonly password_bob: string;
  readonly random_alice: string;
  readonly random_bob: string;
  readonly msg_alice: string;
  readonly msg_bob: string;
  readonly key_alice: string;
  readonly key_bob: string;
}

/** Made with BoringSSL, of which adb and phones have theirs. */
const { runs } = JSON.parse(
  readFileSync(new URL('fixtures/spake2-vectors.json', import.meta.url), 'utf8'),
) as { runs: readonly Run[] };
const hex = (text: string) => Buffer.from(text, 'hex');

test('messages and keys of both sides are those of BoringSSL', () => {
  assert.equal(runs.length, 24);
  for (const run of runs) {
    const names = { alice: hex(run.name_alice).toString(), bob: hex(run.name_bob).toString() };
    const begin = (side: 'alice' | 'bob') =>
      spake2({ side, names, password: hex(run[`password_${side}`]), random: hex(run[`random_${side}`]) });
    const [alice, bob] = [begin('alice'), begin('bob')];
    assert.equal(alice.message.toString('hex'), run.msg_alice);
    assert.equal(bob.message.toString('hex'), run.msg_bob);
    assert.equal(alice.key(bob.message).toString('hex'), run.key_alice);
    assert.equal(bob.key(alice.message).toString('hex'), run.key_bob);
  }
});

test('two sides with one password agree, those with two do not', () => {
  const side = (name: 'alice' | 'bob', password: string) =>
    spake2({ side: name, names: { alice: 'a', bob: 'b' }, password: Buffer.from(password) });
  for (let round = 0; round < 4; round++) {
    const [one, other, stranger] = [side('alice', '123456'), side('bob', '123456'), side('bob', '123457')];
    assert.deepEqual(one.key(other.message), other.key(one.message));
    assert.notDeepEqual(one.key(stranger.message), stranger.key(one.message));
  }
});

test('what is no point is no message', () => {
  const names = { alice: 'a', bob: 'b' };
  const { key } = spake2({ side: 'alice', names, password: Buffer.from('123456') });
  for (const bytes of [Buffer.alloc(32, 0xff), Buffer.alloc(31), Buffer.alloc(33), Buffer.alloc(0)])
    assert.throws(() => key(bytes));
});
