import type { Call } from '@handeye/core/call/call';
import type { Apps } from '@handeye/core/device/apps';
import type { Desktop } from '@handeye/core/device/desktop';
import type { FocusAim, Met } from '@handeye/core/device/aim';
import { actionFailed, NotOffered, permissionDenied, ScreenChanged } from '@handeye/core/device/errors';
import { phoneKeys, selectionKeys } from '@handeye/core/device/keys';
import type {
  ActOptions,
  Capabilities,
  Clipboard,
  Device,
  ElementAction,
  Key,
  Logs,
  News,
  PicturedView,
  Power,
  Remark,
  ScreenState,
  Stroke,
  Tier,
  TouchOptions,
  Wish,
} from '@handeye/core/device/port';
import { focusedFieldOf } from '@handeye/screen/focused-field';
import type { UiNode } from '@handeye/screen/node';
import { numberOn, type WantedValue } from '@handeye/screen/value/range';
import type { Element, View } from '@handeye/screen/snapshot';
import { AndroidApps, type NamedPackage } from '../apps/apps.ts';
import { scrollAction } from '@handeye/screen/touch/scrollers';
import { AndroidDesktop } from '../desktop.ts';
import type { AndroidDevice } from '../device.ts';
import { type Phone, retryIfConnectionLost } from '../phone.ts';
import { durationOf } from '../input/frames.ts';
import { keycodes, NOT_A_PHONES_KEY, phoneKeycodes, selectionKeycodes } from '../input/keys.ts';
import type { FieldInWindow } from '../screen/editor.ts';
import { Hints, type LookHints } from '../screen/hints.ts';
import type { Traits } from '../traits.ts';
import {
  type AimContext,
  aimRequest,
  focusRequest,
  heardBy,
  judgedNode,
  metBy,
  metByAct,
  WireWindows,
} from './aim.ts';
import { AppNames } from './app-names.ts';
import type { Companion } from './companion.ts';
import { CompanionRefused } from './errors.ts';
import { Fallback, outOfUse } from './fallback.ts';
import { addedByAction, appendText, CTRL, type JudgedKeys, replaceText } from './field.ts';
import { glanceThrough, lookThrough } from './look.ts';
import { CompanionNews } from './news.ts';
import { type ActRequest, actRequest, type Handle } from './nodes.ts';
import { RecentsWindows } from './recents-windows.ts';
import type { RunningCompanion } from './running.ts';
import { doSelectionKey, selectPart } from './selection.ts';
import { settledWithin, Settling } from './settling.ts';
import { displayOf } from './view.ts';
import { fieldOf } from './wire.ts';

/** Milliseconds that a gesture may take beyond its own time. */
const GESTURE_GRACE = 5_000;
/** How long a list may take to come to rest, and how long it must rest for that. */
const SETTLE_LIMIT = 1_500;
const QUIET = 100;

/** The time of reading the screen. */
const LOOK_MS = 300;

const COMPANION_TIER: Tier = { name: 'companion', looksAreCheap: true };

/** The phone, and plain ADB to it. */
export interface CompanionDeviceParts {
  readonly phone: Phone;
  readonly traits: Traits;
  readonly plain: AndroidDevice;
  /** Plain ADB serves where the companion cannot. False with --tier companion: then its problems are errors. */
  readonly fallsBack: boolean;
  /** Pictures are made small on the phone. */
  readonly shrinksPictures?: boolean | undefined;
}

/**
 * A phone with our companion on it, which acts by accessibility and at the platform's own speed. Plain ADB does what the
 * companion cannot, and everything while it cannot run.
 */
export class CompanionDevice implements Device {
  readonly kind = 'phone';
  readonly readsBackTyping = true;
  readonly actsInReach = true;
  readonly apps: Apps;
  readonly moreKeys = [...phoneKeys, ...selectionKeys];
  readonly clipboard: Clipboard;
  readonly desktop: Desktop;
  readonly power: Power;
  readonly #companion: Companion;
  readonly #phone: Phone;
  readonly #sdk: number;
  readonly #plain: AndroidDevice;
  readonly #fallsBack: boolean;
  readonly #shrinksPictures: boolean;
  readonly #work: Fallback;
  readonly #handles = new WeakMap<UiNode, Handle>();
  readonly #wireWindows = new WireWindows();
  readonly #hints = new Hints();
  readonly #appNames = new AppNames();
  readonly #recents: RecentsWindows;
  readonly #settling = new Settling(this.#handles);
  readonly #news = new CompanionNews();

  constructor(companion: Companion, parts: CompanionDeviceParts) {
    const { phone, traits, plain, fallsBack, shrinksPictures = false } = parts;
    this.#companion = companion;
    this.#phone = phone;
    this.#sdk = traits.sdk;
    this.#plain = plain;
    this.#fallsBack = fallsBack;
    this.#shrinksPictures = shrinksPictures;
    this.#recents = new RecentsWindows(phone, traits.sdk);
    this.#work = new Fallback(companion, fallsBack ? plain : undefined);
    const readNames = (packages: readonly NamedPackage[], call: Call) => this.#readNames(packages, call);
    this.apps = new AndroidApps(phone, { sdk: traits.sdk, readNames });
    this.clipboard = {
      read: (call) => this.#readClipboard(call),
      write: (text, call) => this.#writeClipboard(text, call),
    };
    this.power = { wake: (call) => this.#wake(call) };
    plain.services.state.setLanguages = (tags, call) => this.#setLanguages(tags, call);
    const look = (call: Call) => this.look({ picture: false }, call);
    this.desktop = new AndroidDesktop(phone, { sdk: traits.sdk, look, slowness: LOOK_MS });
  }

  get id(): string {
    return this.#plain.id;
  }

  get title(): string {
    return this.#plain.title;
  }

  get system(): AndroidDevice['system'] {
    return this.#plain.system;
  }

  get tier(): Tier {
    return this.#plainProblem === undefined ? COMPANION_TIER : this.#plain.tier;
  }

  get slowness(): number {
    return this.#plain.slowness;
  }

  get logs(): Logs {
    return this.#plain.logs;
  }

  get services(): AndroidDevice['services'] {
    return this.#plain.services;
  }

  get capabilities(): Capabilities {
    const problem = this.#plainProblem;
    const plain = this.#plain.capabilities;
    if (problem === undefined)
      return {
        ...plain,
        click: true,
        longClick: true,
        scroll: true,
        selectText: true,
        multitouch: true,
        clipboard: true,
      };
    const { multitouch, clipboard, selectText } = plain;
    return {
      ...plain,
      multitouch: multitouch === true ? true : outOfUse(multitouch, problem),
      clipboard: clipboard === true ? true : outOfUse(clipboard, problem),
      selectText: selectText === true ? true : outOfUse(selectText, problem),
    };
  }

  get setsTextByKeys(): boolean {
    return this.#plainProblem !== undefined;
  }

  get comparesElements(): boolean {
    return this.#plainProblem === undefined;
  }

  /** The companion's problem while plain ADB serves instead; undefined otherwise. */
  get #plainProblem(): string | undefined {
    return this.#fallsBack ? this.#companion.problem : undefined;
  }

  look(wish: Wish, call: Call): Promise<PicturedView> {
    return retryIfConnectionLost(call, () =>
      this.#work.do(call, {
        by: (companion) => this.#lookThrough(companion, wish, call),
        otherwise: (problem) =>
          this.#work.without(problem, call, async (plain) => withNote(await plain.look(wish, call), problem)),
        repeatable: true,
      }),
    );
  }

  async settle(limit: number, call: Call): Promise<boolean | undefined> {
    const companion = this.#companion.current;
    return companion && this.#settling.until(limit, companion, call);
  }

  async news(call: Call): Promise<readonly News[]> {
    const companion = this.#companion.current;
    return companion ? this.#news.since(companion, call) : [];
  }

  glance(call: Call): Promise<View> {
    return retryIfConnectionLost(call, () =>
      this.#work.do(call, {
        by: (companion) => glanceThrough(companion, this.#lookContext(call, this.#hints)),
        otherwise: (problem) => this.#work.beside(problem, (plain) => plain.glance(call)),
        repeatable: true,
      }),
    );
  }

  screen(call: Call): Promise<ScreenState> {
    return retryIfConnectionLost(call, () =>
      this.#work.do(call, {
        by: async (companion) => displayOf((await companion.ask({ do: 'display' }, call)).ok),
        otherwise: (problem) => this.#work.beside(problem, (plain) => plain.screen(call)),
        repeatable: true,
      }),
    );
  }

  act(on: Element, action: ElementAction, call: Call, how: ActOptions = {}): Promise<Remark> {
    this.#settling.acts(call);
    return this.#work.do(call, {
      by: (companion) => this.#actBy(companion, on, action, { ...how, call }),
      otherwise: (problem) => this.#actOtherwise(on, action, { ...how, problem, call }),
      repeatable: false,
    });
  }

  touch(strokes: readonly Stroke[], call: Call, how: TouchOptions = {}): Promise<readonly Met[] | undefined> {
    this.#settling.acts(call);
    const fingers = strokes.map((stroke) => stroke.map(({ x, y, time }) => [x, y, time]));
    const aim = how.aim && aimRequest(how.aim, strokes, this.#aimContext);
    const request = { do: 'touch', strokes: fingers, ...aim };
    return this.#work.do(call, {
      by: async (companion) => {
        const limit = durationOf(strokes) + GESTURE_GRACE;
        const { ok } = await (aim?.refuses === true
          ? orUncompared(() => companion.ask(request, call, limit))
          : companion.ask(request, call, limit));
        return aim && metBy(ok, strokes, aim);
      },
      otherwise: (problem) => this.#work.beside(problem, (plain) => plain.touch(strokes, call, how)),
      repeatable: false,
    });
  }

  type(text: string, call: Call, into: Element, focus?: FocusAim): Promise<Remark> {
    this.#settling.acts(call);
    return this.#work.do(call, {
      by: async (companion) => {
        await appendText(this.#access(companion, into, focus), text, call);
        this.#hints.written(text);
        await this.#settle(companion, undefined, call);
        return undefined;
      },
      otherwise: (problem) =>
        this.#work.without(problem, call, (plain) => plain.type(text, call, into, focus)),
      repeatable: false,
    });
  }

  press(key: Key, call: Call, focus?: FocusAim): Promise<Remark> {
    this.#settling.acts(call);
    return this.#work.do(call, {
      by: async (companion) => {
        if (key === 'TAB') return this.#tab(companion, focus, call);
        const request = keyRequests[key];
        if (request === undefined) throw permissionDenied(NOT_A_PHONES_KEY);
        await this.#keysTo(companion, focus)(request, call);
        return undefined;
      },
      otherwise: (problem) => this.#work.beside(problem, (plain) => plain.press(key, call, focus)),
      repeatable: false,
    });
  }

  recentApps(call: Call): Promise<readonly string[] | undefined> {
    return this.#plain.recentApps(call);
  }

  async close(): Promise<void> {
    await this.#plain.services.state.close(); // only a companion can put back the languages
    await this.#companion.close();
    await this.#plain.close();
  }

  #lookThrough(companion: RunningCompanion, wish: Wish, call: Call): Promise<PicturedView> {
    const hints = wish.watching === true ? this.#hints.whileWatching : this.#hints;
    const view = lookThrough(companion, wish, this.#lookContext(call, hints)).finally(() => {
      hints.looked();
    });
    if (wish.watching === true) return view;
    return view.then((seen) => {
      this.#settling.looked(seen, call);
      return wish.picture || wish.onlyShown === true ? seen : this.#recents.marked(seen, call);
    });
  }

  get #aimContext(): AimContext {
    return { handles: this.#handles, windows: this.#wireWindows };
  }

  #lookContext(call: Call, { hintOf }: LookHints) {
    return {
      wireWindows: this.#wireWindows,
      phone: this.#phone,
      call,
      sdk: this.#sdk,
      keys: this.#plain.windowKeys,
      handles: this.#handles,
      hintOf,
      shrinksPictures: this.#shrinksPictures,
    };
  }

  /** The companion's handle for an element; undefined if another companion, or plain ADB, showed it. */
  #handleOf({ node }: Pick<Element, 'node'>, companion: RunningCompanion): Handle | undefined {
    const handle = this.#handles.get(node);
    return handle?.seenIn.companion === companion ? handle : undefined;
  }

  #access(companion: RunningCompanion, field: FieldInWindow, focus?: FocusAim) {
    const handle = this.#handleOf(field, companion);
    const keys = this.#keysTo(companion, focus);
    return { companion, phone: this.#phone, sdk: this.#sdk, field, handle, keys };
  }

  /** Keys for what had the focus when they were judged. */
  #keysTo(companion: RunningCompanion, focus: FocusAim | undefined): JudgedKeys {
    return async (request, call) => {
      const compared = focus && focusRequest(focus, this.#aimContext);
      const ask = () => companion.ask({ ...request, ...compared }, call);
      const { ok } = await (focus?.refuses === true ? orUncompared(ask, UNCOMPARED_KEYS) : ask());
      if (focus) heardBy(ok, focus);
    };
  }

  async #actBy(
    companion: RunningCompanion,
    on: Element,
    action: ElementAction,
    { call, allowed = false, refuses = false, focus, onMet, ...how }: ActOptions & { readonly call: Call },
  ): Promise<Remark> {
    if (action.kind === 'setText') {
      await replaceText(this.#access(companion, on, focus), action.text, call);
      if (action.text === '') this.#hints.emptied(on, undefined);
      else this.#hints.written(action.text);
      await this.#settle(companion, undefined, call);
      return undefined;
    }
    if (action.kind === 'selectText' || action.kind === 'selectionKey') {
      const access = this.#access(companion, on, focus);
      await orNotOffered(() =>
        action.kind === 'selectText'
          ? selectPart(access, action.selects, call)
          : doSelectionKey(access, action.key, call),
      );
      await this.#settle(companion, undefined, call);
      return undefined;
    }
    const handle = this.#handleOf(on, companion);
    if (!handle) throw new NotOffered('The companion has not seen this element. Look at the screen again.');
    if (action.kind === 'setValue') {
      const value = progressOf(on.node, action.value);
      if (value === on.node.range?.current) return undefined;
      await this.#perform(companion, handle, { action: 'setProgress', value }, call);
      await this.#settle(companion, handle.seenIn.fingerprint, call);
      return undefined;
    }
    const name = action.kind === 'scroll' ? scrollAction(on.node, action.direction) : action.kind;
    if (name === 'end') return undefined;
    if (name === undefined) throw new NotOffered('The element does not scroll that way by accessibility.');
    const isPress = allowed || action.kind !== 'scroll';
    const judged = isPress
      ? judgedNode(on.node, on.window, { ...this.#aimContext, isAllowed: allowed })
      : undefined;
    const beside = (how.beside ?? []).flatMap((node) => this.#handleOf({ node }, companion) ?? []);
    const done = await this.#perform(companion, handle, { action: name, judged, beside, refuses }, call);
    const met = judged && metByAct(done, on.node, judged);
    if (met) onMet?.(met);
    if (action.kind === 'scroll') await this.#settle(companion, handle.seenIn.fingerprint, call);
    return undefined;
  }

  async #perform(
    companion: RunningCompanion,
    handle: Handle,
    what: ActRequest,
    call: Call,
  ): Promise<unknown> {
    try {
      return (await orNotOffered(() => companion.ask(actRequest(handle, what), call))).ok;
    } catch (error) {
      const isStale = error instanceof CompanionRefused && error.done === 'no' && error.code === 'stale';
      if (isStale && what.judged?.label === 'whole')
        throw new ScreenChanged(NOT_AS_ALLOWED, undefined, { cause: error });
      throw error;
    }
  }

  #actOtherwise(
    on: Element,
    action: ElementAction,
    { problem, call, ...how }: ActOptions & { readonly problem: string; readonly call: Call },
  ): Promise<Remark> {
    this.#work.mustHavePlain(problem);
    if (action.kind !== 'setText') throw new NotOffered(`The companion cannot act now. ${problem}`);
    if (!on.node.focused) {
      throw actionFailed(
        `The companion could not write to the field. ${problem} Try again: keys will do it.`,
      );
    }
    return this.#work.without(problem, call, (plain) => plain.act(on, action, call, how));
  }

  /** Waits up to a limit until the screen rests. */
  async #settle(companion: RunningCompanion, before: string | undefined, call: Call): Promise<void> {
    const limit = Math.min(SETTLE_LIMIT, call.remaining() / 2);
    const settled = await settledWithin(limit, { companion, call, quiet: QUIET, not: before });
    if (settled === true && before !== undefined) this.#settling.settled();
  }

  /** In a field a tab is a character; elsewhere it is the key that moves the focus. */
  async #tab(companion: RunningCompanion, focus: FocusAim | undefined, call: Call): Promise<Remark> {
    const { windows } = await this.#lookThrough(companion, { picture: false }, call);
    this.#settling.acts(call);
    const node = focusedFieldOf(windows);
    const window = windows.find(({ active }) => active);
    if (node && window && (await addedByAction(this.#access(companion, { node, window }), '\t', call))) {
      this.#hints.written('\t');
      await this.#settle(companion, undefined, call);
      return undefined;
    }
    await this.#keysTo(companion, focus)(tabKey, call);
    return 'The Tab key was pressed, which moves the focus; it inserted no tab';
  }

  #readClipboard(call: Call): Promise<string | null> {
    return this.#work.do(call, {
      by: async (companion) => {
        const text = fieldOf((await companion.ask({ do: 'clipboard.get' }, call)).ok, 'text');
        return typeof text === 'string' ? text : null;
      },
      otherwise: (problem) => this.#onlyByCompanion('The clipboard', problem),
      repeatable: true,
    });
  }

  #writeClipboard(text: string, call: Call): Promise<void> {
    return this.#work.do(call, {
      by: async (companion) => {
        await companion.ask({ do: 'clipboard.set', text }, call);
      },
      otherwise: (problem) => this.#onlyByCompanion('The clipboard', problem),
      repeatable: true,
    });
  }

  /** Sets the system's languages: tags separated by commas. */
  #setLanguages(tags: string, call: Call): Promise<void> {
    return this.#work.do(call, {
      by: async (companion) => {
        await companion.ask({ do: 'languages', tags }, call);
      },
      otherwise: (problem) => this.#onlyByCompanion('The language', problem),
      repeatable: true,
    });
  }

  #onlyByCompanion(thing: string, problem: string): Promise<never> {
    return this.#work.beside(problem, () =>
      Promise.reject(permissionDenied(`${thing} needs the companion.`)),
    );
  }

  async #wake(call: Call): Promise<void> {
    await this.#work.do(call, {
      by: async (companion) => {
        await companion.ask({ do: 'wake' }, call);
      },
      otherwise: (problem) => this.#work.beside(problem, (plain) => plain.power.wake(call)),
      repeatable: true,
    });
  }

  /** Without the companion, the names that it read before. */
  async #readNames(packages: readonly NamedPackage[], call: Call): Promise<ReadonlyMap<string, string>> {
    await this.#work.do(call, {
      by: (companion) => this.#appNames.read(companion, packages, call),
      otherwise: () => Promise.resolve(),
      repeatable: true,
    });
    return this.#appNames.of(packages);
  }
}

/** An application that refuses has done nothing: a touch or a key may still work. */
async function orNotOffered<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const isNo = error instanceof CompanionRefused && error.done === 'no';
    if (isNo && (error.code === 'unsupported' || error.code === 'refused'))
      throw new NotOffered(`The application did not take the action (${error.code}).`, { cause: error });
    throw error;
  }
}

/** What the companion says where Android does not take the touch or the key itself. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['refused', 'denied', 'unsupported']);

/**
 * What cannot be compared is not touched. Plain ADB must not touch it instead: it would do so without a comparison, and an
 * application may stop answering for just that.
 */
async function orUncompared<T>(act: () => Promise<T>, why = UNCOMPARED): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof CompanionRefused && error.done === 'no' && !NOT_TAKEN.has(error.code))
      throw new ScreenChanged(why, undefined, { cause: error });
    throw error;
  }
}

function withNote(view: PicturedView, problem: string): PicturedView {
  const note = `read without the companion on the phone: ${problem}`;
  return { ...view, notes: [...view.notes, note] };
}

/** The number that Android's set-progress action takes for a value. Views offer it since Android 7. */
function progressOf({ range, actions }: UiNode, wanted: WantedValue): number {
  const value = range && numberOn(range, wanted);
  if (value === undefined || actions?.includes('setProgress') !== true)
    throw new NotOffered('The element takes no value by accessibility.');
  return value;
}

const NOT_AS_ALLOWED =
  'The screen changed since you looked: the element, or what stands beside it, is not as it was when it was judged';

const UNCOMPARED = 'The application there cannot be read now, so it is unknown what would be touched';
const UNCOMPARED_KEYS =
  'The application that has the focus cannot be read now, so it is unknown what would get the keys';

const key = (code: number, meta = 0) => ({ do: 'key', codes: [code], meta });
const systemAction = (action: string) => ({ do: 'global', action });
type KeyRequest = ReturnType<typeof key> | ReturnType<typeof systemAction>;

/** Keys have Android's numbers. The system's own actions need no key, and work where keys may not be injected. */
const keyRequests: Partial<Record<Key, KeyRequest>> = {
  ...Object.fromEntries(Object.entries(phoneKeycodes).map(([name, code]) => [name, key(code)])),
  // Unlike the keys COPY, CUT and PASTE, which came with Android 7, the letters with Ctrl work on every version.
  ...Object.fromEntries(
    Object.entries(selectionKeycodes).map(([name, { letter }]) => [name, key(letter, CTRL)]),
  ),
  SELECT_ALL: key(keycodes.A, CTRL),
  ENTER: key(66),
  DEL: key(67),
  SPACE: key(62),
  BACK: systemAction('back'),
  HOME: systemAction('home'),
  RECENTS: systemAction('recents'),
  NOTIFICATIONS: systemAction('notifications'),
  QUICK_SETTINGS: systemAction('quickSettings'),
};

/** Only the key: in a field a tab is a character instead. */
const tabKey = key(61);
