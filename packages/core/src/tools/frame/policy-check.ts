import type { Call } from '../../call/call.ts';
import type { InstalledApp } from '../../device/apps.ts';
import type { Device, Key, Point, Stroke } from '../../device/port.ts';
import { ownerOf, type Reached, type TypedKey } from '../../guard/act.ts';
import type { CallGuard, Particulars, Permission } from '../../guard/call-guard.ts';
import { keyPressed } from '../../guard/kinds/keyboard.ts';
import type { Element, Snapshot, UiWindow } from '@handeye/screen/snapshot';
import { elementsAt, windowsReached } from '@handeye/screen/touch/hit-test';
import type { Session } from '../../device/session.ts';
import { type Hit, mayBePosted, PostingApps, unreadOver } from '../../guard/notifications/posting-apps.ts';
import { AskedPlaces, around } from './asked-places.ts';
import { type Eyes, focusedIn } from './eyes.ts';
import { keyMayRemoveCard, mayRemoveCard, removesCards } from './recents.ts';
import { isHeld, travels } from './touch/strokes.ts';

/** A name that no application has. */
const NOBODY = '';

/** The key that reaches no application: it is never refused. */
const HOME_LEAVES = 'press_home is allowed, and leaves it.';

const ONE_OF_SEVERAL = 'It has posted a notification, and what would be touched may belong to that one.';

/** The permission for a touch or keys, and the screen that they were judged by. */
export type JudgedByScreen = Permission & { readonly snapshot: Snapshot | undefined };

/**
 * Finds the applications that a write would reach and the elements it would hit, and has the guard judge it. It uses the
 * snapshot that the write was based on if nothing was sent to the device since, else a new look.
 */
export class PolicyCheck {
  readonly #session: Session;
  readonly #device: Device;
  readonly #eyes: Eyes;
  readonly #call: Call;
  readonly #guard: CallGuard;
  /** Most calls are not about notifications. */
  #posting: PostingApps | undefined;
  #knownPlaces: AskedPlaces | undefined;
  /** The tool named an application that was judged: it finds the row of its notification by itself. */
  #isAppJudged = false;
  #intended: Pick<Particulars, 'text' | 'givesSecret'> = {};

  constructor(parts: { session: Session; device: Device; eyes: Eyes; call: Call; guard: CallGuard }) {
    this.#session = parts.session;
    this.#device = parts.device;
    this.#eyes = parts.eyes;
    this.#call = parts.call;
    this.#guard = parts.guard;
  }

  /** Created on demand: most calls ask no question. */
  get #places(): AskedPlaces {
    this.#knownPlaces ??= new AskedPlaces({ session: this.#session, eyes: this.#eyes, call: this.#call });
    return this.#knownPlaces;
  }

  /** Nothing is forbidden, so no look is needed. */
  get isOpen(): boolean {
    return this.#guard.isOpen;
  }

  /**
   * The text that this call is going to type. The touch that focuses the field is judged by it, so that one question is enough.
   */
  intendsToType(typed: Pick<Particulars, 'text' | 'givesSecret'>): void {
    this.#intended = typed;
  }

  /**
   * Judges an act on an element: by its window's application, and the one that draws this part of it. Resolves with the element
   * to act on: the one of the last look if a person was asked, since a device may have forgotten an earlier look. `meant`: the
   * elements that were named inside it, which describe the act as a finger on them would.
   */
  async checkElement(
    element: Element,
    particulars: Particulars = {},
    meant: readonly Element[] = [],
  ): Promise<Permission & { readonly element: Element }> {
    if (this.isOpen) return { element, isAsked: false, isSeen: false, wholeLabel: false };
    let current = element;
    const reach = withMeant(await this.#reachOf(element, this.#call), meant);
    const place = this.#places.at(element.node.bounds, async ({ eyes, call }) => {
      const snapshot = await eyes.look({ accept: 'unread' });
      const now = snapshot.element(element.id);
      current = now ?? current;
      const meantNow = meant.flatMap(({ id }) => snapshot.element(id) ?? []);
      return now ? withMeant(await this.#reachOf(now, call), meantNow) : [];
    });
    const permission = await this.#permit(reach, { ...particulars, place });
    if (removesCards(element)) await this.#refuseRemoval();
    return { element: current, ...permission };
  }

  /** Judges an act on an application, under any of its names. */
  async checkApp(app: KnownApp, { done = {}, ...particulars }: DoneToApp = {}): Promise<void> {
    this.#isAppJudged = true;
    const parts = done.button === undefined ? [done] : [{ ...done, pressOnly: true }, done];
    const reach = namesOf(app).flatMap((one) => parts.map((part) => ({ ...one, ...part })));
    await this.#guard.permit(reach, particulars);
  }

  /** Judges what reaches no application: a setting of the device, a file, the clipboard. */
  async checkDevice(particulars: Particulars = {}): Promise<void> {
    await this.#guard.permit('no application', particulars);
  }

  /**
   * Judges a write that may reach several applications. `find` returns the ids of all possible receivers; it is called only if
   * the policy restricts anything. Without a known receiver the write is refused. Resolves with the id of a single receiver.
   */
  async checkReceivers(
    find: () => Promise<readonly string[]>,
    { sent = {}, ...particulars }: Particulars & { readonly sent?: Sent } = {},
  ): Promise<string | undefined> {
    if (this.isOpen) return undefined;
    const ids = await find().catch(async (error: unknown) => {
      // A write without a receiver is judged, too: a model should learn that it may not, not that it cannot.
      await this.#guard.permit([{ name: NOBODY, ...sent }], particulars);
      throw error;
    });
    const installed = await this.#namedApps();
    const reached = ids.map(
      (id) => installed.find((app) => app.id.toLowerCase() === id.toLowerCase()) ?? { id, name: undefined },
    );
    const reach = reached.flatMap(namesOf).map((one) => ({ ...one, ...sent }));
    await this.#guard.permit(reach, particulars);
    return ids.length === 1 ? ids[0] : undefined;
  }

  /** The applications by their visible names; none where no rule uses names, or the device has none. */
  async #namedApps(): Promise<readonly InstalledApp[]> {
    const { apps } = this.#device;
    if (!apps || apps.isNameless === true || !this.#guard.needsAppNames) return [];
    return apps.list({ which: 'all', tell: 'names' }, this.#call);
  }

  /** Whether a touch is checked by what a look shows; a device that knows the owners of a point says it without one. */
  get needsSnapshot(): boolean {
    return !this.isOpen && (!this.#device.owners || this.#guard.needsElements);
  }

  /** Judges fingers by the applications that they would reach. Resolves with the last look that this was judged by. */
  async checkTouch(strokes: readonly Stroke[], seen: Snapshot | undefined): Promise<JudgedByScreen> {
    if (this.isOpen) return { snapshot: seen, isAsked: false, isSeen: false, wholeLabel: false };
    const first = this.needsSnapshot ? await this.#eyes.lookUnlessCurrent(seen) : seen;
    let snapshot = first;
    let [isAsked, isSeen, wholeLabel] = [false, true, false];
    const points = strokes.flatMap((stroke) => this.#reachedBy(stroke));
    // While a person was asked about one point, another one may have changed: all are judged by the same look.
    for (let by: Snapshot | undefined | null = null; by !== snapshot;) {
      by = snapshot;
      for (const point of points) {
        const place = this.#places.at(around(point), async ({ eyes, call }) => {
          const now = this.needsSnapshot ? await eyes.look({ accept: 'unread' }) : undefined;
          snapshot = now ?? snapshot;
          return this.#reachAt(point, now, call);
        });
        const permission = await this.#permit(await this.#reachAt(point, snapshot, this.#call), { place });
        isAsked ||= permission.isAsked;
        isSeen &&= permission.isSeen || !permission.isAsked;
        wholeLabel ||= permission.wholeLabel;
      }
      if (points.length === 1) break;
    }
    const judged = { snapshot, isAsked, isSeen: isAsked && isSeen, wholeLabel };
    if (this.#device.owners || !first) return judged;
    const removes = strokes.some((stroke) => mayRemoveCard(first, stroke[0], { travels: travels(stroke) }));
    if (removes) await this.#refuseRemoval();
    return judged;
  }

  /** What was allowed is not there any more. */
  changed(): void {
    this.#guard.changed();
  }

  /** A touch of several was made: what a person allowed once was that one. */
  touchMade(): void {
    this.#posting?.forget();
    this.#guard.touchMade();
  }

  /** Judges a key that leaves the application in front: it is free unless a rule names it. */
  async checkSystemKey(): Promise<void> {
    const guard = this.#guard.naming;
    if (guard.isOpen) return;
    const { windows } = await this.#eyes.look({ accept: 'nothing' });
    await guard.permit(windows.filter(({ active }) => active).map(ownerOf));
  }

  /** Judges a key by the active window and what has the focus there. */
  async checkKey(key: Key, seen?: Snapshot): Promise<JudgedByScreen> {
    const judged = await this.checkActiveWindow({ key }, seen);
    const { snapshot } = judged;
    if (!this.isOpen && snapshot && keyMayRemoveCard(snapshot, key)) await this.#refuseRemoval();
    return judged;
  }

  /** Judges what goes to the active window. `typed`: by a key of the on-screen keyboard. */
  async checkActiveWindow({ typed, ...particulars }: Typed = {}, seen?: Snapshot): Promise<JudgedByScreen> {
    if (this.isOpen) return { snapshot: seen, isAsked: false, isSeen: false, wholeLabel: false };
    let snapshot = await this.#eyes.lookUnlessCurrent(seen);
    const advice = this.#device.capabilities.home === true ? HOME_LEAVES : undefined;
    const reachIn = (now: Snapshot, call: Call) => this.#withPosting(activeHits(now, typed), call);
    const place = this.#places.at(focusedIn(snapshot)?.node.bounds, async ({ eyes, call }) => {
      snapshot = await eyes.look({ accept: 'unread' });
      return reachIn(snapshot, call);
    });
    const reach = await reachIn(snapshot, this.#call);
    const permission = await this.#permit(reach, { advice, ...particulars, place });
    return { ...permission, snapshot };
  }

  async #permit(reach: readonly Reached[], particulars: Particulars): Promise<Permission> {
    const howToNameReceiver = reach.some(({ isOneOfSeveral }) => isOneOfSeveral) ? ONE_OF_SEVERAL : undefined;
    return this.#guard.permit(reach, { howToNameReceiver, ...this.#intended, ...particulars });
  }

  /** In the notification shade also those who posted what is hit: asked for only where a rule names applications. */
  async #withPosting(hits: readonly Hit[], call: Call): Promise<readonly Reached[]> {
    const isWanted = !this.#isAppJudged && this.#guard.needsAppNames && hits.some(mayBePosted);
    if (!isWanted) return hits.map(({ reached }) => reached);
    this.#posting ??= new PostingApps(this.#device);
    return this.#posting.reach(hits, call);
  }

  async #reachOf(element: Element, call: Call): Promise<readonly Reached[]> {
    const owners = (await this.#device.owners?.(element, call)) ?? [];
    // The activity in front is known of the whole screen only, and others may have looked since.
    const snapshot = this.#session.screenOf(element);
    const { window } = element;
    const hits = [ownerOf(window), ...owners].map((owner) => ({
      window,
      reached: { ...owner, element, snapshot },
    }));
    return this.#withPosting(hits, call);
  }

  async #reachAt(point: Point, snapshot: Snapshot | undefined, call: Call): Promise<readonly Reached[]> {
    const element = snapshot && hitAmong(elementsAt(snapshot, point));
    if (this.#device.owners) {
      const owners = await this.#device.owners(point, call);
      return owners.map((owner) => ({ ...owner, element, snapshot }));
    }
    if (!snapshot) return [];
    const windows = windowsReached(snapshot, point);
    const keyboard = windows.find(({ type }) => type === 'keyboard');
    const key = keyboard && keyPressed(elementIn(keyboard, snapshot, point));
    const hits = windows.map((window) => {
      // A key of the on-screen keyboard types into the field that has the focus, not into what it covers.
      const typed = window.active ? key : undefined;
      const element = typed ? focusedIn(snapshot) : elementIn(window, snapshot, point);
      return { window, reached: { ...ownerOf(window), element, snapshot, typed } };
    });
    const over = this.#guard.needsAppNames ? unreadOver(snapshot, point) : [];
    return this.#withPosting([...over, ...hits, ...labelsOver(snapshot, windows, point)], call);
  }

  async #refuseRemoval(): Promise<void> {
    this.#guard.refuseRemoval(await this.#device.recentApps?.(this.#call));
  }

  /**
   * A finger stays with the window that it began in. A mouse lets go over another one what it has taken along, and so does a
   * finger that was held before it moved on.
   */
  #reachedBy(stroke: Stroke): Point[] {
    const last = stroke.at(-1);
    const takesAlong = this.#device.hasMouse === true || isHeld(stroke);
    return takesAlong && last && travels(stroke) ? [stroke[0], last] : [stroke[0]];
  }
}

/** The same applications, with what was named of them. */
function withMeant(reach: readonly Reached[], meant: readonly Element[]): readonly Reached[] {
  return [...reach, ...meant.flatMap((element) => reach.map((one) => ({ ...one, element })))];
}

/** The applications and the element that a key would reach. */
function activeHits(snapshot: Snapshot, typed: TypedKey | undefined): readonly Hit[] {
  const element = focusedIn(snapshot);
  return snapshot.windows
    .filter(({ active }) => active)
    .map((window) => ({ window, reached: { ...ownerOf(window), element, snapshot, typed } }));
}

/** The element of a window that a touch at a point would hit. */
function elementIn(window: UiWindow, snapshot: Snapshot, point: Point): Element | undefined {
  return hitAmong(elementsAt(snapshot, point).filter((element) => element.window === window));
}

/** Texts that lie over what takes a touch and let it through: a person takes them for its label. */
function labelsOver(snapshot: Snapshot, windows: readonly UiWindow[], point: Point): readonly Hit[] {
  return windows.flatMap((window) => {
    const there = elementsAt(snapshot, point).filter((element) => element.window === window);
    const at = there.findIndex(({ node }) => node.clickable || node.editable || node.checkable);
    const taker = there[at];
    if (!taker) return [];
    return there
      .slice(0, at)
      .filter(
        (element) => !isInside(element, taker) && Boolean(element.node.text ?? element.node.description),
      )
      .map((element) => ({ window, reached: { ...ownerOf(window), element, snapshot } }));
  });
}

/**
 * The element at a point that a touch hits: the topmost one that takes it, or an element inside that one. A view that takes no
 * touch lets it through to what it covers.
 */
function hitAmong(elements: readonly Element[]): Element | undefined {
  const taker = elements.find(({ node }) => node.clickable || node.editable || node.checkable);
  return taker ? elements.find((element) => isInside(element, taker)) : elements[0];
}

function isInside(element: Element, holder: Element): boolean {
  for (let at: Element | undefined = element; at; at = at.parent) if (at === holder) return true;
  return false;
}

/** The address, intent, component or permission of a write. */
type Sent = Pick<Reached, 'uri' | 'intent' | 'component' | 'permission'>;
type Typed = Particulars & { readonly typed?: TypedKey | undefined };
/** The details of an act on an application. */
export type DoneToApp = Particulars & {
  readonly done?: Pick<Reached, 'component' | 'permission' | 'button' | 'beside'>;
};

type KnownApp = Pick<InstalledApp, 'id' | 'name' | 'aliases'>;

/** All names that a policy may know an application by. */
function namesOf({ id, name = id, aliases = [] }: KnownApp): readonly Reached[] {
  return [name, ...aliases].map((one) => ({ name: one, id }));
}
