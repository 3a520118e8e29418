import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { AdbDevice } from '@handeye/adb/adb-device';
import { sh } from '@handeye/adb/shell/quote';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Figure } from './goals.ts';
import { median, timed } from './goals.ts';
import type { Workplace } from './workplace.ts';

const ROUNDS = 300;
const WARM_UP = 50;
/** Spawning is slow enough to be exact with fewer runs. */
const SPAWN_EVERY = 10;

const WAYS = ['server', 'straight', 'raw', 'spawn'] as const;
type Way = (typeof WAYS)[number];

/** One shell command: through Handeye, by spawning adb, and over a raw socket with the minimum of requests. */
export async function shellCommand(
  { serial, serverPort, adb }: Workplace,
  phones: { server: AdbDevice; straight: AdbDevice },
): Promise<Figure[]> {
  const ways: Record<Way, () => Promise<unknown>> = {
    server: () => echo(phones.server),
    straight: () => echo(phones.straight),
    raw: () => rawCommand(serial, serverPort),
    spawn: () => adb('-s', serial, 'shell', 'echo hi'),
  };
  const times: Record<Way, number[]> = { server: [], straight: [], raw: [], spawn: [] };
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const way of WAYS) {
      if (way === 'spawn' && round % SPAWN_EVERY !== 0) continue;
      const time = await timed(ways[way]);
      if (round >= 0) times[way].push(time);
    }
  }
  const [raw, spawned] = [median(times.raw), median(times.spawn)];
  return (['server', 'straight'] as const).flatMap((way): Figure[] => {
    const time = median(times[way]);
    const name = way === 'server' ? 'through the adb server' : 'straight to the daemon';
    const how = `${time.toFixed(2)} ms against`;
    return [
      {
        what: `a shell command ${name}, against spawning adb`,
        measured: spawned / time,
        unit: 'x faster',
        goal: { atLeast: 8 },
        how: `${how} ${spawned.toFixed(2)} ms`,
      },
      {
        what: `a shell command ${name}, against a raw socket`,
        measured: time / raw,
        unit: 'x',
        goal: { atMost: 1.5 },
        how: `${how} ${raw.toFixed(2)} ms for output and exit code`,
      },
    ];
  });
}

function echo(phone: AdbDevice): Promise<unknown> {
  return withinLimit({ clock: realClock, limit: 5000 }, (call) => phone.run(sh`echo hi`, call));
}

/** The minimum for a command's output and exit code: three writes to the adb server, then reading to the end. */
async function rawCommand(serial: string, port: number): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await said(socket, hexed(`host:transport:${serial}`), 'OKAY');
  await said(socket, hexed('shell,v2,raw:echo hi'), 'OKAY');
  await once(socket, 'end');
  socket.destroy();
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

function hexed(text: string): string {
  return text.length.toString(16).padStart(4, '0') + text;
}
