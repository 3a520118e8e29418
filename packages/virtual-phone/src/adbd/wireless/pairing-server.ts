import { createServer, type Socket } from 'node:net';
import type { HostKey } from '../auth.ts';
import { listen } from '../listen.ts';
import type { Identity } from './certificate.ts';
import type { WirelessFaults } from './faults.ts';
import { exchange } from './pairing-exchange.ts';
import { secured } from './tls.ts';

/** More at once are closed unheard. */
const MAX_CONNECTIONS = 10;
/** Against guessing: after this many failures the password no longer pairs. */
const MAX_FAILURES = 20;

export interface PairingServerOptions {
  /** The six digits, or the password of a QR code. */
  readonly password: string;
  /** The phone's own name, which the computer gets. */
  readonly guid: string;
  readonly identity: Identity;
  readonly faults: WirelessFaults;
  /** Called once: with the computer's key, or with undefined after too many failures. */
  readonly finished: (host: HostKey | undefined) => void;
}

export interface PairingServer {
  readonly port: number;
  close(): void;
}

/** Waits for one computer that knows the password. A wrong password gets no answer: the connection closes. */
export async function startPairingServer(options: PairingServerOptions): Promise<PairingServer> {
  const { finished } = options;
  const sockets = new Set<Socket>();
  let failures = 0;
  let isOpen = true;

  const close = () => {
    isOpen = false;
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  const finish = (host: HostKey | undefined) => {
    if (!isOpen) return;
    close();
    finished(host);
  };
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    socket.on('error', () => undefined);
    if (sockets.size >= MAX_CONNECTIONS) {
      socket.destroy();
      return;
    }
    sockets.add(socket);
    const ended = () => sockets.delete(socket);
    converse(socket, options).then(
      (host) => {
        ended();
        finish(host);
      },
      () => {
        ended();
        socket.destroy();
        failures += 1;
        if (failures >= MAX_FAILURES) finish(undefined);
      },
    );
  });
  return { port: await listen(server), close };
}

async function converse(
  socket: Socket,
  { password, guid, identity, faults }: PairingServerOptions,
): Promise<HostKey> {
  if (faults.has('wireless-pairing-closes')) throw new Error('closed by a fault');
  const { tls } = await secured(socket, identity);
  if (faults.has('wireless-pairing-stalls')) await new Promise((resolve) => tls.once('close', resolve));
  // A header that announces four gigabytes.
  if (faults.has('wireless-pairing-garbage')) tls.write(Buffer.from([1, 0, 0xff, 0xff, 0xff, 0xff]));
  const host = await exchange(tls, password, guid);
  // The phone's own PeerInfo may still be on its way out.
  tls.destroySoon();
  return host;
}
