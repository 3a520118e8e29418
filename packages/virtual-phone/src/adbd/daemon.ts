import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { AdbdDevice } from './device.ts';
import type { Connection } from '../kernel/ports.ts';
import type { AuthPolicy } from './auth.ts';
import { HostConnection } from './connection.ts';
import { type Faults, noFaults } from './faults.ts';
import { Reversals } from './reversals.ts';

/** A starting adb server looks for emulators on these ports and would list the phone a second time. */
const EMULATOR_PORTS = { first: 5555, last: 5585 };
const LOOPBACK = '127.0.0.1';

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

  const server = createServer((socket) => {
    connectionCount += 1;
    const connection = new HostConnection(`host-${connectionCount}`, socket, context);
    connections.add(connection);
    void connection.serve().then(() => connections.delete(connection));
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
    connectReversed: (address) => reversals.connect(address),
    close: () => (closing ??= closeServer()),
  };
}

async function listen(server: Server, wanted: number): Promise<number> {
  if (isEmulatorPort(wanted)) {
    throw new RangeError(
      `Port ${wanted} is one of ${EMULATOR_PORTS.first}-${EMULATOR_PORTS.last}, where adb looks for emulators: ` +
        'it would list the phone twice. Choose another, such as 6555.',
    );
  }
  for (;;) {
    server.listen(wanted, LOOPBACK);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // a listening TCP server always has this kind of address
    if (!isEmulatorPort(port)) return port;
    server.close();
    await once(server, 'close');
  }
}

function isEmulatorPort(port: number): boolean {
  return port >= EMULATOR_PORTS.first && port <= EMULATOR_PORTS.last;
}
