import { platformOf } from '@handeye/core/device/platforms';
import type { Config } from '../config/settings.ts';
import type { Registry } from '@handeye/core/device/registry';
import type { OpenFarm } from '@handeye/farm/server/open-farm';
import type { Holds } from '@handeye/core/guard/holds';
import type { MacOptions } from '@handeye/macos/source';
import type { Log as ServerLog } from '@handeye/core/server/log';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import type { withChosenPhone } from './devices/chosen-phone.ts';
import { androidOptions, isMac, openRegistry, requestedSources } from './devices/device-sources.ts';
import { measuredLeases } from './farm/farm-metrics.ts';
import { loadFarm } from './farm/load-farm.ts';
import { farmNotices, farmOf, farmRows, farmSummary, servedFarm } from './devices/farm.ts';
import { audited, concealmentOf, mustBeFolder, policyFor, recorderFor } from './frame-parts.ts';
import type { Log } from './log.ts';
import { openMetrics } from './metrics.ts';
import type { DeviceRow, HttpOptions, Listening, Services, ServiceOptions } from './services.ts';
import { onlyDesktops, toolsetsOf } from './served-toolsets.ts';
import { openStudio } from './studio.ts';

/** Milliseconds for calls in flight to finish when the server stops. */
const GRACE = 3000;

/** Milliseconds for examining a desktop. */
const DESKTOP_LIMIT = 10_000;

/** Milliseconds to remove files from a phone, and to start a companion that restores what an earlier one changed. */
const CLEAN_LIMIT = 30_000;

/** Replaced by tests: the Mac that we run on. */
interface ServicesOptions {
  readonly mac?: MacOptions;
}

/** The services behind the commands. Each is loaded on first use, to keep the start fast. */
export const createServices = ({ mac = {} }: ServicesOptions = {}): Services => ({
  async openTools(config, options) {
    const { log } = options;
    await mustBeFolder(config.files);
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
    // A recording needs Studio's timeline, even if the page is not served.
    const isStudio = options.studio === true || config.record !== undefined;
    const studio = isStudio
      ? await openStudio(config, { ...options, registry, virtual, holds, concealment, mask: farm?.mask })
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
      limits: config.limits,
      screenFormat: config.screenFormat,
      ...(config.observe && { observe: config.observe }),
      maxTokens: config.maxTokens,
      treeDepth: config.treeDepth,
      asking: new Asking({ clock: realClock, askers, limit: config.askTimeout * 1000 }),
      audit: audited(log, { ways: config.logLevel === 'debug' }),
      ...(concealment && { concealment }),
    });
    const served = studio?.watched(tools) ?? tools;
    return {
      toolbox: measuring?.measured(served) ?? served,
      metrics: measuring?.metrics,
      studio: options.studio === true ? studio : undefined,
      inUse: () => deviceSummary(config, registry, farm),
      notices: [...(await noticesFrom(options.folder)), ...(record?.notices ?? []), ...farmNotices(config)],
      close: async () => {
        studio?.close();
        await registry.close();
        await farm?.close();
        record?.close();
      },
    };
  },
  async openHost(config, options) {
    const { openHost } = await loadFarm(() => import('./farm/open-host.ts'));
    return openHost(config, { ...options, mac });
  },
  async runningTools(wish) {
    const { runningTools } = await import('./running-server/find.ts');
    return runningTools(wish);
  },
  async devices(config, options) {
    const { examinedRows } = await import('./devices/device-rows.ts');
    // A Mac is always listed, so that its owner learns how to use it; it is used only on request.
    const wanted = isMac(mac) ? [...config.device, 'macos'] : config.device;
    const desktops = await requestedSources(wanted, { folder: options.folder, mac });
    const { registry } = await openRegistry(config, options, desktops);
    try {
      const [local, leasable] = await Promise.all([
        examinedRows(registry, config.device, options),
        farmRows(config),
      ]);
      return [...local, ...leasable];
    } finally {
      await registry.close();
    }
  },
  async farm(config) {
    const farm = await farmOf(config);
    try {
      return farm && (await farmSummary(farm));
    } finally {
      await farm?.close();
    }
  },
  async desktops({ device }) {
    const names = device.filter((name) => platformOf(name) === 'linux');
    if (names.length === 0) return [];
    const { diagnose } = await import('@handeye/linux/diagnosis');
    const { deviceCall } = await import('./device-call.ts');
    const look = (name: string) => deviceCall(DESKTOP_LIMIT, (call) => diagnose(name, process.env, call));
    return Promise.all(names.map(look));
  },
  clean: (config, options) =>
    onChosenPhone(config, { ...options, limit: CLEAN_LIMIT }, async ({ source, name, call }) => {
      const { clean } = await import('@handeye/android/clean');
      const state = await source.putStateBack(name, call);
      return { name, ...(await clean(source.phone(name), call)), state };
    }),
  async checkMac() {
    if (!isMac(mac)) return undefined;
    const { checkup } = await import('@handeye/macos/selftest/checkup');
    return checkup(mac);
  },
  async *selftest(signal) {
    const { selftest } = await import('@handeye/macos/selftest/selftest');
    yield* selftest(mac, signal);
  },
  async testPhone(config, { log, folder, ...options }) {
    const { testPhone } = await import('./phone-selftest.ts');
    return testPhone({
      device: config.device,
      android: androidOptions(config, { log, folder }),
      log,
      ...options,
    });
  },
  async keptToken(folder) {
    const { keptToken } = await import('@handeye/core/server/token');
    return keptToken(folder);
  },
  async serverToken(folder) {
    const { CannotKeepToken, keptToken, newToken } = await import('@handeye/core/server/token');
    try {
      return { token: await keptToken(folder) };
    } catch (error) {
      if (!(error instanceof CannotKeepToken)) throw error;
      return { token: newToken(), unkept: error.message };
    }
  },
  startHttp,
  async studioLink(wish) {
    const { studioLink } = await import('./running-server/studio-link.ts');
    return studioLink(wish);
  },
  async openInBrowser(url, environment) {
    const { openInBrowser } = await import('./open-browser.ts');
    return openInBrowser(url, environment);
  },
  async serveStdio(toolbox, { signal, log, ...options }) {
    const { serveStdio } = await import('@handeye/core/server/stdio');
    signal.addEventListener('abort', () => options.input.destroy(), { once: true });
    await serveStdio({ toolbox, name: 'handeye', log: serverLog(log), ...options });
  },
});

export const services = createServices();

async function holdsFor(seconds = 0): Promise<Holds> {
  const { MemoryHolds } = await import('@handeye/core/guard/holds');
  const { realClock } = await import('@handeye/core/call/clock');
  return new MemoryHolds({ clock: realClock, milliseconds: seconds * 1000 });
}

async function onChosenPhone<T>(
  config: Config,
  { limit, ...options }: ServiceOptions & { readonly limit: number },
  work: Parameters<typeof withChosenPhone<T>>[1],
): Promise<T> {
  const { withChosenPhone } = await import('./devices/chosen-phone.ts');
  const android = androidOptions(config, options);
  return withChosenPhone({ device: config.device, android, limit }, work);
}

/** Notes about changes that killed runs left on phones. */
async function noticesFrom(folder: string): Promise<readonly string[]> {
  const { leftBehind } = await import('@handeye/android/state/journal');
  return leftBehind(folder).map(
    ({ device, items }) =>
      `An earlier run was killed and left changed on ${device}: ${items}. ` +
      'set_device_state with restore: true puts it back, and so does handeye clean.',
  );
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
  const listed = await deviceRows(registry).catch((): DeviceRow[] => []);
  const rows = [...listed, ...(await unlistedRows(registry, config.device, listed))];
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

async function startHttp(toolbox: Toolbox, options: HttpOptions): Promise<Listening> {
  const { config, token, version, log } = options;
  const [{ startHttp }, { newToken }, { announce }] = await Promise.all([
    import('@handeye/core/server/http'),
    import('@handeye/core/server/token'),
    import('./running-server/announce.ts'),
  ]);
  const made = config.https ? await keyPair(options) : undefined;
  const runToken = newToken();
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version,
    log: serverLog(log),
    token,
    runToken,
    host: config.host,
    port: config.port,
    allowedHosts: config.allowHost,
    firstGeneration: config.toolset?.includes('first-generation') ?? false,
    ...(made && { tls: made.tls }),
    mount: options.mount,
    metrics: options.metrics,
    ...(options.onlyMount && { onlyMount: true }),
  });
  const withdraw = await announce({ ...options, toolbox, token: runToken, certificate: made?.tls.cert });
  return {
    certificate: made?.certificate,
    async stop() {
      await withdraw();
      await server.close({ grace: GRACE });
    },
  };
}

/** The user's own certificate, or a generated one that clients must be told to trust. */
async function keyPair({ config: { cert, key }, folder }: HttpOptions) {
  const { certificate, ownCertificate } = await import('@handeye/core/server/tls');
  if (cert !== undefined && key !== undefined) return { tls: ownCertificate({ cert, key }) };
  const own = await certificate({ folder });
  return { tls: own, certificate: own };
}

function serverLog(log: Log): ServerLog {
  return (level, event, fields) => {
    log[level](event, fields);
  };
}
