import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { after, before, beforeEach, test } from 'node:test';
import { eventually } from '@handeye/testing/attached';
import { encodePacket } from '../../../src/adbd/packet.ts';
import { parseFault, startPhone, type VirtualPhone } from '../../../src/start-phone.ts';
import {
  connectPaired,
  freeUdpPort,
  greet,
  newComputer,
  packet,
  pair,
  pairingTls,
  STLS,
  type Computer,
} from './computer.ts';

let phone: VirtualPhone;
let computer: Computer;
const wireless = () => {
  assert.ok(phone.wireless);
  return phone.wireless;
};
const port = () => {
  const open = wireless().port;
  assert.ok(open);
  return open;
};

before(async () => {
  const mdnsPort = await freeUdpPort();
  [phone, computer] = await Promise.all([startPhone({ wireless: { mdnsPort } }), newComputer()]);
});
after(() => phone.close());
beforeEach(async () => {
  phone.reset();
  await wireless().settle();
});

test('the right code pairs: the phone tells its name, keeps the key, and closes the port', async () => {
  const { code, port } = await wireless().pairWithCode();
  assert.match(code, /^\d{6}$/);
  const { type, text } = await pair(port, code, computer);
  assert.deepEqual([type, text], [1, wireless().instance]);
  await ended();
  const [paired] = wireless().computers();
  assert.equal(paired?.name, 'ada@analytical');
  await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), /ECONNREFUSED/);
});

test('a wrong code closes the connection without a word, and counts: after twenty the code no longer pairs', async () => {
  const { code, port } = await wireless().pairWithCode();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let attempt = 1; attempt < 20; attempt += 1) await assert.rejects(pair(port, wrong, computer));
  assert.equal(wireless().pairing?.port, port);
  await assert.rejects(pair(port, wrong, computer));
  await ended();
  assert.equal(phone.framework.wirelessDebugging.hasFailed, true);
  assert.deepEqual(wireless().computers(), []);
});

test('a wrong code does not spoil the right one', async () => {
  const { code, port } = await wireless().pairWithCode();
  await assert.rejects(pair(port, code === '111111' ? '222222' : '111111', computer));
  await pair(port, code, computer);
});

test('only TLS 1.3 with a certificate is served, and ten computers at once', async () => {
  const { code, port } = await wireless().pairWithCode();
  const old = connectTls({ port, host: '127.0.0.1', maxVersion: 'TLSv1.2', rejectUnauthorized: false });
  await assert.rejects(once(old, 'secureConnect'));
  const bare = await pairingTls(port, undefined);
  bare.resume();
  await once(bare, 'close');
  const waiting = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'));
  await Promise.all(waiting.map((socket) => once(socket, 'connect')));
  const eleventh = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(eleventh, 'close');
  for (const socket of waiting) socket.destroy();
  await Promise.all(waiting.map((socket) => once(socket, 'close')));
  await pair(port, code, computer);
});

test('packets that do not fit end the connection at once', async () => {
  const { port } = await wireless().pairWithCode();
  const header = (version: number, type: number, length: number) => {
    const bytes = Buffer.from([version, type, 0, 0, 0, 0]);
    bytes.writeUInt32BE(length, 2);
    return bytes;
  };
  const bad = [
    header(1, 0, 0xffffffff),
    header(1, 0, 0),
    header(1, 0, 16_385),
    header(2, 0, 32),
    packet(1, Buffer.alloc(32)),
    packet(0, Buffer.alloc(32, 2)),
  ];
  for (const bytes of bad) {
    const socket = await pairingTls(port, computer);
    socket.resume();
    socket.write(bytes);
    await once(socket, 'close');
  }
  assert.equal(wireless().pairing?.port, port, 'six failures do not end it');
});

test('a scanned QR code opens a pairing under its name and password', async () => {
  const others = ['WIFI:T:WPA;S:Lighthouse;P:secret;;', 'https://example.org', 'WIFI:T:ADB;S:a.b;P:x;;'];
  for (const text of [...others, `WIFI:T:ADB;S:${'x'.repeat(64)};P:x;;`])
    await assert.rejects(phone.scanPairingQr(text), /no QR code for pairing/);
  const { port, code } = await phone.scanPairingQr('WIFI:T:ADB;S:handeye-1;P:a\\;b"c;;');
  assert.equal(code, 'a;b"c');
  await pair(port, 'a;b"c', computer);
});

/** Pairs by a new dialog. */
async function paired(): Promise<void> {
  const { port, code } = await wireless().pairWithCode();
  await pair(port, code, computer);
  await ended();
}

/** The computer has its answer a moment before the phone has read what came with it. */
async function ended(): Promise<void> {
  await eventually(() => phone.framework.wirelessDebugging.pairing === undefined, 'the pairing ends');
  await wireless().settle();
}

test('a paired computer connects over STLS; another one is cut off', async () => {
  await paired();
  const { socket, banner } = await connectPaired(port(), computer);
  assert.match(banner, /^device::ro\.product\.name=virtual;/);
  assert.deepEqual(
    wireless()
      .computers()
      .map(({ isConnected }) => isConnected),
    [true],
  );
  await assert.rejects(connectPaired(port(), await newComputer('eve@elsewhere')), /closed/);
  socket.destroy();
});

test('the bytes of the greeting may come in any pieces', async () => {
  await paired();
  const socket = connect(port(), '127.0.0.1').setNoDelay();
  const first = once(socket, 'data');
  const bytes = encodePacket({
    command: 0x4e584e43,
    arg0: 0x01000001,
    arg1: 4096,
    payload: Buffer.from('host::'),
  });
  for (const byte of bytes) await new Promise((resolve) => socket.write(Buffer.from([byte]), resolve));
  const [answer] = (await first) as [Buffer];
  assert.deepEqual(answer, encodePacket(STLS, false));
  socket.destroy();
});

test('a forgotten computer loses its connection and its key', async () => {
  await paired();
  const { socket } = await connectPaired(port(), computer);
  socket.resume();
  const closed = once(socket, 'close');
  const [known] = wireless().computers();
  assert.ok(known);
  wireless().forget(known.fingerprint);
  await closed;
  await assert.rejects(connectPaired(port(), computer), /closed/);
});

test('switched off and on again it has another port, and a reboot switches it off', async () => {
  await paired();
  const [name, before] = [wireless().instance, port()];
  await wireless().switchOff();
  assert.equal(wireless().port, undefined);
  await assert.rejects(once(connect(before, '127.0.0.1'), 'connect'), /ECONNREFUSED/);
  await wireless().switchOn();
  assert.notEqual(port(), before);
  assert.equal(wireless().instance, name);
  const { socket, certificate } = await connectPaired(port(), computer);
  socket.resume();
  const closed = once(socket, 'close');
  phone.android.reboot('');
  await closed;
  await wireless().settle();
  assert.equal(wireless().port, undefined);
  assert.equal(phone.framework.settings.get('global', 'adb_wifi_enabled') ?? '0', '0');
  await wireless().switchOn();
  const again = await connectPaired(port(), computer);
  assert.notEqual(again.certificate, certificate, "a daemon's certificate lasts until it ends");
  again.socket.destroy();
});

test('a restored phone has the ports and the keys of its snapshot', async () => {
  await paired();
  const state = phone.snapshot();
  await wireless().switchOff();
  for (const { fingerprint } of wireless().computers()) wireless().forget(fingerprint);
  phone.restore(state);
  await wireless().settle();
  const { socket } = await connectPaired(port(), computer);
  socket.destroy();
});

test('faults break each part', async () => {
  await paired();
  const withFault = async (name: string, run: () => Promise<void>) => {
    const fault = parseFault(name);
    phone.faults.apply(fault);
    assert.equal(phone.faults.isOn(fault.kind), true);
    await run();
    phone.faults.clear();
    assert.equal(phone.faults.isOn(fault.kind), false);
  };
  await wireless().pairWithCode();
  const pairingPort = () => wireless().pairing?.port ?? 0;
  await withFault('wireless-pairing-closes', () => assert.rejects(pairingTls(pairingPort(), computer)));
  await withFault('wireless-pairing-garbage', async () => {
    const socket = await pairingTls(pairingPort(), computer);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    assert.equal(bytes.readUInt32BE(2), 0xffffffff);
    socket.destroy();
  });
  await withFault('wireless-pairing-stalls', async () => {
    const socket = await pairingTls(pairingPort(), computer);
    let heard = 0;
    socket.on('data', (bytes: Buffer) => (heard += bytes.length));
    // By then the phone has handled what came before.
    (await connectPaired(port(), computer)).socket.destroy();
    assert.equal(heard, 0);
    socket.destroy();
  });
  await withFault('wireless-stls-closes', () => assert.rejects(connectPaired(port(), computer), /closed/));
  await withFault('wireless-stls-stalls', async () => {
    const socket = await greet(port());
    socket.write(encodePacket(STLS, false));
    const stalled = connectTls({ socket, cert: computer.cert, key: computer.key, rejectUnauthorized: false });
    stalled.on('error', () => undefined);
    let secured = false;
    stalled.once('secureConnect', () => (secured = true));
    await pair(pairingPort(), wireless().pairing?.code ?? '', computer);
    assert.equal(secured, false);
    stalled.destroy();
  });
  await withFault('wireless-certificate', async () => {
    const [one, two] = [await connectPaired(port(), computer), await connectPaired(port(), computer)];
    assert.notEqual(one.certificate, two.certificate);
    one.socket.destroy();
    two.socket.destroy();
  });
  const before = port();
  phone.faults.apply(parseFault('wireless-port'));
  await wireless().settle();
  assert.notEqual(port(), before);
  phone.faults.apply(parseFault('wireless-revoked'));
  assert.deepEqual(wireless().computers(), []);
});

test('phones before Android 11 have none of it', async () => {
  await assert.rejects(startPhone({ release: 9, wireless: true }), /Android 9 has no wireless debugging/);
  await assert.rejects(
    startPhone({ release: 9, faults: [{ kind: 'wireless-port' }] }),
    /Android 9 has no wireless debugging/,
  );
  const old = await startPhone({ release: 9 });
  assert.equal(old.wireless, undefined);
  assert.throws(() => {
    old.faults.apply({ kind: 'wireless-port' });
  }, /no wireless debugging/);
  await old.close();
});
