import type { Call } from '../../call/call.ts';
import { pause } from '../../call/call.ts';
import { deviceErrorOf } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { PicturedSnapshot } from '../../device/session.ts';
import { contentHash } from '@handeye/screen/fingerprint';
import type { Snapshot } from '@handeye/screen/snapshot';
import type { Eyes, Unreadable } from './eyes.ts';
import { Loading } from './loading.ts';

/** How long a screen may take to come to rest, besides the look at it. */
const SETTLE_LIMIT = 2_000;
/** The same while it shows that it is loading. */
const LOADING_LIMIT = 5_000;
/** How long it must not have changed between two looks. */
const INTERVAL = 150;
/** How far apart looks at a screen are that loads. */
const LOADING_INTERVAL = 250;
/** How late a change may begin: first signs of one came 440 to 580 ms after a click (Android 5.1). */
const LATEST_BEGINNING = 600;

/** The screen after something was done to it. */
export interface SettledScreen {
  /** The screen now, or why it cannot be read. */
  readonly snapshot: PicturedSnapshot | Unreadable;
  /** False: it was still changing when the time was over. */
  readonly settled: boolean;
  /** It was still loading then. */
  readonly loading?: boolean;
}

export interface SettleOptions {
  /** The last look before the act: while the screen is still the same, a change may yet begin. */
  readonly before?: Snapshot | undefined;
  /** A look after the act, at rest: only what loads is waited for. */
  readonly rested?: PicturedSnapshot | undefined;
}

/**
 * Looks at the screen when it has come to rest after an act, or at the latest after 2 s, or 5 s while it loads. One look is
 * enough where the device reports rest itself, or looks only at rest (uiautomator); else looks until two are equal. A failure of
 * the device is returned, not thrown: a model would repeat the act.
 */
export async function lookWhenSettled(
  eyes: Eyes,
  device: Device,
  call: Call,
  { before, rested }: SettleOptions = {},
): Promise<SettledScreen> {
  const now = () => call.clock.now();
  const end = now() + LOADING_LIMIT;
  const loading = new Loading(before);
  let seen: SettledScreen = rested
    ? { snapshot: rested, settled: true }
    : await lookAtRest(eyes, device, call, { before, limit: SETTLE_LIMIT });
  while (!('unreadable' in seen.snapshot) && loading.isShownBy(seen.snapshot, now())) {
    if (now() + LOADING_INTERVAL >= end) return { ...seen, loading: true };
    await pause(LOADING_INTERVAL, call);
    seen = await lookAtRest(eyes, device, call, { before, limit: Math.min(SETTLE_LIMIT, end - now()) });
  }
  return seen;
}

async function lookAtRest(
  eyes: Eyes,
  device: Device,
  call: Call,
  { before, limit }: { readonly before: Snapshot | undefined; readonly limit: number },
): Promise<SettledScreen> {
  const start = call.clock.now();
  const told = await toldByDevice(device, limit, call);
  const snapshot = await eyes.lookBack();
  if (told !== undefined || isLastWord(snapshot)) {
    return { snapshot, settled: told ?? isAtRest(snapshot) };
  }
  const unchanged = before && contentHash(before);
  return untilAlike(snapshot, { eyes, call, unchanged, start, deadline: start + limit });
}

/** The platform has itself waited for rest, for seconds: another look would say no more. */
function isLastWord(seen: PicturedSnapshot | Unreadable): boolean {
  return !('unreadable' in seen) && (seen.rested || seen.textless !== undefined);
}

async function toldByDevice(device: Device, limit: number, call: Call): Promise<boolean | undefined> {
  try {
    return await device.settle?.(limit, call);
  } catch (error) {
    if (deviceErrorOf(error) === undefined || call.signal.aborted) throw error;
    return undefined;
  }
}

interface Comparing {
  readonly eyes: Eyes;
  readonly call: Call;
  /** The screen before the act. */
  readonly unchanged: string | undefined;
  readonly start: number;
  readonly deadline: number;
}

/** Looks until one is like the one before. However long looks take, there are two to compare. */
async function untilAlike(
  first: PicturedSnapshot | Unreadable,
  { eyes, call, unchanged, start, deadline }: Comparing,
): Promise<SettledScreen> {
  const now = () => call.clock.now();
  let seen = first;
  let [before, hash] = ['', hashOf(seen)];
  do {
    await pause(INTERVAL, call);
    seen = await eyes.lookBack();
    [before, hash] = [hash, hashOf(seen)];
    const mayBegin = hash === unchanged && now() - start < LATEST_BEGINNING;
    if (isAtRest(seen) || (hash !== '' && hash === before && !mayBegin))
      return { snapshot: seen, settled: true };
  } while (now() + INTERVAL < deadline);
  return { snapshot: seen, settled: false };
}

function isAtRest(seen: PicturedSnapshot | Unreadable): boolean {
  return 'rested' in seen && seen.rested;
}

/** Empty if nothing could be read. */
function hashOf(seen: PicturedSnapshot | Unreadable): string {
  return 'unreadable' in seen ? '' : contentHash(seen);
}
