import type { Call } from '../../call/call.ts';
import type { InstalledApp } from '../../device/apps.ts';
import type { Device, Key, Point, Stroke } from '../../device/port.ts';
import { ownerOf, type Reached } from '../../guard/act.ts';
import type { CallGuard, Particulars } from '../../guard/call-guard.ts';
import type { Element, Snapshot, UiWindow } from '../../ui/snapshot.ts';
import { elementsAt, windowsReached } from '../../ui/touch/hit-test.ts';
import { type Eyes, focusedIn } from './eyes.ts';
import { keyMayRemoveCard, mayRemoveCard, removesCards } from './recents.ts';
import { travels } from './touch/strokes.ts';

/** The key that reaches no application: it is never refused. */
const HOME_LEAVES = 'press_home is allowed, and leaves it.';

/**
 * Finds out whom a write would reach and what it would hit, and has the guard judge it. It decides by the snapshot that the
 * write was decided on if nothing was sent to the device since, else by a new look.
 */
export class PolicyCheck {
  readonly #device: Device;
  readonly #eyes: Eyes;
  readonly #call: Call;
  readonly #guard: CallGuard;

  constructor({ device, eyes, call, guard }: { device: Device; eyes: Eyes; call: Call; guard: CallGuard }) {
    this.#device = device;
    this.#eyes = eyes;
    this.#call = call;
    this.#guard = guard;
  }

  /** Nothing is forbidden: nobody has to look. */
  get isOpen(): boolean {
    return this.#guard.isOpen;
  }

  /** Judges an act on an element: its window's application, and whoever draws this part of it. */
  async checkElement(element: Element, particulars: Particulars = {}): Promise<void> {
    if (this.isOpen) return;
    const owners = (await this.#device.owners?.(element, this.#call)) ?? [];
    const reach = [ownerOf(element.window), ...owners].map((owner) => ({ ...owner, element }));
    await this.#guard.permit(reach, particulars);
    if (removesCards(element)) await this.#refuseRemoval();
  }

  /** Judges what would be done to an application, under any of its names. */
  async checkApp(app: KnownApp, { done = {}, ...particulars }: DoneToApp = {}): Promise<void> {
    await this.#guard.permit(
      namesOf(app).map((one) => ({ ...one, ...done })),
      particulars,
    );
  }

  /** Judges what reaches no application: a setting of the device, a file, the clipboard. */
  async checkDevice(particulars: Particulars = {}): Promise<void> {
    await this.#guard.permit('no application', particulars);
  }

  /**
   * Judges what may reach several applications. `find` tells the ids of all that may get it, and is asked only if anything
   * is kept from us; if nobody is known, it is refused. Resolves with the id if only one may get it.
   */
  async checkReceivers(
    find: () => Promise<readonly string[]>,
    { sent = {}, ...particulars }: Particulars & { readonly sent?: Sent } = {},
  ): Promise<string | undefined> {
    if (this.isOpen) return undefined;
    const ids = await find();
    const installed = (await this.#device.apps?.list({ which: 'all', tell: 'names' }, this.#call)) ?? [];
    const reached = ids.map(
      (id) => installed.find((app) => app.id.toLowerCase() === id.toLowerCase()) ?? { id, name: undefined },
    );
    const reach = reached.flatMap(namesOf).map((one) => ({ ...one, ...sent }));
    await this.#guard.permit(reach, particulars);
    return ids.length === 1 ? ids[0] : undefined;
  }

  /** Whether a touch is checked by what a look shows; a device that knows the owners of a point says it without one. */
  get needsSnapshot(): boolean {
    return !this.isOpen && (!this.#device.owners || this.#guard.needsElements);
  }

  /** Judges fingers by whom they would reach. */
  async checkTouch(strokes: readonly Stroke[], seen: Snapshot | undefined): Promise<void> {
    if (this.isOpen) return;
    const snapshot = this.needsSnapshot ? await this.#eyes.lookUnlessCurrent(seen) : seen;
    for (const point of strokes.flatMap((stroke) => this.#reachedBy(stroke))) {
      await this.#guard.permit(await this.#reachAt(point, snapshot));
    }
    if (this.#device.owners || !snapshot) return;
    const removes = strokes.some((stroke) =>
      mayRemoveCard(snapshot, stroke[0], { travels: travels(stroke) }),
    );
    if (removes) await this.#refuseRemoval();
  }

  /** Judges a key that leaves the application in front: it is free unless a rule names it. */
  async checkSystemKey(): Promise<void> {
    const guard = this.#guard.naming;
    if (guard.isOpen) return;
    const { windows } = await this.#eyes.look({ accept: 'nothing' });
    await guard.permit(windows.filter(({ active }) => active).map(ownerOf));
  }

  /** Judges a key by the active window and what has the focus there. */
  async checkKey(key: Key): Promise<void> {
    if (this.isOpen) return;
    const snapshot = await this.#eyes.look({ accept: 'unread' });
    await this.#checkActive(snapshot, { key });
    if (keyMayRemoveCard(snapshot, key)) await this.#refuseRemoval();
  }

  /** Judges what goes to the active window. `typed`: by a key of the on-screen keyboard. */
  async checkActiveWindow({ typed, ...particulars }: Typed = {}): Promise<void> {
    if (this.isOpen) return;
    await this.#checkActive(await this.#eyes.look({ accept: 'unread' }), { typed, ...particulars });
  }

  async #checkActive(snapshot: Snapshot, { typed = false, ...particulars }: Typed = {}): Promise<void> {
    const advice = this.#device.capabilities.home === true ? HOME_LEAVES : undefined;
    const element = focusedIn(snapshot);
    const reach = snapshot.windows
      .filter(({ active }) => active)
      .map((window) => ({ ...ownerOf(window), element, snapshot, typed }));
    await this.#guard.permit(reach, { advice, ...particulars });
  }

  async #reachAt(point: Point, snapshot: Snapshot | undefined): Promise<readonly Reached[]> {
    const element = snapshot && hitAmong(elementsAt(snapshot, point));
    if (this.#device.owners) {
      const owners = await this.#device.owners(point, this.#call);
      return owners.map((owner) => ({ ...owner, element, snapshot }));
    }
    if (!snapshot) return [];
    const windows = windowsReached(snapshot, point);
    const types = windows.some(({ type }) => type === 'keyboard');
    return windows.map((window) => {
      // A key of the on-screen keyboard types into the field that has the focus, not into what it covers.
      const typed = types && window.active;
      const element = typed ? focusedIn(snapshot) : elementIn(window, snapshot, point);
      return { ...ownerOf(window), element, snapshot, typed };
    });
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

/** The element of a window that a touch at a point would hit. */
function elementIn(window: UiWindow, snapshot: Snapshot, point: Point): Element | undefined {
  return hitAmong(elementsAt(snapshot, point).filter((element) => element.window === window));
}

/**
 * Which of the elements at a point a touch hits: the topmost one that takes it, or what lies inside of that. A view that takes
 * no touch lets it through to what it covers.
 */
function hitAmong(elements: readonly Element[]): Element | undefined {
  const taker = elements.find(({ node }) => node.clickable || node.editable || node.checkable);
  return taker ? elements.find((element) => isInside(element, taker)) : elements[0];
}

function isInside(element: Element, holder: Element): boolean {
  for (let at: Element | undefined = element; at; at = at.parent) if (at === holder) return true;
  return false;
}

/** What would be opened or sent. */
type Sent = Pick<Reached, 'uri' | 'intent' | 'component'>;
type Typed = Particulars & { readonly typed?: boolean | undefined };
/** What would be done to an application. */
export type DoneToApp = Particulars & { readonly done?: Pick<Reached, 'component' | 'permission'> };

type KnownApp = Pick<InstalledApp, 'id' | 'name' | 'aliases'>;

/** All names that a policy may know an application by. */
function namesOf({ id, name = id, aliases = [] }: KnownApp): readonly Reached[] {
  return [name, ...aliases].map((one) => ({ name: one, id }));
}
