import type { AndroidOptions } from '../android/source.ts';
import { ConfigError } from '../config/check.ts';
import type { Config } from '../config/settings.ts';
import { faultFields } from '../device/fault.ts';
import type { DeviceSource, Registry } from '../device/registry.ts';
import type { Recorder } from '../guard/audit/recorder.ts';
import type { Holds } from '../guard/holds.ts';
import { withoutScreenTexts } from '../guard/notes/without-screen-texts.ts';
import type { Policy } from '../guard/policy.ts';
import type { Profile } from '../guard/profiles.ts';
import type { Concealment } from '../guard/secrets/concealment.ts';
import type { MacOptions } from '../macos/source.ts';
import type { Log as ServerLog } from '../server/log.ts';
import type { Audit } from '../tools/frame/shared/accounts.ts';
import type { Toolbox } from '../tools/frame/toolbox.ts';
import type { withChosenPhone } from './chosen-phone.ts';
import type { Log } from './log.ts';
import type {
  DeviceRow,
  HttpOptions,
  Listening,
  OpenToolsOptions,
  Services,
  ServiceOptions,
} from './services.ts';
import { onlyDesktops, toolsetsOf } from './served-toolsets.ts';

/** Milliseconds that calls in flight have to finish when the server stops. */
const GRACE = 3000;

/** Milliseconds for examining a desktop. */
const DESKTOP_LIMIT = 10_000;

/** Milliseconds for copying 18 MB over a slow cable and installing them. */
const INSTALL_LIMIT = 180_000;

/** Milliseconds to remove files from a phone, and to start a companion that puts back what another one changed. */
const CLEAN_LIMIT = 30_000;

/** What tests replace: the Mac that we run on, and the limits. */
interface ServicesOptions {
  readonly mac?: MacOptions;
  readonly installLimit?: number;
}

/** The services behind the commands. Each is loaded when a command first needs it, to keep the start fast. */
export const createServices = ({
  mac = {},
  installLimit = INSTALL_LIMIT,
}: ServicesOptions = {}): Services => ({
  async openTools(config, options) {
    const { log } = options;
    await mustBeFolder(config.files);
    const [{ createToolbox }, { Asking }, { realClock }] = await Promise.all([
      import('../tools/frame/frame.ts'),
      import('../guard/asking.ts'),
      import('../call/clock.ts'),
    ]);
    const desktops = await desktopSources(config.device, options.folder, mac);
    const concealment = await concealmentOf(config, options);
    const registry = await openRegistry(config, { ...options, concealment }, desktops);
    const policy: Policy = {
      readOnly: config.readOnly,
      blockedApps: config.blockApp,
      allowedApps: config.allowApp,
      ...(await policyOf(config.policy)),
      allowedSchemes: config.allowUri.map((scheme) => scheme.toLowerCase()),
      writesPerSecond: config.writesPerSecond,
      wake: !config.noWake,
    };
    const record = await recorderFor(config, policy, { ...options, concealment });
    const toolbox = createToolbox({
      registry,
      toolsets: toolsetsOf(config),
      onlyDesktops: onlyDesktops(config),
      prefix: config.toolPrefix,
      policy,
      ...(record && { record }),
      ...(config.hold !== undefined && { holds: await holdsFor(config.hold) }),
      ...(config.files !== undefined && { files: config.files }),
      limits: config.limits,
      screenFormat: config.screenFormat,
      ...(config.observe && { observe: config.observe }),
      maxTokens: config.maxTokens,
      treeDepth: config.treeDepth,
      asking: new Asking({
        clock: realClock,
        askers: options.askers ?? [],
        limit: config.askTimeout * 1000,
      }),
      audit: audited(log, { ways: config.logLevel === 'debug' }),
      ...(concealment && { concealment }),
    });
    return {
      toolbox,
      inUse: () => deviceSummary(config, registry),
      notices: [...(await noticesFrom(options.folder)), ...(record?.notices ?? [])],
      close: async () => {
        await registry.close();
        record?.close();
      },
    };
  },
  async runningTools(wish) {
    const { runningTools } = await import('./running-server/find.ts');
    return runningTools(wish);
  },
  async devices(config, options) {
    const [{ examinedRows }, { wantedTier }] = await Promise.all([
      import('./device-rows.ts'),
      import('../android/tier-choice.ts'),
    ]);
    // Listing devices must not change a phone: it installs no helper, and starts nothing unless it is to try.
    const tier = wantedTier(config);
    const helper = config.helper === 'on' ? 'auto' : config.helper;
    // A Mac is always listed, so that its owner learns how to use it; it is used only on request.
    const wanted = isMac(mac) ? [...config.device, 'macos'] : config.device;
    const desktops = await desktopSources(wanted, options.folder, mac);
    const registry = await openRegistry({ ...config, tier, helper }, options, desktops);
    try {
      return await examinedRows(registry, config.device, options);
    } finally {
      await registry.close();
    }
  },
  async desktops({ device }) {
    const names = device.filter(isLinux);
    if (names.length === 0) return [];
    const { diagnose } = await import('../linux/diagnosis.ts');
    const { deviceCall } = await import('./device-call.ts');
    const look = (name: string) => deviceCall(DESKTOP_LIMIT, (call) => diagnose(name, process.env, call));
    return Promise.all(names.map(look));
  },
  helper: (action, config, options) =>
    onChosenPhone(config, { ...options, limit: installLimit }, async ({ source, name, call }) => {
      return `${name}: ${await source.helper(name, action, call)}`;
    }),
  clean: (config, options) =>
    onChosenPhone(config, { ...options, limit: CLEAN_LIMIT }, async ({ source, name, call }) => {
      const { clean } = await import('../android/clean.ts');
      const state = await source.putStateBack(name, call);
      return { name, ...(await clean(source.phone(name), call)), state };
    }),
  async checkMac() {
    if (!isMac(mac)) return undefined;
    const { checkup } = await import('../macos/selftest/checkup.ts');
    return checkup(mac);
  },
  async *selftest(signal) {
    const { selftest } = await import('../macos/selftest/selftest.ts');
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

/** A folder that is missing is said at the start, to the person who can make it. */
async function mustBeFolder(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const { stat } = await import('node:fs/promises');
  const status = await stat(path).catch(() => undefined);
  if (status?.isDirectory() === true) return;
  const problem = status === undefined ? 'is not there; make it first' : 'is not a folder';
  throw new ConfigError([`--files: ${path} ${problem}`]);
}

/** The rules of a profile or a file. One that cannot be read is no policy: nothing starts. */
async function policyOf(named: string): Promise<Profile> {
  const { isProfile, profiles } = await import('../guard/profiles.ts');
  if (isProfile(named)) return profiles[named];
  const { readPolicyFile } = await import('./policy-file.ts');
  return readPolicyFile(named);
}

/** The record of calls, if one is to be kept. A file that cannot be written means no start. */
async function recorderFor(
  config: Config,
  policy: Policy,
  { log, version, concealment }: OpenToolsOptions & { readonly concealment: Concealment | undefined },
): Promise<Recorder | undefined> {
  if (config.audit === undefined) return undefined;
  const { openRecorder } = await import('./audit-recorder.ts');
  return openRecorder(config.audit, { policy, config, log, version, concealment });
}

async function holdsFor(seconds: number): Promise<Holds> {
  const { MemoryHolds } = await import('../guard/holds.ts');
  const { realClock } = await import('../call/clock.ts');
  return new MemoryHolds({ clock: realClock, milliseconds: seconds * 1000 });
}

/** What is kept from models: the secrets of the file and the environment, one-time codes. */
async function concealmentOf(config: Config, { log }: ServiceOptions): Promise<Concealment | undefined> {
  const { concealmentOf: read } = await import('./secrets-file.ts');
  return read(config, { log, env: process.env });
}

function isLinux(name: string): boolean {
  return /^linux(:|$)/.test(name);
}

function isMac({ platform = process.platform }: MacOptions): boolean {
  return platform === 'darwin';
}

/** A desktop is used only on request: an agent must not act on the desktop of the person who starts it by accident. */
async function desktopSources(
  device: readonly string[],
  folder: string,
  mac: MacOptions,
): Promise<DeviceSource[]> {
  const sources: DeviceSource[] = [];
  if (device.some(isLinux)) {
    const { LinuxSource } = await import('../linux/source.ts');
    sources.push(new LinuxSource({ stateFolder: folder }));
  }
  if (device.includes('macos')) {
    const { MacSource } = await import('../macos/source.ts');
    sources.push(new MacSource(mac));
  }
  return sources;
}

/** All platforms. If nothing is configured and nothing is attached, the built-in phone is used. */
async function openRegistry(
  config: Config,
  { log, folder, concealment }: ServiceOptions & { readonly concealment?: Concealment | undefined },
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
    ...(concealment && { conceal: (device) => concealment.conceal(device) }),
  });
}

function androidOptions(
  { device, tier, helper, keepState }: Config,
  { log, folder }: { log: Log; folder: string },
): AndroidOptions {
  return {
    keyFolder: folder,
    addresses: device.filter((name) => name.startsWith('tcp:')),
    tier,
    helper,
    keepState,
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

async function onChosenPhone<T>(
  config: Config,
  { limit, ...options }: ServiceOptions & { readonly limit: number },
  work: Parameters<typeof withChosenPhone<T>>[1],
): Promise<T> {
  const { withChosenPhone } = await import('./chosen-phone.ts');
  const android = androidOptions(config, options);
  return withChosenPhone({ device: config.device, android, limit }, work);
}

/** What runs that were killed left changed on phones. */
async function noticesFrom(folder: string): Promise<readonly string[]> {
  const { leftBehind } = await import('../android/state/journal.ts');
  return leftBehind(folder).map(
    ({ device, items }) =>
      `An earlier run was killed and left changed on ${device}: ${items}. ` +
      'set_device_state with restore: true puts it back, and so does handeye clean.',
  );
}

/** The device in use, for the person who starts the server. */
async function deviceSummary(config: Config, registry: Registry): Promise<string> {
  // A server starts without any device, so also if looking for one fails.
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

/**
 * Logs one line for each call: the tool, the device, the time and the outcome; never what was shown or typed. With
 * `ways`, also whether an element was used by an accessibility action, by touch or by keys.
 */
function audited(log: Log, { ways }: { readonly ways: boolean }): (audit: Audit) => void {
  return ({ tool, device = 'none', milliseconds, outcome, way, fault, notes }) => {
    log.info('call', { tool, device, milliseconds, outcome, ...(ways && { way }) });
    for (const note of notes) log.warn('note', { tool, device, note: withoutScreenTexts(note) });
    if (fault !== undefined) log.error('fault', { tool, ...faultFields(fault) });
  };
}

async function startHttp(toolbox: Toolbox, options: HttpOptions): Promise<Listening> {
  const { config, token, version, log } = options;
  const [{ startHttp }, { newToken }, { announce }] = await Promise.all([
    import('../server/http.ts'),
    import('../server/token.ts'),
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

/** The user's own certificate, or a generated one, which clients have to be told to trust. */
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
