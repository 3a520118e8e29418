import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openHost } from '../../../packages/handeye/src/cli/farm/open-host.ts';
import { createLog } from '../../../packages/handeye/src/cli/log.ts';
import type { RunningHost } from '../../../packages/handeye/src/cli/services.ts';
import type { Bus } from '@handeye/farm/bus/bus';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { emptyHome, load } from '../../../packages/handeye/test/config/given.ts';
import { type NatsNode, type NatsOptions, startNats } from './nats.ts';
import { ScriptedServer } from './scripted-server.ts';

interface HostOptions {
  readonly name?: string;
  readonly virtualPhones?: number;
  /** Further flags of `handeye host`. */
  readonly flags?: readonly string[];
  /** Gets each line of its log. */
  readonly onLog?: (line: string) => void;
}

/** A farm for one test: its NATS, a bus to it, and the parts to end before NATS. */
export interface TestFarm {
  readonly url: string;
  readonly node: NatsNode;
  readonly bus: Bus;
  readonly ends: (() => Promise<void>)[];
}

export async function startFarm(t: TestContext, options: NatsOptions = {}): Promise<TestFarm> {
  const ends: (() => Promise<void>)[] = [];
  // Hooks run in the order in which they were added: hosts take leave before NATS is gone.
  t.after(async () => {
    for (const end of ends.reverse()) await end();
  });
  const [node = assert.fail()] = await startNats(t, options);
  const { url } = node;
  const bus = await connectBus({ servers: [url], name: 'test', inboxPrefix: '_INBOX', makesBuckets: false });
  ends.push(() => bus.close());
  return { url, node, bus, ends };
}

/** A host as the command starts it, in this process. */
export async function startHost(
  t: TestContext,
  { url, ends }: TestFarm,
  { name = 'rack-1', virtualPhones = 1, flags = [], onLog = () => undefined }: HostOptions = {},
): Promise<RunningHost> {
  const { config } = load(t, { flags: ['--farm', url, ...flags] });
  const host = await openHost(config, {
    name,
    labels: { rack: '1' },
    virtualPhones,
    stopped: new AbortController().signal,
    version: '0.0.0',
    folder: emptyHome(t),
    log: createLog({ level: 'debug', plain: true, write: onLog, now: () => new Date() }),
    mac: {},
  });
  ends.push(() => host.stop());
  return host;
}

/** A farm with one host and one virtual phone, and a scripted server. */
export async function farmWithHost(t: TestContext, options: HostOptions & NatsOptions = {}) {
  const farm = await startFarm(t, options);
  const host = await startHost(t, farm, options);
  return { farm, host, server: new ScriptedServer(farm.bus, options.name ?? 'rack-1') };
}
