import { createServer, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { rsaKeyOf } from '../auth.ts';
import { listen } from '../listen.ts';
import {
  encodePacket,
  PacketCommand,
  type Packet,
  PacketParser,
  ProtocolError,
  VERSION_WITHOUT_CHECKSUM,
} from '../packet.ts';
import { issuerNaming, type Identity } from './certificate.ts';
import type { WirelessFaults } from './faults.ts';
import { readExactly } from './read-exactly.ts';
import { secured } from './tls.ts';

const STLS_VERSION = 0x01000000;
const HEADER_BYTES = 24;
const LENGTH_OFFSET = 12;
const NOTHING = Buffer.alloc(0);

export interface ConnectServerOptions {
  readonly identity: () => Promise<Identity>;
  readonly faults: WirelessFaults;
  /** The base64 of every paired key. */
  readonly knownKeys: () => readonly string[];
  /** Serves a computer after the handshake; resolves when it is gone. */
  readonly serve: (socket: Socket, greeting: Packet) => Promise<void>;
  /** Called when a computer has come or gone. */
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

/** The port for paired computers: adb's packets inside of TLS. */
export interface ConnectServer {
  readonly port: number;
  isConnected(base64: string): boolean;
  /** Ends the connections of a key. */
  drop(base64: string): void;
  close(): void;
}

export async function startConnectServer(options: ConnectServerOptions): Promise<ConnectServer> {
  /** Every connection; those past the handshake with their key. */
  const sockets = new Map<Socket, string | undefined>();
  const issuers = new Map<string, Promise<string>>();
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    sockets.set(socket, undefined);
    const serve = async () => {
      const { tls, greeting, key } = await admit(socket, options, issuers);
      sockets.set(socket, key);
      options.changed();
      await options.serve(tls, greeting);
    };
    void serve()
      .catch((error: unknown) => {
        options.log(`wireless connection refused: ${error instanceof Error ? error.message : String(error)}`);
      })
      .finally(() => {
        socket.destroy();
        sockets.delete(socket);
        options.changed();
      });
  });
  return {
    port: await listen(server),
    isConnected: (base64) => [...sockets.values()].includes(base64),
    drop: (base64) => {
      for (const [socket, key] of sockets) if (key === base64) socket.destroy();
    },
    close: () => {
      server.close();
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}

interface Admitted {
  readonly tls: TLSSocket;
  readonly greeting: Packet;
  readonly key: string;
}

/** CNXN, STLS, STLS, TLS. Only the key in the computer's certificate is compared, with those of adb_keys. */
async function admit(
  socket: Socket,
  { identity, faults, knownKeys }: ConnectServerOptions,
  issuers: Map<string, Promise<string>>,
): Promise<Admitted> {
  const parser = new PacketParser();
  const greeting = await nextPacket(socket, parser, PacketCommand.CNXN);
  parser.checksums = greeting.arg0 < VERSION_WITHOUT_CHECKSUM;
  const request = { command: PacketCommand.STLS, arg0: STLS_VERSION, arg1: 0, payload: NOTHING };
  socket.write(encodePacket(request, parser.checksums));
  await nextPacket(socket, parser, PacketCommand.STLS);
  if (faults.has('wireless-stls-closes')) throw new Error('closed by a fault');
  if (faults.has('wireless-stls-stalls')) await new Promise((resolve) => socket.once('close', resolve));
  const keys = knownKeys().flatMap((base64) => {
    const key = rsaKeyOf(base64);
    if (key === undefined) return [];
    const issuer = issuers.get(base64) ?? issuerNaming(key);
    issuers.set(base64, issuer);
    return [{ base64, key, issuer }];
  });
  const names = await Promise.all(keys.map(({ issuer }) => issuer));
  const { tls, certificate } = await secured(socket, await identity(), names);
  const known = keys.find(({ key }) => key.equals(certificate.publicKey));
  if (known !== undefined) return { tls, greeting, key: known.base64 };
  tls.destroySoon();
  throw new Error('the key of this computer is not paired');
}

async function nextPacket(socket: Socket, parser: PacketParser, command: number): Promise<Packet> {
  const header = await readExactly(socket, HEADER_BYTES);
  const packets = [...parser.push(header)];
  // The parser has checked the length that the header announces.
  const length = header.readUInt32LE(LENGTH_OFFSET);
  if (length > 0) packets.push(...parser.push(await readExactly(socket, length)));
  const [packet] = packets;
  if (packet?.command !== command) throw new ProtocolError('an unexpected packet before TLS');
  return packet;
}
