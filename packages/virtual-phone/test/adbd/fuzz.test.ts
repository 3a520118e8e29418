import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { PacketCommand, encodePacket } from '../../src/adbd/packet.ts';
import { RawHost, smallPhone } from './raw-host.ts';
import { runs } from '../support/runs.ts';

/** Packets with valid headers and random content: they pass the parser and reach the layers above. */
const wellFormed = fc
  .record({
    command: fc.oneof(fc.constantFrom(...Object.values(PacketCommand)), fc.nat()),
    arg0: fc.oneof(fc.constantFrom(0, 1, 2, 3, 0x01000000, 0xffffffff), fc.nat()),
    arg1: fc.oneof(fc.constantFrom(0, 1, 2, 4096, 1048576, 0xffffffff), fc.nat()),
    payload: fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .constantFrom('sync:\0', 'shell,v2,raw:cat\0', 'shell:\0', 'reverse:forward:tcp:0;tcp:1\0', 'tcp:7\0')
        .map((s) => Buffer.from(s)),
      fc
        .tuple(
          fc.constantFrom('STAT', 'LIST', 'SEND', 'RECV', 'SND2', 'DATA', 'DONE'),
          fc.nat(70000),
          fc.uint8Array({ maxLength: 40 }),
        )
        .map(([id, length, rest]) =>
          Buffer.concat([Buffer.from(id), Buffer.from(Uint32Array.of(length).buffer), rest]),
        ),
    ),
  })
  .map((packet) => encodePacket(packet));

/** Real packets with a few bytes changed. */
const mutated = fc.tuple(wellFormed, fc.nat(23), fc.nat(255)).map(([packet, offset, value]) => {
  packet[offset] = value;
  return packet;
});

const anything = fc.array(fc.oneof(wellFormed, mutated, fc.uint8Array({ maxLength: 100 })), {
  maxLength: 12,
});

for (const greetFirst of [false, true]) {
  const when = greetFirst ? 'after the handshake' : 'instead of a handshake';
  test(
    `after any input ${when}, the daemon is alive and serves the next host`,
    { timeout: 60_000 },
    async (t) => {
      const { adbd, device } = await smallPhone(t);
      await fc.assert(
        fc.asyncProperty(anything, async (pieces) => {
          const host = greetFirst ? await RawHost.online(t, adbd.port) : await RawHost.connect(t, adbd.port);
          for (const piece of pieces) host.socket.write(piece);
          host.socket.end();
          while ((await host.next()) !== undefined);
        }),
        { numRuns: runs(150) },
      );
      await device.idle();
      assert.equal(await (await RawHost.online(t, adbd.port)).call('shell:echo alive'), 'alive\n');
    },
  );
}

test('random bytes end their own connection and no other', async (t) => {
  const { adbd, log } = await smallPhone(t);
  const bystander = await RawHost.online(t, adbd.port);
  const host = await RawHost.online(t, adbd.port);
  host.socket.write(Buffer.alloc(24, 0x5a));
  assert.equal(await host.next(), undefined);
  assert.match(log.join('\n'), /host-2: connection dropped: .*magic/);
  assert.equal(await bystander.call('shell:echo alive'), 'alive\n');
});

test('a wrong checksum ends the connection of a first-generation host only', async (t) => {
  const { adbd } = await smallPhone(t);
  const packet = { command: PacketCommand.OPEN, arg0: 1, arg1: 0, payload: Buffer.from('root:\0') };
  const modern = await RawHost.online(t, adbd.port);
  modern.socket.write(encodePacket(packet, false));
  await modern.expect('OKAY');
  const old = await RawHost.connect(t, adbd.port);
  old.send('CNXN', 0x01000000, 4096, 'host::');
  await old.expect('CNXN');
  old.socket.write(encodePacket(packet, false));
  assert.equal(await old.next(), undefined);
});
