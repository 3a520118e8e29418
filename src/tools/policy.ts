import type { Clock } from '../device/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Point } from '../device/port.ts';
import { contains } from '../ui/bounds.ts';
import type { Snapshot, UiWindow } from '../ui/snapshot.ts';

/** What the owner of the device allows. */
export interface Policy {
  readonly readOnly: boolean;
  /** Applications that may be read, never written to. */
  readonly blockedApps: readonly string[];
  readonly writesPerSecond: number;
  /** Whether a sleeping display may be woken for an action. */
  readonly wake: boolean;
}

export const defaultPolicy: Policy = { readOnly: false, blockedApps: [], writesPerSecond: 10, wake: true };

/** Refuses a write to the given window if its application is blocked. Fails closed: an unknown owner is blocked. */
export function refuseIfBlocked(policy: Policy, window: UiWindow | undefined): void {
  if (policy.blockedApps.length === 0) return;
  if (window?.app === undefined) {
    throw permissionDenied(
      'The policy of this server blocks some applications, and which one would be touched here is not known.',
    );
  }
  if (policy.blockedApps.includes(window.app)) {
    throw permissionDenied(
      `The policy of this server forbids acting on '${window.app}'. Reading it is allowed; ask the user before trying another way.`,
    );
  }
}

/** The topmost window under a point: the one that a finger there would touch. */
export function windowAt(snapshot: Snapshot, point: Point): UiWindow | undefined {
  const [active, ...others] = snapshot.windows;
  const above = others.filter((window) => window.type !== 'application');
  return [...above, active, ...others].find((window) => window && contains(window.bounds, point));
}

/** Lets at most so many writes a second through; the others wait, they are not refused. */
export class Pace {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #recent: number[] = [];

  constructor(clock: Clock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** Milliseconds to wait before the next write; counts that write. */
  next(): number {
    const now = this.#clock.now();
    while (this.#recent[0] !== undefined && this.#recent[0] <= now - 1000) this.#recent.shift();
    const oldest = this.#recent[this.#recent.length - this.#perSecond];
    const at = oldest === undefined ? now : Math.max(now, oldest + 1000);
    this.#recent.push(at);
    return at - now;
  }
}
