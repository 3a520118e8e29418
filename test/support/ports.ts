import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { TestContext } from 'node:test';

/**
 * Below the ephemeral ports (from 32768 on Linux): connections of other tests take those between the check and the start of the
 * program that needs the port. Above 10080, the highest port that fetch refuses ("bad port").
 */
const [FIRST, LAST] = [10_100, 29_999];

/** A free port of the loopback address; with `alsoFree`, the port that far above it is free, too. */
export async function freePort({ alsoFree = 0 } = {}): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST - alsoFree + 1);
    if ((await isFree(port)) && (await isFree(port + alsoFree))) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port of the loopback address that is in use until the test ends. */
export async function takenPort(t: TestContext): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port; // it listens on TCP
}
