import {
  createCipheriv,
  createDecipheriv,
  createHash,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { ed25519 } from '@noble/curves/ed25519.js';
import selfsigned from 'selfsigned';
import { ByteReader } from '../../../src/adbd/byte-reader.ts';
import { encodePacket, PacketCommand } from '../../../src/adbd/packet.ts';

/** The computer's side of wireless debugging, for tests of the phone's: written from adb's sources, apart from the phone's. */

const { Point } = ed25519;
const M = Point.fromHex('5ada7e4bf6ddd9adb6626d32131c6b5c51a1e347a3478f53cfcf441b88eed12e');
const N = Point.fromHex('10e3df0ae37d8e7a99b5fe74b44672103dbddcbd06af680d71329a11693bc778');
const TAG_BYTES = 16;

export interface Computer {
  readonly cert: string;
  readonly key: string;
  /** The line for adb_keys. */
  readonly line: string;
}

export async function newComputer(name = 'ada@analytical'): Promise<Computer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyPair = {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const { cert, private: key } = await selfsigned.generate([], { keyPair, algorithm: 'sha256' });
  return { cert, key, line: `${androidKey(publicKey)} ${name}` };
}

/** TLS to a pairing port; without a certificate if `computer` is undefined. */
export async function pairingTls(port: number, computer: Computer | undefined): Promise<TLSSocket> {
  const identity = computer && { cert: computer.cert, key: computer.key };
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false, ...identity });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

/** Pairs; returns the type and text of the phone's PeerInfo. Throws if the phone closes or its PeerInfo cannot be opened. */
export async function pair(
  port: number,
  code: string,
  computer: Computer,
): Promise<{ type: number; text: string }> {
  const socket = await pairingTls(port, computer);
  try {
    const exported = socket.exportKeyingMaterial(64, 'adb-label\0', Buffer.alloc(0));
    const reader = new ByteReader(socket);
    const { message, finish } = spake2Client(Buffer.concat([Buffer.from(code), exported]));
    socket.write(packet(0, message));
    const key = finish(await receive(reader));
    const info = Buffer.alloc(8192);
    info.write(computer.line, 1);
    const cipher = createCipheriv('aes-128-gcm', key, Buffer.alloc(12));
    socket.write(packet(1, Buffer.concat([cipher.update(info), cipher.final(), cipher.getAuthTag()])));
    const sealed = await receive(reader);
    const decipher = createDecipheriv('aes-128-gcm', key, Buffer.alloc(12));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const theirs = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
    return { type: theirs[0] ?? -1, text: theirs.toString('utf8', 1, theirs.indexOf(0, 1)) };
  } finally {
    socket.destroy();
  }
}

export function packet(type: number, payload: Uint8Array): Buffer {
  const header = Buffer.from([1, type, 0, 0, 0, 0]);
  header.writeUInt32BE(payload.length, 2);
  return Buffer.concat([header, payload]);
}

async function receive(reader: ByteReader): Promise<Buffer> {
  const header = await reader.announced(6);
  return reader.announced(header.readUInt32BE(2));
}

/** As BoringSSL: factors that are multiples of eight, by doubling and adding whole integers. */
function spake2Client(password: Buffer) {
  const hash = createHash('sha512').update(password).digest();
  const { ORDER } = Point.Fn;
  let w = integer(hash) % ORDER;
  for (const bit of [1n, 2n, 4n]) if ((w & bit) !== 0n) w += bit * ORDER;
  const x = 8n * (integer(randomBytes(64)) % ORDER);
  const message = Buffer.from(times(Point.BASE, x).add(times(M, w)).toBytes());
  const finish = (theirs: Buffer): Buffer => {
    const shared = times(Point.fromBytes(theirs).subtract(times(N, w)), x);
    const transcript = createHash('sha512');
    const names = ['adb pair client\0', 'adb pair server\0'].map((name) => Buffer.from(name));
    for (const part of [...names, message, theirs, shared.toBytes(), hash]) {
      const length = Buffer.alloc(8);
      length.writeUInt32LE(part.length);
      transcript.update(length).update(part);
    }
    const label = 'adb pairing_auth aes-128-gcm key';
    return Buffer.from(hkdfSync('sha256', transcript.digest(), '', label, 16));
  };
  return { message, finish };
}

function times(point: typeof Point.BASE, factor: bigint): typeof Point.BASE {
  let sum = Point.ZERO;
  for (const bit of factor.toString(2)) {
    sum = sum.double();
    if (bit === '1') sum = sum.add(point);
  }
  return sum;
}

function integer(bytes: Buffer): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** Android's RSAPublicKey structure as base64; the phone reads the modulus and the exponent. */
function androidKey(key: KeyObject): string {
  const modulus = Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url').reverse();
  const bytes = Buffer.alloc(524);
  bytes.writeUInt32LE(64);
  modulus.copy(bytes, 8);
  bytes.writeUInt32LE(65_537, 520);
  return bytes.toString('base64');
}

const CNXN = {
  command: PacketCommand.CNXN,
  arg0: 0x01000001,
  arg1: 1024 * 1024,
  payload: Buffer.from('host::features=shell_v2'),
};
export const STLS = { command: PacketCommand.STLS, arg0: 0x01000000, arg1: 0, payload: Buffer.alloc(0) };

/** The bytes up to the phone's STLS are read; what the computer does next is the test's. */
export async function greet(port: number): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(encodePacket(CNXN));
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  socket.removeAllListeners('data');
  socket.pause();
  if (!bytes.equals(encodePacket(STLS, false))) throw new Error(`no STLS: ${bytes.toString('hex')}`);
  return socket;
}

/** Connects as a paired computer does; resolves with the phone's first packet inside of TLS. Throws if the phone closes. */
export async function connectPaired(
  port: number,
  { cert, key }: Computer,
): Promise<{ socket: TLSSocket; banner: string; certificate: string }> {
  const plain = await greet(port);
  plain.write(encodePacket(STLS, false));
  const socket = connectTls({ socket: plain, cert, key, rejectUnauthorized: false });
  socket.on('error', () => undefined);
  const first = new Promise<Buffer>((resolve, reject) => {
    socket.once('data', resolve);
    socket.once('close', () => {
      reject(new Error('the phone closed the connection'));
    });
  });
  const banner = (await first).subarray(24).toString();
  return { socket, banner, certificate: socket.getPeerX509Certificate()?.fingerprint256 ?? '' };
}

/** A free UDP port for mDNS: a phone there is alone on it. */
export async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  return port;
}
