import type { Call } from '../../call/call.ts';
import type { InstalledApp } from '../../device/apps.ts';
import type { Device, Key, Point, Stroke } from '../../device/port.ts';
import type { Element, Snapshot } from '../../ui/snapshot.ts';
import { windowsReached } from '../../ui/touch/hit-test.ts';
import type { Eyes } from './eyes.ts';
import type { Policy, Reached } from './policy.ts';
import { Guard, ownerOf } from './policy.ts';
import { keyMayRemoveCard, mayRemoveCard, removesCards } from './recents.ts';
import { travels } from './touch/strokes.ts';

/** The key that reaches no application: it is never refused. */
const HOME_LEAVES = 'press_home is allowed, and leaves it.';

/**
 * Finds out whom a write would reach, and refuses what the policy forbids. It decides by the snapshot that the write was
 * decided on if nothing was sent to the device since, else by a new look.
 */
export class PolicyCheck {
  readonly #device: Device;
  readonly #eyes: Eyes;
  readonly #call: Call;
  readonly #guard: Guard;

  constructor({ device, eyes, call, policy }: { device: Device; eyes: Eyes; call: Call; policy: Policy }) {
    this.#device = device;
    this.#eyes = eyes;
    this.#call = call;
    this.#guard = new Guard(policy, device);
  }

  /** Nothing is forbidden: nobody has to look. */
  get isOpen(): boolean {
    return this.#guard.isOpen;
  }

  /** Refuses to act on an element of a blocked application: its window's, or whoever draws this part of it. */
  async checkElement(element: Element): Promise<void> {
    if (this.isOpen) return;
    const owners = (await this.#device.owners?.(element, this.#call)) ?? [];
    this.#guard.refuse([ownerOf(element.window), ...owners]);
    if (removesCards(element)) await this.#refuseRemoval();
  }

  /** Refuses what would be done to an application that is blocked under any of its names. */
  checkApp(app: KnownApp): void {
    this.#guard.refuse(namesOf(app));
  }

  /**
   * Refuses what may reach a blocked application. `find` tells the ids of all applications that may get it, and is asked
   * only if anybody is kept from us; if nobody is known, it is refused. Resolves with the id if only one may get it.
   */
  async checkReceivers(find: () => Promise<readonly string[]>, advice?: string): Promise<string | undefined> {
    if (this.isOpen) return undefined;
    const ids = await find();
    const installed = (await this.#device.apps?.list({ which: 'all', tell: 'names' }, this.#call)) ?? [];
    const reached = ids.map(
      (id) => installed.find((app) => app.id.toLowerCase() === id.toLowerCase()) ?? { id, name: undefined },
    );
    this.#guard.refuse(reached.flatMap(namesOf), advice);
    return ids.length === 1 ? ids[0] : undefined;
  }

  /** Whether a touch is checked by what a look shows; a device that knows the owners of a point says it without one. */
  get needsSnapshot(): boolean {
    return !this.isOpen && !this.#device.owners;
  }

  /** Refuses fingers that would reach a blocked application. */
  async checkTouch(strokes: readonly Stroke[], seen: Snapshot | undefined): Promise<void> {
    if (this.isOpen) return;
    const points = strokes.flatMap((stroke) => this.#reachedBy(stroke));
    if (this.#device.owners) {
      for (const point of points) this.#guard.refuse(await this.#device.owners(point, this.#call));
      return;
    }
    const snapshot = await this.#eyes.lookUnlessCurrent(seen);
    for (const point of points) this.#guard.refuse(windowsReached(snapshot, point).map(ownerOf));
    const removes = strokes.some((stroke) =>
      mayRemoveCard(snapshot, stroke[0], { travels: travels(stroke) }),
    );
    if (removes) await this.#refuseRemoval();
  }

  /** Refuses a key that would reach a blocked application, or take its card away from Recents. */
  async checkKey(key: Key): Promise<void> {
    if (this.isOpen) return;
    const snapshot = await this.#eyes.look({ accept: 'unread' });
    this.#refuseActive(snapshot);
    if (keyMayRemoveCard(snapshot, key)) await this.#refuseRemoval();
  }

  /** Refuses what goes to the active window if that is a blocked application's. */
  async checkActiveWindow(): Promise<void> {
    if (!this.isOpen) this.#refuseActive(await this.#eyes.look({ accept: 'unread' }));
  }

  #refuseActive({ windows }: Snapshot): void {
    const wayOut = this.#device.capabilities.home === true ? HOME_LEAVES : undefined;
    this.#guard.refuse(windows.filter(({ active }) => active).map(ownerOf), wayOut);
  }

  async #refuseRemoval(): Promise<void> {
    this.#guard.refuseRemoval(await this.#device.recentApps?.(this.#call));
  }

  /** A finger stays with the window that it began in; a mouse lets go over another one what it has taken along. */
  #reachedBy(stroke: Stroke): Point[] {
    const last = stroke.at(-1);
    return this.#device.hasMouse && last && travels(stroke) ? [stroke[0], last] : [stroke[0]];
  }
}

type KnownApp = Pick<InstalledApp, 'id' | 'name' | 'aliases'>;

/** All names that a policy may know an application by. */
function namesOf({ id, name = id, aliases = [] }: KnownApp): readonly Reached[] {
  return [name, ...aliases].map((one) => ({ name: one, id }));
}
