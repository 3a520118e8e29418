import type { Call } from '../../call/call.ts';
import { pause, withinLimit } from '../../call/call.ts';
import { deviceErrorOf, invalidParams, permissionDenied, timedOut } from '../../device/errors.ts';
import type { Application } from '../../device/desktop.ts';
import type { Point, ScreenState, Wish } from '../../device/port.ts';
import type { PicturedSnapshot, Session } from '../../device/session.ts';
import type { ScrolledOut } from '@handeye/screen/identity/identity';
import {
  type Target,
  targetIn,
  type TargetOptions,
  targetsIn,
  type TargetUse,
} from '@handeye/screen/format/lean/targets';
import type { Element, Snapshot, View } from '@handeye/screen/snapshot';
import { type MissingAdvice, missingElement, unclearTarget, whyGone } from './element-errors.ts';
import { at } from './words.ts';

/** An element, and the screen it was found on. */
export interface Found {
  readonly element: Element;
  readonly snapshot: Snapshot;
}

/** Why the screen could not be read. */
export interface Unreadable {
  readonly unreadable: string;
}

/** Options of a look. */
export interface LookOptions {
  readonly picture?: boolean;
  /** The least that the caller accepts: an active window whose content is unknown, or even no readable window at all. */
  readonly accept?: 'unread' | 'nothing';
  /** No act is judged by it. */
  readonly onlyShown?: boolean;
  /** The longest side that a picture needs, if nothing is cut out of it. */
  readonly longest?: number | undefined;
}

export interface EyesOptions {
  /** Wakes the display; undefined for tools that only read, which show a sleeping one as it is. */
  readonly wake?: ((call: Call) => Promise<void>) | undefined;
  /** Whether the error for an id that is no longer known says what is in its place (lean). */
  readonly namesSuccessors?: boolean;
  /** How long a target may take to appear, in milliseconds. */
  readonly patience?: number;
  /** The screen as the step before left it: the first look, if nothing was sent to the device since. */
  readonly lastLook?: PicturedSnapshot | undefined;
  /** Called for each screen that the client is shown. */
  readonly onShown?: OnShown | undefined;
}

/** Called with a screen that the client is shown, or with one application's part of it. */
type OnShown = (view: View, of?: Pick<Application, 'name' | 'id'>) => void;

/** Milliseconds between two looks for a target that may still appear. */
const BETWEEN_LOOKS = 150;

/** How much of a call's time a look may take that the call can do without. */
const OPTIONAL_LOOK_SHARE = 1 / 2;
/** And one that only checks an act that is done: the answer must still be given within the call's time. */
const CHECKING_LOOK_SHARE = 9 / 10;

/** One element is meant, or it is not clear which. */
function onlyOne([element, other]: readonly Element[]): Element | undefined {
  return other ? undefined : element;
}

/** What an id or a target means on a screen. */
function meantBy(snapshot: Snapshot, id: string, use: TargetUse): readonly Element[] {
  const target = targetIn(id);
  if (target) return targetsIn(snapshot, target, { use });
  const element = snapshot.element(id);
  return element ? [element] : [];
}

/** How a tool reads the screen: afresh, never from memory; only a step may go on from the look that the one before ended with. */
export class Eyes {
  readonly #session: Session;
  readonly #call: Call;
  readonly #wake: ((call: Call) => Promise<void>) | undefined;
  readonly #namesSuccessors: boolean;
  #screen: { readonly state: ScreenState; readonly inputs: number } | undefined;

  /** Until this time, a target that is not there may still appear. */
  readonly #patientUntil: number;
  #lastLook: PicturedSnapshot | undefined;
  readonly #onShown: OnShown | undefined;

  constructor(
    session: Session,
    call: Call,
    { wake, namesSuccessors = false, patience = 0, lastLook, onShown }: EyesOptions = {},
  ) {
    this.#session = session;
    this.#call = call;
    this.#wake = wake;
    this.#namesSuccessors = namesSuccessors;
    this.#patientUntil = call.clock.now() + patience;
    this.#lastLook = lastLook;
    this.#onShown = onShown;
  }

  /** The same eyes for a call within this one, with a deadline of its own. */
  during(call: Call): Eyes {
    const [wake, namesSuccessors] = [this.#wake, this.#namesSuccessors];
    const patience = Math.max(0, this.#patientUntil - call.clock.now());
    const lastLook = this.#lastLook;
    const options = { wake, namesSuccessors, patience, lastLook, onShown: this.#onShown };
    this.#lastLook = undefined;
    return new Eyes(this.#session, call, options);
  }

  /**
   * The screen now. A window that could not be read is an error unless the caller accepts it: it must not be taken for empty. A
   * display that sleeps is woken for a tool that acts, and looked at again: it may show its lock screen.
   */
  async look({
    picture = false,
    accept,
    onlyShown = false,
    longest,
  }: LookOptions = {}): Promise<PicturedSnapshot> {
    const wish = { picture, onlyShown, ...(longest !== undefined && { longest }) };
    const snapshot = this.#takeLastLook(picture) ?? (await this.#lookAwake(wish));
    this.noteScreen(snapshot);
    const { elements, unread } = snapshot;
    if (accept === 'nothing') return snapshot;
    if (elements.length === 0) {
      throw permissionDenied('No window of the device can be read right now. Wait a moment and try again.');
    }
    if (unread !== undefined && accept !== 'unread') throw timedOut(unread);
    return snapshot;
  }

  #takeLastLook(picture: boolean): PicturedSnapshot | undefined {
    const last = this.#lastLook;
    this.#lastLook = undefined;
    return last && !picture && this.#session.isCurrent(last) ? last : undefined;
  }

  /** The given snapshot if nothing was sent to the device since it was taken, else a new one. */
  async lookUnlessCurrent(snapshot: Snapshot | undefined): Promise<Snapshot> {
    return snapshot && this.#session.mayJudge(snapshot) ? snapshot : this.look({ accept: 'unread' });
  }

  /** The screen now, if it can be read in a part of the time the call has: a game may have nothing to read. */
  async lookIfReadable(): Promise<Snapshot | undefined> {
    try {
      const snapshot = await this.#lookWithin(OPTIONAL_LOOK_SHARE, { accept: 'nothing' });
      return snapshot.elements.length > 0 && snapshot.unread === undefined ? snapshot : undefined;
    } catch (error) {
      const unreadable = ['action_failed', 'timeout'].includes(deviceErrorOf(error)?.kind ?? '');
      if (!unreadable || this.#call.signal.aborted) throw error;
      return undefined;
    }
  }

  /** The screen after something was done, or why it cannot be read. No failure: a model would do it a second time. */
  async lookBack(): Promise<PicturedSnapshot | Unreadable> {
    try {
      return await this.#lookWithin(CHECKING_LOOK_SHARE, { accept: 'unread', onlyShown: true });
    } catch (error) {
      const known = deviceErrorOf(error);
      if (known === undefined || this.#call.signal.aborted) throw error;
      return { unreadable: known.message };
    }
  }

  /** The hint of the focused field, where the device knows more than a look shows. No failure either. */
  async focusedHint(field: Element): Promise<{ readonly hint: string | undefined } | undefined> {
    const { device } = this.#session;
    const { clock, signal } = this.#call;
    const limit = this.#call.remaining() * CHECKING_LOOK_SHARE;
    try {
      return await withinLimit({ clock, limit, cancelled: signal }, async (call) =>
        device.focusedHint?.(field, call),
      );
    } catch (error) {
      if (deviceErrorOf(error) === undefined || signal.aborted) throw error;
      return undefined;
    }
  }

  async #lookWithin(share: number, options: LookOptions): Promise<PicturedSnapshot> {
    const { clock, signal } = this.#call;
    const snapshot = await withinLimit(
      { clock, limit: this.#call.remaining() * share, cancelled: signal },
      (call) => this.during(call).look(options),
    );
    this.noteScreen(snapshot);
    return snapshot;
  }

  /** The size of the screen, awake for a tool that acts. Read once a call, and again after input was sent. */
  async screen(): Promise<ScreenState> {
    const known = this.#screen;
    if (known?.inputs === this.#session.inputs) return known.state;
    let state = await this.#session.device.screen(this.#call);
    if (state.awake === false && (await this.#wokeUp()))
      state = await this.#session.device.screen(this.#call);
    this.#screen = { state, inputs: this.#session.inputs };
    return state;
  }

  /** Refuses points outside the screen, and names its size. */
  async mustBeOnScreen(points: readonly Point[], nameOf = (_: number) => 'Point'): Promise<void> {
    const { width, height } = await this.screen();
    const index = points.findIndex(({ x, y }) => x < 0 || y < 0 || x >= width || y >= height);
    const outside = points[index];
    if (outside) {
      throw invalidParams(
        `${nameOf(index)} ${at(outside)} is outside the screen, which is ${width}x${height} in its current rotation.`,
      );
    }
  }

  /** The size and state of the screen as a glance or a look has just told them: they need not be read again. */
  noteScreen({ screen, awake }: View): void {
    this.#screen = { state: { ...screen, awake }, inputs: this.#session.inputs };
  }

  async #lookAwake(wish: Wish): Promise<PicturedSnapshot> {
    const snapshot = await this.#session.look(wish, this.#call);
    if (snapshot.awake || !(await this.#wokeUp())) return snapshot;
    return this.#session.look(wish, this.#call);
  }

  /** Wakes the display; returns false if this call may not. */
  async #wokeUp(): Promise<boolean> {
    if (!this.#wake) return false;
    await this.#wake(this.#call);
    return true;
  }

  /** The element that was shown under this id, if it is certainly still there; or the one that a target names. */
  async element(id: string, use: TargetUse = 'read'): Promise<Found> {
    const target = targetIn(id);
    if (target) return this.target(id, target, { use });
    const snapshot = await this.look();
    return { element: this.elementOn(snapshot, id), snapshot };
  }

  /** The same on a screen that was looked at. */
  elementOn(snapshot: Snapshot, id: string, use: TargetUse = 'read'): Element {
    const element = onlyOne(meantBy(snapshot, id, use));
    if (element) return element;
    const target = targetIn(id);
    if (target) throw unclearTarget(id, target, { snapshot, use });
    throw missingElement(id, this.#adviceFor(id, snapshot), this.#namesSuccessors);
  }

  /** What became of an id that is not on this screen, for clients that are told. */
  whyGone(id: string, snapshot: Snapshot): string | undefined {
    return this.#namesSuccessors ? whyGone(id, this.#adviceFor(id, snapshot)) : undefined;
  }

  #adviceFor(id: string, snapshot: Snapshot): MissingAdvice {
    const { identity } = this.#session;
    const { window: { app, type } = {}, label = '', leftByGesture } = identity.lastSeenAs(id) ?? {};
    const isLeft = app !== undefined && !snapshot.windows.some((one) => one.app === app && one.type === type);
    return {
      outOfSight: this.scrolledOut(id) && (leftByGesture === true ? 'scrolled' : 'moved'),
      successor: identity.successorOf(id, snapshot),
      left: isLeft ? { label, app, now: snapshot.app } : undefined,
    };
  }

  /** The one element that a target means; it may take a moment to appear, where the caller has not seen the screen. */
  async target(id: string, target: Target, options: TargetOptions): Promise<Found> {
    const snapshot = await this.lookUntil((now) => targetsIn(now, target, options).length > 0);
    const element = onlyOne(targetsIn(snapshot, target, options));
    if (element) return { element, snapshot };
    throw unclearTarget(id, target, { snapshot, ...options });
  }

  /** Whether what is not there yet may still appear: the caller has not seen the screen. */
  get isPatient(): boolean {
    return this.#call.clock.now() < this.#patientUntil;
  }

  /** The screen now; where something may still appear, the one on which it is there, or the last. */
  async lookUntil(isThere: (now: Snapshot) => boolean): Promise<Snapshot> {
    for (;;) {
      const snapshot = await this.look();
      if (!this.isPatient || isThere(snapshot)) return snapshot;
      await pause(BETWEEN_LOOKS, this.#call);
    }
  }

  /** The same for one that has an id or is a target, and is fit for its use. Several are one too many: no wait makes them fewer. */
  lookUntilFit(id: string, use: TargetUse, isFit: (found: Found) => boolean): Promise<Snapshot> {
    return this.lookUntil((snapshot) => {
      const meant = meantBy(snapshot, id, use);
      const element = onlyOne(meant);
      return element ? isFit({ element, snapshot }) : meant.length > 1;
    });
  }

  /** Notes that the client is shown a screen, whole or in part: what it touches next, it chose by this. */
  shown(...what: Parameters<OnShown>): void {
    this.#onShown?.(...what);
  }

  /** The windows of now, for a tool that reads more of them by itself; undefined where the device cannot tell cheaply. */
  async glance(): Promise<View | undefined> {
    try {
      return await this.#session.device.glance?.(this.#call);
    } catch (error) {
      // The glance is optional: the answer does not depend on it.
      if (deviceErrorOf(error) === undefined || this.#call.signal.aborted) throw error;
      return undefined;
    }
  }

  /** The number under which a screen that is shown can be asked for later. */
  stateNumber(snapshot: Snapshot): string {
    this.shown(snapshot);
    const inputs = this.#session.inputsBefore(snapshot);
    return this.#session.states.numberOf(snapshot, { time: this.#call.clock.now(), inputs });
  }

  /** The screen that was shown under a number, if it is known still. */
  shownAs(number: string): Snapshot | undefined {
    return this.#session.states.snapshotOf(number);
  }

  /** Where an element went that left the screen by scrolling. */
  scrolledOut(id: string): ScrolledOut | undefined {
    return this.#session.identity.scrolledOut(id);
  }

  /** The element as a deliberate search found it again. */
  foundAgain(id: string, snapshot: Snapshot): Element | undefined {
    return this.#session.identity.foundAgain(id, snapshot);
  }

  /** The element that has the input focus in the active window, if any. */
  async focused(): Promise<Found | undefined> {
    const snapshot = await this.look();
    const element = focusedIn(snapshot);
    return element && { element, snapshot };
  }
}

/** The element that has the input focus in the active window of a screen, if any. */
export function focusedIn({ elements }: Snapshot): Element | undefined {
  const focused = elements.filter(({ node, window }) => node.focused && window.active);
  return focused.find(({ node }) => node.editable) ?? focused.at(-1);
}
