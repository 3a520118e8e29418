/**
 * The exchange by which a phone learns this computer's key (AOSP: adb/pairing_connection, pairing_auth). Over TLS with
 * certificates that prove nothing, both sides show by SPAKE2 that they know the code; then each sends who it is, sealed with
 * the key that only the two of them have. There are no messages about errors: a side that is not content closes.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { Call } from '@handeye/core/call/call';
import { DeadlineExceeded, orAborted, withinLimit } from '@handeye/core/call/call';
import { ByteReader } from '../byte-reader.ts';
import type { AdbKey } from '../daemon/key.ts';
import { PairingFailed } from '../errors.ts';
import { SocketStream } from '../server/socket-stream.ts';
import type { TlsStream } from '../server/socket-stream.ts';
import { addressText } from './invitation.ts';
import type { NetworkAddress } from './paired-phones.ts';
import { isGuid } from './paired-phones.ts';
import { MESSAGE_BYTES, spake2 } from './spake2.ts';

/** As long as adb waits. */
const CONNECT_LIMIT = 10_000;
const EXCHANGE_LIMIT = 15_000;
const HANG_UP_LIMIT = 1000;
/** In both the NUL counts. */
const EXPORT_LABEL = 'adb-label\0';
export const NAMES = { alice: 'adb pair client\0', bob: 'adb pair server\0' };
const EXPORTED_BYTES = 64;
const KEY_INFO = 'adb pairing_auth aes-128-gcm key';
const KEY_BYTES = 16;
const TAG_BYTES = 16;
/** The number of the message, and each side seals one. That both use it with one key is the protocol. */
const NONCE = Buffer.alloc(12);
const CIPHER = 'aes-128-gcm';

const VERSION = 1;
const PacketType = { SPAKE2: 0, PEER_INFO: 1 } as const;
const HEADER_BYTES = 6;
const PEER_INFO_BYTES = 8192;
const PeerInfoType = { RSA_PUBLIC_KEY: 0, DEVICE_GUID: 1 } as const;

/** The phone that knows the code. */
export interface ProvenPhone {
  readonly guid: string;
  /** Its address, as the connection had it. */
  readonly host: string;
}

/** Pairs with the service at the address; one try. The phone is proven to know the password, and has our key. */
export async function exchangeKeys(
  at: NetworkAddress,
  { password, key }: { password: string; key: AdbKey },
  call: Call,
): Promise<ProvenPhone> {
  const limits = { clock: call.clock, cancelled: call.signal };
  const socket = await withinLimit({ ...limits, limit: CONNECT_LIMIT }, (connecting) =>
    SocketStream.connect(at, connecting),
  ).catch((error: unknown) => {
    call.signal.throwIfAborted();
    throw failed.unreachable(at, error);
  });
  try {
    return await withinLimit({ ...limits, limit: EXCHANGE_LIMIT }, async (exchanging) => {
      const tls = await socket.startTls(key.tls(), exchanging).catch((error: unknown) => {
        exchanging.signal.throwIfAborted();
        throw failed.notPairing(at, error);
      });
      try {
        return await orAborted(exchange(tls, { at, password, key }, exchanging), exchanging.signal);
      } finally {
        tls.stream.close();
      }
    });
  } catch (error) {
    const isSlow = error instanceof DeadlineExceeded && !call.signal.aborted;
    throw isSlow ? failed.brokenOff(at, error) : error;
  } finally {
    socket.close();
  }
}

async function exchange(
  { stream, session }: TlsStream,
  { at, password, key }: { at: NetworkAddress; password: string; key: AdbKey },
  call: Call,
): Promise<ProvenPhone> {
  // In TLS 1.3 an empty context is the same as none.
  const secret = session.exportKeyingMaterial(EXPORTED_BYTES, EXPORT_LABEL, Buffer.alloc(0));
  const ours = spake2({
    side: 'alice',
    names: NAMES,
    password: Buffer.concat([Buffer.from(password), secret]),
  });
  const reader = new ByteReader(stream);
  await stream.write(packet(PacketType.SPAKE2, ours.message));
  const theirs = await read(reader, PacketType.SPAKE2, MESSAGE_BYTES).catch((error: unknown) => {
    throw failed.brokenOff(at, error);
  });
  const aes = aesKey(keyFrom(() => ours.key(theirs), at));
  const sealed = seal(aes, peerInfo(PeerInfoType.RSA_PUBLIC_KEY, key.publicKey));
  try {
    await stream.write(packet(PacketType.PEER_INFO, sealed));
    const info = open(aes, await read(reader, PacketType.PEER_INFO, PEER_INFO_BYTES + TAG_BYTES));
    const proven = { guid: guidIn(info, at), host: session.remoteAddress ?? at.host };
    await hangUp({ stream, session }, call);
    return proven;
  } catch (error) {
    throw error instanceof PairingFailed ? error : failed.wrongCode(error);
  }
}

/** Closing at once could cost the phone what we sent last. It hangs up when it has read that. */
async function hangUp({ stream, session }: TlsStream, { clock, signal }: Call): Promise<void> {
  session.end();
  await withinLimit({ clock, limit: HANG_UP_LIMIT, cancelled: signal }, () => stream.read()).catch(
    () => undefined,
  );
}

function keyFrom(derive: () => Buffer, at: NetworkAddress): Buffer {
  try {
    return derive();
  } catch (error) {
    throw failed.brokenOff(at, error);
  }
}

/** Exactly one packet of that type and length: what a peer announces beyond that is not waited for. */
async function read(reader: ByteReader, type: number, length: number): Promise<Buffer> {
  const header = await reader.exactly(HEADER_BYTES);
  const isExpected = header[0] === VERSION && header[1] === type && header.readUInt32BE(2) === length;
  if (!isExpected) throw new Error(`an unexpected packet: ${header.toString('hex')}`);
  return reader.exactly(length);
}

/** A packet of the exchange: version, type, length, data. */
export function packet(type: number, data: Uint8Array): Buffer {
  const header = Buffer.of(VERSION, type, 0, 0, 0, 0);
  header.writeUInt32BE(data.length, 2);
  return Buffer.concat([header, data]);
}

export function peerInfo(type: number, text: string): Buffer {
  const info = Buffer.alloc(PEER_INFO_BYTES);
  info[0] = type;
  info.write(text, 1);
  return info;
}

function guidIn(info: Buffer, at: NetworkAddress): string {
  const guid = info.subarray(1, info.indexOf(0, 1)).toString();
  if (info[0] === PeerInfoType.DEVICE_GUID && isGuid(guid)) return guid;
  throw failed.brokenOff(at, new Error('it did not say its name'));
}

/** The key that seals what each side says of itself. */
export function aesKey(shared: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', shared, Buffer.alloc(0), KEY_INFO, KEY_BYTES));
}

export function seal(key: Buffer, plain: Uint8Array): Buffer {
  const cipher = createCipheriv(CIPHER, key, NONCE);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws if it was sealed with another key. */
export function open(key: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
}

const NEW_CODE =
  'Open "Pair device with pairing code" on the phone again, leave it open, and use the code and address that it shows now.';

/** The ways in which a pairing fails, with what to do. */
const failed = {
  unreachable: (at: NetworkAddress, cause: unknown) =>
    new PairingFailed(
      'unreachable',
      `Nothing answers at ${addressText(at)}. Each pairing dialog has a port of its own, which closes with the dialog. ${NEW_CODE} If that does not help: is the phone in the same Wi-Fi, without guest network and VPN?`,
      { cause },
    ),
  notPairing: (at: NetworkAddress, cause: unknown) =>
    new PairingFailed(
      'not a pairing port',
      `${addressText(at)} is no pairing port. The address on the page "Wireless debugging" itself is another one: use the one in the dialog "Pair device with pairing code".`,
      { cause },
    ),
  wrongCode: (cause: unknown) =>
    new PairingFailed('wrong code', `The code is wrong, or the dialog was closed. ${NEW_CODE}`, { cause }),
  brokenOff: (at: NetworkAddress, cause: unknown) =>
    new PairingFailed(
      'broken off',
      `What answers at ${addressText(at)} did not complete the pairing, as happens when the dialog is closed. ${NEW_CODE}`,
      { cause },
    ),
};
