/**
 * The ADB packet: a header of 24 bytes (six little-endian words) and a payload. Bytes from a peer are not trusted: invalid ones
 * are a ProtocolError, which ends the connection.
 */

const HEADER_BYTES = 24;

/** The commands, each the four letters of its name as a little-endian word. */
export const PacketCommand = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  CLSE: 0x45534c43,
  WRTE: 0x45545257,
  STLS: 0x534c5453,
} as const;

/** Peers of this version send and expect a checksum. */
export const VERSION_WITH_CHECKSUM = 0x01000000;
/** From this version on (Android 9, adb 28) the checksum is zero and ignored. */
export const VERSION_WITHOUT_CHECKSUM = 0x01000001;
/** The largest payload of the first generation, and of every handshake packet. */
export const FIRST_MAX_PAYLOAD = 4096;
/** The largest payload since Android 9. */
export const MAX_PAYLOAD = 1024 * 1024;

export interface Packet {
  readonly command: number;
  readonly arg0: number;
  readonly arg1: number;
  readonly payload: Uint8Array;
}

/** The peer broke the protocol. The next packet boundary is unknown, so the connection ends. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}

/** ADB's `data_check`: the sum of all bytes, although the field was once called a CRC. */
export function checksum(payload: Uint8Array): number {
  let sum = 0;
  for (const byte of payload) sum += byte;
  return sum >>> 0;
}

/** The header of a packet; the payload follows it on the wire as it is. */
export function encodeHeader(packet: Packet, withChecksum: boolean): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(packet.command, 0);
  header.writeUInt32LE(packet.arg0, 4);
  header.writeUInt32LE(packet.arg1, 8);
  header.writeUInt32LE(packet.payload.length, 12);
  header.writeUInt32LE(withChecksum ? checksum(packet.payload) : 0, 16);
  header.writeUInt32LE((packet.command ^ 0xffffffff) >>> 0, 20);
  return header;
}

/** A whole packet in one buffer. */
export function encodePacket(packet: Packet, withChecksum = true): Buffer {
  return Buffer.concat([encodeHeader(packet, withChecksum), packet.payload]);
}

/** Cuts a byte stream into packets; holds one packet at most. */
export class PacketParser {
  /** The largest allowed payload; the connection raises it once both sides have named their limit. */
  maxPayload = FIRST_MAX_PAYLOAD;
  /** A peer has to send correct checksums until it announces the second version. */
  checksums = true;

  readonly #header = Buffer.alloc(HEADER_BYTES);
  #headerFilled = 0;
  #payload: Buffer | undefined;
  #payloadFilled = 0;

  /** The packets that `chunk` completes. A generator, so that a limit set by one packet holds for the next. */
  *push(chunk: Uint8Array): Generator<Packet> {
    let rest = chunk;
    while (rest.length > 0) {
      rest = this.#payload === undefined ? this.#fillHeader(rest) : this.#fillPayload(rest, this.#payload);
      if (this.#payload !== undefined && this.#payloadFilled === this.#payload.length) {
        yield this.#finish(this.#payload);
      }
    }
  }

  #fillHeader(bytes: Uint8Array): Uint8Array {
    const part = bytes.subarray(0, HEADER_BYTES - this.#headerFilled);
    this.#header.set(part, this.#headerFilled);
    this.#headerFilled += part.length;
    if (this.#headerFilled === HEADER_BYTES) {
      this.#payload = Buffer.allocUnsafe(this.#checkedLength());
      this.#payloadFilled = 0;
    }
    return bytes.subarray(part.length);
  }

  #fillPayload(bytes: Uint8Array, payload: Buffer): Uint8Array {
    const part = bytes.subarray(0, payload.length - this.#payloadFilled);
    payload.set(part, this.#payloadFilled);
    this.#payloadFilled += part.length;
    return bytes.subarray(part.length);
  }

  #checkedLength(): number {
    const command = this.#header.readUInt32LE(0);
    const length = this.#header.readUInt32LE(12);
    if (this.#header.readUInt32LE(20) !== (command ^ 0xffffffff) >>> 0) {
      throw new ProtocolError('a header whose magic is not the complement of its command');
    }
    if (length > this.maxPayload) {
      throw new ProtocolError(`a payload of ${length} bytes where ${this.maxPayload} are allowed`);
    }
    return length;
  }

  #finish(payload: Buffer): Packet {
    const packet = {
      command: this.#header.readUInt32LE(0),
      arg0: this.#header.readUInt32LE(4),
      arg1: this.#header.readUInt32LE(8),
      payload,
    };
    if (this.#hasToMatch(packet) && this.#header.readUInt32LE(16) !== checksum(payload)) {
      throw new ProtocolError('a payload that does not match its checksum');
    }
    this.#headerFilled = 0;
    this.#payload = undefined;
    return packet;
  }

  /** A server that reconnects greets without a checksum: it remembers the phone's version (adb 29 does). */
  #hasToMatch({ command, arg0 }: Packet): boolean {
    const isModernGreeting = command === PacketCommand.CNXN && arg0 >= VERSION_WITHOUT_CHECKSUM;
    return this.checksums && !isModernGreeting;
  }
}
