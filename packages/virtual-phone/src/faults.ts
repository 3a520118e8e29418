import type { Adbd } from './adbd/daemon.ts';
import type { DumpFailure } from './commands/uiautomator/dump-faults.ts';
import type { Android } from './android.ts';
import type { PhoneWireless } from './wireless.ts';
import { wirelessFaults, type WirelessFault } from './adbd/wireless/faults.ts';
import type { Framework } from './framework/system/framework.ts';

/** A fault that can be switched on. */
export type Fault =
  | { readonly kind: 'offline' }
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'slow'; readonly delayMs: number }
  | { readonly kind: 'slow-java'; readonly startMs: number }
  | { readonly kind: 'cut'; readonly afterBytes: number }
  | { readonly kind: 'dump'; readonly how: DumpFailure; readonly times: number }
  | { readonly kind: 'secure' }
  | { readonly kind: 'never-idle' }
  | { readonly kind: 'kill'; readonly package: string }
  | { readonly kind: 'hang'; readonly package: string }
  | { readonly kind: 'inject-denied' }
  | { readonly kind: 'companion-refuses' }
  | { readonly kind: 'companion-dies'; readonly afterRequests: number }
  | { readonly kind: 'companion-garbage'; readonly afterRequests: number }
  | { readonly kind: 'companion-slow'; readonly delayMs: number }
  | { readonly kind: 'companion-registered'; readonly package: string | undefined }
  | { readonly kind: 'companion-no-windows' }
  | { readonly kind: WirelessFault }
  | { readonly kind: 'wireless-port' }
  | { readonly kind: 'wireless-revoked' };

/** Faults of Handeye's companion. */
type CompanionFault = Extract<Fault, { readonly kind: `companion-${string}` }>;

/** The command line form of each fault: a name, and for most a value after a colon. */
export const faultForms = [
  'offline',
  'unauthorized',
  'slow:MILLISECONDS',
  'slow-java:MILLISECONDS',
  'cut:BYTES',
  'dump-idle[:TIMES]',
  'dump-null-root[:TIMES]',
  'dump-killed[:TIMES]',
  'dump-crash[:TIMES]',
  'secure',
  'never-idle',
  'kill:PACKAGE',
  'hang:PACKAGE',
  'inject-denied',
  'companion-refuses',
  'companion-dies[:AFTER_REQUESTS]',
  'companion-garbage[:AFTER_REQUESTS]',
  'companion-slow:MILLISECONDS',
  'companion-registered[:PACKAGE]',
  'companion-no-windows',
  ...wirelessFaults,
  'wireless-port',
  'wireless-revoked',
] as const;

/** Parses a fault as `--fault` takes it; throws a RangeError that lists all faults if it is unknown. */
export function parseFault(text: string): Fault {
  const [name = '', value] = text.split(/:(.*)/s, 2);
  const fault = readFault(name, value);
  if (fault === undefined) throw new RangeError(`${text} is no fault. There are: ${faultForms.join(', ')}.`);
  return fault;
}

function isWireless(fault: Fault): fault is Fault & { readonly kind: WirelessFault } {
  return wirelessFaults.some((kind) => kind === fault.kind);
}

function readFault(name: string, value: string | undefined): Fault | undefined {
  const number = /^\d+$/.test(value ?? '') ? Number(value) : undefined;
  const wireless = wirelessFaults.find((known) => known === name);
  if (wireless !== undefined) return value === undefined ? { kind: wireless } : undefined;
  switch (name) {
    case 'offline':
    case 'unauthorized':
    case 'secure':
    case 'never-idle':
    case 'inject-denied':
    case 'companion-refuses':
    case 'companion-no-windows':
    case 'wireless-port':
    case 'wireless-revoked':
      return value === undefined ? { kind: name } : undefined;
    case 'slow':
    case 'companion-slow':
      return number === undefined ? undefined : { kind: name, delayMs: number };
    case 'slow-java':
      return number === undefined ? undefined : { kind: name, startMs: number };
    case 'cut':
      return number === undefined ? undefined : { kind: name, afterBytes: number };
    case 'companion-dies':
    case 'companion-garbage':
      return value !== undefined && number === undefined
        ? undefined
        : { kind: name, afterRequests: number ?? 0 };
    case 'companion-registered':
      return value === '' ? undefined : { kind: name, package: value };
    case 'kill':
    case 'hang':
      return value === undefined || value === '' ? undefined : { kind: name, package: value };
    case 'dump-idle':
    case 'dump-null-root':
    case 'dump-killed':
    case 'dump-crash': {
      const how = name.slice('dump-'.length) as DumpFailure; // the four names are DumpFailure's, prefixed
      return value !== undefined && number === undefined
        ? undefined
        : { kind: 'dump', how, times: number ?? 1 };
    }
    default:
      return undefined;
  }
}

/** Milliseconds between the events of a screen that is never idle. */
const RESTLESS_MS = 100;

/** The current state of a fault. */
interface FaultState {
  readonly isOn: boolean;
  readonly end: () => unknown;
}

/** Turns the faults of a running phone on and off. */
export class PhoneFaults {
  readonly #adbd: Adbd;
  readonly #android: Android;
  readonly #wireless: PhoneWireless | undefined;

  constructor(adbd: Adbd, android: Android, wireless?: PhoneWireless) {
    this.#adbd = adbd;
    this.#android = android;
    this.#wireless = wireless;
  }

  /** Applies a fault from now on; `offline` and `unauthorized` also drop the open connections. */
  apply(fault: Fault): void {
    const { framework, dumpFaults } = this.#android;
    if (fault.kind.startsWith('wireless-') && this.#wireless === undefined)
      throw new RangeError(`${fault.kind}: this phone has no wireless debugging; it came with Android 11.`);
    if (isWireless(fault)) {
      this.#wireless?.faults.add(fault.kind);
      return;
    }
    switch (fault.kind) {
      case 'offline':
      case 'unauthorized':
        this.#adbd.faults[fault.kind] = true;
        this.#adbd.dropConnections();
        return;
      case 'slow':
        this.#adbd.faults.delayMs = fault.delayMs;
        return;
      case 'slow-java':
        framework.setFaults({ javaStartMs: fault.startMs });
        return;
      case 'cut':
        this.#adbd.faults.cutAfterBytes = fault.afterBytes;
        return;
      case 'dump':
        dumpFaults.fail(fault.how, fault.times);
        return;
      case 'secure':
        framework.setFaults({ secureWindows: true });
        return;
      case 'never-idle':
        framework.setFaults({ endlessEventsMs: RESTLESS_MS });
        return;
      case 'kill':
        framework.kill(fault.package);
        return;
      case 'hang':
        framework.faults.notResponding.add(fault.package);
        return;
      case 'inject-denied':
        framework.setFaults({ injectionDenied: true });
        return;
      case 'companion-refuses':
      case 'companion-dies':
      case 'companion-garbage':
      case 'companion-slow':
      case 'companion-registered':
      case 'companion-no-windows':
        this.#applyToCompanion(fault);
        return;
      case 'wireless-port':
        void this.#wireless?.restart();
        return;
      case 'wireless-revoked':
        for (const { fingerprint } of this.#wireless?.computers() ?? []) this.#wireless?.forget(fingerprint);
    }
  }

  #applyToCompanion(fault: CompanionFault): void {
    const { companionFaults } = this.#android;
    switch (fault.kind) {
      case 'companion-refuses':
        companionFaults.refuses = true;
        return;
      case 'companion-dies':
        companionFaults.diesAfter = fault.afterRequests;
        return;
      case 'companion-garbage':
        companionFaults.garbageAfter = fault.afterRequests;
        return;
      case 'companion-slow':
        companionFaults.slowMs = fault.delayMs;
        return;
      case 'companion-registered':
        companionFaults.registered = fault.package === undefined ? [] : [fault.package];
        return;
      case 'companion-no-windows':
        companionFaults.hidesSystemWindows = true;
    }
  }

  /** Whether a fault is on; a one-time fault is on until it has happened. */
  isOn(kind: Fault['kind']): boolean {
    return this.#states()[kind].isOn;
  }

  /** Ends one fault. Its effects so far remain. */
  end(kind: Fault['kind']): void {
    this.#states()[kind].end();
  }

  /** Ends all faults; hosts that were refused can connect again. Killed apps stay dead. */
  clear(): void {
    for (const { isOn, end } of Object.values(this.#states())) if (isOn) end();
    this.#android.companionFaults.clear();
    this.#android.framework.setFaults({ noRoot: false });
  }

  /** The current state of each fault. A reboot ends the faults of the running system. */
  #states(): Readonly<Record<Fault['kind'], FaultState>> {
    const { framework, dumpFaults, companionFaults: companion } = this.#android;
    const { faults: connection } = this.#adbd;
    const { faults } = framework;
    const state = (isOn: boolean, end: () => unknown): FaultState => ({ isOn, end });
    const keptOut = (kind: 'offline' | 'unauthorized') =>
      state(connection[kind], () => {
        connection[kind] = false;
        this.#adbd.dropConnections();
      });
    const wireless = this.#wireless?.faults;
    const radio = (kind: WirelessFault) => state(wireless?.has(kind) === true, () => wireless?.delete(kind));
    const running = (isOn: boolean, none: Parameters<Framework['setFaults']>[0]) =>
      state(isOn, () => {
        framework.setFaults(none);
      });
    return {
      offline: keptOut('offline'),
      unauthorized: keptOut('unauthorized'),
      slow: state(connection.delayMs > 0, () => (connection.delayMs = 0)),
      cut: state(connection.cutAfterBytes !== undefined, () => (connection.cutAfterBytes = undefined)),
      dump: state(dumpFaults.left > 0, () => {
        dumpFaults.clear();
      }),
      'slow-java': running(faults.javaStartMs > 0, { javaStartMs: 0 }),
      secure: running(faults.secureWindows, { secureWindows: false }),
      'never-idle': running(faults.endlessEventsMs > 0, { endlessEventsMs: 0 }),
      'inject-denied': running(faults.injectionDenied, { injectionDenied: false }),
      hang: state(faults.notResponding.size > 0, () => {
        faults.notResponding.clear();
      }),
      kill: state(false, () => undefined),
      'companion-refuses': state(companion.refuses, () => (companion.refuses = false)),
      'companion-dies': state(companion.diesAfter !== undefined, () => (companion.diesAfter = undefined)),
      'companion-garbage': state(
        companion.garbageAfter !== undefined,
        () => (companion.garbageAfter = undefined),
      ),
      'companion-slow': state(companion.slowMs > 0, () => (companion.slowMs = 0)),
      'companion-registered': state(
        companion.registered !== undefined,
        () => (companion.registered = undefined),
      ),
      'companion-no-windows': state(
        companion.hidesSystemWindows,
        () => (companion.hidesSystemWindows = false),
      ),
      'wireless-pairing-closes': radio('wireless-pairing-closes'),
      'wireless-pairing-stalls': radio('wireless-pairing-stalls'),
      'wireless-pairing-garbage': radio('wireless-pairing-garbage'),
      'wireless-stls-closes': radio('wireless-stls-closes'),
      'wireless-stls-stalls': radio('wireless-stls-stalls'),
      'wireless-certificate': radio('wireless-certificate'),
      'wireless-mdns-silent': radio('wireless-mdns-silent'),
      'wireless-mdns-host': radio('wireless-mdns-host'),
      'wireless-port': state(false, () => undefined),
      'wireless-revoked': state(false, () => undefined),
    };
  }
}
