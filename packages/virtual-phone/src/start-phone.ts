import { randomBytes } from 'node:crypto';
import { startAdbd } from './adbd/daemon.ts';
import type { AuthPolicy } from './adbd/auth.ts';
import { PhoneFaults, type Fault } from './faults.ts';
import type { AdbdDevice } from './adbd/device.ts';
import type { AndroidRelease } from './kernel/release.ts';
import { shapes, type PhoneShape } from './framework/system/shape.ts';
import type { App } from './framework/system/app.ts';
import type { Clock } from './framework/system/clock.ts';
import type { Framework } from './framework/system/framework.ts';
import { Android } from './android.ts';

export { faultForms, parseFault, PhoneFaults, type Fault } from './faults.ts';

export interface StartPhoneOptions {
  /** Which Android it is; 14 unless told. */
  readonly release?: AndroidRelease;
  /** 0 or none: a free one. 5555 to 5585 are adb's emulators and refused. */
  readonly port?: number;
  /** Whose adb may connect: everybody's on this computer unless told. */
  readonly auth?: AuthPolicy;
  readonly clock?: Clock;
  /** How much silence `uiautomator dump` waits for: 1000 ms on a phone, less to save a test's time. */
  readonly idleWaitMs?: number;
  /** How long a dump waits for that before it gives up: Android's 10 seconds unless told. */
  readonly idlePatienceMs?: number;
  /** Other apps than the phone's own. */
  readonly apps?: readonly App[];
  /** Whether the UiAutomator2 server is installed, where the release can run it: it is unless told. */
  readonly helper?: boolean;
  /** Another screen than the release's own. */
  readonly shape?: PhoneShape;
  /** What goes wrong from the start. */
  readonly faults?: readonly Fault[];
  readonly onLog?: (line: string) => void;
  /** Told of every command that a shell of the phone runs, as its words. */
  readonly onCommand?: (argv: readonly string[]) => void;
}

/** A virtual phone that runs and can be connected to. */
export interface Phone {
  readonly port: number;
  /** What adb calls it. */
  readonly serial: string;
  /** Its insides since the last boot. */
  readonly framework: Framework;
  readonly android: AdbdDevice;
  readonly faults: PhoneFaults;
  /** Ends it with everything that runs on it, and frees the port. */
  close(): Promise<void>;
}

const DEFAULT_IDLE_WAIT_MS = 1000;

/** Starts a virtual phone. `adb connect` to its serial, and it is there. */
export async function startPhone(options: StartPhoneOptions = {}): Promise<Phone> {
  const { release = 14, shape = shapes[release], idleWaitMs = DEFAULT_IDLE_WAIT_MS } = options;
  const android = new Android({
    shape,
    clock: options.clock,
    apps: options.apps,
    helper: options.helper ?? true,
    idleWaitMs,
    idlePatienceMs: options.idlePatienceMs,
    onCommand: options.onCommand,
    onCrash: (program, error) => {
      options.onLog?.(
        `${program} crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    },
    serialNumber: `HANDEYE${randomBytes(4).toString('hex').toUpperCase()}`,
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
  const faults = new PhoneFaults(adbd, android);
  for (const fault of options.faults ?? []) faults.apply(fault);
  return {
    port: adbd.port,
    serial: `127.0.0.1:${adbd.port}`,
    get framework() {
      return android.framework;
    },
    android,
    faults,
    async close() {
      await adbd.close();
      android.shutDown();
    },
  };
}
