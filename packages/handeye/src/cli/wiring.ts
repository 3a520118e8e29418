import type { AndroidOptions, AndroidSource, HelperAction } from '../android/source.ts';
import type { Config } from '../config/settings.ts';
import type { Call } from '../call/call.ts';
import { faultFields } from '../device/fault.ts';
import type { DeviceSource, Registry } from '../device/registry.ts';
import type { MacOptions } from '../macos/source.ts';
import type { Log as ServerLog } from '../server/log.ts';
import type { Audit } from '../tools/frame/frame.ts';
import type { Toolbox } from '../tools/frame/toolbox.ts';
import { defaultDesktopToolsets, defaultToolsets, type Toolset } from '../tools/frame/defaults.ts';
import { UsageError } from './command.ts';
import type { Log } from './log.ts';
import type { DeviceRow, HttpOptions, Listening, Services, ServiceOptions } from './services.ts';

/** Milliseconds that calls in flight have to finish when the server stops. */
const GRACE = 3000;

/** Milliseconds to look around a desktop. */
const DESKTOP_LIMIT = 10_000;

/** Milliseconds that 18 MB may take over a slow cable, and a phone to install them. */
const INSTALL_LIMIT = 180_000;

/** The Mac around us; tests bring another. */
interface ServicesOptions {
  readonly mac?: MacOptions;
}

/** The services behind the commands, each loaded when a command first needs it: what is not used costs no start-up time. */
export const createServices = ({ mac = {} }: ServicesOptions = {}): Services => ({
  async openTools(config, options) {
    const { log } = options;
    const { createToolbox } = await import('../tools/frame/frame.ts');
    const desktops = await desktopSources(config.device, mac);
    const registry = await openRegistry(config, options, desktops);
    const toolbox = createToolbox({
      registry,
      toolsets: toolsetsOf(config),
      prefix: config.toolPrefix,
      policy: {
        readOnly: config.readOnly,
        blockedApps: config.blockApp,
        allowedApps: config.allowApp,
        writesPerSecond: config.writesPerSecond,
        wake: !config.noWake,
      },
      limits: config.limits,
      screenFormat: config.screenFormat,
      maxTokens: config.maxTokens,
      treeDepth: config.treeDepth,
      audit: audited(log),
    });
    return { toolbox, inUse: () => deviceSummary(config, registry), close: () => registry.close() };
  },
  async devices(config, options) {
    const [{ examinedRows }, { wantedTier }] = await Promise.all([
      import('./device-rows.ts'),
      import('../android/tier.ts'),
    ]);
    // A list changes nothing on a phone: it installs no helper, and starts nothing.
    const tier = wantedTier(config);
    const helper = config.helper === 'on' ? 'auto' : config.helper;
    // A Mac is always listed, so that its owner learns what it takes; it is used only when it is asked for.
    const desktops = await desktopSources(isMac(mac) ? [...config.device, 'macos'] : config.device, mac);
    const registry = await openRegistry({ ...config, tier, helper }, options, desktops);
    try {
      return await examinedRows(registry, config.device);
    } finally {
      await registry.close();
    }
  },
  async desktops({ device }) {
    const names = device.filter(isLinux);
    if (names.length === 0) return [];
    const { diagnose } = await import('../linux/diagnosis.ts');
    const { withinLimit } = await import('../call/call.ts');
    const { realClock } = await import('../call/clock.ts');
    const look = (name: string) =>
      withinLimit({ clock: realClock, limit: DESKTOP_LIMIT }, (call) => diagnose(name, process.env, call));
    return Promise.all(names.map(look));
  },
  helper: runHelperAction,
  async checkMac() {
    if (!isMac(mac)) return undefined;
    const { checkup } = await import('../macos/selftest/checkup.ts');
    return checkup(mac);
  },
  async *selftest(signal) {
    const { selftest } = await import('../macos/selftest/selftest.ts');
    yield* selftest(mac, signal);
  },
  async keptToken(folder) {
    const { keptToken } = await import('../server/token.ts');
    return keptToken(folder);
  },
  async serverToken(folder) {
    const { CannotKeepToken, keptToken, newToken } = await import('../server/token.ts');
    try {
      return { token: await keptToken(folder) };
    } catch (error) {
      if (!(error instanceof CannotKeepToken)) throw error;
      return { token: newToken(), unkept: error.message };
    }
  },
  startHttp,
  async serveStdio(toolbox, { signal, log, ...options }) {
    const { serveStdio } = await import('../server/stdio.ts');
    signal.addEventListener('abort', () => options.input.destroy(), { once: true });
    await serveStdio({ toolbox, name: 'handeye', log: serverLog(log), ...options });
  },
});

export const services = createServices();

/** The tools asked for; else those of a phone, and for a desktop also its own. */
function toolsetsOf({ toolset, device }: Config): readonly Toolset[] {
  const desktop = device.some((name) => /^(linux|macos)(:|$)/.test(name));
  return toolset ?? (desktop ? defaultDesktopToolsets : defaultToolsets);
}

function isLinux(name: string): boolean {
  return /^linux(:|$)/.test(name);
}

function isMac({ platform = process.platform }: MacOptions): boolean {
  return platform === 'darwin';
}

/** A desktop is used only when it is asked for: an agent must not find itself on the desktop of whoever starts it. */
async function desktopSources(device: readonly string[], mac: MacOptions): Promise<DeviceSource[]> {
  const sources: DeviceSource[] = [];
  if (device.some(isLinux)) {
    const { LinuxSource } = await import('../linux/source.ts');
    sources.push(new LinuxSource());
  }
  if (device.includes('macos')) {
    const { MacSource } = await import('../macos/source.ts');
    sources.push(new MacSource(mac));
  }
  return sources;
}

/** All platforms. Where nothing is configured and nothing is attached, the built-in phone serves. */
async function openRegistry(
  config: Config,
  { log, folder }: ServiceOptions,
  desktops: readonly DeviceSource[],
): Promise<Registry> {
  const [{ Registry }, { AndroidSource }, { VirtualSource, VIRTUAL_PHONE }] = await Promise.all([
    import('../device/registry.ts'),
    import('../android/source.ts'),
    import('./virtual-source.ts'),
  ]);
  const options = androidOptions(config, { log, folder });
  return new Registry({
    sources: [...desktops, new VirtualSource({ ...options, log }), new AndroidSource(options)],
    configured: config.device,
    otherwise: VIRTUAL_PHONE,
  });
}

function androidOptions(
  { device, tier, helper }: Config,
  { log, folder }: { log: Log; folder: string },
): AndroidOptions {
  return {
    keyFolder: folder,
    addresses: device.filter((name) => name.startsWith('tcp:')),
    tier,
    helper,
    // Why is told by each look: it can quote the device, and the log holds nothing that came from it.
    onTier(name, served) {
      log.info(tierEvents[served.name], { device: name });
    },
  };
}

const tierEvents = {
  companion: 'served by the companion on the phone',
  helper: 'served by the helper on the phone',
  plain: 'served over plain ADB',
} as const;

/** The helper of the one phone that is chosen, or attached. The built-in phone always has its own. */
async function runHelperAction(
  action: HelperAction,
  config: Config,
  options: ServiceOptions,
): Promise<string> {
  const [{ AndroidSource }, { withinLimit }, { realClock }] = await Promise.all([
    import('../android/source.ts'),
    import('../call/call.ts'),
    import('../call/clock.ts'),
  ]);
  const source = new AndroidSource(androidOptions(config, options));
  try {
    return await withinLimit({ clock: realClock, limit: INSTALL_LIMIT }, async (call) => {
      const name = await chosenPhone(config, source, call);
      return `${name}: ${await source.helper(name, action, call)}`;
    });
  } finally {
    await source.close();
  }
}

async function chosenPhone({ device }: Config, source: AndroidSource, call: Call): Promise<string> {
  const attached = (await source.list(call)).filter(({ ready }) => ready === true).map(({ id }) => id);
  const [only, ...more] = device.length > 0 ? device : attached;
  if (only === 'virtual') throw new UsageError('The virtual phone already has its helper: nothing to do.');
  if (only !== undefined && more.length === 0) return only;
  const choice =
    only === undefined
      ? 'No phone is attached'
      : `Several phones are attached: ${[only, ...more].join(', ')}`;
  throw new UsageError(`${choice}. Choose one with --device.`);
}

/** The device in use, for the person who starts the server. */
async function deviceSummary(config: Config, registry: Registry): Promise<string> {
  // A server starts with no device at all, so also when looking for one fails.
  const { deviceRows } = await import('./device-rows.ts');
  const rows = await deviceRows(registry).catch((): DeviceRow[] => []);
  const full = (id: string) => {
    const row = rows.find((candidate) => candidate.id === id);
    const served = row?.servedBy === undefined ? '' : `, by ${row.servedBy}`;
    if (row === undefined) return id;
    return row.fix === undefined ? `${id} (${row.title})${served}` : `${id}: ${row.fix}`;
  };
  if (config.device.length > 0) return config.device.map(full).join(', ');
  const attached = rows.filter(({ id, state }) => id !== 'virtual' && state === 'ready');
  const [only = 'virtual', ...more] = attached.map(({ id }) => id);
  return more.length === 0 ? full(only) : `${attached.length} attached: choose one with --device`;
}

/** Each call leaves one line: the tool, the device, the time and the outcome; never what was shown or typed. */
function audited(log: Log): (audit: Audit) => void {
  return ({ tool, device = 'none', milliseconds, outcome, fault }) => {
    log.info('call', { tool, device, milliseconds, outcome });
    if (fault !== undefined) log.error('fault', { tool, ...faultFields(fault) });
  };
}

async function startHttp(toolbox: Toolbox, options: HttpOptions): Promise<Listening> {
  const { config, token, version, log } = options;
  const { startHttp } = await import('../server/http.ts');
  const made = config.https ? await keyPair(options) : undefined;
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version,
    log: serverLog(log),
    token,
    host: config.host,
    port: config.port,
    allowedHosts: config.allowHost,
    firstGeneration: config.toolset?.includes('first-generation') ?? false,
    ...(made && { tls: made.tls }),
  });
  return {
    certificate: made?.certificate,
    stop: () => server.close({ grace: GRACE }),
  };
}

/** The user's own certificate, or one made here, which clients have to be told to trust. */
async function keyPair({ config: { cert, key }, folder }: HttpOptions) {
  const { certificate, ownCertificate } = await import('../server/tls.ts');
  if (cert !== undefined && key !== undefined) return { tls: ownCertificate({ cert, key }) };
  const own = await certificate({ folder });
  return { tls: own, certificate: own };
}

function serverLog(log: Log): ServerLog {
  return (level, event, fields) => {
    log[level](event, fields);
  };
}
