/** The packets of the protocol between a host and a phone's daemon (AOSP: adb/protocol.txt): 24 bytes of header, then data. */
import { bufferOf } from '../byte-reader.ts';
import { ProtocolError } from '../errors.ts';

const HEADER_BYTES = 24;

/** Each command is the four letters of its name. */
export const PacketCommand = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  STLS: 0x534c5453,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
} as const;

/** From this version on (Android 9), checksums are ignored. */
export const VERSION_WITHOUT_CHECKSUM = 0x01000001;
export const MAX_PAYLOAD = 1024 * 1024;

export interface Packet {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly data: Uint8Array;
}

export const NO_DATA = new Uint8Array(0);

/** A packet as it goes over the wire. */
export function encodePacket({ command, arg0, arg1, data }: Packet, withChecksum: boolean): Buffer {
  const packet = Buffer.allocUnsafe(HEADER_BYTES + data.length);
  packet.writeUInt32LE(command, 0);
  packet.writeUInt32LE(arg0, 4);
  packet.writeUInt32LE(arg1, 8);
  packet.writeUInt32LE(data.length, 12);
  packet.writeUInt32LE(withChecksum ? sum(data) : 0, 16);
  packet.writeUInt32LE((command ^ 0xffffffff) >>> 0, 20);
  packet.set(data, HEADER_BYTES);
  return packet;
}

/** Splits a daemon's bytes into packets; throws if the other side is not a daemon. */
export class PacketReader {
  #pieces: Buffer[] = [];
  #available = 0;
  #needed = HEADER_BYTES;

  /** All bytes belonged to packets that were read. */
  get isEmpty(): boolean {
    return this.#available === 0;
  }

  *push(chunk: Uint8Array): Generator<Packet> {
    this.#pieces.push(bufferOf(chunk));
    this.#available += chunk.length;
    while (this.#available >= this.#needed) {
      const [first, second] = this.#pieces;
      const bytes = first && !second ? first : Buffer.concat(this.#pieces);
      const length = HEADER_BYTES + dataLength(bytes);
      const isWhole = bytes.length >= length;
      const rest = isWhole ? bytes.subarray(length) : bytes;
      this.#pieces = [rest];
      this.#available = rest.length;
      this.#needed = isWhole ? HEADER_BYTES : length;
      if (isWhole) yield packetIn(bytes.subarray(0, length));
    }
  }
}

function dataLength(header: Buffer): number {
  const length = header.readUInt32LE(12);
  const isHeader = header.readUInt32LE(20) === (header.readUInt32LE(0) ^ 0xffffffff) >>> 0;
  if (!isHeader || length > MAX_PAYLOAD)
    throw new ProtocolError('The other side does not speak the ADB protocol.');
  return length;
}

function packetIn(bytes: Buffer): Packet {
  return {
    command: bytes.readUInt32LE(0),
    arg0: bytes.readUInt32LE(4),
    arg1: bytes.readUInt32LE(8),
    data: bytes.subarray(HEADER_BYTES),
  };
}

function sum(data: Uint8Array): number {
  let total = 0;
  for (const byte of data) total += byte;
  return total >>> 0;
}
