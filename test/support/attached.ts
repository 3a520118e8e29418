import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { AdbDevices } from '@handeye/adb/adb-devices';
import { newKey } from '@handeye/adb/daemon/key';
import type { AdbDevice } from '@handeye/adb/adb-device';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Call } from '@handeye/core/call/call';
import { startAdbd, type Adbd, type AndroidRelease, type AuthPolicy } from '@handeye/virtual-phone';
import { PrivateAdb } from './private-adb.ts';
import { pairs } from './long.ts';
import { HostMachine } from './host-machine.ts';

/** The way to a phone: straight to its daemon, or through the real adb server. */
export type Way = 'straight' | 'server';

export interface Attached {
  readonly machine: HostMachine;
  readonly adbd: Adbd;
  readonly phones: AdbDevices;
  readonly phone: AdbDevice;
  /** The adb program of the adb server, if the way leads through it. */
  readonly adb: PrivateAdb | undefined;
}

let madeKey: ReturnType<typeof newKey> | undefined;

/** One key for all tests of a file: on a busy machine, making one takes longer than the short limits of some calls. */
export function hostKey(): ReturnType<typeof newKey> {
  return (madeKey ??= newKey());
}

/** An environment without a server and without an adb program. */
export const NO_ADB = { ANDROID_ADB_SERVER_PORT: '1', PATH: '', HOME: '/nonexistent' };

export async function scratchFolder(t: Pick<TestContext, 'after'>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-test-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A phone that is reached in this way; everything ends with the test. */
export async function attach(
  t: TestContext,
  { way = 'straight', release = 14, auth }: { way?: Way; release?: AndroidRelease; auth?: AuthPolicy } = {},
): Promise<Attached> {
  const machine = await HostMachine.start(t, release);
  const adbd = await startAdbd({ device: machine, ...(auth === undefined ? {} : { auth }) });
  t.after(() => adbd.close());
  const adb = way === 'server' ? await PrivateAdb.start(t) : undefined;
  await hostKey();
  const phones = new AdbDevices({ key: hostKey, env: adb?.environment ?? NO_ADB });
  t.after(() => phones.close());
  const serial = adb ? await adb.connect(adbd.port) : `tcp:127.0.0.1:${adbd.port}`;
  return { machine, adbd, phones, phone: phones.phone(serial), adb };
}

/** How many sentences this process has registered. */
let turn = 0;

/** Registers a test for each of the releases whose daemons differ, with the ways in turn; see pairs(). */
export function testOnEach(
  sentence: string,
  body: (t: TestContext, attached: Attached) => Promise<void>,
): void {
  for (const [release, way] of pairs([5, 9, 14] as const, ['straight', 'server'] as const, turn)) {
    test(`${sentence} (${way}, Android ${release})`, async (t) => {
      await body(t, await attach(t, { way, release }));
    });
  }
  turn += 1;
}

/** Runs the work as a call of that many milliseconds. */
export function within<T>(
  limit: number,
  work: (call: Call) => Promise<T>,
  cancelled?: AbortSignal,
): Promise<T> {
  return withinLimit({ clock: realClock, limit, cancelled }, work);
}

export function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}

/** Waits for a condition; fails if it does not come true. */
export async function eventually(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; !(await isSo());) {
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
