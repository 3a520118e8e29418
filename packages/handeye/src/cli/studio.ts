import { ConfigError } from '../config/check.ts';
import type { Config } from '../config/settings.ts';
import type { Registry } from '@handeye/core/device/registry';
import type { Holds } from '@handeye/core/guard/holds';
import type { Concealment } from '@handeye/core/guard/secrets/concealment';
import type { Studio, StudioOptions } from '@handeye/studio/studio';
import type { OpenToolsOptions } from './services.ts';
import type { VirtualSource } from './devices/virtual-source.ts';

interface StudioParts extends OpenToolsOptions {
  readonly registry: Registry;
  /** The built-in phone, if it is one of these devices. */
  readonly virtual?: VirtualSource;
  readonly holds: Holds;
  readonly concealment: Concealment | undefined;
  /** Hides leases, if there are any. */
  readonly mask?: ((text: string) => string) | undefined;
  /** Undefined without a folder of flows. */
  readonly flows?: StudioOptions['flows'];
}

/** Studio on these devices; loaded only on demand. */
export async function openStudio(
  config: Config,
  {
    registry,
    virtual,
    holds,
    concealment,
    flows,
    mask = (text) => text,
    log,
    folder,
    version = '',
  }: StudioParts,
): Promise<Studio> {
  const [{ Studio }, { realClock }, { VIRTUAL_PHONE }] = await Promise.all([
    import('@handeye/studio/studio'),
    import('@handeye/core/call/clock'),
    import('./devices/virtual-source.ts'),
  ]);
  return opened(Studio, {
    registry,
    holds,
    clock: realClock,
    log: (level, event, fields) => {
      log[level](event, fields);
    },
    version,
    policy: config.policy,
    mask: (text) => mask(concealment?.secrets.mask(text) ?? text),
    record: config.record,
    maxTokens: config.maxTokens,
    prefix: config.toolPrefix,
    pairing: await pairingFor(folder),
    flows,
    levers: { device: VIRTUAL_PHONE, phone: () => virtual?.running(VIRTUAL_PHONE) },
  });
}

/** Phones are paired from a page of this computer, not from the one that they show themselves. */
async function pairingFor(folder: string): Promise<StudioOptions['pairing']> {
  if (process.platform === 'android') return undefined;
  const { pagePairing } = await import('./pairing/page-pairing.ts');
  return pagePairing({ folder, env: process.env });
}

/** Reports a recording folder that cannot be used at the start, to the person who can fix it. */
function opened(Made: typeof Studio, options: StudioOptions): Studio {
  try {
    return new Made(options);
  } catch (error) {
    const { record } = options;
    if (record === undefined || !(error instanceof Error && 'code' in error)) throw error;
    throw new ConfigError([`--record: ${record} cannot be written: ${String(error.code)}`]);
  }
}
