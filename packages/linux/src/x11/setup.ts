import { ConnectionLost } from './errors.ts';
import { padded } from './protocol.ts';
import type { Cookie } from './xauthority.ts';

/** The server's answer when it accepts the connection. */
export interface Setup {
  readonly idBase: number;
  readonly idMask: number;
  readonly keycodes: { readonly first: number; readonly last: number };
  readonly screen: XScreen;
}

export interface XScreen {
  readonly root: number;
  readonly width: number;
  readonly height: number;
  /** Physical width; 0 if unknown. */
  readonly millimetres: number;
  readonly depth: number;
}

/** The first bytes a client sends: little-endian, protocol 11.0, and its cookie. */
export function encodeSetupRequest(cookie: Cookie | undefined): Buffer {
  const name = Buffer.from(cookie?.name ?? '', 'latin1');
  const data = cookie?.data ?? Buffer.alloc(0);
  const request = Buffer.alloc(12 + padded(name.length) + padded(data.length));
  request.write('l', 0, 'latin1');
  request.writeUInt16LE(11, 2);
  request.writeUInt16LE(name.length, 6);
  request.writeUInt16LE(data.length, 8);
  name.copy(request, 12);
  data.copy(request, 12 + padded(name.length));
  return request;
}

/** Length of the server's reply; undefined while its first 8 bytes are incomplete. */
export function setupLength(bytes: Buffer): number | undefined {
  return bytes.length < 8 ? undefined : 8 + 4 * bytes.readUInt16LE(6);
}

/** Decodes the server's reply. A refusal is an error with the server's reason. */
export function decodeSetup(bytes: Buffer, screenNumber: number): Setup {
  if (bytes[0] !== 1) {
    const reason = bytes.toString('latin1', 8, 8 + (bytes[1] ?? 0)).trim();
    throw new ConnectionLost(
      `the X server refused the connection: ${reason || 'more authentication needed'}`,
    );
  }
  const vendorLength = bytes.readUInt16LE(24);
  const formats = bytes.readUInt8(29);
  const screenAt = skipScreens(bytes, 40 + padded(vendorLength) + 8 * formats, screenNumber);
  return {
    idBase: bytes.readUInt32LE(12),
    idMask: bytes.readUInt32LE(16),
    keycodes: { first: bytes.readUInt8(34), last: bytes.readUInt8(35) },
    screen: {
      root: bytes.readUInt32LE(screenAt),
      width: bytes.readUInt16LE(screenAt + 20),
      height: bytes.readUInt16LE(screenAt + 22),
      millimetres: bytes.readUInt16LE(screenAt + 24),
      depth: bytes.readUInt8(screenAt + 38),
    },
  };
}

/** The length of a screen's entry depends on its depths and their visuals. */
function skipScreens(bytes: Buffer, at: number, count: number): number {
  if (count === 0) return at;
  let next = at + 40;
  for (let depths = bytes.readUInt8(at + 39); depths > 0; depths--)
    next += 8 + 24 * bytes.readUInt16LE(next + 2);
  return skipScreens(bytes, next, count - 1);
}
