import { kindOf } from '@handeye/core/device/platforms';
import { deviceErrorOf } from '@handeye/core/device/errors';
import type { Registry } from '@handeye/core/device/registry';
import { deviceCall } from '../device-call.ts';
import type { DeviceRow } from '../services.ts';
import { isVirtualPhone } from './virtual-source.ts';

/** Milliseconds to list the devices, and to open one; the same as in a call. */
const LIST_LIMIT = 10_000;
const OPEN_LIMIT = 10_000;
/** The start message does not wait longer for a device that no list has. */
const BRIEFLY = 2_000;
/** A companion may take 8 seconds to start and 3 to end. */
const TRY_OUT_LIMIT = 20_000;

/** The devices by name, state and tier. Fast, because none of them is opened. */
export async function deviceRows(registry: Registry): Promise<DeviceRow[]> {
  const listings = await deviceCall(LIST_LIMIT, (call) => registry.list(call));
  return Promise.all(
    listings.map(async ({ ready, state = 'not ready', ...row }): Promise<DeviceRow> => {
      if (ready !== true) return { ...row, state, fix: ready };
      const servedBy = await serverOf(registry, row.id);
      return { ...row, state: 'ready', ...(servedBy !== undefined && { servedBy }) };
    }),
  );
}

/** The configured devices that no list has, with what is wrong with each. */
export function unlistedRows(
  registry: Registry,
  configured: readonly string[],
  listed: readonly DeviceRow[],
): Promise<DeviceRow[]> {
  const unlisted = configured.filter((id) => !isVirtualPhone(id) && listed.every((row) => row.id !== id));
  return Promise.all(unlisted.map((id) => examined(registry, unlistedRow(id), { limit: BRIEFLY })));
}

/** A device that is not listed may still exist: under another name, or behind an adb server that has yet to connect to it. */
function unlistedRow(id: string): DeviceRow {
  return { id, kind: kindOf(id), title: id, state: 'ready' };
}

/** The tier that serves a device; undefined if the device does not answer in time. */
async function serverOf(registry: Registry, id: string): Promise<string | undefined> {
  try {
    return await deviceCall(OPEN_LIMIT, (call) => registry.servedBy(id, call));
  } catch {
    return undefined;
  }
}

/**
 * All devices, or only the `wanted` ones, with their capabilities. With `tryOut`, the tier that would serve a device is started
 * for a moment. The built-in phone is not started for this.
 */
export async function examinedRows(
  registry: Registry,
  wanted: readonly string[] = [],
  { tryOut = false }: { readonly tryOut?: boolean } = {},
): Promise<DeviceRow[]> {
  const rows = await deviceRows(registry);
  const chosen = wanted.map((id) => rows.find((row) => row.id === id) ?? unlistedRow(id));
  return Promise.all((wanted.length > 0 ? chosen : rows).map((row) => examined(registry, row, { tryOut })));
}

async function examined(
  registry: Registry,
  row: DeviceRow,
  { tryOut = false, limit = OPEN_LIMIT }: { readonly tryOut?: boolean; readonly limit?: number },
): Promise<DeviceRow> {
  if (row.state !== 'ready' || isVirtualPhone(row.id)) return row;
  try {
    const { title, capabilities } = await deviceCall(limit, (call) => registry.inspect(row.id, call));
    const tried = tryOut
      ? await deviceCall(TRY_OUT_LIMIT, (call) => registry.tryOut(row.id, call))
      : undefined;
    return { ...row, title, capabilities, ...tried };
  } catch (error) {
    const known = deviceErrorOf(error);
    if (!known) throw error;
    return { ...row, state: 'not ready', fix: known.message };
  }
}
