import type { Call } from '../../call/call.ts';
import { pause } from '../../call/call.ts';
import type { InstalledApp } from '../../device/apps.ts';
import { changeText, type Focused, type FocusAim, type Met } from '../../device/aim.ts';
import {
  actionFailed,
  elementNotFound,
  FocusChanged,
  NotOffered,
  permissionDenied,
  ScreenChanged,
} from '../../device/errors.ts';
import { type Chord, keyText, type SelectionKey } from '../../device/keys.ts';
import type {
  Device,
  Direction,
  ElementAction,
  Key,
  Point,
  Remark,
  Selects,
  Stroke,
} from '../../device/port.ts';
import { capabilityOf, opposite } from '../../device/port.ts';
import type { Movement, Session } from '../../device/session.ts';
import { contains, sameBounds } from '@handeye/screen/bounds';
import type { UiNode } from '@handeye/screen/node';
import { elementsAt } from '@handeye/screen/touch/hit-test';
import { liesOpen, mainArea, scrollableAncestor, touchPoint } from '@handeye/screen/touch/reach';
import { isPager } from '@handeye/screen/touch/scrollers';
import type { Element, Snapshot, View } from '@handeye/screen/snapshot';
import type { WantedValue } from '@handeye/screen/value/range';
import { covered } from './element-errors.ts';
import type { Eyes, Found } from './eyes.ts';
import { type DoneToApp, type JudgedByScreen, PolicyCheck } from './policy-check.ts';
import type { CallGuard, Particulars, Permission } from '../../guard/call-guard.ts';
import { changeAt } from '../../guard/screen-check/changed.ts';
import { focusTaken } from '../../guard/screen-check/focus-taken.ts';
import type { ScreenCheck } from '../../guard/screen-check/screen-check.ts';
import type { ConcealedDevice } from '../../guard/secrets/concealed-device.ts';
import { blindScrollPath, openPart, pagerOf, scrollPath } from './touch/scroll-path.ts';
import { OneByOne } from './touch/one-by-one.ts';
import { checkFocus, PointsCheck } from './shown-check.ts';
import type { ToolCall } from './tool-call.ts';
import {
  type Amount,
  hold,
  isHeld,
  movementOf,
  refuseTooManyFingers,
  type ScrollHow,
  shares,
  travels,
} from './touch/strokes.ts';
import { nodesAround } from '../../guard/texts-around.ts';
import { keyPressed } from '../../guard/kinds/keyboard.ts';

/** How an element was used: by an accessibility action, by fingers (or a mouse), or by keys. */
export type Way = 'action' | 'touch' | 'keys';

/** The clicked element: the one that was named, and the one that takes the click. */
export interface Clicked extends Found {
  readonly target: Element;
  /** The element with the words that it was named by, if that is another one. */
  readonly named?: Element;
}

/** How a text is typed. */
export interface TypingOptions {
  /** `{{NAME}}` in it means the secret of that name. */
  readonly takesSecrets?: boolean;
}

/** How often, and how many milliseconds apart, a field that was clicked is looked at until it has the focus. */
export const LOOKS_FOR_FOCUS = 3;
const BETWEEN_LOOKS = 200;

/** A finger's tap and its long press, in milliseconds on the glass. */
const TAP_TIME = 50;
const LONG_PRESS_TIME = 1_000;

const SCROLLED_BLIND =
  'The screen could not be read first, so the finger moved without knowing what is under it. Look at the screen: ' +
  'one thing that lies under its whole way, such as a game, may have taken it for a press';

/** How often a person is asked about an act whose target changes each time. */
const MOST_QUESTIONS = 3;

/** A finger that is down this long at one place still taps (a long press begins at 400 ms). */
const LONGEST_TAP = 150;

/** A long press of ordinary length: a shorter one is a click on some phones, and to hold something longer may mean more. */
const SHORTEST_PRESS = 500;
const LONGEST_PRESS = 1_500;

/** How many texts inside an element a device compares before an act that needed no permission. */
const MOST_TEXTS_OF_AN_ACT = 2;

/** How many texts of an element a device compares with an act on it: of a page, the one that was meant may be a later one. */
const MOST_TEXTS = 8;

const GONE_WHEN_ALLOWED =
  'What the user allowed is gone, so nothing was done. Look at the screen before you decide what to do.';

const RIGHT_BUTTON = 'The right mouse button was clicked, which is the long press of a desktop';

/**
 * Keys that the system handles itself: they reach no application, so no blocked one either. Those for the volume do: the
 * application in front hears of them first, and a camera takes a picture.
 */
const systemKeys: ReadonlySet<Key> = new Set(['HOME', 'RECENTS', 'NOTIFICATIONS', 'QUICK_SETTINGS']);

/** How often, and how far apart, a row is looked at until its list has come to rest: a fling takes up to some seconds. */
const LOOKS_UNTIL_AT_REST = 25;
const BETWEEN_RESTING_LOOKS = 100;

/** How a tool uses the device. The policy judges every act. */
export class Hands {
  readonly #session: Session;
  readonly #eyes: Eyes;
  readonly #call: Call;
  readonly #policy: PolicyCheck;
  readonly #screenCheck: () => ScreenCheck;
  readonly #toolCall: Pick<ToolCall, 'way' | 'app' | 'met'>;
  readonly #concealed: ConcealedDevice | undefined;
  /** The screen right before keys, where nothing judges them. */
  #glanced: View | undefined;

  constructor(parts: {
    session: Session;
    eyes: Eyes;
    guard: CallGuard;
    /** The screens that the client was shown; needed only where a client chose the points. */
    screenCheck: () => ScreenCheck;
    call: Call;
    /** Learns the way that is taken, what fingers met there, and which application was in front. */
    toolCall: Pick<ToolCall, 'way' | 'app' | 'met'>;
    /** The secrets that were used on this device. */
    concealed?: ConcealedDevice | undefined;
  }) {
    this.#session = parts.session;
    this.#eyes = parts.eyes;
    this.#call = parts.call;
    this.#toolCall = parts.toolCall;
    this.#concealed = parts.concealed;
    this.#screenCheck = parts.screenCheck;
    this.#policy = new PolicyCheck({ ...parts, device: parts.session.device });
  }

  get #device(): Device {
    return this.#session.device;
  }

  get #points(): PointsCheck {
    return new PointsCheck({ ...this.#parts, screenCheck: this.#screenCheck() });
  }

  get #parts() {
    return { device: this.#device, eyes: this.#eyes, policy: this.#policy, call: this.#call };
  }

  /** Moves fingers over the screen. Every point must be on it. `seen` is the screen that the points were chosen on. */
  async touch(strokes: readonly Stroke[], seen?: Snapshot): Promise<Remark> {
    return this.#touchIf(strokes, seen);
  }

  /** `points`: a client chose them. What lies there now may refuse each touch. */
  async #touchIf(
    strokes: readonly Stroke[],
    seen: Snapshot | undefined,
    points?: PointsCheck,
  ): Promise<Remark> {
    refuseTooManyFingers(strokes, this.#device);
    const oneByOne = () =>
      new OneByOne({
        ...this.#parts,
        touch: (touch, now) => this.#touchAsJudged(touch, now, points),
      });
    const touches = this.#policy.isOpen ? [] : oneByOne().touchesOf(strokes);
    const snapshot = this.#policy.needsSnapshot ? await this.#eyes.lookUnlessCurrent(seen) : seen;
    await this.#eyes.mustBeOnScreen(strokes.flat());
    if (touches.length > 1)
      return oneByOne().make(touches, snapshot, (touch, now) => points?.compare(touch, now));
    await this.#touchAsJudged(strokes, snapshot, points);
    return undefined;
  }

  /** The same at points that the client chose by what it was shown: what lies there now must be that still. */
  async touchPoints(strokes: readonly Stroke[]): Promise<Remark> {
    const points = this.#points;
    return this.#touchIf(strokes, await points.before(strokes), points);
  }

  /** Judges a touch, and makes it if what it was judged by is there still. */
  #touchAsJudged(
    strokes: readonly Stroke[],
    seen: Snapshot | undefined,
    points: PointsCheck | undefined,
  ): Promise<void> {
    let known = seen;
    return this.#judgedAnew(
      () => this.#policy.checkTouch(strokes, known),
      async (judged) => {
        const on = this.#policy.needsSnapshot ? judged.snapshot : (points?.chosenOn ?? judged.snapshot);
        if (await this.#actedAt(strokes, judged)) return;
        await this.#makeTouch(strokes, on, { ...judged, isChosen: points !== undefined });
      },
      async () => {
        known = await this.#eyes.look({ accept: 'unread' });
        points?.compare(strokes, known);
      },
    );
  }

  /**
   * Judges something, and does it. What a person allowed must be there as they saw it: if it is not, it is looked at, judged and
   * asked about anew.
   */
  async #judgedAnew<P extends Permission, T>(
    judge: () => Promise<P>,
    make: (permission: P) => Promise<T>,
    lookAgain: () => Promise<unknown>,
  ): Promise<T> {
    let change: ScreenChanged | undefined;
    for (let question = 1; ; question += 1) {
      const permission = await judge();
      // Without a question now, it is neither what was allowed nor what the client chose.
      if (change && !permission.isSeen) throw this.#screenCheck().refusal(change);
      try {
        return await make(permission);
      } catch (error) {
        if (!(error instanceof ScreenChanged)) throw error;
        if (!permission.isAsked || question === MOST_QUESTIONS) throw this.#screenCheck().refusal(error);
        change = error;
        this.#policy.changed();
        await lookAgain();
      }
    }
  }

  /** Clicks an element: by accessibility where the device can, else with a finger on its visible part. */
  async click(what: Clicked): Promise<void> {
    await this.#press(what, { kind: 'click', duration: TAP_TIME });
  }

  async longClick(what: Clicked): Promise<void> {
    await this.#press(what, { kind: 'longClick', duration: LONG_PRESS_TIME });
  }

  /** Presses and holds a point; with a mouse, clicks it with the right button, which is the same there. */
  async longPress(point: Point, duration: number): Promise<Remark> {
    const stroke = hold(point, duration);
    if (!this.#device.openMenuAt) return this.touchPoints([stroke]);
    const points = this.#points;
    let seen = await points.before([stroke]);
    if (this.#policy.needsSnapshot) seen = await this.#eyes.lookUnlessCurrent(seen);
    await this.#eyes.mustBeOnScreen([point]);
    return this.#judgedAnew(
      () => this.#policy.checkTouch([stroke], seen),
      async ({ snapshot, wholeLabel }) => {
        const on = snapshot ?? points.chosenOn;
        await this.#mustMeetWindows([stroke], on);
        this.#toolCall.way = 'touch';
        const labels = [wholeLabel ? ('whole' as const) : ('words' as const)];
        const how = { aim: { on, refuses: on !== undefined && this.#refusesChanges, labels } };
        await this.#send({ moves: 'nothing' }, async () => this.#device.openMenuAt?.(point, this.#call, how));
        return RIGHT_BUTTON;
      },
      async () => {
        seen = await this.#eyes.look({ accept: 'unread' });
        points.compare([stroke], seen);
      },
    );
  }

  /** Gives a field the input focus and checks that it got it: the keyboard sends `text` to the focused element. */
  async focus({ element, snapshot }: Found, text: string, how?: TypingOptions): Promise<Found> {
    const { id, node, window } = element;
    this.#policy.intendsToType(this.#intended(text, element, how));
    if (node.focused && window.active) return { element, snapshot };
    await this.click({ element, target: element, snapshot });
    for (let look = 1; look <= LOOKS_FOR_FOCUS; look += 1) {
      if (look > 1) await pause(BETWEEN_LOOKS, this.#call);
      const focused = await this.#eyes.focused();
      if (focused?.element.id === id) return focused;
    }
    throw actionFailed(
      `Element '${id}' was clicked but did not take the focus, so nothing was typed. If another field opened in its place, call input_text without element_id.`,
    );
  }

  /** Replaces a field's content. Where the device does it by keys, the field gets the focus first. */
  async setText(field: Found, text: string, how?: TypingOptions): Promise<Remark> {
    const byKeys = this.#device.setsTextByKeys === true;
    const { element } = byKeys ? await this.focus(field, text, how) : field;
    return this.#act(element, { kind: 'setText', text }, how);
  }

  /** Sets a slider by accessibility; undefined where that is not offered, and nothing was done. */
  async setValue(on: Element, value: WantedValue): Promise<{ readonly remark: Remark } | undefined> {
    if (this.#device.capabilities[capabilityOf('setValue')] !== true) return undefined;
    let remark: Remark;
    const done = await offered(async () => {
      remark = await this.#act(on, { kind: 'setValue', value });
      return remark;
    });
    return done ? { remark } : undefined;
  }

  /** Selects a part of a field's text. */
  async select(field: Element, selects: Selects): Promise<Remark> {
    return this.#act(field, { kind: 'selectText', selects });
  }

  /** Presses COPY, CUT, PASTE or SELECT_ALL: by accessibility where the device can and the field offers it, else the key. */
  async pressSelectionKey(key: SelectionKey, field: Element | undefined, seen: Snapshot): Promise<Remark> {
    if (field && this.#device.capabilities.selectText === true) {
      let remark: Remark;
      const done = await offered(async () => {
        remark = await this.#act(field, { kind: 'selectionKey', key });
        return remark;
      });
      if (done) return remark;
    }
    return this.press(key, seen);
  }

  /** Scrolls a list, by default by most of its visible part. After an `action` it rests; after a touch it may still move. */
  async scroll(
    { element: list, snapshot }: Found,
    direction: Direction,
    { amount, byAction, fling = false }: ScrollHow = { amount: 'large', byAction: true },
  ): Promise<'action' | 'touch'> {
    if (this.#device.hasMouse) {
      await this.#act(list, { kind: 'scroll', direction, ...(!byAction && { share: shares[amount] }) });
      return 'touch';
    }
    const mayAct = byAction || isPager(list);
    if (mayAct && (await this.#scrolledByAction(list, direction))) return 'action';
    const view = openPart(snapshot, list);
    if (!view) throw actionFailed(`The list '${list.id}' is not on the screen, so it cannot be scrolled.`);
    await this.touch([scrollPath(snapshot, view, { direction, amount, fling })], snapshot);
    return 'touch';
  }

  /** Scrolls what the screen shows by a share of it: with a finger, or by the wheel of a mouse. */
  async scrollScreen(direction: Direction, amount: Amount): Promise<Remark> {
    if (this.#device.hasMouse) {
      const area = mainArea(await this.#eyes.look());
      if (!area) throw actionFailed('The active window cannot be read, so it cannot be scrolled.');
      return this.#act(area, { kind: 'scroll', direction, share: shares[amount] });
    }
    const snapshot = await this.#eyes.lookIfReadable();
    if (!snapshot) {
      await this.touch([blindScrollPath(await this.#eyes.screen(), { direction, amount })]);
      return SCROLLED_BLIND;
    }
    const { width, height } = snapshot.screen;
    const area = { left: 0, top: 0, right: width, bottom: height };
    const pager = pagerOf(snapshot, area, { direction, amount });
    if (pager && (await this.#scrolledByAction(pager, direction))) return undefined;
    return this.touch([scrollPath(snapshot, area, { direction, amount })], snapshot);
  }

  async #scrolledByAction(list: Element, direction: Direction): Promise<boolean> {
    if (this.#device.capabilities.scroll !== true) return false;
    return offered(() => this.#act(list, { kind: 'scroll', direction }));
  }

  /** Lets the application itself bring an element into view; false where it cannot. */
  async reveal(element: Element): Promise<boolean> {
    if (!this.#device.reveal) return false;
    const { element: now } = await this.#policy.checkElement(element);
    return this.#send({ moves: 'anything' }, async () => this.#device.reveal?.(now, this.#call) ?? false);
  }

  /** Types at the end of the focused field. */
  async type(text: string, field: Element, how?: TypingOptions): Promise<Remark> {
    let current = field;
    return this.#judgedAnew(
      () => this.#policy.checkElement(current, this.#intended(text, current, how)),
      ({ element: into }) =>
        this.#typed({ text, into, replaces: false }, how, (real) =>
          this.#sendKeys(this.#session.screenOf(into), (focus) =>
            this.#device.type(real, this.#call, into, focus),
          ),
        ),
      async () => (current = await this.#foundAgain(field)),
    );
  }

  /** Before input to the focused element: the focus must be in the application that the client was shown; see checkFocus. */
  async mayUseFocus(seen?: Snapshot): Promise<Snapshot | undefined> {
    const { snapshot, now } = await checkFocus({ ...this.#parts, screenCheck: this.#screenCheck() }, seen);
    this.#glanced = now;
    return snapshot;
  }

  /** `seen` is the screen as it was just looked at for this key. */
  async press(key: Key, seen?: Snapshot): Promise<Remark> {
    // Both find out whether the display is awake.
    if (systemKeys.has(key)) {
      await this.#policy.checkSystemKey();
      await this.#eyes.screen();
      return this.#send({ moves: 'nothing' }, () => this.#device.press(key, this.#call));
    }
    if (this.#policy.isOpen) await this.#eyes.screen();
    return this.#keysAsJudged(
      (now) => this.#policy.checkKey(key, now),
      (focus) => this.#device.press(key, this.#call, focus),
      seen,
    );
  }

  /** Judges keys, and presses them if what has the focus is what they were judged by. */
  #keysAsJudged(
    judge: (seen: Snapshot | undefined) => Promise<JudgedByScreen>,
    press: (focus: FocusAim | undefined) => Promise<Remark>,
    seen: Snapshot | undefined,
  ): Promise<Remark> {
    let known = seen;
    return this.#judgedAnew(
      () => judge(known),
      ({ snapshot }) => this.#sendKeys(snapshot ?? this.#glanced, press),
      async () => (known = await this.#eyes.look({ accept: 'unread' })),
    );
  }

  /** Sends keys, or a text, to what had the focus on a screen: the device compares that right before, as far as it can. */
  async #sendKeys(
    on: View | undefined,
    press: (focus: FocusAim | undefined) => Promise<Remark>,
  ): Promise<Remark> {
    const check = this.#screenCheck();
    const refuses = this.#refusesChanges;
    const isWanted = on !== undefined && (refuses || check.isHeard);
    const onOther = (there: Focused) => {
      check.noteFocus(there);
    };
    const focus = isWanted ? { on, refuses, onOther } : undefined;
    await this.#mustFocusWindow(on);
    return this.#send({ moves: 'nothing' }, () => press(focus));
  }

  /** On a desktop, the window that has the focus is compared right before keys are pressed. */
  async #mustFocusWindow(on: View | undefined): Promise<void> {
    if (!on || this.#device.hasMouse !== true || !this.#refusesChanges) return;
    const now = await this.#device.glance?.(this.#call);
    const taken = now && focusTaken(on, now);
    if (taken) throw new FocusChanged(taken);
  }

  /** Brings an application to the front; resolves with what else there is to know. */
  async open(app: InstalledApp, activity: string | undefined): Promise<Remark> {
    await this.mayReach(app, { done: { component: activity } });
    this.#screenCheck().opens(app);
    return this.change(async ({ apps }) => apps?.open(app, activity, this.#call));
  }

  /** Refuses an act on an application that the policy blocks. */
  async mayReach(app: InstalledApp, done?: DoneToApp): Promise<void> {
    await this.#policy.checkApp(app, done);
  }

  /** The same for what reaches no application: a setting of the device, a file, the clipboard. */
  async mayChangeDevice(particulars?: Particulars): Promise<void> {
    await this.#policy.checkDevice(particulars);
  }

  /** The same for applications of which only the ids are known; see PolicyCheck. */
  mayReachAll(...asked: Parameters<PolicyCheck['checkReceivers']>): Promise<string | undefined> {
    return this.#policy.checkReceivers(...asked);
  }

  /** Does something to the device that is no touch, after `mayReach`: an application is ended, a link opened. */
  async change<T>(work: (device: Device) => Promise<T>): Promise<T> {
    await this.#eyes.screen();
    return this.#send({ moves: 'nothing' }, () => work(this.#device));
  }

  /** Presses a key while others are held, or types into the focused element, on a device that has a keyboard. */
  async useKeyboard(keys: Chord | string, seen?: Snapshot): Promise<Remark> {
    if (typeof keys === 'string') this.#concealed?.refuseUnseen(keys);
    if (this.#policy.isOpen) await this.#eyes.screen();
    return this.#keysAsJudged(
      (now) =>
        this.#policy.checkActiveWindow(
          typeof keys === 'string' ? { text: keys } : { key: keyText(keys) },
          now,
        ),
      async () =>
        typeof keys === 'string'
          ? this.#device.typeUnseen?.(keys, this.#call)
          : this.#device.pressChord?.(keys, this.#call),
      seen,
    );
  }

  async writeClipboard(text: string): Promise<void> {
    if (!this.#device.clipboard) throw permissionDenied('This device has no clipboard that can be reached.');
    await this.mayChangeDevice({ text });
    await this.#eyes.screen();
    await this.#device.clipboard.write(text, this.#call);
  }

  async #press(
    { element, target, snapshot, named = element }: Clicked,
    { kind, duration }: { kind: 'click' | 'longClick'; duration: number },
  ): Promise<void> {
    // A list that takes clicks takes them for its rows: only a finger selects a row.
    // With an act only the first texts of its element are compared: a finger is compared with what it was aimed at.
    const isOneOfMany =
      target !== named && this.#refusesChanges && hasMoreTexts(target.node, MOST_TEXTS_OF_AN_ACT);
    const byFinger = (target !== element && target.node.scrollable) || isOneOfMany;
    const byAction = this.#device.capabilities[kind] === true && !byFinger;
    if (byAction && this.#mayAct(target, kind, snapshot)) {
      const meant = [...new Set([element, named])].filter((one) => one !== target);
      const done = await offered(() => this.#act(target, { kind }, { meant }));
      if (done) return;
    }
    // The named element is touched and judged: a card takes a finger anywhere on it.
    const touched = touchPoint(snapshot, named) ? named : element;
    const found = await atRest({ element: touched, snapshot }, this.#parts);
    const point = touchPoint(found.snapshot, found.element);
    if (!point) throw covered(found.element, found.snapshot);
    await this.touch([hold(point, duration)], found.snapshot);
  }

  /** Whether to use an accessibility action, as far as the snapshot tells. */
  #mayAct(on: Element, kind: 'click' | 'longClick', snapshot: Snapshot): boolean {
    if (this.#device.actsInReach !== true) return true;
    const isOffered = on.node.actions?.includes(kind) ?? true;
    // Keyboards draw their keys themselves and react to fingers only, whatever actions they offer to accessibility.
    return isOffered && on.window.type !== 'keyboard' && liesOpen(snapshot, on);
  }

  /** What is judged of an action beside its element. */
  #particularsOf(action: ElementAction, on: Element, how: TypingOptions): Particulars {
    if (action.kind === 'setText') return this.#intended(action.text, on, how);
    return action.kind === 'selectionKey' ? { key: action.key } : {};
  }

  /** The facts about a text that are judged: no question is asked about a secret that this application does not get anyway. */
  #intended(text: string, into: Element, { takesSecrets = false }: TypingOptions = {}) {
    return { text, givesSecret: takesSecrets && this.#concealed?.givesSecret(text, into) === true };
  }

  /**
   * Types a text with the names of secrets replaced by their values. Verdicts, questions and records only ever hold the names.
   */
  #typed(
    typing: { readonly text: string; readonly into: Element; readonly replaces: boolean },
    { takesSecrets = false }: TypingOptions = {},
    type: (text: string) => Promise<Remark>,
  ): Promise<Remark> {
    if (!this.#concealed) return type(typing.text);
    return this.#concealed.typed({ ...typing, takesSecrets }, this.#call, type);
  }

  async #act(
    element: Element,
    action: ElementAction,
    { meant, ...how }: TypingOptions & { readonly meant?: readonly Element[] } = {},
  ): Promise<Remark> {
    const able = this.#device.capabilities[capabilityOf(action.kind)];
    if (able !== true) throw permissionDenied(able);
    let current = element;
    return this.#judgedAnew(
      () => this.#policy.checkElement(current, this.#particularsOf(action, current, how), meant),
      (judged) => this.#actAsJudged(action, judged, how),
      async () => (current = await this.#foundAgain(element)),
    );
  }

  async #foundAgain({ id }: Element): Promise<Element> {
    const now = (await this.#eyes.look({ accept: 'unread' })).element(id);
    if (!now) throw elementNotFound(GONE_WHEN_ALLOWED);
    return now;
  }

  async #actAsJudged(
    action: ElementAction,
    { element: on, ...permission }: Permission & { readonly element: Element },
    how: TypingOptions,
  ): Promise<Remark> {
    // A key of the keyboard types into the active window.
    if (on.window.type === 'keyboard') await this.#policy.checkActiveWindow({ typed: keyPressed(on) });
    this.#toolCall.way =
      action.kind === 'setText' && this.#device.setsTextByKeys === true ? 'keys' : 'action';
    const moves = action.kind === 'scroll' ? opposite[action.direction] : 'nothing';
    const act = (real: ElementAction) => this.#doAct(on, real, { ...permission, moves });
    if (action.kind !== 'setText') return act(action);
    return this.#typed({ text: action.text, into: on, replaces: true }, how, (text) =>
      act({ kind: 'setText', text }),
    );
  }

  /**
   * Does an allowed tap, or under a policy an ordinary long press, by the action of the element there: a finger that waits may
   * meet something else when it acts. False if the element has no such action.
   */
  async #actedAt(
    [stroke, another]: readonly Stroke[],
    { snapshot: seen, ...permission }: JudgedByScreen,
  ): Promise<boolean> {
    if (!stroke || another || !seen || this.#device.actsInReach !== true || travels(stroke)) return false;
    const duration = (stroke.at(-1) ?? stroke[0]).time - stroke[0].time;
    const kind = duration <= LONGEST_TAP ? 'click' : 'longClick';
    const isPress = duration >= SHORTEST_PRESS && duration <= LONGEST_PRESS;
    const isWanted = kind === 'click' ? permission.isAsked : this.#refusesChanges && isPress;
    if (!isWanted) return false;
    // The one that a finger would meet, and none around it: that one was judged.
    const there = elementsAt(seen, stroke[0]);
    const target = there.find(takesFinger);
    const isOffered = target?.node.actions?.includes(kind) === true && !target.node.scrollable;
    if (!isOffered || this.#device.capabilities[kind] !== true) return false;
    // An act is compared with what its element says by itself; a finger also with what is drawn on it there.
    const isLabelledByAnother = there
      .slice(0, there.indexOf(target))
      .some((one) => hasMoreTexts(one.node, 0) && !isWithin(one, target));
    if (isLabelledByAnother || hasMoreTexts(target.node, MOST_TEXTS)) return false;
    if (!this.#mayAct(target, kind, seen)) return false;
    this.#toolCall.way = 'action';
    return offered(() => this.#doAct(target, { kind }, { ...permission, moves: 'nothing' }));
  }

  #doAct(
    on: Element,
    action: ElementAction,
    { moves, wholeLabel, isSeen }: Permission & { readonly moves: Movement },
  ): Promise<Remark> {
    const refuses = this.#refusesChanges;
    this.#toolCall.met = undefined;
    const beside = isSeen ? nodesAround(on) : [];
    const how = { allowed: wholeLabel, refuses, beside, onMet: (met: Met) => (this.#toolCall.met = [met]) };
    const isByKeys = action.kind === 'setText' || action.kind === 'selectionKey';
    if (!isByKeys) return this.#send({ moves }, () => this.#device.act(on, action, this.#call, how));
    return this.#sendKeys(this.#session.screenOf(on), (focus) =>
      this.#device.act(on, action, this.#call, { ...how, focus }),
    );
  }

  /** `isChosen`: by a client, which may mean what is under a finger that moves on. A scroll only moves it. */
  async #makeTouch(
    strokes: readonly Stroke[],
    on: View | undefined,
    { wholeLabel, isChosen }: Permission & { readonly isChosen: boolean },
  ): Promise<void> {
    const screen = await this.#eyes.screen();
    const check = this.#screenCheck();
    const refuses = on !== undefined && this.#refusesChanges;
    const labels = strokes.map((stroke, at) => {
      if (wholeLabel) return 'whole' as const;
      if (isChosen) return 'words' as const;
      const isScroll = travels(stroke) && !isHeld(stroke) && !(on && staysOnOne(on, stroke));
      // The button of a picker shows the next value after each tap.
      const isRepeated = strokes.slice(0, at).some(([first]) => isSamePoint(first, stroke[0]));
      return isScroll || isRepeated ? ('none' as const) : ('words' as const);
    });
    const aim = refuses || check.isHeard ? { on, refuses, labels } : undefined;
    await this.#mustMeetWindows(strokes, on);
    this.#toolCall.way = 'touch';
    const met = await this.#send({ moves: movementOf(strokes) }, () =>
      this.#device.touch(strokes, this.#call, { screen, aim }),
    );
    this.#toolCall.met = met;
    if (met) check.noteMet(met);
  }

  /** Under a policy what changed since it was judged is not touched. */
  get #refusesChanges(): boolean {
    return !this.#policy.isOpen || this.#screenCheck().refuses;
  }

  /** On a desktop, windows are compared right before the mouse is used: to read them takes a moment there. */
  async #mustMeetWindows(strokes: readonly Stroke[], on: View | undefined): Promise<void> {
    if (!on || this.#device.hasMouse !== true || !this.#refusesChanges) return;
    const now = await this.#device.glance?.(this.#call);
    const changes = strokes.flatMap(([point]) => (now && changeAt(on, now, point)) ?? []);
    const over = changes.find(({ kind }) => kind === 'window');
    if (!over) return;
    const met = { ...over, ...over.point };
    throw new ScreenChanged(changeText(met), met);
  }

  /** A look that began before or during the action must not be taken for one after it. */
  async #send<T>(how: { moves: Movement }, action: () => Promise<T>): Promise<T> {
    this.#toolCall.app ??= appInFront(this.#session);
    this.#session.touched(how);
    try {
      return await action();
    } finally {
      this.#session.touched(how);
      this.#session.acted();
    }
  }
}

function takesFinger({ node }: Element): boolean {
  return node.clickable || node.longClickable || node.editable || node.checkable;
}

/** Whether one thing that takes presses lies under the whole way of a finger: it may be pressed when that is lifted. */
function staysOnOne({ windows }: View, stroke: Stroke): boolean {
  const open = windows.flatMap(({ root }) => root ?? []);
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!stroke.every((point) => contains(node.bounds, point))) continue;
    if (node.clickable || node.checkable) return true;
    open.push(...node.children);
  }
  return false;
}

function isWithin(element: Element, holder: Element): boolean {
  for (let at = element.parent; at; at = at.parent) if (at === holder) return true;
  return false;
}

function hasMoreTexts(node: UiNode, most: number): boolean {
  let texts = 0;
  const open = [node];
  for (let next = open.pop(); next !== undefined && texts <= most; next = open.pop()) {
    texts += Number(Boolean(next.text)) + Number(Boolean(next.description));
    open.push(...next.children);
  }
  return texts > most;
}

function isSamePoint(one: Point, other: Point): boolean {
  return one.x === other.x && one.y === other.y;
}

/** Does it; false if the element does not offer it, after all, and nothing was done. */
async function offered(act: () => Promise<Remark>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (error instanceof NotOffered) return false;
    throw error;
  }
}

/**
 * A row when its list stands still: a finger on a list that is flung stops it and presses nothing
 * (AbsListView.onTouchDown, RecyclerView.onInterceptTouchEvent). A device that acts by accessibility looks at once, not
 * when the screen rests.
 */
async function atRest(
  found: Found,
  { device, eyes, call }: { readonly device: Device; readonly eyes: Eyes; readonly call: Call },
): Promise<Found> {
  if (device.actsInReach !== true || !scrollableAncestor(found.element)) return found;
  let last = found;
  for (let look = 0; look < LOOKS_UNTIL_AT_REST; look += 1) {
    await pause(BETWEEN_RESTING_LOOKS, call);
    const now = await eyes.element(found.element.id);
    if (sameBounds(now.element.node.bounds, last.element.node.bounds)) return now;
    last = now;
  }
  return last;
}

/** The application in front, as far as the last look shows. */
function appInFront({ latest }: Session): string | undefined {
  const window = latest?.windows.find(({ active }) => active);
  return window?.appId ?? window?.app;
}
