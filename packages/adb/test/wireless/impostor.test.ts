import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import test, { before } from 'node:test';
import type { TestContext } from 'node:test';
import multicastDns from 'multicast-dns';
import { PacketCommand, PacketReader, encodePacket } from '../../src/daemon/packet.ts';
import type { Packet } from '../../src/daemon/packet.ts';
import { sh } from '../../src/shell/quote.ts';
import type { PairedPhone } from '../../src/wireless/paired-phones.ts';
import { hostKey, text, within } from '@handeye/testing/attached';
import {
  LIMIT,
  devices,
  emptyConfig,
  fastClock,
  freeUdpPort,
  pairWith,
  startWirelessPhone,
} from './paired.ts';
import { asTlsServer, listen, phoneKey } from './pairing-server.ts';

const NOTHING = Buffer.alloc(0);
const BANNER = Buffer.from('device::ro.product.model=Pixel;features=shell_v2');
const { CNXN, STLS, AUTH, OPEN, OKAY, WRTE, CLSE } = PacketCommand;

/** A phone that is known, and is not there. */
const KNOWN: PairedPhone = {
  guid: 'adb-SERIAL-aB3dE6',
  name: 'Pixel',
  pairedAt: '2026-11-19T00:00:00.000Z',
  tlsKey: '00'.repeat(32),
  identity: '11'.repeat(32),
};

before(async () => {
  await Promise.all([hostKey(), phoneKey()]);
});

type Say = (command: number, arg0: number, arg1: number, data?: Uint8Array) => void;

/** A daemon on Node's TLS, which hears everything that a computer says; `answer` replaces what it does in TLS. */
async function daemon(
  t: TestContext,
  answer: (packet: Packet, say: Say) => void,
): Promise<{ port: number; heard: Packet[] }> {
  const heard: Packet[] = [];
  const credentials = (await phoneKey()).tls();
  const speak = (socket: Socket, serve: (packet: Packet, say: Say) => void) => {
    const packets = new PacketReader();
    const say: Say = (command, arg0, arg1, data = NOTHING) => {
      if (!socket.destroyed) socket.write(encodePacket({ command, arg0, arg1, data }, true));
    };
    socket.on('data', (bytes: Buffer) => {
      for (const packet of packets.push(bytes)) {
        heard.push(packet);
        serve(packet, say);
      }
    });
    return say;
  };
  const { port } = await listen(t, (socket) => {
    socket.once('data', (greeting: Buffer) => {
      heard.push(...new PacketReader().push(greeting));
      socket.write(encodePacket({ command: STLS, arg0: 0x01000000, arg1: 0, data: NOTHING }, true));
      socket.once('data', (bytes: Buffer) => {
        // What follows the computer's own STLS may be the beginning of TLS.
        socket.pause().unshift(bytes.subarray(24));
        const tls = asTlsServer(socket, credentials);
        tls.once('secure', () => {
          speak(tls, answer)(CNXN, 0x01000001, 1 << 20, BANNER);
        });
      });
    });
  });
  return { port, heard };
}

/** Announces a debugging port under the name of the known phone. */
async function announce(t: TestContext, mdnsPort: number, port: number, guid = KNOWN.guid): Promise<void> {
  const mdns = multicastDns({ interface: '127.0.0.1', bind: '0.0.0.0', port: mdnsPort });
  t.after(() => {
    mdns.destroy();
  });
  await new Promise<void>((resolve) => mdns.once('ready', resolve));
  const type = '_adb-tls-connect._tcp.local';
  const name = `${guid}.${type}`;
  mdns.on('query', () => {
    mdns.respond([
      { name: type, type: 'PTR', ttl: 120, data: name },
      { name, type: 'SRV', ttl: 120, data: { port, target: 'x.local' } },
    ]);
  });
}

const uses = async (t: TestContext, mdnsPort: number, clock = fastClock) => {
  const phones = await emptyConfig(t);
  await phones.remember(KNOWN);
  const used = devices(t, phones, { mdnsPort, clock }).phone(KNOWN.name);
  return {
    run: (limit = LIMIT) => within(limit, (call) => used.run(sh`input text secret`, call)),
    known: () => phones.find(KNOWN.guid),
  };
};

/** Answers the one question of the check with this, and every other stream with a refusal. */
const saying = (output: string) => (packet: Packet, say: Say) => {
  if (packet.command !== OPEN) return;
  if (!text(packet.data).startsWith('exec:settings get secure android_id')) {
    say(CLSE, 0, packet.arg0);
    return;
  }
  say(OKAY, 7, packet.arg0);
  say(WRTE, 7, packet.arg0, Buffer.from(output));
  say(CLSE, 7, packet.arg0);
};

test('another device under the name of a paired phone is refused, whatever it answers, and hears nothing', async (t) => {
  const outputs = ['0123456789abcdef\n', 'null\n', '', 'x'.repeat(100_000), '11'.repeat(32)];
  for (const output of outputs) {
    const mdnsPort = await freeUdpPort();
    const { port, heard } = await daemon(t, saying(output));
    await announce(t, mdnsPort, port);
    const { run, known } = await uses(t, mdnsPort);
    const isStarting = output === '' || output.startsWith('x'); // then it may be asked again
    await assert.rejects(
      run(isStarting ? 2000 : LIMIT),
      isStarting ? { name: 'Unreachable' } : { name: 'NotThePairedPhone', message: /pretends to be it/ },
    );
    const opened = heard.filter(({ command }) => command === OPEN).map(({ data }) => text(data));
    assert.deepEqual(new Set(opened), new Set(['exec:settings get secure android_id\0']));
    assert.ok(!heard.some(({ data }) => text(data).includes('secret')));
    assert.deepEqual(known(), KNOWN);
  }
});

test('nothing is signed for a device that asks for a signature, in TLS or before', async (t) => {
  const token = Buffer.alloc(20, 1);
  const inside = await daemon(t, (_packet, say) => {
    say(AUTH, 1, 0, token);
  });
  const heardBefore: number[] = [];
  const outside = await listen(t, (socket) => {
    const packets = new PacketReader();
    socket.on('data', (bytes: Buffer) => {
      for (const { command } of packets.push(bytes)) {
        heardBefore.push(command);
        socket.write(encodePacket({ command: AUTH, arg0: 1, arg1: 0, data: token }, true));
      }
    });
  });
  for (const port of [inside.port, outside.port]) {
    const mdnsPort = await freeUdpPort();
    await announce(t, mdnsPort, port);
    await assert.rejects((await uses(t, mdnsPort)).run(2000));
  }
  assert.ok(heardBefore.length > 0 && heardBefore.every((command) => command === CNXN));
  assert.ok(inside.heard.every(({ command }) => command !== AUTH));
});

test('a device that closes, stalls, speaks before TLS or says nonsense is left within the limits', async (t) => {
  const stls = encodePacket({ command: STLS, arg0: 0x01000000, arg1: 0, data: NOTHING }, true);
  const ways: Record<string, (socket: Socket) => void> = {
    closes: (socket) => socket.end(),
    stalls: () => undefined,
    'closes after STLS': (socket) => socket.end(stls),
    'stalls after STLS': (socket) => socket.write(stls),
    'speaks before TLS': (socket) => socket.write(Buffer.concat([stls, stls])),
    'says nonsense': (socket) => socket.write(Buffer.alloc(70_000, 0x41)),
    'says nonsense in place of TLS': (socket) => {
      socket.write(stls);
      socket.once('data', () => socket.once('data', () => socket.write(Buffer.alloc(70_000, 0x41))));
    },
  };
  await Promise.all(
    Object.entries(ways).map(async ([what, serve]) => {
      const mdnsPort = await freeUdpPort();
      const { port } = await listen(t, serve);
      await announce(t, mdnsPort, port);
      const { run, known } = await uses(t, mdnsPort);
      await assert.rejects(
        run(3000),
        (error: Error) => /Unreachable|Required|ProtocolError/.test(error.name),
        what,
      );
      assert.deepEqual(known(), KNOWN);
    }),
  );
});

test('a device that floods what it was asked is cut off, in bounded memory', async (t) => {
  const chunk = Buffer.alloc(256 * 1024, 0x61);
  let sent = 0;
  const { port } = await daemon(t, ({ command, arg0 }, say) => {
    if (command !== OPEN) return;
    say(OKAY, 7, arg0);
    // It waits for no acknowledgement.
    for (let count = 0; count < 64; count++) {
      sent += chunk.length;
      say(WRTE, 7, arg0, chunk);
    }
  });
  const mdnsPort = await freeUdpPort();
  await announce(t, mdnsPort, port);
  const { run, known } = await uses(t, mdnsPort);
  const before = process.memoryUsage().arrayBuffers;
  await assert.rejects(run(3000));
  assert.ok(sent >= 64 * chunk.length, 'it flooded');
  assert.ok(process.memoryUsage().arrayBuffers - before < 4 * sent, 'and was not kept');
  assert.deepEqual(known(), KNOWN);
});

test('an impostor beside the phone does not keep the phone from being found', async (t) => {
  const phone = await startWirelessPhone();
  t.after(() => phone.phone.close());
  const phones = await emptyConfig(t);
  const { name, guid } = (await pairWith(phone, phones)).phone;
  const { port, heard } = await daemon(t, saying('0123456789abcdef\n'));
  await announce(t, phone.mdnsPort, port, guid);
  await phone.wireless.switchOff();
  await phone.wireless.switchOn();
  const used = devices(t, phones, phone).phone(name);
  const { stdout } = await within(LIMIT, (call) => used.run(sh`getprop ro.serialno`, call));
  assert.ok(guid.includes(text(stdout).trim()));
  assert.ok(!heard.some(({ data }) => text(data).includes('getprop')));
});

test('a first connection is believed only where the code was proven', async (t) => {
  const phones = await emptyConfig(t);
  const { tlsKey: _, identity: __, ...unproven } = KNOWN;
  await phones.remember({ ...unproven, address: { host: '127.0.0.2', port: 0 } });
  const mdnsPort = await freeUdpPort();
  const { port } = await daemon(t, saying('0123456789abcdef\n'));
  await announce(t, mdnsPort, port);
  await assert.rejects(
    within(LIMIT, (call) =>
      devices(t, phones, { mdnsPort })
        .phone(KNOWN.name)
        .run(sh`true`, call),
    ),
    { name: 'NotThePairedPhone' },
  );
});
