import type { Config } from '../../config/settings.ts';
import { faultFields } from '@handeye/core/device/fault';
import type { LeasableDevice } from '@handeye/core/device/leases';
import type { OpenFarm } from '@handeye/farm/server/open-farm';
import { stateOf, systemOf } from '@handeye/core/tools/leases/device-lines';
import { oneLine } from '@handeye/screen/sanitize';
import { logConnection } from '../farm/connection-log.ts';
import { loadFarm } from '../farm/load-farm.ts';
import type { Log } from '../log.ts';
import type { DeviceRow } from '../services.ts';

/** The error of a call without a device where devices are leased. */
export const LEASE_A_DEVICE =
  'Call lease_device to get one of the farm, and pass the name that it answers with as device.';

/** The farm of this configuration; undefined if none is configured, and then its code is not loaded. */
export async function farmOf(config: Config, log?: Log): Promise<OpenFarm | undefined> {
  if (config.farm.length === 0) return undefined;
  const [{ openFarm }, { realClock }] = await Promise.all([
    loadFarm(() => import('@handeye/farm/server/open-farm')),
    import('@handeye/core/call/clock'),
  ]);
  const { farm: servers, farmCredentials: credentials, farmCa: ca } = config;
  return openFarm(
    { servers, credentials, ca },
    {
      clock: realClock,
      onFault: (error) => log?.error('fault', { ...faultFields(error) }),
    },
  );
}

/** The farm for a server, which logs when the connection is lost and restored. */
export async function servedFarm(config: Config, log: Log): Promise<OpenFarm | undefined> {
  const farm = await farmOf(config, log);
  if (!farm) return undefined;
  const stop = logConnection(farm.bus, log);
  return {
    ...farm,
    close() {
      stop();
      return farm.close();
    },
  };
}

/** The farm's devices for `handeye devices`; empty without a farm. */
export async function farmRows(config: Config): Promise<readonly DeviceRow[]> {
  const farm = await farmOf(config);
  if (!farm) return [];
  try {
    return (await farm.devices()).map(rowOf);
  } finally {
    await farm.close();
  }
}

function rowOf(device: LeasableDevice): DeviceRow {
  return {
    id: device.id,
    kind: device.kind,
    title: systemOf(device),
    state: stateOf(device),
    ...(device.reason !== undefined && { fix: oneLine(device.reason) }),
  };
}

/** A short summary for the start message: `farm with 12 devices, 9 free`. */
export async function farmSummary(farm: OpenFarm): Promise<string> {
  const devices = await farm.devices();
  const free = devices.filter(({ state }) => state === 'free').length;
  return `farm with ${devices.length} device${devices.length === 1 ? '' : 's'}, ${free} free`;
}

/** The restrictions of this server's rules: rules about screens are those of a device's host. */
export function farmNotices({ farm, policy, blockApp, record }: Config): readonly string[] {
  if (farm.length === 0) return [];
  const local = [
    ...(policy === 'open' || policy === 'read-only' ? [] : ['--policy']),
    ...(blockApp.length > 0 ? ['--block-app'] : []),
    ...(record === undefined ? [] : ['pictures of --record']),
  ];
  if (local.length === 0) return [];
  return [
    `${local.join(', ')}: for devices of this machine. What agents may do on devices of the farm is decided by their hosts: start handeye host with the same settings.`,
  ];
}
