import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  checksum,
  PacketCommand,
  encodePacket,
  type Packet,
  PacketParser,
  ProtocolError,
} from '../../src/adbd/packet.ts';
import { runs } from '../support/runs.ts';

/** OPEN(1, 0, "shell:id\0") as adb 29 sends it to a phone that requires checksums. */
const OPEN_SHELL = Buffer.from(
  '4f50454e' + '01000000' + '00000000' + '09000000' + '1f030000' + 'b0afbab1' + '7368656c6c3a696400',
  'hex',
);
const OKAY = Buffer.from('4f4b4159' + '02000000' + '01000000' + '00000000' + '00000000' + 'b0b4bea6', 'hex');

test('a packet is six little-endian words and a payload', () => {
  const payload = Buffer.from('shell:id\0');
  assert.deepEqual(encodePacket({ command: PacketCommand.OPEN, arg0: 1, arg1: 0, payload }), OPEN_SHELL);
  assert.deepEqual(
    encodePacket({ command: PacketCommand.OKAY, arg0: 2, arg1: 1, payload: Buffer.alloc(0) }),
    OKAY,
  );
});

test('a peer of the second version gets a zero where the checksum was', () => {
  const packet = { command: PacketCommand.OPEN, arg0: 1, arg1: 0, payload: Buffer.from('shell:id\0') };
  assert.equal(encodePacket(packet, false).readUInt32LE(16), 0);
});

test('the checksum is the sum of all bytes', () => {
  assert.equal(checksum(Buffer.from([255, 255, 1])), 511);
});

test('packets come out whole from pieces of any size', () => {
  const packetArbitrary = fc.record(
    {
      command: fc.constantFrom(...Object.values(PacketCommand)),
      arg0: fc.nat(),
      arg1: fc.nat(),
      payload: fc.uint8Array({ maxLength: 300 }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(packetArbitrary, { maxLength: 5 }), fc.array(fc.nat(200)), (packets, cuts) => {
      const parsed = parseInPieces(Buffer.concat(packets.map((packet) => encodePacket(packet))), cuts);
      const plain = parsed.map((packet) => ({ ...packet, payload: Uint8Array.from(packet.payload) }));
      assert.deepEqual(plain, packets);
    }),
    { numRuns: runs(200) },
  );
});

const broken: [string, number, number][] = [
  ['magic', 20, 0xffffffff],
  ['length', 12, 4097],
  ['checksum', 16, 1],
];
for (const [what, offset, value] of broken) {
  test(`a packet with a wrong ${what} is an error`, () => {
    const bytes = Buffer.from(OPEN_SHELL);
    bytes.writeUInt32LE(value, offset);
    assert.throws(() => [...new PacketParser().push(bytes)], ProtocolError);
  });
}

test('a length beyond the limit is refused by the header alone, before any byte is stored', () => {
  const header = Buffer.from(OPEN_SHELL.subarray(0, 24));
  header.writeUInt32LE(0xffffffff, 12);
  assert.throws(() => [...new PacketParser().push(header)], /4294967295 bytes/);
});

test('a peer of the second version may omit the checksum', () => {
  const parser = new PacketParser();
  parser.checksums = false;
  const bytes = Buffer.from(OPEN_SHELL);
  bytes.writeUInt32LE(0, 16);
  assert.equal([...parser.push(bytes)].length, 1);
});

test('a greeting may omit the checksum if its sender has the second version', () => {
  const greeting = { command: PacketCommand.CNXN, arg1: 4096, payload: Buffer.from('host::') };
  const [modern, old] = [0x01000001, 0x01000000].map((arg0) => encodePacket({ ...greeting, arg0 }, false));
  assert.equal([...new PacketParser().push(modern!)].length, 1);
  assert.throws(() => [...new PacketParser().push(old!)], ProtocolError);
});

function parseInPieces(bytes: Uint8Array, cuts: readonly number[]): Packet[] {
  const parser = new PacketParser();
  const packets: Packet[] = [];
  let rest = bytes;
  for (const cut of cuts) {
    packets.push(...parser.push(rest.subarray(0, cut)));
    rest = rest.subarray(cut);
  }
  return [...packets, ...parser.push(rest)];
}
