import type { Call } from '../call/call.ts';
import type { Device, Point, Stroke } from '../device/port.ts';
import type { Element } from '../ui/snapshot.ts';
import { windowsReached } from '../ui/touch/hit-test.ts';
import type { Eyes } from './frame/eyes.ts';
import type { Policy } from './frame/policy.ts';
import { Guard, ownerOf } from './frame/policy.ts';
import { mayRemoveCard, removesCards } from './recents.ts';
import { travels } from './strokes.ts';

/** Finds out whom a write would reach on the screen of now, and refuses what the policy forbids. */
export class Judge {
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
  async element(element: Element): Promise<void> {
    if (this.isOpen) return;
    const owners = (await this.#device.owners?.(element, this.#call)) ?? [];
    this.#guard.refuse([ownerOf(element.window), ...owners]);
    if (removesCards(element)) await this.#refuseRemoval();
  }

  /** Refuses fingers that would reach a blocked application. */
  async touch(strokes: readonly Stroke[]): Promise<void> {
    if (this.isOpen) return;
    const points = strokes.flatMap((stroke) => this.#reachedBy(stroke));
    if (this.#device.owners) {
      for (const point of points) this.#guard.refuse(await this.#device.owners(point, this.#call));
      return;
    }
    const snapshot = await this.#eyes.windows();
    for (const point of points) this.#guard.refuse(windowsReached(snapshot, point).map(ownerOf));
    const removes = strokes.some((stroke) =>
      mayRemoveCard(snapshot, stroke[0], { travels: travels(stroke) }),
    );
    if (removes) await this.#refuseRemoval();
  }

  /** Refuses what goes to the active window if that is a blocked application's. */
  async active(): Promise<void> {
    if (this.isOpen) return;
    const { windows } = await this.#eyes.windows();
    this.#guard.refuse(windows.filter(({ active }) => active).map(ownerOf));
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
