import { startAdbd } from './adbd/daemon.ts';
import type { AuthPolicy } from './adbd/auth.ts';
import { hostileApps } from './apps/hostile/hostile-apps.ts';
import { Traps } from './apps/hostile/spring.ts';
import { apps } from './apps/registry.ts';
import { PhoneFaults, type Fault } from './faults.ts';
import type { AdbdDevice } from './adbd/device.ts';
import { checkpoint } from './kernel/checkpoint.ts';
import { drawSeed, Random } from './kernel/random.ts';
import type { AndroidRelease } from './kernel/release.ts';
import { shapes, type PhoneShape } from './framework/system/shape.ts';
import type { App } from './framework/system/app.ts';
import { forwardClock, realClock, type Clock, type ForwardClock } from './framework/system/clock.ts';
import type { Framework } from './framework/system/framework.ts';
import { workProfile, type WorkProfileOptions } from './framework/profiles/work-profile.ts';
import { Android } from './android.ts';
import { ENABLED, PhoneWireless, type OpenPairing } from './wireless.ts';

export { faultForms, parseFault, PhoneFaults, type Fault } from './faults.ts';

export interface StartPhoneOptions {
  /** Android version. Default: 14. */
  readonly release?: AndroidRelease;
  /** Default, or 0: a free port. adb's emulator ports, 5555 to 5585, are refused. */
  readonly port?: number;
  /** The hosts that may connect. Default: any on this computer. */
  readonly auth?: AuthPolicy;
  readonly clock?: Clock;
  /** Where the phone's random numbers come from, its serial number among them. Default: another one each time. */
  readonly seed?: number;
  /** How long the screen must be idle before `uiautomator dump` reads it. Default: 1000, as on a phone; tests take less. */
  readonly idleWaitMs?: number;
  /** How long a dump waits for an idle screen before it gives up. Default: 10 seconds, as on Android. */
  readonly idlePatienceMs?: number;
  /** Installed apps. Default: the phone's own. */
  readonly apps?: readonly App[];
  /** Adds apps that try to mislead the user of the phone (docs/safety.md). Default: false. */
  readonly hostile?: boolean;
  /** A work profile with some of the apps. Default: none. */
  readonly workProfile?: WorkProfileOptions;
  /** Android's programs that this build lacks: `['screenrecord']`, as on some phones. */
  readonly lacking?: readonly string[];
  /** The longest side of a film that the phone's encoder takes. Default: 4096; some emulators take less than their screen. */
  readonly encoderLimit?: number;
  /** Screen and features. Default: those of the release. */
  readonly shape?: PhoneShape;
  /**
   * Wireless debugging, switched on: Android 11 and newer. Without it a user of the phone can switch it on. `mdnsPort`: another
   * UDP port than 5353, for tests that must not hear each other.
   */
  readonly wireless?: boolean | { readonly mdnsPort?: number };
  /** Faults to apply from the start. */
  readonly faults?: readonly Fault[];
  readonly onLog?: (line: string) => void;
  /** Called with the words of every command that a shell on the phone runs. */
  readonly onCommand?: (argv: readonly string[]) => void;
  /** Called with the method of every request that a companion on the phone gets. */
  readonly onCompanionRequest?: (method: string) => void;
  /** Awaited by a companion between a comparison and the touch or act that it allowed: on a real phone time passes there. */
  readonly onCompanionCompared?: () => Promise<void>;
}

/** A phone's state at one moment. Only the phone that made it can restore it. */
export interface PhoneState {
  /** The phone's time, in milliseconds since the epoch. */
  readonly time: number;
}

/** A running virtual phone. */
export interface VirtualPhone {
  readonly port: number;
  /** Its name for adb: `adb connect SERIAL`. */
  readonly serial: string;
  /** The system since the last boot: windows, input, apps, settings, log. A reboot replaces it. */
  readonly framework: Framework;
  /** The installed system: its files, properties and programs. */
  readonly android: AdbdDevice;
  readonly faults: PhoneFaults;
  /** Wireless debugging: its ports, and what the user of the phone does with it. Undefined before Android 11. */
  readonly wireless: PhoneWireless | undefined;
  /** Shows the phone's camera the QR code with this text; resolves when a computer can pair by it. */
  scanPairingQr(text: string): Promise<OpenPairing>;
  /** The phone's time, which can be put forward. */
  readonly clock: ForwardClock;
  /** The traps of hostile apps; the apps are installed when the first trap is sprung. */
  readonly traps: Traps;
  /** The seed that it was started with, or drew. */
  readonly seed: number;
  /** Saves everything that a client can see: apps, windows, settings, files, log, time, faults. */
  snapshot(): PhoneState;
  /** Restores a snapshot. Connections and running programs stay, and see the restored phone. */
  restore(state: PhoneState): void;
  /** Restores the phone to its state after the start. */
  reset(): void;
  /** Ends the phone and everything that runs on it, and frees the port. */
  close(): Promise<void>;
}

const DEFAULT_IDLE_WAIT_MS = 1000;
/** Android 11. */
const FIRST_SDK_WITH_WIRELESS = 30;

/** Starts a virtual phone; connect to it with `adb connect` and its serial. */
export async function startPhone(options: StartPhoneOptions = {}): Promise<VirtualPhone> {
  const { release = 14, shape = shapes[release], idleWaitMs = DEFAULT_IDLE_WAIT_MS } = options;
  const clock = forwardClock(options.clock ?? realClock());
  const { seed = drawSeed(), wireless: wanted = false } = options;
  const isWireless =
    wanted !== false || options.faults?.some(({ kind }) => kind.startsWith('wireless-')) === true;
  if (isWireless && shape.sdk < FIRST_SDK_WITH_WIRELESS) {
    throw new RangeError(
      `Android ${release} has no wireless debugging; it came with Android 11. Choose 12 or 14.`,
    );
  }
  options.onLog?.(`seed ${seed}`);
  const random = new Random(seed);
  const wireless =
    shape.sdk < FIRST_SDK_WITH_WIRELESS
      ? undefined
      : new PhoneWireless({
          android: () => android,
          adbd: () => adbd,
          random,
          mdnsPort: typeof wanted === 'object' ? wanted.mdnsPort : undefined,
          log: (line) => options.onLog?.(line),
        });
  const android: Android = new Android({
    shape,
    clock,
    random,
    apps: options.hostile === true ? [...(options.apps ?? apps), ...hostileApps] : options.apps,
    workProfile: options.workProfile && workProfile(options.workProfile),
    idleWaitMs,
    lacking: options.lacking,
    encoderLimit: options.encoderLimit,
    idlePatienceMs: options.idlePatienceMs,
    onCommand: options.onCommand,
    onCompanionRequest: options.onCompanionRequest,
    onCompanionCompared: options.onCompanionCompared,
    onCrash: (program, error) => {
      options.onLog?.(
        `${program} crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    },
    wireless,
    serialNumber: `HANDEYE${random.word().toString(16).padStart(8, '0').toUpperCase()}`,
    onReboot: () => {
      android.reboot();
      adbd.dropConnections();
    },
  });
  const { port, auth, onLog } = options;
  const adbd = await startAdbd({
    device: android,
    ...(port !== undefined && { port }),
    ...(auth !== undefined && { auth }),
    ...(onLog !== undefined && { onLog }),
  });
  android.properties.follow((name) => {
    if (name === ENABLED) void wireless?.settle();
  });
  const faults = new PhoneFaults(adbd, android, wireless);
  for (const fault of options.faults ?? []) faults.apply(fault);
  const restores = new WeakMap<PhoneState, () => void>();
  const snapshot = (): PhoneState => {
    const state = { time: clock.now() };
    const restoreAndroid = android.snapshot();
    const restoreFaults = checkpoint([adbd.faults, ...(wireless ? [wireless.faults] : [])]);
    const { offline, unauthorized } = adbd.faults;
    restores.set(state, () => {
      const keepsConnections = adbd.faults.offline === offline && adbd.faults.unauthorized === unauthorized;
      restoreFaults();
      restoreAndroid();
      if (!keepsConnections) adbd.dropConnections();
      void wireless?.settle();
    });
    return state;
  };
  const restore = (state: PhoneState) => {
    const restoreState = restores.get(state);
    if (restoreState === undefined) throw new Error('This state is of another phone.');
    restoreState();
  };
  if (wanted !== false) await wireless?.switchOn();
  const started = snapshot();
  return {
    seed,
    snapshot,
    restore,
    reset() {
      restore(started);
    },
    port: adbd.port,
    serial: `127.0.0.1:${adbd.port}`,
    get framework() {
      return android.framework;
    },
    android,
    faults,
    wireless,
    scanPairingQr(text) {
      if (wireless === undefined) throw new Error(`Android ${release} cannot pair by a QR code.`);
      return wireless.scanPairingQr(text);
    },
    clock,
    traps: new Traps(() => android.framework),
    async close() {
      await wireless?.close();
      await adbd.close();
      android.shutDown();
    },
  };
}
