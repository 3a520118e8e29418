import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { BucketName } from '@handeye/farm/protocol/records';
import { freePort } from '@handeye/testing/ports';
import { type NatsNode, startNats } from '../nats.ts';
import { followBucket } from './bucket-history.ts';
import type { BucketEvent } from './journal.ts';
import { Phones } from './phones.ts';
import { Program } from './program.ts';
import { TcpProxy } from './tcp-proxy.ts';

const NODES = 3;
const HOSTS = 3;
const PHONES_EACH = 4;
const SERVERS = 2;

/** A host and its connections to the NATS nodes, which can be cut. */
export interface TestedHost {
  readonly name: string;
  readonly program: Program;
  readonly network: readonly TcpProxy[];
  /** Of its phones. */
  readonly ports: readonly number[];
}

export interface TestedServer {
  readonly url: string;
  readonly program: Program;
}

/** A whole farm in separate processes: NATS, phones, hosts and servers. It ends with the test. */
export class FarmUnderTest {
  readonly nodes: readonly NatsNode[];
  readonly phones: Phones;
  readonly hosts: readonly TestedHost[];
  readonly servers: readonly TestedServer[];
  readonly nats: NatsConnection;
  /** The port of a device's phone, by its full name. */
  readonly devices: ReadonlyMap<string, number>;

  private constructor(parts: Omit<FarmUnderTest, 'phoneOf' | 'history' | 'lastWords'>) {
    ({
      nodes: this.nodes,
      phones: this.phones,
      hosts: this.hosts,
      servers: this.servers,
      nats: this.nats,
      devices: this.devices,
    } = parts);
  }

  static async start(t: TestContext): Promise<FarmUnderTest> {
    const folder = mkdtempSync(join(tmpdir(), 'handeye-faults-'));
    const ends: (() => Promise<void> | void)[] = [
      () => {
        rmSync(folder, { recursive: true, force: true });
      },
    ];
    t.after(async () => {
      for (const end of ends.reverse()) await end();
    });
    const nodes = await startNats(t, { nodes: NODES, unadvertised: true });
    const urls = nodes.map(({ url }) => url);
    const phones = await Phones.start(HOSTS * PHONES_EACH);
    ends.push(() => phones.stop());
    const devices = new Map<string, number>();
    const hosts: TestedHost[] = [];
    for (let at = 0; at < HOSTS; at += 1) {
      const name = `host-${at + 1}`;
      const ports = phones.ports.slice(at * PHONES_EACH, (at + 1) * PHONES_EACH);
      for (const port of ports) devices.set(`${name}.tcp-127-0-0-1-${port}`, port);
      const network = await Promise.all(urls.map((url) => TcpProxy.to(Number(new URL(url).port))));
      ends.push(async () => {
        for (const way of network) await way.close();
      });
      const program = new Program(name, hostArgs(name, network, ports), environment(folder, name));
      ends.push(() => program.stop());
      hosts.push({ name, program, network, ports });
    }
    await Promise.all(hosts.map(({ program }) => program.start()));
    const servers: TestedServer[] = [];
    for (let at = 0; at < SERVERS; at += 1) {
      const port = await freePort();
      const program = new Program(
        `server-${at + 1}`,
        serverArgs(port, urls),
        environment(folder, `server-${at + 1}`),
      );
      ends.push(() => program.stop());
      servers.push({ url: `http://127.0.0.1:${port}`, program });
    }
    await Promise.all(servers.map(({ program }) => program.start()));
    const nats = await connect({ servers: urls, maxReconnectAttempts: -1, reconnectTimeWait: 250 });
    ends.push(() => nats.close());
    return new FarmUnderTest({ nodes, phones, hosts, servers, nats, devices });
  }

  /** A growing list of all writes to a bucket from now on. */
  history(bucket: BucketName): Promise<readonly BucketEvent[]> {
    return followBucket(this.nats, bucket);
  }

  /** The last output of its programs. */
  lastWords(): string[] {
    const programs = [...this.hosts, ...this.servers].map(({ program }) => program);
    return programs.flatMap(({ name, lines }) => lines.slice(-30).map((line) => `${name}: ${line}`));
  }

  phoneOf(device: string): number {
    const port = this.devices.get(device);
    assert.ok(port !== undefined, `There is no device ${device}.`);
    return port;
  }
}

function hostArgs(name: string, network: readonly TcpProxy[], ports: readonly number[]): string[] {
  return [
    'host',
    ...['--name', name, '--label', `host=${name}`],
    ...network.flatMap(({ port }) => ['--farm', `nats://127.0.0.1:${port}`]),
    ...ports.flatMap((port) => ['--device', `tcp:127.0.0.1:${port}`]),
    ...['--toolset', 'all'],
  ];
}

function serverArgs(port: number, urls: readonly string[]): string[] {
  return [
    'serve',
    ...['--host', '127.0.0.1', '--port', String(port), '--no-auth', '--no-studio'],
    ...urls.flatMap((url) => ['--farm', url]),
    ...['--toolset', 'all'],
  ];
}

/** A separate home, and no adb. */
function environment(folder: string, name: string): Record<string, string> {
  const home = mkdtempSync(join(folder, `${name}-`));
  return { HOME: home, XDG_CONFIG_HOME: home, TMPDIR: home, PATH: '', ANDROID_ADB_SERVER_PORT: '1' };
}
