import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, privateEncrypt } from 'node:crypto';
import test from 'node:test';
import type { HostKey } from '../../src/adbd/auth.ts';
import { RawHost, smallPhone } from './raw-host.ts';

const TOKEN = 1;
const SIGNATURE = 2;
const PUBLIC_KEY = 3;
const SHA1_PREFIX = Buffer.from('3021300906052b0e03021a05000414', 'hex');

/** A computer's key in both of adb's forms. */
class TestKey {
  readonly base64: string;
  readonly #private: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    this.#private = privateKey;
    const { n, e } = publicKey.export({ format: 'jwk' });
    const modulus = Buffer.from(n!, 'base64url').reverse();
    const exponent = Buffer.alloc(4);
    exponent.writeUIntLE(Buffer.from(e!, 'base64url').readUIntBE(0, 3), 0, 3);
    // n0inv and R squared only speed up a phone's arithmetic; the daemon ignores both.
    const words = Buffer.from([64, 0, 0, 0]);
    this.base64 = Buffer.concat([words, Buffer.alloc(4), modulus, Buffer.alloc(256), exponent]).toString(
      'base64',
    );
  }

  sign(token: Uint8Array): Buffer {
    return privateEncrypt(this.#private, Buffer.concat([SHA1_PREFIX, token]));
  }
}

const [ours, theirs] = [new TestKey(), new TestKey()];

async function token(host: RawHost): Promise<Uint8Array> {
  const { arg0, payload } = await host.expect('AUTH');
  assert.deepEqual([arg0, payload.length], [TOKEN, 20]);
  return payload;
}

test('by default any host connects without a key', async (t) => {
  const { adbd } = await smallPhone(t);
  assert.equal(await (await RawHost.online(t, adbd.port)).call('shell:echo in'), 'in\n');
});

test('a host connects with any of its keys that is known', async (t) => {
  const knownKeys = new Set([new TestKey().base64, ours.base64]);
  const { adbd } = await smallPhone(t, { auth: { accept: 'known', knownKeys } });
  const host = await RawHost.connect(t, adbd.port);
  host.greet();
  host.send('AUTH', SIGNATURE, 0, theirs.sign(await token(host)));
  host.send('AUTH', SIGNATURE, 0, ours.sign(await token(host)));
  await host.expect('CNXN');
  assert.equal(await host.call('shell:echo in'), 'in\n');
});

test('a signature of an older token does not open the phone', async (t) => {
  const { adbd } = await smallPhone(t, { auth: { accept: 'known', knownKeys: new Set([ours.base64]) } });
  const host = await RawHost.connect(t, adbd.port);
  host.greet();
  const first = await token(host);
  host.send('AUTH', SIGNATURE, 0, theirs.sign(first));
  await token(host);
  host.send('AUTH', SIGNATURE, 0, ours.sign(first));
  await token(host);
});

test('when only known keys count, sending a public key is not enough, not even a known one', async (t) => {
  const { adbd, log } = await smallPhone(t, { auth: { accept: 'known', knownKeys: new Set([ours.base64]) } });
  const host = await RawHost.connect(t, adbd.port);
  host.greet();
  await token(host);
  host.send('AUTH', PUBLIC_KEY, 0, `${ours.base64} me@here\0`);
  host.send('OPEN', 1, 0, 'shell:echo in\0');
  assert.equal(await host.next(), undefined, 'a stream before the handshake ends the connection');
  assert.match(log.join('\n'), /"me@here" is not authorized/);
});

test('the user is asked once; the key is known from then on', async (t) => {
  const asked: HostKey[] = [];
  const knownKeys = new Set<string>();
  const ask = (key: HostKey) => Promise.resolve(asked.push(key) > 0);
  const { adbd } = await smallPhone(t, { auth: { accept: 'prompt', knownKeys, ask } });

  const host = await RawHost.connect(t, adbd.port);
  host.greet();
  host.send('AUTH', SIGNATURE, 0, ours.sign(await token(host)));
  await token(host);
  host.send('AUTH', PUBLIC_KEY, 0, `${ours.base64} me@here\0`);
  await host.expect('CNXN');
  assert.deepEqual(asked, [{ base64: ours.base64, name: 'me@here' }]);

  const again = await RawHost.connect(t, adbd.port);
  again.greet();
  again.send('AUTH', SIGNATURE, 0, ours.sign(await token(again)));
  await again.expect('CNXN');
  assert.equal(asked.length, 1);
  assert.deepEqual([...knownKeys], [ours.base64]);
});

test('a refused host stays unauthorized; a host that disconnects withdraws the question', async (t) => {
  const questions: AbortSignal[] = [];
  let answered = (_allowed: boolean): void => undefined;
  const knownKeys = new Set<string>();
  const ask = (_key: HostKey, signal: AbortSignal) => {
    questions.push(signal);
    return new Promise<boolean>((resolve) => (answered = resolve));
  };
  const { adbd } = await smallPhone(t, { auth: { accept: 'prompt', knownKeys, ask } });
  const host = await RawHost.connect(t, adbd.port);
  host.greet();
  await token(host);
  host.send('AUTH', PUBLIC_KEY, 0, `${ours.base64} me@here\0`);
  host.send('AUTH', SIGNATURE, 0, theirs.sign(Buffer.alloc(20)));
  await token(host); // so the user was already asked
  answered(false);
  host.send('AUTH', SIGNATURE, 0, theirs.sign(Buffer.alloc(20)));
  await token(host);
  assert.equal(knownKeys.size, 0);
  adbd.dropConnections();
  assert.equal(await host.next(), undefined);
  assert.ok(questions[0]?.aborted);
});

const nonsense = ['', 'x', ' name', `${'A'.repeat(698)}== me`, Buffer.alloc(524).toString('base64')];
test('an invalid public key ends the connection', async (t) => {
  const ask = () => Promise.resolve(true);
  const { adbd } = await smallPhone(t, { auth: { accept: 'prompt', knownKeys: new Set(), ask } });
  for (const payload of nonsense) {
    const host = await RawHost.connect(t, adbd.port);
    host.greet();
    await token(host);
    host.send('AUTH', PUBLIC_KEY, 0, payload);
    assert.equal(await host.next(), undefined, payload);
  }
});
