import type { Config } from '../config/settings.ts';
import type { Registry } from '@handeye/core/device/registry';
import type { Holds } from '@handeye/core/guard/holds';
import type { Concealment } from '@handeye/core/guard/secrets/concealment';
import type { Flows } from '@handeye/flows/flows';
import type { Shelf } from '@handeye/flows/shelf';
import type { MacOptions } from '@handeye/macos/source';
import type { OpenFarm } from '@handeye/farm/server/open-farm';
import { openRegistry, requestedSources } from './devices/device-sources.ts';
import { farmNotices, farmSummary, servedFarm } from './devices/farm.ts';
import { measuredLeases } from './farm/farm-metrics.ts';
import { audited, concealmentOf, mustBeFolder, policyFor, recorderFor } from './frame-parts.ts';
import { leftBehindNotices } from './left-behind.ts';
import { openMetrics } from './metrics.ts';
import { onlyDesktops, toolsetsOf } from './served-toolsets.ts';
import type { DeviceRow, OpenTools, OpenToolsOptions } from './services.ts';
import { openStudio } from './studio.ts';
import type { VirtualSource } from './devices/virtual-source.ts';

/** The tools of this configuration with all their parts, loaded and ready. */
export async function openedTools(
  config: Config,
  { mac, ...options }: OpenToolsOptions & { readonly mac: MacOptions },
): Promise<OpenTools> {
  const { log } = options;
  await mustBeFolder(config.files);
  await mustBeFolder(config.flows, '--flows');
  const [{ createToolbox }, { Asking }, { realClock }] = await Promise.all([
    import('@handeye/core/tools/create-toolbox'),
    import('@handeye/core/guard/asking'),
    import('@handeye/core/call/clock'),
  ]);
  const desktops = await requestedSources(config.device, { folder: options.folder, mac });
  const concealment = await concealmentOf(config, options);
  const farm = await servedFarm(config, log);
  const { registry, virtual } = await openRegistry(config, { ...options, concealment, farm }, desktops);
  const policy = await policyFor(config);
  const record = await recorderFor(config, policy, { ...options, concealment });
  const holds = await holdsFor(config.hold);
  const flows = await flowsOn(config, { registry, virtual, concealment });
  // A recording needs Studio's timeline, even if the page is not served.
  const isStudio = options.studio === true || config.record !== undefined;
  const studio = isStudio
    ? await openStudio(config, {
        ...{ ...options, registry, virtual, holds, concealment, mask: farm?.mask },
        flows: await shelfOf(flows, config),
      })
    : undefined;
  const askers = [...(studio ? [studio.asker] : []), ...(options.askers ?? [])];
  const measuring = await openMetrics(config, options.version);
  const tools = createToolbox({
    registry,
    ...(farm && { leases: await measuredLeases(farm, measuring), remote: farm.remote(askers) }),
    toolsets: toolsetsOf(config),
    onlyDesktops: onlyDesktops(config),
    prefix: config.toolPrefix,
    policy,
    ...(record && { record }),
    holds,
    ...(config.files !== undefined && { files: config.files }),
    ...(flows && { flows }),
    limits: config.limits,
    screenFormat: config.screenFormat,
    ...(config.observe && { observe: config.observe }),
    maxTokens: config.maxTokens,
    treeDepth: config.treeDepth,
    asking: new Asking({ clock: realClock, askers, limit: config.askTimeout * 1000 }),
    audit: await audited(log, { ways: config.logLevel === 'debug' }),
    ...(concealment && { concealment }),
  });
  const served = studio?.watched(tools) ?? tools;
  return {
    toolbox: measuring?.measured(served) ?? served,
    metrics: measuring?.metrics,
    studio: options.studio === true ? studio : undefined,
    inUse: () => deviceSummary(config, registry, farm),
    notices: [
      ...(await leftBehindNotices(options.folder)),
      ...(record?.notices ?? []),
      ...farmNotices(config),
    ],
    close: async () => {
      studio?.close();
      await registry.close();
      await farm?.close();
      record?.close();
    },
  };
}

/** Saved runs, where the tools for them are served. */
async function flowsOn(
  config: Config,
  {
    registry,
    virtual,
    concealment,
  }: { registry: Registry; virtual: VirtualSource; concealment: Concealment | undefined },
): Promise<Flows | undefined> {
  if (!toolsetsOf(config).includes('flows')) return undefined;
  const [{ Flows }, { realClock }] = await Promise.all([
    import('@handeye/flows/flows'),
    import('@handeye/core/call/clock'),
  ]);
  return new Flows({
    registry,
    clock: realClock,
    folder: config.flows,
    history: !config.noHistory,
    mask: concealment && ((text) => concealment.secrets.mask(text)),
    // Only a built-in phone is as it was at its start again in a moment.
    reset: async (device) => {
      const phone = await virtual.running(device);
      if (phone === undefined) return undefined;
      const before = phone.snapshot();
      phone.reset();
      return () => {
        phone.restore(before);
      };
    },
  });
}

/** The flows of the folder, for a person at Studio. */
async function shelfOf(flows: Flows | undefined, { flows: folder }: Config): Promise<Shelf | undefined> {
  if (!flows || folder === undefined) return undefined;
  const { Shelf } = await import('@handeye/flows/shelf');
  return new Shelf(flows, folder);
}

async function holdsFor(seconds = 0): Promise<Holds> {
  const { MemoryHolds } = await import('@handeye/core/guard/holds');
  const { realClock } = await import('@handeye/core/call/clock');
  return new MemoryHolds({ clock: realClock, milliseconds: seconds * 1000 });
}

/** The device in use, for the start message. */
async function deviceSummary(
  config: Config,
  registry: Registry,
  farm: OpenFarm | undefined,
): Promise<string> {
  if (farm) return [...config.device, await farmSummary(farm)].join(', ');
  // A server starts without a device, too, even if the search for one fails.
  const { deviceRows, unlistedRows } = await import('./devices/device-rows.ts');
  const { pluggedFirst } = await import('@handeye/core/device/registry');
  const listed = await deviceRows(registry).catch((): DeviceRow[] => []);
  const rows = [...listed, ...(await unlistedRows(registry, config.device, listed))];
  const full = (id: string) => {
    const row = rows.find((candidate) => candidate.id === id);
    const served = row?.servedBy === undefined ? '' : `, by ${row.servedBy}`;
    if (row === undefined) return id;
    return row.fix === undefined ? `${id} (${row.title})${served}` : `${id}: ${row.fix}`;
  };
  if (config.device.length > 0) return config.device.map(full).join(', ');
  const attached = pluggedFirst(rows.filter(({ id, state }) => id !== 'virtual' && state === 'ready'));
  const [only = 'virtual', ...more] = attached.map(({ id }) => id);
  return more.length === 0 ? full(only) : `${attached.length} attached: choose one with --device`;
}
