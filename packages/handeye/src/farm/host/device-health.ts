import { type Call, pause, withinLimit } from '../../call/call.ts';
import { deviceErrorOf } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import { BEAT } from '../protocol/records.ts';

/** Milliseconds that an ordinary device has to answer the cheapest question there is. */
const PROBE_LIMIT = 5_000;

/** Milliseconds until a device that did not answer is asked once more: one lost line is no death. */
const ASK_AGAIN_AFTER = 1_000;

/** A device does not answer any more; the message says why, as far as it is known. */
export class DeviceDied extends Error {
  override readonly name = 'DeviceDied';
}

/** Fails with DeviceDied when a device does not answer any more, or when the call ends. */
export async function failWhenDead(device: Device, call: Call): Promise<never> {
  for (;;) {
    await pause(BEAT, call);
    if ((await problemOf(device, call)) === undefined) continue;
    await pause(ASK_AGAIN_AFTER, call);
    const problem = await problemOf(device, call);
    if (problem !== undefined) throw new DeviceDied(problem);
  }
}

export async function isAlive(device: Device, call: Call): Promise<boolean> {
  return (await problemOf(device, call)) === undefined;
}

async function problemOf(device: Device, { clock, signal }: Call): Promise<string | undefined> {
  const limit = PROBE_LIMIT * (device.slowness ?? 1);
  try {
    await withinLimit({ clock, limit, cancelled: signal }, (call) => device.screen(call));
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    return deviceErrorOf(error)?.message ?? 'The device does not answer.';
  }
}
