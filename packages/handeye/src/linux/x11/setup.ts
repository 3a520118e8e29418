import type { Cookie } from './authority.ts';

/** What an X server tells when it lets a client in. */
export interface Setup {
  readonly idBase: number;
  readonly idMask: number;
  /** In bytes, before BIG-REQUESTS. */
  readonly longestRequest: number;
  readonly keycodes: { readonly first: number; readonly last: number };
  readonly screen: XScreen;
}

export interface XScreen {
  readonly root: number;
  readonly width: number;
  readonly height: number;
  readonly millimetres: number;
  readonly visual: number;
  readonly depth: number;
}

/** The first bytes of a client: little-endian, protocol 11.0, and its cookie. */
export function encodeHello(cookie: Cookie | undefined): Buffer {
  const name = Buffer.from(cookie?.name ?? '', 'latin1');
  const data = cookie?.data ?? Buffer.alloc(0);
  const hello = Buffer.alloc(12 + padded(name.length) + padded(data.length));
  hello.write('l', 0, 'latin1');
  hello.writeUInt16LE(11, 2);
  hello.writeUInt16LE(name.length, 6);
  hello.writeUInt16LE(data.length, 8);
  name.copy(hello, 12);
  data.copy(hello, 12 + padded(name.length));
  return hello;
}

/** How long the server's answer is, or undefined while its first 8 bytes are not all there. */
export function setupLength(bytes: Buffer): number | undefined {
  return bytes.length < 8 ? undefined : 8 + 4 * bytes.readUInt16LE(6);
}

/** Reads the server's answer; a refusal is an error with its reason. */
export function decodeSetup(bytes: Buffer, screenNumber: number): Setup {
  if (bytes[0] !== 1) {
    const reason = bytes.toString('latin1', 8, 8 + (bytes[1] ?? 0)).trim();
    throw new Error(`the X server refuses us: ${reason || 'it asks for more authentication'}`);
  }
  const vendorLength = bytes.readUInt16LE(24);
  const formats = bytes.readUInt8(29);
  const screenAt = skipScreens(bytes, 40 + padded(vendorLength) + 8 * formats, screenNumber);
  return {
    idBase: bytes.readUInt32LE(12),
    idMask: bytes.readUInt32LE(16),
    longestRequest: 4 * bytes.readUInt16LE(26),
    keycodes: { first: bytes.readUInt8(34), last: bytes.readUInt8(35) },
    screen: {
      root: bytes.readUInt32LE(screenAt),
      width: bytes.readUInt16LE(screenAt + 20),
      height: bytes.readUInt16LE(screenAt + 22),
      millimetres: bytes.readUInt16LE(screenAt + 24),
      visual: bytes.readUInt32LE(screenAt + 32),
      depth: bytes.readUInt8(screenAt + 38),
    },
  };
}

/** A screen's entry is as long as its depths and their visuals. */
function skipScreens(bytes: Buffer, at: number, count: number): number {
  if (count === 0) return at;
  let next = at + 40;
  for (let depths = bytes.readUInt8(at + 39); depths > 0; depths--)
    next += 8 + 24 * bytes.readUInt16LE(next + 2);
  return skipScreens(bytes, next, count - 1);
}

/** X pads everything to words of four bytes. */
export function padded(length: number): number {
  return (length + 3) & -4;
}
