import { platformOf } from '@handeye/core/device/platforms';
import type { Config } from '../config/settings.ts';
import type { MacOptions } from '@handeye/macos/source';
import type { Log as ServerLog } from '@handeye/core/server/log';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import type { withChosenPhone } from './devices/chosen-phone.ts';
import { loadFarm } from './farm/load-farm.ts';
import type { Log } from './log.ts';
import { mayDefer } from './may-defer.ts';
import type { HttpOptions, Listening, Services, ServiceOptions } from './services.ts';

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
    const open = async () => {
      const { openedTools } = await import('./opened-tools.ts');
      return openedTools(config, { ...options, mac });
    };
    if (options.mayDefer !== true || !mayDefer(config, process.env)) return open();
    const { deferredTools } = await import('./deferred-tools.ts');
    return deferredTools(config, options, open);
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
    const { openRegistry, requestedSources } = await import('./devices/device-sources.ts');
    const { farmRows } = await import('./devices/farm.ts');
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
  async pairedPhones(folder) {
    const { PairedPhones } = await import('@handeye/adb/wireless/paired-phones');
    return new PairedPhones(folder).all();
  },
  async wifiPhones(folder) {
    const { wifiPhones } = await import('./pairing/wifi-phones.ts');
    return wifiPhones(folder);
  },
  async farm(config) {
    const { farmOf, farmSummary } = await import('./devices/farm.ts');
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
    const { androidOptions } = await import('./devices/device-sources.ts');
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

async function onChosenPhone<T>(
  config: Config,
  { limit, ...options }: ServiceOptions & { readonly limit: number },
  work: Parameters<typeof withChosenPhone<T>>[1],
): Promise<T> {
  const { withChosenPhone } = await import('./devices/chosen-phone.ts');
  const { androidOptions } = await import('./devices/device-sources.ts');
  const android = androidOptions(config, options);
  return withChosenPhone({ device: config.device, android, limit }, work);
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

function isMac({ platform = process.platform }: MacOptions): boolean {
  return platform === 'darwin';
}
