import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { freePort } from '@handeye/testing/ports';

/** One node of a test's own NATS. */
export class NatsNode {
  #process: ChildProcess | undefined;

  constructor(
    readonly url: string,
    readonly file: string,
    /** The folder of its streams. */
    readonly store: string,
  ) {}

  get pid(): number {
    assert.ok(this.#process?.pid !== undefined, 'the node does not run');
    return this.#process.pid;
  }

  async start(): Promise<void> {
    const started = spawn('nats-server', ['-c', this.file], {
      // Paths in a farm's configuration are relative to its folder.
      cwd: dirname(this.file),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = started;
    let said = '';
    started.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    // A node of a cluster says that it is ready before it listens for the others, and ends if it cannot.
    const isClustered = /^cluster \{/m.test(readFileSync(this.file, 'utf8'));
    const lastWords = isClustered ? 'Listening for route connections' : 'Server is ready';
    const end = Date.now() + 20_000;
    while (!said.includes(lastWords)) {
      assert.equal(started.exitCode, null, said);
      assert.ok(Date.now() < end, `nats-server does not start: ${said}`);
      await sleep(20);
    }
    started.stderr.removeAllListeners('data').resume();
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    const stopped = this.#process;
    this.#process = undefined;
    if (stopped?.exitCode !== null || stopped.signalCode !== null) return;
    const ended = once(stopped, 'exit');
    stopped.kill(signal);
    await ended;
  }
}

export interface NatsOptions {
  readonly nodes?: number;
  /** How many of them are started; the others are up to the test. */
  readonly started?: number;
  readonly jetstream?: boolean;
  /** More of each node's configuration: accounts, TLS. */
  readonly more?: string;
  /** Clients know only the configured nodes: behind a proxy they do not find the way around it. */
  readonly unadvertised?: boolean;
}

/** Ends what was started: a test, or a benchmark. */
export interface Ending {
  after(work: () => unknown): void;
}

/** A NATS with JetStream, of one node or a cluster, for one test. */
export async function startNats(
  t: Ending,
  { nodes = 1, started = nodes, jetstream = true, more = '', unadvertised = false }: NatsOptions = {},
): Promise<NatsNode[]> {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-nats-'));
  const ports = await Promise.all(Array.from({ length: nodes * 2 }, () => freePort()));
  const routes = ports.slice(nodes).map((port) => `nats://127.0.0.1:${port}`);
  const made = Array.from({ length: nodes }, (_, node) => {
    const file = join(folder, `node-${node}.conf`);
    const store = join(folder, `store-${node}`);
    writeFileSync(
      file,
      [
        `server_name: node-${node}`,
        `listen: "127.0.0.1:${ports[node]}"`,
        ...(jetstream ? [`jetstream { store_dir: ${JSON.stringify(store)} }`] : []),
        ...(nodes > 1
          ? [
              `cluster { name: farm, listen: "127.0.0.1:${ports[nodes + node]}", routes: ${JSON.stringify(routes)}, no_advertise: ${unadvertised} }`,
            ]
          : []),
        more,
      ].join('\n'),
    );
    return new NatsNode(`nats://127.0.0.1:${ports[node]}`, file, store);
  });
  t.after(async () => {
    await Promise.all(made.map((node) => node.stop('SIGKILL')));
    rmSync(folder, { recursive: true, force: true });
  });
  await Promise.all(made.slice(0, started).map((node) => node.start()));
  if (nodes > 1 && jetstream) await untilStreams(made.slice(0, started));
  return made;
}

/** Listening nodes may not know each other yet: waits until they hold a stream with a copy on each. */
async function untilStreams(nodes: readonly NatsNode[]): Promise<void> {
  const connection = await connect({ servers: nodes.map(({ url }) => url) });
  const end = Date.now() + 90_000;
  try {
    const { streams } = await jetstreamManager(connection, { checkAPI: false });
    // Two of three nodes cannot hold two copies by number alone: a stream with one shows that they have a leader.
    const wish = {
      name: 'ready',
      subjects: ['ready'],
      num_replicas: nodes.length % 2 === 0 ? 1 : nodes.length,
    };
    for (;;) {
      const error = await streams.add(wish).then(() => undefined, String);
      if (error === undefined) break;
      assert.ok(Date.now() < end, `the nodes do not find each other: ${error}`);
      await sleep(250);
    }
    await streams.delete(wish.name);
  } finally {
    await connection.close();
  }
}
