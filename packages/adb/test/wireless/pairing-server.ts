import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { TLSSocket } from 'node:tls';
import { ByteQueue, ByteReader } from '../../src/byte-reader.ts';
import { newKey } from '../../src/daemon/key.ts';
import type { AdbKey } from '../../src/daemon/key.ts';
import { NAMES, aesKey, open, packet, peerInfo, seal } from '../../src/wireless/pairing-connection.ts';
import { spake2 } from '../../src/wireless/spake2.ts';

/** The names of packets and infos on the wire. */
export const Wire = { SPAKE2: 0, PEER_INFO: 1, RSA_PUBLIC_KEY: 0, DEVICE_GUID: 1 } as const;
export const GUID = 'adb-SERIAL-aB3dE6';

/** One connection to a phone's pairing service, after TLS. */
export interface Visit {
  readonly socket: TLSSocket;
  readonly reader: ByteReader;
  /** What SPAKE2 takes as its password: the code with what this connection exports. */
  readonly password: (code: string) => Buffer;
}

export interface PairingServer {
  readonly at: { readonly host: string; readonly port: number };
  /** The keys that the phone would accept from now on. */
  readonly accepted: string[];
  readonly visits: () => number;
}

let key: Promise<AdbKey> | undefined;
export const phoneKey = () => (key ??= newKey());

/** A pairing service on Node's TLS; `serve` replaces the honest side. */
export async function pairingServer(
  t: TestContext,
  code: string,
  serve: (visit: Visit, accepted: string[]) => Promise<unknown> = honest(code),
): Promise<PairingServer> {
  const accepted: string[] = [];
  const credentials = (await phoneKey()).tls();
  let visits = 0;
  const at = await listen(t, (raw) => {
    visits += 1;
    const socket = asTlsServer(raw, credentials);
    const visit: Visit = {
      socket,
      reader: readerOf(socket),
      password: (text) =>
        Buffer.concat([Buffer.from(text), socket.exportKeyingMaterial(64, 'adb-label\0', Buffer.alloc(0))]),
    };
    socket.once('secure', () => {
      void serve(visit, accepted)
        .catch(() => undefined)
        .then(() => socket.end());
    });
  });
  return { at, accepted, visits: () => visits };
}

/** What an honest phone does with each visit. */
export function honest(code: string, guid = GUID) {
  return async ({ socket, reader, password }: Visit, accepted: string[]): Promise<void> => {
    const ours = spake2({ side: 'bob', names: NAMES, password: password(code) });
    socket.write(packet(Wire.SPAKE2, ours.message));
    const aes = aesKey(ours.key(await payload(reader)));
    socket.write(packet(Wire.PEER_INFO, seal(aes, peerInfo(Wire.DEVICE_GUID, guid))));
    const info = open(aes, await payload(reader));
    accepted.push(info.subarray(1, info.indexOf(0, 1)).toString());
  };
}

export async function payload(reader: ByteReader): Promise<Buffer> {
  const header = await reader.exactly(6);
  return reader.exactly(header.readUInt32BE(2));
}

/** A server on a free port of loopback; everything ends with the test. */
export async function listen(
  t: TestContext,
  serve: (socket: Socket) => void,
): Promise<{ host: string; port: number }> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket.on('error', () => undefined));
    socket.once('close', () => open.delete(socket));
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

export function asTlsServer(socket: Socket, credentials: { key: string; cert: string }): TLSSocket {
  const versions = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const;
  const options = { isServer: true, requestCert: true, rejectUnauthorized: false };
  return new TLSSocket(socket, { ...options, ...versions, ...credentials }).on('error', () => undefined);
}

export function readerOf(socket: Socket): ByteReader {
  const received = new ByteQueue();
  socket.on('data', (bytes: Buffer) => {
    received.push(bytes);
  });
  socket.once('close', () => {
    received.end();
  });
  return new ByteReader(received);
}
