import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Bus } from '@handeye/farm/bus/bus';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { credentialsFile, writeFarmFolder } from '@handeye/farm/setup/farm-folder';
import { ROUTES_ABOVE } from '@handeye/farm/setup/nats-conf';
import type { Role } from '../../../packages/farm/src/setup/roles.ts';
import { freePort } from '@handeye/testing/ports';
import { NatsNode } from './nats.ts';

export interface SecuredOptions {
  readonly tenants?: readonly string[];
  readonly nodes?: number;
  readonly onlyHosts?: readonly string[];
}

/** Listening nodes may not know each other yet: waits until they hold a bucket with a copy on each. */
async function untilCopied(host: Bus, copies: number): Promise<void> {
  const end = Date.now() + 90_000;
  const found = async () => {
    await host.bucket('devices');
    const told = await withinLimit({ clock: realClock, limit: 2_000 }, (call) =>
      host.request('$JS.API.STREAM.INFO.KV_devices', new Uint8Array(), call),
    );
    const { config } = JSON.parse(new TextDecoder().decode(told)) as { config?: { num_replicas: number } };
    return config?.num_replicas;
  };
  while ((await found().catch(() => undefined)) !== copies) {
    assert.ok(Date.now() < end, 'the nodes do not find each other');
    await sleep(250);
  }
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
  const [tenant] = tenants;
  if (count > 1 && tenant !== undefined) await untilCopied(await connect(tenant, 'host'), count);
  return { wish, nodes: started, address, connect };
}
