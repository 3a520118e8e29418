import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import test, { describe } from 'node:test';
import type { TestContext } from 'node:test';
import { AdbDevices } from '../src/adb-devices.ts';
import { sh } from '../src/shell/quote.ts';
import type { AdbDevice } from '../src/adb-device.ts';
import { PacketCommand, PacketReader, encodePacket } from '../src/daemon/packet.ts';
import { encodeRequest } from '../src/server/smart-socket.ts';
import type { Clock } from '@handeye/core/call/clock';
import { withinLimit } from '@handeye/core/call/call';
import { NO_ADB, attach, eventually, hostKey, text, within } from '@handeye/testing/attached';
import { CountingServer } from './counting-server.ts';

const NOTHING = new Uint8Array(0);
const BANNER = Buffer.from('device::ro.product.model=Broken;features=shell_v2');
/** More than the connections of one use, fewer than those of a loop without pauses. */
const FEW = 8;

type Answer = (socket: Socket, packet: { command: number; arg0: number }) => void;

function send(
  socket: Socket,
  command: number,
  [arg0, arg1]: [number, number],
  data: Uint8Array = NOTHING,
): void {
  socket.write(encodePacket({ command, arg0, arg1, data }, true));
}

/** A daemon that answers each packet by script. */
function daemon(t: TestContext, answer: Answer): Promise<CountingServer> {
  return CountingServer.start(t, (socket) => {
    answering(socket, answer);
  });
}

function answering(socket: Socket, answer: Answer): void {
  const packets = new PacketReader();
  socket.on('data', (bytes) => {
    for (const packet of packets.push(bytes)) answer(socket, packet);
  });
}

/** Accepts every host, and then treats each opened service as scripted. */
function welcoming(atOpen: (socket: Socket, id: number) => void): Answer {
  return (socket, { command, arg0 }) => {
    if (command === PacketCommand.CNXN) send(socket, PacketCommand.CNXN, [0x01000001, 1024 * 1024], BANNER);
    if (command === PacketCommand.OPEN) atOpen(socket, arg0);
  };
}

async function phoneAt(
  t: TestContext,
  { port }: CountingServer,
): Promise<{ phone: AdbDevice; phones: AdbDevices }> {
  await hostKey();
  const phones = new AdbDevices({ key: hostKey, env: NO_ADB });
  t.after(() => phones.close());
  return { phones, phone: phones.phone(`tcp:127.0.0.1:${port}`) };
}

const breaking: Record<string, (socket: Socket, id: number) => void> = {
  'ends the connection': (socket) => socket.end(),
  'resets the connection': (socket) => socket.resetAndDestroy(),
  'ends the shell': (socket, id) => {
    send(socket, PacketCommand.OKAY, [7, id]);
    send(socket, PacketCommand.CLSE, [7, id]);
  },
};

const refusals: Record<string, { readonly answer: Answer; readonly error: RegExp }> = {
  'asks for TLS and does not speak it': {
    answer: (socket) => {
      send(socket, PacketCommand.STLS, [0x01000000, 0]);
      socket.removeAllListeners('data').once('data', () => socket.end('no TLS'));
    },
    error: /does not answer as a debugging port/,
  },
  'hangs up at the greeting': { answer: (socket) => socket.end(), error: /does not answer/ },
  'resets at the greeting': { answer: (socket) => socket.resetAndDestroy(), error: /does not answer/ },
  'talks nonsense': {
    answer: (socket) => socket.write('x'.repeat(100)),
    error: /does not speak the ADB protocol/,
  },
  'is in its recovery': {
    answer: (socket) => {
      send(socket, PacketCommand.CNXN, [0x01000001, 4096], Buffer.from('recovery::'));
    },
    error: /recovery/,
  },
};

const waits: Record<string, Answer> = {
  'waits for its user to allow it': (socket, { command }) => {
    if (command === PacketCommand.CNXN || command === PacketCommand.AUTH)
      send(socket, PacketCommand.AUTH, [1, 0], Buffer.alloc(20));
  },
  'never answers an OPEN': welcoming(() => undefined),
};

/** An adb server with one phone, which treats each opened service as scripted. */
function adbServer(t: TestContext, atOpen: (socket: Socket) => void): Promise<CountingServer> {
  return CountingServer.start(t, (socket) => {
    let isHandedOver = false;
    socket.on('data', (bytes) => {
      const request = bytes.toString().slice(4);
      const answer = (block: string) =>
        socket.write(Buffer.concat([Buffer.from('OKAY'), encodeRequest(block)]));
      if (isHandedOver) atOpen(socket);
      else if (request.startsWith('host:track-devices-l')) answer('R58M123 device model:Broken\n');
      else if (request === 'host:devices-l') answer('R58M123 device model:Broken\n');
      else if (request.endsWith(':features')) answer('shell_v2');
      else isHandedOver = socket.write('OKAY');
    });
  });
}

const refusing: Record<string, (socket: Socket) => void> = {
  'ends the socket': (socket) => socket.end(),
  'resets the socket': (socket) => socket.resetAndDestroy(),
  'says that the phone is offline': (socket) =>
    socket.end(Buffer.concat([Buffer.from('FAIL'), encodeRequest('device offline')])),
};

// At once: nearly all of the time is spent waiting for the phone.
describe('uses of a phone that fail', { concurrency: 4 }, () => {
  for (const [what, atOpen] of Object.entries(breaking)) {
    test(`a daemon that ${what} at each OPEN gets few connections, and the error says what it does`, async (t) => {
      const server = await daemon(t, welcoming(atOpen));
      const { phone } = await phoneAt(t, server);
      await assert.rejects(
        within(60_000, (call) => phone.run(sh`true`, call)),
        { state: 'closes streams', message: /accepts connections but closes every stream/ },
      );
      assert.ok(server.accepted <= FEW, `${server.accepted} connections`);
      await eventually(() => server.held === 0, 'every connection is closed');
    });
  }

  test('four calls at once to a daemon that breaks everything share their tries', async (t) => {
    const server = await daemon(
      t,
      welcoming((socket) => socket.end()),
    );
    const { phone } = await phoneAt(t, server);
    await assert.rejects(
      within(10_000, (call) => Promise.all([1, 2, 3, 4].map(() => phone.run(sh`true`, call)))),
      { state: 'closes streams', message: /closes every stream/ },
    );
    assert.ok(server.accepted <= FEW, `${server.accepted} connections`);
  });

  test('a call that uses a broken phone several times has one budget of connections, not one for each use', async (t) => {
    const server = await daemon(
      t,
      welcoming((socket) => socket.end()),
    );
    const { phone } = await phoneAt(t, server);
    const uses = 4;
    await within(20_000, async (call) => {
      for (let use = 1; use <= uses; use++)
        await assert.rejects(phone.run(sh`true`, call), { state: 'closes streams' });
    });
    assert.ok(server.accepted < FEW + uses, `${server.accepted} connections`);
  });

  test('a phone that broke everything it was asked is used again within the call in which it recovers', async (t) => {
    const { adbd } = await attach(t);
    const breaks = 3;
    const server = await CountingServer.start(t, (socket) => {
      if (server.accepted > breaks) {
        const way = connect(adbd.port, '127.0.0.1');
        socket.pipe(way).pipe(socket);
        t.after(() => way.destroy());
      } else {
        answering(
          socket,
          welcoming(() => socket.end()),
        );
      }
    });
    const { phone } = await phoneAt(t, server);
    const { stdout } = await within(60_000, (call) => phone.run(sh`echo in`, call));
    assert.equal(text(stdout), 'in\n');
    assert.equal(server.accepted, breaks + 1);
  });

  test('a phone whose connection was cut is connected again without a pause', async (t) => {
    const { adbd } = await attach(t);
    // No timer of this clock ever fires: a pause never ends.
    const clock: Clock = { now: () => 0, after: () => () => undefined };
    const phones = new AdbDevices({ key: hostKey, env: NO_ADB, clock });
    t.after(() => phones.close());
    const phone = phones.phone(`tcp:127.0.0.1:${adbd.port}`);
    for (let round = 0; round < 5; round++) {
      const { code } = await withinLimit({ clock, limit: 1000 }, (call) => phone.run(sh`true`, call));
      assert.equal(code, 0);
      adbd.dropConnections();
      await eventually(() => phone.openStreams === 0, 'the cut was noticed');
    }
  });

  for (const [what, { answer, error }] of Object.entries(refusals)) {
    test(`no socket is left of a daemon that ${what}`, async (t) => {
      const server = await daemon(t, answer);
      const { phone } = await phoneAt(t, server);
      await assert.rejects(
        within(1500, (call) => phone.run(sh`true`, call)),
        error,
      );
      assert.ok(server.accepted <= FEW, `${server.accepted} connections`);
      await eventually(() => server.held === 0, 'every connection is closed');
    });
  }

  for (const [what, answer] of Object.entries(waits)) {
    test(`calls that end while the phone ${what} share one connection, which ends with Handeye`, async (t) => {
      const server = await daemon(t, answer);
      const { phone, phones } = await phoneAt(t, server);
      for (let round = 0; round < 3; round++)
        await assert.rejects(within(100, (call) => phone.run(sh`true`, call)));
      const cancelled = new AbortController();
      const running = within(60_000, (call) => phone.run(sh`true`, call), cancelled.signal);
      cancelled.abort(new Error('cancelled'));
      await assert.rejects(running, /cancelled/);
      await eventually(() => server.held === 1, 'one connection is there');
      assert.equal(server.accepted, 1);
      await phones.close();
      await eventually(() => server.held === 0, 'every connection is closed');
    });
  }

  test('a daemon that never greets is asked anew each time, and no old connection stays', async (t) => {
    const server = await daemon(t, () => undefined);
    const { phone, phones } = await phoneAt(t, server);
    await assert.rejects(
      within(4500, (call) => phone.run(sh`true`, call)),
      { name: 'Unreachable', state: 'offline' },
    );
    assert.ok(server.accepted > 1 && server.held <= 1, `${server.accepted} connections, ${server.held} held`);
    await phones.close();
    await eventually(() => server.held === 0, 'every connection is closed');
  });

  for (const [what, atOpen] of Object.entries(refusing)) {
    test(`an adb server that ${what} at each service gets few connections, and none is left`, async (t) => {
      const server = await adbServer(t, atOpen);
      const env = { ...NO_ADB, ANDROID_ADB_SERVER_PORT: String(server.port) };
      const phones = new AdbDevices({ key: hostKey, env });
      t.after(() => phones.close());
      await assert.rejects(
        within(60_000, (call) => phones.phone('R58M123').run(sh`true`, call)),
        { state: 'closes streams', message: /accepts connections but closes every stream/ },
      );
      // Each try opens the list, the features and the service; one connection follows the list.
      assert.ok(server.accepted <= 3 * FEW, `${server.accepted} connections`);
      await eventually(() => server.held === 1, 'all but the one that follows the list are closed');
      await phones.close();
      await eventually(() => server.held === 0, 'every connection is closed');
    });
  }
});
