import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { before } from 'node:test';
import { connect as connectTls } from 'node:tls';
import {
  aesKey,
  exchangeKeys,
  open,
  packet,
  peerInfo,
  seal,
  NAMES,
} from '../../src/wireless/pairing-connection.ts';
import { spake2 } from '../../src/wireless/spake2.ts';
import { hostKey, within } from '@handeye/testing/attached';
import { GUID, Wire, honest, listen, pairingServer, payload, phoneKey } from './pairing-server.ts';
import type { PairingServer } from './pairing-server.ts';

const CODE = '493027';
const LIMIT = 60_000;

before(async () => {
  await Promise.all([hostKey(), phoneKey()]);
});

const pair = async ({ at }: Pick<PairingServer, 'at'>, password = CODE, limit = LIMIT) => {
  const key = await hostKey();
  return within(limit, (call) => exchangeKeys(at, { password, key }, call));
};

test('seals are those of BoringSSL', () => {
  const text = readFileSync(new URL('fixtures/spake2-vectors.json', import.meta.url), 'utf8');
  const { runs, random_runs } = JSON.parse(text) as Record<'runs' | 'random_runs', Record<string, string>[]>;
  const all = [...runs, ...random_runs];
  assert.equal(all.length, 32);
  for (const run of all) {
    const bytes = (name: string) => Buffer.from(run[name] ?? '', 'hex');
    const key = aesKey(bytes('key_alice'));
    assert.deepEqual(key, bytes('aes_key_alice'));
    assert.deepEqual(seal(key, bytes('plain')), bytes('sealed_seq0'));
    assert.deepEqual(open(key, bytes('sealed_seq0')), bytes('plain'));
  }
});

test('a phone that knows the code learns our key, and we its name', async (t) => {
  const phone = await pairingServer(t, CODE);
  const { guid, host } = await pair(phone);
  assert.deepEqual([guid, host], [GUID, '127.0.0.1']);
  assert.deepEqual(phone.accepted, [(await hostKey()).publicKey]);
});

test('a wrong code fails on both sides, is tried once, and does not spoil the right one', async (t) => {
  const phone = await pairingServer(t, CODE);
  await assert.rejects(pair(phone, '000000'), { name: 'PairingFailed', reason: 'wrong code' });
  assert.deepEqual([phone.visits(), phone.accepted], [1, []]);
  assert.equal((await pair(phone)).guid, GUID);
});

test('a phone whose name could not be a file or a line is refused', async (t) => {
  for (const guid of ['', '../../evil', 'two words', 'x'.repeat(64), 'line\nbreak', '\u202eadb']) {
    await assert.rejects(pair(await pairingServer(t, CODE, honest(CODE, guid))), { name: 'PairingFailed' });
  }
});

test('a service of an attacker gets no key, and no name is believed', async (t) => {
  const key = (await hostKey()).publicKey;
  let leaked = '';
  const attackers: Record<string, Parameters<typeof pairingServer>[2]> = {
    'guesses the code': honest('111111'),
    'sends the same message back': async ({ socket, reader }) => {
      const theirs = await payload(reader);
      socket.write(packet(Wire.SPAKE2, theirs));
      const sealed = await payload(reader);
      leaked += sealed.toString('latin1');
      socket.write(packet(Wire.PEER_INFO, sealed));
      await reader.exactly(1);
    },
    'sends a point of small order': async ({ socket, reader }) => {
      const one = Buffer.alloc(32);
      one[0] = 1;
      socket.write(packet(Wire.SPAKE2, one));
      await payload(reader);
      leaked += (await payload(reader)).toString('latin1');
      socket.write(packet(Wire.PEER_INFO, Buffer.alloc(8208)));
    },
    'sends no point': async ({ socket, reader }) => {
      socket.write(packet(Wire.SPAKE2, Buffer.alloc(32, 0xff)));
      await payload(reader);
      await reader.exactly(1);
    },
    'closes after TLS': () => Promise.resolve(),
    'closes after its message': ({ socket, password }) => {
      const ours = spake2({ side: 'bob', names: NAMES, password: password(CODE) });
      socket.write(packet(Wire.SPAKE2, ours.message));
      return Promise.resolve();
    },
    'announces 4 GiB': async ({ socket, reader }) => {
      socket.write(Buffer.from('0100ffffffff', 'hex'));
      await reader.exactly(39);
    },
    'announces nothing': async ({ socket, reader }) => {
      socket.write(Buffer.from('010000000000', 'hex'));
      await reader.exactly(39);
    },
    'speaks another version': async ({ socket, reader }) => {
      socket.write(Buffer.concat([Buffer.from('020000000020', 'hex'), Buffer.alloc(32)]));
      await reader.exactly(39);
    },
    'sends its name in place of its message': async ({ socket, reader }) => {
      socket.write(packet(Wire.PEER_INFO, peerInfo(Wire.DEVICE_GUID, GUID)));
      await reader.exactly(39);
    },
    'sends a name cut off': async ({ socket, reader, password }) => {
      const ours = spake2({ side: 'bob', names: NAMES, password: password(CODE) });
      socket.write(packet(Wire.SPAKE2, ours.message));
      const aes = aesKey(ours.key(await payload(reader)));
      socket.write(packet(Wire.PEER_INFO, seal(aes, peerInfo(Wire.DEVICE_GUID, GUID))).subarray(0, 4000));
    },
    'sends a key in place of a name': async ({ socket, reader, password }) => {
      const ours = spake2({ side: 'bob', names: NAMES, password: password(CODE) });
      socket.write(packet(Wire.SPAKE2, ours.message));
      const aes = aesKey(ours.key(await payload(reader)));
      socket.write(packet(Wire.PEER_INFO, seal(aes, peerInfo(Wire.RSA_PUBLIC_KEY, GUID))));
    },
  };
  for (const [what, serve] of Object.entries(attackers)) {
    const server = await pairingServer(t, CODE, serve);
    await assert.rejects(pair(server), { name: 'PairingFailed' }, what);
    assert.deepEqual(server.accepted, [], what);
  }
  assert.ok(!leaked.includes(key), 'the key left only sealed');
});

test('a recorded exchange is worth nothing in another connection', async (t) => {
  const heard: Buffer[] = [];
  const phone = await pairingServer(t, CODE, async (visit, accepted) => {
    const { socket } = visit;
    const write = socket.write.bind(socket);
    socket.write = (bytes: Uint8Array) => {
      heard.push(Buffer.from(bytes));
      return write(bytes);
    };
    await honest(CODE)(visit, accepted);
  });
  await pair(phone);
  assert.equal(heard.length, 2);
  const replaying = await pairingServer(t, CODE, async ({ socket, reader }) => {
    for (const bytes of heard) socket.write(bytes);
    await payload(reader);
    await payload(reader);
  });
  await assert.rejects(pair(replaying), { reason: 'wrong code' });
});

test('a man in the middle of two honest sides, with a TLS connection to each, gets nothing', async (t) => {
  const phone = await pairingServer(t, CODE);
  const credentials = (await phoneKey()).tls();
  const between = await pairingServer(t, CODE, async ({ socket }) => {
    const onward = connectTls({ ...phone.at, ...credentials, rejectUnauthorized: false });
    onward.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
    await new Promise((resolve) => onward.once('close', resolve));
  });
  await assert.rejects(pair(between), { reason: 'wrong code' });
  assert.equal(phone.visits(), 1);
  assert.deepEqual(phone.accepted, []);
});

test('what is no pairing port says so: nothing there, a web server, adb, silence', async (t) => {
  await assert.rejects(pair({ at: { host: '127.0.0.1', port: 1 } }), {
    reason: 'unreachable',
    message: /Nothing answers at 127\.0\.0\.1:1\./,
  });
  const web = await listen(t, (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  const closing = await listen(t, (socket) => socket.end());
  for (const at of [web, closing])
    await assert.rejects(pair({ at }), { reason: 'not a pairing port', message: /the one in the dialog/ });
  const silent = await listen(t, () => undefined);
  await assert.rejects(pair({ at: silent }, CODE, 300), { name: 'DeadlineExceeded' });
});

test('10,000 random packets leave nothing open and never pair', async (t) => {
  const seed = Number(process.env.FUZZ_SEED ?? 1);
  const random = generator(seed);
  let left = 10_000;
  const server = await pairingServer(t, CODE, async ({ socket, reader, password }) => {
    const ours = spake2({ side: 'bob', names: NAMES, password: password('999999') });
    const isLate = random(2) === 0; // past the first message, where the seals are
    if (isLate) socket.write(packet(Wire.SPAKE2, ours.message));
    for (let count = 0; count < 100 && left > 0 && !socket.destroyed; count++) {
      left -= 1;
      socket.write(fuzzed(random));
    }
    await reader.exactly(1);
  });
  while (left > 0) await assert.rejects(pair(server), { name: 'PairingFailed' }, `seed ${seed}`);
  assert.deepEqual(server.accepted, []);
});

/** Bytes that look more or less like packets of a pairing. */
function fuzzed(random: (below: number) => number): Buffer {
  const lengths = [0, 1, 31, 32, 33, 8192, 8208, 16_384, 16_385, 0x7fffffff, 0xffffffff];
  const length = lengths[random(lengths.length)] ?? 0;
  const header = Buffer.of(random(8) === 0 ? random(256) : 1, random(3), 0, 0, 0, 0);
  header.writeUInt32BE(length, 2);
  const data = Buffer.alloc(Math.min(length, random(3) === 0 ? 8208 : 64));
  for (let i = 0; i < data.length; i += 1 + random(64)) data[i] = random(256);
  return Buffer.concat([header, data]);
}

/** mulberry32: the same numbers for the same seed. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}
