import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connectBus } from '../../../packages/handeye/src/farm/bus/nats-bus.ts';
import { credentialsFile, writeFarmFolder } from '../../../packages/handeye/src/farm/setup/farm-folder.ts';
import { ROUTES_ABOVE } from '../../../packages/handeye/src/farm/setup/nats-conf.ts';
import type { Role } from '../../../packages/handeye/src/farm/setup/roles.ts';
import { freePort } from '../../../packages/handeye/test/support/ports.ts';
import { NatsNode } from './nats.ts';

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
  const ports = await Promise.all(Array.from({ length: count }, () => freePort({ alsoFree: ROUTES_ABOVE })));
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
