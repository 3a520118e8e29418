import type { Adbd } from './adbd/daemon.ts';
import type { DumpFailure } from './commands/uiautomator/dump-faults.ts';
import type { Android } from './android.ts';

/** Something that goes wrong on demand. */
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
  | { readonly kind: 'companion-no-windows' };

/** What goes wrong only with Handeye's companion. */
type CompanionFault = Extract<Fault, { readonly kind: `companion-${string}` }>;

/** How each fault is written on a command line: a name, and for most a value behind a colon. */
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
] as const;

/** Parses a fault as `--fault` takes it; throws a RangeError that lists all faults if there is no such one. */
export function parseFault(text: string): Fault {
  const [name = '', value] = text.split(/:(.*)/s, 2);
  const fault = readFault(name, value);
  if (fault === undefined) throw new RangeError(`${text} is no fault. There are: ${faultForms.join(', ')}.`);
  return fault;
}

function readFault(name: string, value: string | undefined): Fault | undefined {
  const number = /^\d+$/.test(value ?? '') ? Number(value) : undefined;
  switch (name) {
    case 'offline':
    case 'unauthorized':
    case 'secure':
    case 'never-idle':
    case 'inject-denied':
    case 'companion-refuses':
    case 'companion-no-windows':
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

/** Milliseconds between two events of a screen that never rests. */
const RESTLESS_MS = 100;

/** Turns the faults of a running phone on and off. */
export class PhoneFaults {
  readonly #adbd: Adbd;
  readonly #android: Android;

  constructor(adbd: Adbd, android: Android) {
    this.#adbd = adbd;
    this.#android = android;
  }

  /** Applies a fault from now on; `offline` and `unauthorized` also drop the open connections. */
  apply(fault: Fault): void {
    const { framework, dumpFaults } = this.#android;
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

  /** Ends all faults; hosts that were refused can connect again. Killed apps stay dead. */
  clear(): void {
    const { framework, dumpFaults } = this.#android;
    const keptOut = this.#adbd.faults.offline || this.#adbd.faults.unauthorized;
    Object.assign(this.#adbd.faults, {
      offline: false,
      unauthorized: false,
      delayMs: 0,
      cutAfterBytes: undefined,
    });
    if (keptOut) this.#adbd.dropConnections();
    dumpFaults.clear();
    this.#android.companionFaults.clear();
    framework.setFaults({
      secureWindows: false,
      endlessEventsMs: 0,
      javaStartMs: 0,
      injectionDenied: false,
      noRoot: false,
    });
    framework.faults.notResponding.clear();
  }
}
