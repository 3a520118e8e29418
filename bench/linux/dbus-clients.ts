import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { DBusConnection } from '../../packages/linux/src/dbus/connection.ts';
import { median } from '../android/goals.ts';

const ROUNDS = 9;
/** Answers in a turn, and how many calls wait for theirs at a time: as when a tree is read. */
const ANSWERS = 4096;
const AT_ONCE = 64;
const BUS = {
  destination: 'org.freedesktop.DBus',
  path: '/org/freedesktop/DBus',
  interface: 'org.freedesktop.DBus',
};

type Ask = () => Promise<unknown>;

/** The part of dbus-native that is used. */
interface DBusNative {
  createClient(options: { busAddress: string }): {
    readonly connection: { end(): void };
    invoke(
      message: Record<string, unknown>,
      done: (error: unknown, ...values: readonly unknown[]) => void,
    ): void;
  };
}

export interface ClientCosts {
  /** Microseconds of CPU of this process for each answer. */
  readonly ours: number;
  readonly theirs: number;
}

/** Reads small answers (a dictionary of a few values each) from a bus of its own by Handeye and by dbus-native, in turns. */
export async function dbusClients(): Promise<ClientCosts> {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [address] = (await once(createInterface(bus.stdout), 'line')) as [string];
    return await compare(address);
  } finally {
    bus.kill();
  }
}

async function compare(address: string): Promise<ClientCosts> {
  const connection = await withinLimit({ clock: realClock, limit: 10_000 }, (call) =>
    DBusConnection.connectToBus(address, call),
  );
  const require = createRequire(join(import.meta.dirname, '../../test/real/package.json'));
  const client = (require('dbus-native') as DBusNative).createClient({ busAddress: address });
  const question = { ...BUS, member: 'GetConnectionCredentials', signature: 's' };
  const ours: Ask = () => connection.call({ ...question, args: [BUS.destination] }, 10_000);
  const theirs: Ask = () =>
    new Promise((resolve, reject) => {
      client.invoke({ ...question, body: [BUS.destination] }, (error, value) => {
        if (error) reject(new Error(JSON.stringify(error)));
        else resolve(value);
      });
    });
  const costs = { ours: [] as number[], theirs: [] as number[] };
  for (let round = -1; round < ROUNDS; round++) {
    const [one, other] = [await cpuOf(ours), await cpuOf(theirs)];
    if (round < 0) continue;
    costs.ours.push(one);
    costs.theirs.push(other);
  }
  connection.close();
  client.connection.end();
  return { ours: median(costs.ours), theirs: median(costs.theirs) };
}

async function cpuOf(ask: Ask): Promise<number> {
  const before = process.cpuUsage();
  for (let asked = 0; asked < ANSWERS; asked += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / ANSWERS;
}
