import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AdbdDevice } from './device.ts';
import type { Connection } from '../kernel/ports.ts';
import type { AuthPolicy } from './auth.ts';
import { HostConnection } from './connection.ts';
import { type Faults, noFaults } from './faults.ts';
import { listen } from './listen.ts';
import type { Packet } from './packet.ts';
import { Reversals } from './reversals.ts';

export interface AdbdOptions {
  readonly device: AdbdDevice;
  /** Default, or 0: a free port. */
  readonly port?: number;
  /** Default: any computer may connect. */
  readonly auth?: AuthPolicy;
  readonly onLog?: (line: string) => void;
}

/** A running daemon. */
export interface Adbd {
  readonly port: number;
  /** Faults of the connection; setting a field affects every connection from then on. */
  readonly faults: Faults;
  /** Ends every connection now; hosts may connect again at once. A reboot does this too. */
  dropConnections(): void;
  /** Serves a host that has greeted the phone elsewhere and was let in there, until the connection ends. */
  adopt(socket: Socket, greeting: Packet): Promise<void>;
  /** Connects from inside the phone to an address that a host has reversed; undefined where none has. */
  connectReversed(address: string): Promise<Connection | undefined>;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/** Starts the phone's ADB daemon on the loopback. */
export async function startAdbd(options: AdbdOptions): Promise<Adbd> {
  const { device, port = 0, auth = { accept: 'any' }, onLog = () => undefined } = options;
  const faults = noFaults();
  const reversals = new Reversals(device);
  const connections = new Set<HostConnection>();
  let connectionCount = 0;

  const dropConnections = (): void => {
    for (const connection of connections) connection.drop();
  };
  const context = {
    device,
    auth,
    faults,
    reversals,
    log: onLog,
    reboot: (reason: string) => {
      device.reboot(reason);
      dropConnections();
    },
  };

  const serve = async (socket: Socket, admitted?: Packet): Promise<void> => {
    connectionCount += 1;
    const about = admitted === undefined ? context : { ...context, auth: { accept: 'any' } as const };
    const connection = new HostConnection(`host-${connectionCount}`, socket, about);
    connections.add(connection);
    await connection.serve(admitted);
    connections.delete(connection);
  };
  const server = createServer((socket) => {
    void serve(socket);
  });

  let closing: Promise<void> | undefined;
  const closeServer = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    dropConnections();
    await closed;
  };

  return {
    port: await listen(server, port),
    faults,
    dropConnections,
    adopt: serve,
    connectReversed: (address) => reversals.connect(address),
    close: () => (closing ??= closeServer()),
  };
}
