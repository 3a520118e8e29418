import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connectBus } from '../../../packages/handeye/src/farm/bus/nats-bus.ts';
import { credentialsFile, writeFarmFolder } from '../../../packages/handeye/src/farm/setup/farm-folder.ts';
import type { Role } from '../../../packages/handeye/src/farm/setup/roles.ts';
import { freePort, NatsNode } from './nats.ts';

export interface SecuredOptions {
  readonly tenants?: readonly string[];
  readonly nodes?: number;
  readonly onlyHosts?: readonly string[];
}

/** The NATS of a farm as `handeye farm init` sets it up, with TLS and users, on loopback. */
export async function startSecuredNats(
  t: TestContext,
  { tenants = ['acme', 'beta'], nodes: count = 1, onlyHosts = [] }: SecuredOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-secured-'));
  const ports = await Promise.all(Array.from({ length: count }, portWithRoutes));
  const nodes = ports.map((port) => ({ host: '127.0.0.1', port }));
  const wish = { folder: join(folder, 'farm'), nodes, tenants, onlyHosts };
  const farm = await writeFarmFolder(wish);
  const started = farm.nodes.map(
    (node) => new NatsNode(node.address, join(node.folder, 'nats.conf'), join(node.folder, 'store')),
  );
  t.after(async () => {
    await Promise.all(started.map((node) => node.stop('SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
  });
  await Promise.all(started.map((node) => node.start()));
  const address = { servers: started.map(({ url }) => url), ca: farm.ca };
  const connect = async (tenant: string, role: Role, host?: string) => {
    const bus = await connectBus({
      ...address,
      credentials: credentialsFile(wish.folder, tenant, role, host),
      name: `${tenant} ${role}`,
      inboxPrefix: `_INBOX_${role}`,
      makesBuckets: role === 'host',
    });
    t.after(() => bus.close());
    return bus;
  };
  return { wish, nodes: started, address, connect };
}

/** A free port whose neighbour for the routes of a cluster, 2000 above, exists and is free as a rule. */
async function portWithRoutes(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port + 2_000 < 65_536) return port;
  }
}
