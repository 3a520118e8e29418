import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { TLSSocket } from 'node:tls';
import { type HostKey, parseHostKey } from '../auth.ts';
import { ProtocolError } from '../packet.ts';
import { readExactly } from './read-exactly.ts';
import { MESSAGE_BYTES, Spake2Server } from './spake2.ts';

/** What is said inside of the TLS connection of a pairing (adb's pairing_connection.cpp). */

const VERSION = 1;
const PacketType = { SPAKE2: 0, PEER_INFO: 1 } as const;
const HEADER_BYTES = 6;
const MAX_PAYLOAD = 16_384;

const PEER_INFO_BYTES = 8192;
const PeerInfoType = { RSA_PUBLIC_KEY: 0, DEVICE_GUID: 1 } as const;

/** Adb counts the NUL of this label, but not that of the next one. */
const EXPORTER_LABEL = 'adb-label\0';
const EXPORTED_BYTES = 64;
const KEY_LABEL = 'adb pairing_auth aes-128-gcm key';
const CIPHER = 'aes-128-gcm';
const KEY_BYTES = 16;
const TAG_BYTES = 16;
/** Each side seals one message, the first, with the same key: a counter of zero. */
const NONCE = Buffer.alloc(12);

/**
 * Pairs with the computer behind the connection and returns its key. Throws if it does not know the password: its PeerInfo
 * cannot be opened then.
 */
export async function exchange(socket: TLSSocket, password: string, guid: string): Promise<HostKey> {
  // In TLS 1.3 an empty context is the same as none.
  const exported = socket.exportKeyingMaterial(EXPORTED_BYTES, EXPORTER_LABEL, Buffer.alloc(0));
  const spake2 = new Spake2Server(Buffer.concat([Buffer.from(password), exported]));
  send(socket, PacketType.SPAKE2, spake2.message);
  const secret = spake2.key(await receive(socket, PacketType.SPAKE2, MESSAGE_BYTES));
  if (secret === undefined) throw new ProtocolError('a SPAKE2 message that is no point of the curve');
  const key = Buffer.from(hkdfSync('sha256', secret, '', KEY_LABEL, KEY_BYTES));
  send(socket, PacketType.PEER_INFO, seal(key, peerInfo(PeerInfoType.DEVICE_GUID, guid)));
  const theirs = open(key, await receive(socket, PacketType.PEER_INFO, PEER_INFO_BYTES + TAG_BYTES));
  const host = theirs[0] === PeerInfoType.RSA_PUBLIC_KEY ? parseHostKey(textOf(theirs)) : undefined;
  if (host === undefined) throw new ProtocolError('a PeerInfo without a public key');
  return host;
}

function send(socket: TLSSocket, type: number, payload: Uint8Array): void {
  const header = Buffer.from([VERSION, type, 0, 0, 0, 0]);
  header.writeUInt32BE(payload.length, 2);
  socket.write(Buffer.concat([header, payload]));
}

/** The payload of the next packet. A length that does not fit is refused before any of it is read. */
async function receive(socket: TLSSocket, wanted: number, length: number): Promise<Buffer> {
  const header = await readExactly(socket, HEADER_BYTES);
  const [version, type] = header;
  const announced = header.readUInt32BE(2);
  if (version !== VERSION || type !== wanted) throw new ProtocolError('an unexpected pairing packet');
  if (announced === 0 || announced > MAX_PAYLOAD || announced !== length) {
    throw new ProtocolError(`a pairing packet of ${announced} bytes`);
  }
  return await readExactly(socket, length);
}

function peerInfo(type: number, text: string): Buffer {
  const info = Buffer.alloc(PEER_INFO_BYTES);
  info[0] = type;
  info.write(text, 1);
  return info;
}

/** The data of a PeerInfo up to its first NUL. */
function textOf(info: Buffer): Buffer {
  const end = info.indexOf(0, 1);
  return info.subarray(1, end === -1 ? info.length : end);
}

function seal(key: Buffer, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, NONCE);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function open(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
}
