import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@handeye/testing/ports';

const run = promisify(execFile);
const PHONE_PROCESS = fileURLToPath(new URL('phone-process.ts', import.meta.url));

/** A virtual phone in a process of its own, and an adb server of ours that is connected to it. */
export interface Workplace {
  /** A temporary folder. */
  readonly home: string;
  readonly serial: string;
  readonly serverPort: number;
  /** The environment for programs that use this adb server. */
  readonly env: NodeJS.ProcessEnv;
  /** Runs the real adb to its end. */
  readonly adb: (...args: readonly string[]) => Promise<unknown>;
  /** Opens the phone's dialog for pairing. */
  readonly pairing: BenchPhone['pairing'];
  /** Ends the started programs, the last first; more can be added. */
  readonly cleanUps: (() => unknown)[];
}

/** Runs `work` with a workplace, and removes it afterwards. */
export async function atWorkplace(work: (place: Workplace) => Promise<void>): Promise<void> {
  const cleanUps: (() => unknown)[] = [];
  const home = await mkdtemp(join(tmpdir(), 'handeye-bench-'));
  cleanUps.push(() => rm(home, { recursive: true, force: true }));
  try {
    const serverPort = await freePort();
    const env = { ...process.env, HOME: home, ANDROID_ADB_SERVER_PORT: String(serverPort) };
    const adb = (...args: readonly string[]) => run('adb', args, { env });
    const { serial, pairing } = await startPhone(cleanUps);
    cleanUps.push(() => adb('kill-server'));
    await adb('connect', serial);
    await adb('-s', serial, 'wait-for-device');
    await work({ home, serial, serverPort, env, adb, pairing, cleanUps });
  } finally {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  }
}

/** The phone's counts so far: requests to its companion, and commands of its shells. */
export interface Counts {
  readonly requests: number;
  readonly commands: number;
}

/** What the phone's dialog shows, and its port for computers that are paired. */
export interface ShownPairing {
  readonly code: string;
  readonly address: string;
  readonly port: number;
  readonly paired: number;
}

export interface BenchPhone {
  readonly serial: string;
  readonly counts: () => Promise<Counts>;
  readonly pairing: () => Promise<ShownPairing>;
}

/** A virtual phone in a process of its own. */
export async function startPhone(cleanUps: (() => unknown)[]): Promise<BenchPhone> {
  const child = fork(PHONE_PROCESS, { execArgv: ['--import', 'tsx'] });
  cleanUps.push(() => child.kill());
  const [serial] = (await once(child, 'message')) as [string];
  const ask = async (request: string): Promise<unknown> => {
    const answer = once(child, 'message');
    child.send(request);
    const [said] = (await answer) as [unknown];
    return said;
  };
  return {
    serial,
    counts: async () => (await ask('counts')) as Counts,
    pairing: async () => (await ask('pair')) as ShownPairing,
  };
}
