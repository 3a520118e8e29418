/**
 * One shell command on a phone: through Handeye, by spawning adb, and over a raw socket that does only what it must.
 * All in one run and in turns, so that a busy machine slows all of them; what counts are the ratios.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Phones, sh } from '../src/android/adb/index.ts';
import type { Phone } from '../src/android/adb/index.ts';
import { realClock, withinLimit } from '../src/device/call.ts';
import { startAdbd } from '../src/phone/adbd/index.ts';
import { HostMachine } from '../test/android/adb/host-machine.ts';

const ROUNDS = 300;
const WARM_UP = 50;
/** Spawning is slow enough to be exact with fewer. */
const SPAWN_EVERY = 10;
const GOALS = { spawn: 8, floor: 1.5 };

const WAYS = ['server', 'straight', 'rawCommand', 'rawShell', 'spawn'] as const;
type Way = (typeof WAYS)[number];

const run = promisify(execFile);
const cleanUps: (() => unknown)[] = [];
const owner = { after: (cleanUp: () => unknown) => void cleanUps.unshift(cleanUp) };

const serverPort = await freePort();
const home = await mkdtemp(join(tmpdir(), 'handeye-bench-'));
const env = { ...process.env, HOME: home, ANDROID_ADB_SERVER_PORT: String(serverPort) };
async function main(): Promise<void> {
  const adbd = await startAdbd({ machine: await HostMachine.start(owner) });
  owner.after(() => adbd.close());
  const serial = `127.0.0.1:${adbd.port}`;
  await run('adb', ['connect', serial], { env });
  await run('adb', ['-s', serial, 'wait-for-device'], { env });
  const phones = new Phones({ keyFolder: join(home, 'key'), env });
  owner.after(() => phones.close());
  const shell = await rawShell(serial);
  owner.after(shell.close);

  const ways: Record<Way, () => Promise<unknown>> = {
    server: () => echo(phones.phone(serial)),
    straight: () => echo(phones.phone(`tcp:${serial}`)),
    rawCommand: () => rawCommand(serial),
    rawShell: shell.echo,
    spawn: () => run('adb', ['-s', serial, 'shell', 'echo hi'], { env }),
  };
  const times: Record<Way, number[]> = { server: [], straight: [], rawCommand: [], rawShell: [], spawn: [] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const way of WAYS) {
      if (way === 'spawn' && round % SPAWN_EVERY !== 0) continue;
      const start = performance.now();
      await ways[way]();
      if (round >= 0) times[way].push(performance.now() - start);
    }
  }
  report(times);
}

function echo(phone: Phone): Promise<unknown> {
  return withinLimit({ clock: realClock, limit: 5000 }, (call) => phone.run(sh`echo hi`, call));
}

function report(times: Record<Way, number[]>): void {
  const [floor, least, spawned] = [median(times.rawCommand), median(times.rawShell), median(times.spawn)];
  console.log(`one shell command, median of ${ROUNDS}:`);
  for (const [name, way] of [
    ['through the adb server', 'server'],
    ['straight to the daemon', 'straight'],
  ] as const) {
    const time = median(times[way]);
    console.log(
      `  ${name}: ${time.toFixed(2)} ms; ${(spawned / time).toFixed(1)}x faster than spawning adb (goal ${GOALS.spawn}x), ` +
        `${(time / floor).toFixed(2)}x a raw socket that gets output and exit code (goal at most ${GOALS.floor}x), ` +
        `${(time / least).toFixed(2)}x one that gets output only, from a shell that stays`,
    );
  }
  console.log(
    `  for comparison: adb ${spawned.toFixed(2)} ms, raw ${floor.toFixed(2)} and ${least.toFixed(2)} ms`,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

/** The least that gets a command's output and exit code: three writes to the adb server, then reading to the end. */
async function rawCommand(serial: string): Promise<void> {
  const socket = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
  await said(socket, hexed(`host:transport:${serial}`), 'OKAY');
  await said(socket, hexed('shell,v2,raw:echo hi'), 'OKAY');
  await once(socket, 'end');
  socket.destroy();
}

/** Less than that: a shell that stays is given a line and its output is looked for. No exit code, no errors, no end. */
async function rawShell(serial: string): Promise<{ echo: () => Promise<void>; close: () => void }> {
  const socket = connect({ port: serverPort, host: '127.0.0.1', noDelay: true });
  await said(socket, hexed(`host:transport:${serial}`), 'OKAY');
  await said(socket, hexed('exec:sh'), 'OKAY');
  return { echo: () => said(socket, '(echo hi)\n', 'hi\n'), close: () => socket.destroy() };
}

function said(socket: Socket, text: string, awaited: string): Promise<void> {
  let answer = '';
  return new Promise((resolve) => {
    const listen = (bytes: Buffer) => {
      answer += bytes.toString('latin1');
      if (!answer.includes(awaited)) return;
      socket.off('data', listen);
      resolve();
    };
    socket.on('data', listen);
    socket.write(text);
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server that listens has no other kind of address
  server.close();
  await once(server, 'close');
  return port;
}

function hexed(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}

try {
  await main();
} finally {
  for (const cleanUp of cleanUps) await cleanUp();
  await run('adb', ['kill-server'], { env });
  await rm(home, { recursive: true, force: true });
}
