import { ConfigError } from '../../config/check.ts';
import type { Config } from '../../config/settings.ts';
import type { Device } from '@handeye/core/device/port';
import type { DeviceSource } from '@handeye/core/device/registry';
import type { OpenLeaseTools } from '@handeye/farm/host/device-origin';
import { LeaseFolder, makeLeasesFolder } from '@handeye/farm/host/lease-folder';
import { withoutLeases } from '@handeye/farm/protocol/names';
import { audited, concealmentOf, mustBeFolder, policyFor, recorderFor } from '../frame-parts.ts';
import { toolsetsOf } from '../served-toolsets.ts';
import type { OpenToolsOptions } from '../services.ts';
import { openStudio } from '../studio.ts';

/** The parts that all leases of a host share: policy, secrets, record. */
interface HostTools {
  readonly openTools: OpenLeaseTools;
  readonly notices: readonly string[];
  close(): void;
}

/**
 * The tools for the devices of a host: the same frame as a server's, with the host's own settings. Each lease gets its own, so
 * that nothing shown or allowed to one holder carries over to the next.
 */
export async function hostTools(config: Config, options: OpenToolsOptions): Promise<HostTools> {
  await mustBeFolder(config.files);
  await mustTakeLeases(config.files);
  const [{ createToolbox }, { Asking }, { realClock }, { Registry }] = await Promise.all([
    import('@handeye/core/tools/create-toolbox'),
    import('@handeye/core/guard/asking'),
    import('@handeye/core/call/clock'),
    import('@handeye/core/device/registry'),
  ]);
  const concealment = await concealmentOf(config, options);
  const policy = await policyFor(config);
  const record = await recorderFor(config, policy, { ...options, concealment });
  const frame = {
    toolsets: toolsetsOf(config),
    policy,
    ...(record && { record }),
    ...(concealment && { concealment }),
    limits: config.limits,
    maxTokens: config.maxTokens,
    treeDepth: config.treeDepth,
    audit: await audited(options.log, { ways: config.logLevel === 'debug' }),
  };
  return {
    notices: record?.notices ?? [],
    close: () => record?.close(),
    async openTools(device, holds, guarded) {
      const files =
        config.files === undefined
          ? undefined
          : await LeaseFolder.make({ files: config.files, device: device.id, guarded });
      const registry = new Registry({
        sources: [only(device)],
        configured: [device.id],
        ...(concealment && { conceal: (one) => concealment.conceal(one) }),
      });
      // Studio's timeline writes the recordings.
      const studio =
        config.record === undefined
          ? undefined
          : await openStudio(config, { ...options, registry, holds, concealment, mask: withoutLeases });
      // The person is asked where the call comes from.
      const asking = new Asking({ clock: realClock, limit: config.askTimeout * 1000 });
      const tools = createToolbox({ ...frame, ...(files && { files }), registry, holds, asking });
      return {
        toolbox: studio?.watched(tools) ?? tools,
        session: () => registry.opened(device.id),
        async close() {
          studio?.close();
          await registry.close();
          await files?.remove();
        },
      };
    },
  };
}

/** Reported at the start, to the person who can fix it. */
async function mustTakeLeases(files: string | undefined): Promise<void> {
  if (files === undefined) return;
  await makeLeasesFolder(files).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigError([
      `--files: a host keeps the files of each lease in it, and cannot write there: ${why}`,
    ]);
  });
}

/** A source for a device that is already open. */
function only(device: Device): DeviceSource {
  const { id, title, kind } = device;
  return {
    claims: (name) => name === id,
    list: () => Promise.resolve([{ id, title, kind, ready: true }]),
    open: () => Promise.resolve(device),
    close: () => Promise.resolve(),
  };
}
