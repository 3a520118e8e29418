import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

/** A starting adb server looks for emulators on these ports and would list the phone a second time. */
const EMULATOR_PORTS = { first: 5555, last: 5585 };
export const LOOPBACK = '127.0.0.1';

/** Listens on a port of the loopback; default, or 0: a free one. Returns the port. */
export async function listen(server: Server, wanted = 0): Promise<number> {
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
