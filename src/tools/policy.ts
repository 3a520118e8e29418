import type { Clock } from '../device/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Point } from '../device/port.ts';
import { contains } from '../ui/bounds.ts';
import { letsTouchesThrough } from '../ui/reach.ts';
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

/** Refuses a write that would reach one of the windows if its application is blocked. Fails closed: nobody known is blocked. */
export function refuseIfBlocked(policy: Policy, windows: readonly UiWindow[]): void {
  if (policy.blockedApps.length === 0) return;
  const apps = windows.map(({ app }) => app);
  if (apps.length === 0 || apps.includes(undefined)) {
    throw permissionDenied(
      'The policy of this server blocks some applications, and which one would be touched here is not known.',
    );
  }
  const blocked = apps.find((app) => app !== undefined && policy.blockedApps.includes(app));
  if (blocked === undefined) return;
  throw permissionDenied(
    `The policy of this server forbids acting on '${blocked}'. Reading it is allowed; ask the user before trying another way.`,
  );
}

/**
 * The windows that a finger at a point may reach: the topmost one there and, where that may let touches through,
 * those below it. Whoever touches the keyboard types into the active window.
 */
export function windowsReached(snapshot: Snapshot, point: Point): UiWindow[] {
  const active = snapshot.windows.filter((window) => window.active);
  const others = snapshot.windows.filter((window) => !window.active);
  const isApplication = ({ type }: UiWindow) => type === 'application';
  const fromTheTop = [
    ...others.filter((window) => !isApplication(window)),
    ...active,
    ...others.filter(isApplication),
  ];
  const below = fromTheTop.filter((window) => contains(window.bounds, point));
  const end = below.findIndex((window) => !letsTouchesThrough(snapshot, window));
  const reached = end === -1 ? below : below.slice(0, end + 1);
  return reached.some(({ type }) => type === 'keyboard') ? [...reached, ...active] : reached;
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
