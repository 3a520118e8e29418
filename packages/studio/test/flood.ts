import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { calculator } from '@handeye/testing/screens';
import type { ScriptedDevice } from '@handeye/testing/scripted-device';

/** Milliseconds: shorter waits are skipped. */
const PAUSE = 200;

/** A clock without pauses between looks; longer waits take their time. */
export const withoutPauses: Clock = {
  now: () => realClock.now(),
  after: (milliseconds, then) => realClock.after(milliseconds <= PAUSE ? 0 : milliseconds, then),
};

const [WIDTH, HEIGHT] = [108, 240];

/** Lets a device show another text and another picture at each look. Returns the count of looks. */
export function changing(device: ScriptedDevice): () => number {
  let looks = 0;
  device.tier = { name: 'fast', looksAreCheap: true };
  device.react = ({ did }) => {
    if (did !== 'look') return;
    looks += 1;
    // The device keeps a list of its actions, which would grow here.
    device.deeds.length = 0;
    device.view = calculator(String(looks));
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const;
    device.picture = { bytes: Buffer.alloc(WIDTH * HEIGHT * raw.channels, looks % 251), raw };
  };
  return () => looks;
}

/** Bytes in use in this process after garbage collection. */
export async function bytesInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // the flag has put it there
  for (let round = 0; round < 3; round += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Waits for a condition, and fails after `limit` milliseconds. */
export async function until(isTrue: () => boolean | Promise<boolean>, limit = 60_000): Promise<void> {
  for (const deadline = Date.now() + limit; !(await isTrue());) {
    if (Date.now() > deadline) throw new Error(`not within ${limit} ms: ${isTrue.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
