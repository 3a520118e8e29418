/**
 * npm run bench:adb: one shell command on a virtual phone, through an adb server, straight to the daemon and over wireless
 * debugging, by Handeye, by @yume-chan/adb and by spawning `adb shell`. All take turns in one run, so that a busy machine slows
 * all of them equally: compare the ratios. CPU is that of this process alone; the phone and the adb server have their own.
 */
import type { AdbDevice } from '@handeye/adb/adb-device';
import { AdbDevices } from '@handeye/adb/adb-devices';
import { newKey } from '@handeye/adb/daemon/key';
import { sh } from '@handeye/adb/shell/quote';
import { pairPhone } from '@handeye/adb/wireless/pair-phone';
import { PairedPhones } from '@handeye/adb/wireless/paired-phones';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { yumeHost } from '../packages/virtual-phone/test/adbd/yume-host.ts';
import { yumeCommand, yumeKeptShell, yumeThroughServer } from './adb/yume.ts';
import type { Figure } from './android/goals.ts';
import { median, table, timed } from './android/goals.ts';
import type { Workplace } from './android/workplace.ts';
import { atWorkplace } from './android/workplace.ts';

const ROUNDS = 30;
const WARM_UP = 5;
/** Commands in a turn: the CPU counter's step is longer than one command. */
const COMMANDS = 20;
const OVER_TLS = 'Handeye, wireless debugging (TLS)';

interface Cost {
  /** Milliseconds for one command. */
  readonly time: number;
  readonly cpu: number;
}

type Ways = Readonly<Record<string, () => Promise<unknown>>>;

await atWorkplace(async (place) => {
  const costs = await measure(await waysAt(place));
  const of = (way: string): Cost => costs[way] ?? { time: NaN, cpu: NaN };
  for (const [way, { time, cpu }] of Object.entries(costs)) {
    console.log(`${way.padEnd(48)}${time.toFixed(3).padStart(9)} ms${cpu.toFixed(3).padStart(9)} ms CPU`);
  }
  const [plain, secured] = [of('Handeye, daemon').time, of(OVER_TLS).time];
  const wireless: Figure = {
    what: `${OVER_TLS}, against plain TCP: time`,
    measured: secured / plain,
    unit: 'x',
    goal: { atMost: 1.3 },
    how: `${secured.toFixed(3)} ms against ${plain.toFixed(3)} ms`,
  };
  console.log(`\n${table([...['adb server', 'daemon'].flatMap((line) => figures(line, of)), wireless])}`);
});

function figures(line: string, of: (way: string) => Cost): Figure[] {
  const ours = of(`Handeye, ${line}`);
  const against = (other: string, by: 'time' | 'cpu', atLeast: number | undefined): Figure => ({
    what: `Handeye, ${line}, against ${other}: ${by === 'time' ? 'time' : 'CPU'}`,
    measured: of(other)[by] / ours[by],
    unit: 'x less',
    goal: atLeast === undefined ? undefined : { atLeast },
    how: `${ours[by].toFixed(3)} ms against ${of(other)[by].toFixed(3)} ms`,
  });
  return [
    against('spawning adb', 'time', 8),
    against(`@yume-chan/adb, ${line}`, 'time', 2),
    against(`@yume-chan/adb, ${line}`, 'cpu', 2),
    ...(line === 'daemon'
      ? [
          against('@yume-chan/adb, daemon, a kept shell', 'time', undefined),
          against('@yume-chan/adb, daemon, a kept shell', 'cpu', 1),
        ]
      : []),
  ];
}

async function waysAt({ home, env, serial, serverPort, adb, pairing, cleanUps }: Workplace): Promise<Ways> {
  const t = { after: (cleanUp: () => unknown) => cleanUps.push(cleanUp) };
  const key = await newKey();
  const phones = new AdbDevices({ key: () => Promise.resolve(key), env });
  t.after(() => phones.close());
  const { code, address: host, port, paired } = await pairing();
  const own = { key: () => Promise.resolve(key), phones: new PairedPhones(home) };
  const debuggingAt = () => Promise.resolve({ host, port: paired });
  await withinLimit({ clock: realClock, limit: 60_000 }, (call) =>
    pairPhone({ at: { host, port }, password: code, debuggingAt, ...own }, call),
  );
  const wireless = phones.phone(`tcp:${host}:${paired}`);
  const server = await yumeThroughServer(t, serverPort, serial);
  const daemon = await yumeHost(t, Number(serial.split(':')[1]));
  const kept = await yumeKeptShell(t, daemon);
  const [ourServer, ourDaemon] = [phones.phone(serial), phones.phone(`tcp:${serial}`)];
  return {
    'Handeye, adb server': () => echo(ourServer),
    'Handeye, daemon': () => echo(ourDaemon),
    [OVER_TLS]: () => echo(wireless),
    '@yume-chan/adb, adb server': () => yumeCommand(server, 'echo hi'),
    '@yume-chan/adb, daemon': () => yumeCommand(daemon, 'echo hi'),
    '@yume-chan/adb, daemon, a kept shell': () => kept('echo hi'),
    'spawning adb': () => adb('-s', serial, 'shell', 'echo hi'),
  };
}

async function measure(ways: Ways): Promise<Record<string, Cost>> {
  const turns = Object.entries(ways).map(([way, run]) => ({
    way,
    run,
    times: [] as number[],
    cpu: [] as number[],
  }));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const { run, times, cpu } of turns) {
      const before = process.cpuUsage();
      const took: number[] = [];
      for (let command = 0; command < COMMANDS; command++) took.push(await timed(run));
      const { user, system } = process.cpuUsage(before);
      if (round < 0) continue;
      times.push(...took);
      cpu.push((user + system) / 1000 / COMMANDS);
    }
  }
  return Object.fromEntries(
    turns.map(({ way, times, cpu }) => [way, { time: median(times), cpu: median(cpu) }]),
  );
}

function echo(phone: AdbDevice): Promise<unknown> {
  return withinLimit({ clock: realClock, limit: 10_000 }, (call) => phone.run(sh`echo hi`, call));
}
