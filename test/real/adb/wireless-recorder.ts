/**
 * A phone's side of wireless debugging that tells what a computer says to it, as lines of JSON; keys are left out. As a program
 * it prints them, so that it can run in a network of its own.
 */
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import {
  aesKey,
  NAMES,
  open,
  packet,
  peerInfo,
  seal,
} from '../../../packages/adb/src/wireless/pairing-connection.ts';
import { PacketCommand, PacketReader, encodePacket } from '../../../packages/adb/src/daemon/packet.ts';
import { newKey } from '../../../packages/adb/src/daemon/key.ts';
import { spake2 } from '../../../packages/adb/src/wireless/spake2.ts';
import { asTlsServer, readerOf } from '../../../packages/adb/test/wireless/pairing-server.ts';

export const CODE = '493027';
export const GUID = 'adb-RECORDER-aB3dE6';
const STLS_BYTES = 24;
const NOTHING = Buffer.alloc(0);

/** Something that a computer said. */
export type Said = Readonly<Record<string, string | number | boolean>>;

/** Starts both ports; `tell` hears what is said to them. */
export async function startRecorder(
  tell: (said: Said) => void,
): Promise<{ pairing: number; connect: number; close: () => void }> {
  const credentials = (await newKey()).tls();
  const sockets = new Set<Socket>();
  const listen = async (serve: (socket: Socket) => Promise<void>) => {
    const server = createServer((socket) => {
      sockets.add(socket.on('error', () => undefined));
      void serve(socket).catch(() => socket.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return server;
  };
  const servers = await Promise.all([
    listen((socket) => pairing(socket, credentials, tell)),
    listen((socket) => debugging(socket, credentials, tell)),
  ]);
  const [pairingPort = 0, connectPort = 0] = servers.map((server) => (server.address() as AddressInfo).port);
  const close = () => {
    for (const server of servers) server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { pairing: pairingPort, connect: connectPort, close };
}

interface Credentials {
  readonly key: string;
  readonly cert: string;
}

async function pairing(raw: Socket, credentials: Credentials, tell: (said: Said) => void): Promise<void> {
  const socket = asTlsServer(raw, credentials);
  await new Promise<void>((resolve) => socket.once('secure', resolve));
  const reader = readerOf(socket);
  const read = async () => {
    const header = await reader.exactly(6);
    const data = await reader.exactly(header.readUInt32BE(2));
    tell({ port: 'pairing', version: header[0] ?? -1, type: header[1] ?? -1, length: data.length });
    return data;
  };
  const secret = socket.exportKeyingMaterial(64, 'adb-label\0', NOTHING);
  const ours = spake2({ side: 'bob', names: NAMES, password: Buffer.concat([Buffer.from(CODE), secret]) });
  socket.write(packet(0, ours.message));
  const aes = aesKey(ours.key(await read()));
  socket.write(packet(1, seal(aes, peerInfo(1, GUID))));
  const info = open(aes, await read());
  const line = info.subarray(1, info.indexOf(0, 1)).toString();
  const [, key = '', name = ''] = /^(\S+) (\S*@\S+)$/.exec(line) ?? [];
  const padding = info.subarray(1 + line.length).every((byte) => byte === 0);
  tell({
    port: 'pairing',
    info: info[0] ?? -1,
    bytes: info.length,
    keyBytes: Buffer.from(key, 'base64').length,
    padding,
  });
  tell({ port: 'pairing', host: name.slice(name.indexOf('@')), tls: socket.getProtocol() ?? '' });
  socket.end();
}

async function debugging(
  socket: Socket,
  credentials: Credentials,
  tell: (said: Said) => void,
): Promise<void> {
  const next = () => new Promise<Buffer>((resolve) => socket.once('data', resolve));
  const heard: Said[] = [];
  const note = (bytes: Uint8Array, where: string) => {
    for (const { command, arg0, arg1, data } of new PacketReader().push(bytes)) {
      const text = Buffer.from(data).toString().replace(/=.*/s, '=');
      heard.push({ port: 'connect', where, command: command.toString(16), arg0, arg1, text });
    }
  };
  note(await next(), 'open');
  socket.write(encodePacket({ command: PacketCommand.STLS, arg0: 0x01000000, arg1: 0, data: NOTHING }, true));
  const bytes = await next();
  note(bytes.subarray(0, STLS_BYTES), 'open');
  socket.pause().unshift(bytes.subarray(STLS_BYTES));
  const tls = asTlsServer(socket, credentials);
  await new Promise<void>((resolve) => tls.once('secure', resolve));
  const subject = tls.getPeerX509Certificate();
  for (const said of heard) tell(said); // one that began TLS too early is not told
  tell({
    port: 'connect',
    tls: tls.getProtocol() ?? '',
    algorithm: subject?.publicKey.asymmetricKeyType ?? '',
    bits: subject?.publicKey.asymmetricKeyDetails?.modulusLength ?? 0,
    isAuthority: subject?.ca ?? false,
    serialNumber: subject?.serialNumber ?? '',
  });
  const banner = Buffer.from('device::ro.product.model=Recorder;features=shell_v2');
  tls.write(
    encodePacket({ command: PacketCommand.CNXN, arg0: 0x01000001, arg1: 1 << 20, data: banner }, true),
  );
  tls.on('data', () => undefined);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { pairing: pairingPort, connect } = await startRecorder((said) => {
    console.log(JSON.stringify(said));
  });
  console.log(JSON.stringify({ pairingPort, connect }));
}
