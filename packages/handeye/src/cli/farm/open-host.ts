import { pause, callWithoutDeadline, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Config } from '../../config/settings.ts';
import { faultFields } from '@handeye/core/device/fault';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import { Host, type HostEvents } from '@handeye/farm/host/host';
import { DeviceLease } from '@handeye/farm/leases/device-lease';
import { BEAT } from '@handeye/farm/protocol/records';
import { DeviceReset } from '@handeye/farm/reset/device-reset';
import type { MacOptions } from '@handeye/macos/source';
import type { Log } from '../log.ts';
import { toolsetsOf } from '../served-toolsets.ts';
import type { OpenHostOptions, RunningHost } from '../services.ts';
import { logConnection } from './connection-log.ts';
import { measuredHost } from './host-metrics.ts';
import { hostTools } from './lease-tools.ts';
import { type Origins, originsOf } from './origins.ts';

/** Milliseconds for the list of attached phones. */
const LIST_LIMIT = 10_000;

/** Milliseconds until the log says again that NATS does not answer. */
const SAID_AGAIN_AFTER = 60_000;

interface Options extends OpenHostOptions {
  readonly mac: MacOptions;
}

/** Starts a host in the farm of this configuration. If the start fails, everything opened is closed again. */
export async function openHost(config: Config, options: Options): Promise<RunningHost> {
  const ends: (() => Promise<void> | void)[] = [];
  const end = async () => {
    for (const one of ends.splice(0).reverse()) await one();
  };
  try {
    const { host, origins } = await started(config, options, ends);
    for (const origin of origins.fixed) host.add(origin);
    ends.push(await addAttached(host, origins));
    return { lost: host.lost, devices: () => [...host.devices.keys()], stop: end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function started(
  config: Config,
  { name, labels, virtualPhones, log, folder, version, stopped, mac, token }: Options,
  ends: (() => Promise<void> | void)[],
) {
  const bus = await connectBus({
    servers: config.farm,
    credentials: config.farmCredentials,
    ca: config.farmCa,
    name: `handeye host ${name}`,
    inboxPrefix: '_INBOX_host',
    makesBuckets: true,
    cancelled: stopped,
    onFault: (error) => {
      log.error('fault', { ...faultFields(error) });
    },
  });
  ends.push(() => bus.close());
  ends.push(logConnection(bus, log));
  if (bus.isOpenToAll)
    log.warn(
      'this NATS lets everybody in: any program that reaches it can use these devices. handeye farm init writes users and certificates for it',
    );
  const tools = await hostTools(config, { log, folder, version });
  ends.push(() => {
    tools.close();
  });
  for (const notice of tools.notices) log.warn(notice);
  const origins = await originsOf(config, { virtualPhones, log, folder, mac });
  ends.push(() => origins.close());
  const running: { host?: Host } = {};
  const seen = () => ({
    isConnected: bus.isConnected,
    devices: [...(running.host?.devices ?? [])].map(([device, { state }]) => [device, state.state] as const),
  });
  const measured = await measuredHost(config, { version, log, token, seen });
  ends.push(() => measured?.stop());
  const host = await Host.start(
    {
      bus,
      clock: realClock,
      name,
      version,
      labels,
      reset: new DeviceReset({
        folder,
        onUnkept: (error) => {
          log.warn('what a device was like before its lease could not be kept', { ...faultFields(error) });
        },
        onUnproven: (device, what) => {
          log.warn(what, { device });
        },
      }),
      openTools: measured?.openTools(tools.openTools) ?? tools.openTools,
      lease: (lease) => new DeviceLease(lease),
      ...(config.toolset !== undefined && { toolsets: toolsetsOf(config) }),
      events: measured?.events(logged(log)) ?? logged(log),
    },
    stopped,
  );
  running.host = host;
  ends.push(() => host.stop());
  return { host, origins };
}

/** Adds attached phones, also later ones. A phone that is pulled out stays in the list as unwell. */
async function addAttached(host: Host, origins: Origins): Promise<() => void> {
  const stop = new AbortController();
  const life = callWithoutDeadline(realClock, stop.signal);
  const look = async () => {
    const limits = { clock: realClock, limit: LIST_LIMIT, cancelled: stop.signal };
    // Without adb there are no phones now; there may be later.
    const found = await withinLimit(limits, async (call) => (await origins.attached?.(call)) ?? []).catch(
      () => [],
    );
    for (const origin of found) if (!host.devices.has(origin.name)) host.add(origin);
  };
  const follow = async () => {
    while (origins.attached) {
      await pause(BEAT, life);
      await look();
    }
  };
  await look();
  follow().catch(() => undefined);
  return () => {
    stop.abort(new Error('The host is stopping.'));
  };
}

/** The log of a host: names of devices and states, nothing of leases. */
function logged(log: Log): HostEvents {
  const states = new Map<string, string>();
  let silenced = -Infinity;
  return {
    onState(device, { state }) {
      if (states.get(device) === state) return;
      states.set(device, state);
      // The reason may quote the screen, which only the farm's users may see.
      if (state === 'quarantined' || state === 'unwell')
        log.warn('device cannot be lent: handeye farm status says why', { device, state });
      else log.info('device', { device, state });
    },
    onEnded(device, why) {
      log.info('lease ended', { device, why });
    },
    onWaitForName() {
      log.warn('waiting for the name: a host had it that has not taken leave');
    },
    onSilenced(error) {
      const now = realClock.now();
      // Each device of the host may report this every few seconds.
      if (now - silenced < SAID_AGAIN_AFTER) return;
      silenced = now;
      log.warn('the farm does not hear of this host: NATS does not answer', { ...faultFields(error) });
    },
    onFault(device, error) {
      log.error('fault', { device, ...faultFields(error) });
    },
  };
}
