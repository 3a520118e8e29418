import type { Call } from '../../call/call.ts';
import type { Apps } from '../../device/apps.ts';
import type { Desktop } from '../../device/desktop.ts';
import { actionFailed, DeviceError, permissionDenied } from '../../device/errors.ts';
import { phoneKeys } from '../../device/keys.ts';
import type {
  Capabilities,
  Clipboard,
  Device,
  ElementAction,
  Key,
  Logs,
  PicturedView,
  Power,
  Remark,
  ScreenState,
  Stroke,
  Tier,
  Wish,
} from '../../device/port.ts';
import type { Services } from '../../device/services/services.ts';
import type { Element, Screen, View } from '../../ui/snapshot.ts';
import type { Phone } from '../phone.ts';
import { FIRST_SDK_FOR_SHELL, readClipboardAsShell } from '../clipboard/as-shell.ts';
import { AndroidDesktop, DUMP_MS } from '../desktop.ts';
import type { AndroidDevice } from '../device.ts';
import { takesLineBreaks } from '../screen/editable.ts';
import { readEditor } from '../screen/editor.ts';
import { phoneKeycodes } from '../input/keys.ts';
import { hasBreaks, noBreaksHere } from '../input/line-breaks.ts';
import { retryIfConnectionLost } from '../phone.ts';
import { durationOf } from '../input/frames.ts';
import { isQuickTap } from '../input/strokes.ts';
import type { Traits } from '../traits.ts';
import { readClipboard, writeClipboard } from './clipboard.ts';
import { appendToFocused, readBack, setFieldText } from './field.ts';
import { pointersOf } from './gesture.ts';
import { HelperGone, HelperRefused } from './errors.ts';
import type { Helper } from './helper.ts';
import { lookThrough } from './look.ts';
import type { RunningHelper } from './running-helper.ts';

/**
 * The server has no accessibility click or scroll (10.6: its only accessibility actions are set-text and set-progress;
 * its `click` taps the middle of the bounds). Our own touches avoid what covers an element.
 */
const BY_FINGER = 'The helper has no accessibility clicks or scrolls either; touches are used instead.';

/** Android's codes of the keys that the helper presses. */
const keyCodes: Partial<Record<Key, number>> = {
  ...phoneKeycodes,
  ...{ ENTER: 66, DEL: 67, SPACE: 62, BACK: 4, HOME: 3, RECENTS: 187 },
};

/** How long reading the screen may take with the helper; mostly much less. */
const SOURCE_MS = 500;
/** How long starting the helper takes. */
const STARTING_MS = 5000;

/** How to do something with the helper, and without it. */
interface Ways<T> {
  readonly by: (helper: RunningHelper) => Promise<T>;
  readonly otherwise: (problem: string) => Promise<T>;
  /** Repeating it does no harm, so it is done again if the helper died meanwhile. */
  readonly repeatable: boolean;
  /** How often the helper is tried, restarted in between. Default: twice. */
  readonly attempts?: number;
}

const HELPER_TIER: Tier = { name: 'helper', looksAreCheap: true };

/**
 * A phone with the helper on it: the second tier. Plain ADB does what the helper cannot do, and everything while it
 * cannot run.
 */
export class HelpedDevice implements Device {
  readonly kind = 'phone';
  readonly readsBackTyping = true;
  readonly moreKeys = phoneKeys;
  readonly clipboard: Clipboard;
  readonly desktop: Desktop;
  readonly #plain: AndroidDevice;
  readonly #helper: Helper;
  readonly #phone: Phone;
  readonly #sdk: number;
  readonly #capabilities: Capabilities;

  constructor(plain: AndroidDevice, helper: Helper, { phone, traits }: { phone: Phone; traits: Traits }) {
    this.#plain = plain;
    this.#helper = helper;
    this.#phone = phone;
    this.#sdk = traits.sdk;
    this.#capabilities = {
      ...plain.capabilities,
      click: BY_FINGER,
      longClick: BY_FINGER,
      scroll: BY_FINGER,
      multitouch: true,
      clipboard: true,
    };
    this.clipboard = {
      read: (call) =>
        traits.sdk >= FIRST_SDK_FOR_SHELL
          ? readClipboardAsShell(phone, { sdk: traits.sdk, call })
          : this.#onClipboard(call, (helper) => readClipboard(helper, call)),
      write: (text, call) => this.#onClipboard(call, (helper) => writeClipboard(helper, text, call)),
    };
    const look = (call: Call) => this.look({ picture: false }, call);
    const slowness = () => (helper.isRunning ? SOURCE_MS : STARTING_MS + DUMP_MS);
    this.desktop = new AndroidDesktop(phone, { sdk: traits.sdk, look, slowness });
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
    return this.#helper.isRunning ? HELPER_TIER : this.#plain.tier;
  }

  get slowness(): number {
    return this.#plain.slowness;
  }

  get power(): Power {
    return this.#plain.power;
  }

  get apps(): Apps {
    return this.#plain.apps;
  }

  get logs(): Logs {
    return this.#plain.logs;
  }

  get services(): Services {
    return this.#plain.services;
  }

  get capabilities(): Capabilities {
    const { problem } = this.#helper;
    if (problem === undefined) return this.#capabilities;
    const plain = this.#plain.capabilities;
    const multitouch = plain.multitouch === true ? true : outOfUse(plain.multitouch, problem);
    // From Android 10 on the clipboard is read without the helper; the other calls report problems themselves.
    return { ...plain, multitouch, clipboard: true };
  }

  get setsTextByKeys(): boolean {
    return this.#helper.problem !== undefined;
  }

  look(wish: Wish, call: Call): Promise<PicturedView> {
    const ways: Ways<PicturedView> = {
      by: (helper) => lookThrough(helper, wish, { phone: this.#phone, keys: this.#plain.windowKeys, call }),
      otherwise: async (problem) => withNote(await this.#plain.look(wish, call), problem),
      repeatable: true,
    };
    return retryIfConnectionLost(call, () => this.#do(call, ways));
  }

  glance(call: Call): Promise<View> {
    return this.#plain.glance(call);
  }

  screen(call: Call): Promise<ScreenState> {
    return this.#plain.screen(call);
  }

  act(on: Element, action: ElementAction, call: Call): Promise<Remark> {
    const plainly = () => this.#plain.act(on, action, call);
    if (action.kind !== 'setText') return plainly();
    return this.#do(call, {
      by: async (helper) => {
        await this.#mustTake(action.text, on, call);
        await setFieldText(helper, { field: on.node, text: action.text }, call);
        return undefined;
      },
      otherwise: (problem) => {
        if (on.node.focused) return instead(plainly(), problem);
        throw actionFailed(
          `The helper could not write to the field. ${problem} Try again: the text will be typed with keys.`,
        );
      },
      repeatable: false,
    });
  }

  touch(strokes: readonly Stroke[], call: Call, screen?: Screen): Promise<void> {
    const plainly = () => this.#plain.touch(strokes, call, screen);
    // Starting the helper for a tap would take seconds; `input` is quicker.
    const isQuick = isQuickTap(strokes, this.#sdk);
    if (isQuick && !this.#helper.isRunning) return plainly();
    return this.#do(call, {
      by: async (helper) => {
        const body = { actions: pointersOf(strokes) };
        const takes = durationOf(strokes);
        await helper.ask({ method: 'POST', path: '/actions', body, takes }, call);
      },
      otherwise: (problem) => instead(plainly(), problem),
      repeatable: false,
      attempts: isQuick ? 1 : 2,
    });
  }

  type(text: string, call: Call, into: Element): Promise<Remark> {
    const plainly = () => this.#plain.type(text, call, into);
    return this.#do(call, {
      by: async (helper) => {
        await this.#mustTake(text, into, call);
        return (await appendToFocused(helper, text, call)) === undefined ? plainly() : undefined;
      },
      otherwise: (problem) => instead(plainly(), problem),
      repeatable: false,
    });
  }

  press(key: Key, call: Call): Promise<Remark> {
    if (key === 'TAB') return this.#tab(call);
    const keycode = keyCodes[key];
    if (keycode === undefined) return this.#plain.press(key, call);
    return this.#do(call, {
      by: async (helper) => {
        const body = { keycode };
        await helper.ask({ method: 'POST', path: '/appium/device/press_keycode', body }, call);
        return undefined;
      },
      otherwise: () => this.#plain.press(key, call),
      repeatable: false,
    });
  }

  focusedHint(field: Element, call: Call): ReturnType<AndroidDevice['focusedHint']> {
    return this.#plain.focusedHint(field, call);
  }

  recentApps(call: Call): Promise<readonly string[] | undefined> {
    return this.#plain.recentApps(call);
  }

  async close(): Promise<void> {
    await this.#helper.close();
    await this.#plain.close();
  }

  /** In a field a tab is a character; elsewhere it is the key that moves the focus. */
  #tab(call: Call): Promise<Remark> {
    const plainly = () => this.#plain.press('TAB', call);
    return this.#do(call, {
      by: async (helper) => {
        try {
          const written = await appendToFocused(helper, '\t', call);
          return written === undefined ? await plainly() : await readBack(helper, written, call);
        } catch (error) {
          if (!(error instanceof DeviceError) || error.kind !== 'element_not_found') throw error;
          return plainly();
        }
      },
      otherwise: plainly,
      repeatable: false,
    });
  }

  /** Refuses line breaks and tabs for a field that does not take them: set-text would put them into any field. */
  async #mustTake(text: string, field: Element, call: Call): Promise<void> {
    if (!hasBreaks(text) || field.node.multiline) return;
    const editor = field.node.focused ? await readEditor(this.#phone, field, call) : undefined;
    if (editor === undefined || !takesLineBreaks(editor.inputType)) throw noBreaksHere(editor);
  }

  #onClipboard<T>(call: Call, by: (helper: RunningHelper) => Promise<T>): Promise<T> {
    return this.#do(call, {
      by,
      otherwise: (problem) => Promise.reject(permissionDenied(`The clipboard needs the helper. ${problem}`)),
      repeatable: true,
    });
  }

  async #do<T>(call: Call, { by, otherwise, repeatable, attempts = 2 }: Ways<T>): Promise<T> {
    let problem = '';
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      const helper = await this.#running(call);
      if (helper instanceof HelperGone) return otherwise(helper.message);
      try {
        return await by(helper);
      } catch (error) {
        if (!(error instanceof HelperGone)) throw understandable(error);
        this.#helper.lost(helper);
        if (error.reached && !repeatable) throw maybeDone(error);
        problem = error.message;
      }
    }
    return otherwise(problem);
  }

  async #running(call: Call): Promise<RunningHelper | HelperGone> {
    try {
      return await this.#helper.running(call);
    } catch (error) {
      if (error instanceof HelperGone) return error;
      throw error;
    }
  }
}

function withNote(view: PicturedView, problem: string): PicturedView {
  const note = `read over plain ADB, without the helper on the phone: ${problem}`;
  return { ...view, notes: [...view.notes, note] };
}

/** Uses plain ADB instead of the helper. If that is not possible, the error also says why the helper is not used. */
async function instead<T>(plainly: Promise<T>, problem: string): Promise<T> {
  try {
    return await plainly;
  } catch (error) {
    if (!(error instanceof DeviceError) || error.kind !== 'permission_denied') throw error;
    throw permissionDenied(outOfUse(error.message, problem), error);
  }
}

function outOfUse(lacking: string, problem: string): string {
  return `${lacking} The helper cannot be used now: ${problem}`;
}

function maybeDone(cause: HelperGone): Error {
  return actionFailed(
    'The helper on the phone ended during the action, which may or may not have taken effect. Look at the screen before you try again.',
    cause,
  );
}

/** The server's own message, shortened: it can be long and contain texts of the screen. */
function understandable(error: unknown): unknown {
  if (!(error instanceof HelperRefused)) return error;
  return actionFailed(
    `The helper on the phone refused (${error.code}): ${error.message.slice(0, 200)}`,
    error,
  );
}
