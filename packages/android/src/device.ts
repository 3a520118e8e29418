import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { Apps } from '@handeye/core/device/apps';
import type { Desktop } from '@handeye/core/device/desktop';
import type { FocusAim } from '@handeye/core/device/aim';
import { permissionDenied, timedOut } from '@handeye/core/device/errors';
import { isSelectionKey, phoneKeys, selectionKeys } from '@handeye/core/device/keys';
import type {
  ActOptions,
  Capabilities,
  Device,
  ElementAction,
  Key,
  LogLines,
  Logs,
  OperatingSystem,
  PicturedView,
  Point,
  Power,
  Remark,
  ScreenState,
  Stroke,
  Tier,
  TouchOptions,
  Wish,
} from '@handeye/core/device/port';
import type { Element, View } from '@handeye/screen/snapshot';
import { mustHaveWorked, outputOf, type Phone, retryIfConnectionLost, sh } from './phone.ts';
import { AndroidApps } from './apps/apps.ts';
import { clearClipboardAsShell, clearsAsShell } from './clipboard/as-shell.ts';
import { AndroidDesktop } from './desktop.ts';
import { NEEDS_COMPANION } from './errors.ts';
import {
  parseAwake,
  parseDisplays,
  parseRotation,
  screenOf,
  touchScreenOf,
  unturned,
} from './screen/display.ts';
import { type AndroidServices, androidServices } from './services.ts';
import type { StateOptions } from './state/state.ts';
import { UiDumper } from './screen/ui-dumper.ts';
import { readEditor } from './screen/editor.ts';
import { Hints } from './screen/hints.ts';
import {
  panelCommands,
  pressCommand,
  pullDown,
  selectionCommand,
  serviceCallFailed,
  wakeCommand,
} from './input/keys.ts';
import { readLogs } from './logs/logs.ts';
import { lookAt } from './screen/look.ts';
import { parseRecents } from './screen/recents.ts';
import type { TouchScreen } from './screen/display.ts';
import { needsPanel } from './input/strokes.ts';
import { type ExpectedFocus, focusCommand, focusIn, mustBeFocused } from './input/focus-check.ts';
import { Touch } from './input/touch.ts';
import type { Traits } from './traits.ts';
import { capabilitiesOf } from './traits.ts';
import { inputAll, replaceText, type Typing, typeText } from './input/typing.ts';
import { WindowKeys } from './screen/window-keys.ts';
import { glanceAt } from './screen/window-state.ts';

/** Milliseconds between checks whether the display woke up. */
const WAKING_PAUSE = 150;

/** Android 10. From then on the displays give their rotation; before, only the list of windows does. */
const ROTATED_DISPLAYS_SINCE = 29;

export interface AndroidDeviceOptions {
  /** The end of errors about things that plain ADB cannot do: what can do them. */
  readonly advice?: string;
  readonly state?: Omit<StateOptions, 'device'>;
}

/** A phone over plain ADB: nothing is installed, its own shell does everything. */
export class AndroidDevice implements Device {
  readonly id: string;
  readonly title: string;
  readonly kind = 'phone';
  readonly tier: Tier = { name: 'plain ADB', looksAreCheap: false };
  readonly system: OperatingSystem;
  readonly capabilities: Capabilities;
  readonly setsTextByKeys = true;
  readonly readsBackTyping = true;
  readonly moreKeys = [...phoneKeys, ...selectionKeys];
  readonly power: Power;
  readonly clearClipboard?: (call: Call) => Promise<void>;
  readonly logs: Logs;
  readonly apps: Apps;
  readonly services: AndroidServices;
  readonly desktop: Desktop;
  readonly #phone: Phone;
  readonly #traits: Traits;
  readonly #advice: string;
  readonly #touch: Touch;
  readonly #hints = new Hints();
  /** Shared by all tiers of this phone, so that ids survive a change of tier. */
  readonly windowKeys = new WindowKeys();
  readonly #dumper = new UiDumper();

  constructor(
    phone: Phone,
    traits: Traits,
    id: string,
    { advice = NEEDS_COMPANION, state = {} }: AndroidDeviceOptions = {},
  ) {
    this.id = id;
    this.title = `${traits.model}, Android ${traits.release}`;
    this.system = { platform: 'android', version: traits.release };
    this.capabilities = capabilitiesOf(traits, advice);
    this.#phone = phone;
    this.#traits = traits;
    this.#advice = advice;
    this.#touch = new Touch(phone, traits, advice);
    this.power = { wake: (call) => this.#wake(call) };
    if (clearsAsShell(traits.sdk)) this.clearClipboard = (call) => this.#clearClipboard(call);
    this.logs = {
      read: (query, call): Promise<LogLines> =>
        retryIfConnectionLost(call, () => readLogs(phone, query, { sdk: traits.sdk, call })),
    };
    this.apps = new AndroidApps(phone, { sdk: traits.sdk });
    this.services = androidServices(phone, traits, { state: { device: id, ...state } });
    const look = (call: Call) => this.look({ picture: false }, call);
    this.desktop = new AndroidDesktop(phone, { sdk: traits.sdk, look });
  }

  get slowness(): number {
    return this.#phone.speed.slowness;
  }

  look(wish: Wish, call: Call): Promise<PicturedView> {
    const context = {
      hints: wish.watching === true ? this.#hints.whileWatching : this.#hints,
      keys: this.windowKeys,
      dumper: this.#dumper,
      sdk: this.#traits.sdk,
      advice: this.#advice,
      call,
    };
    return retryIfConnectionLost(call, () => lookAt(this.#phone, wish, context));
  }

  glance(call: Call): Promise<View> {
    return retryIfConnectionLost(call, () => glanceAt(this.#phone, this.windowKeys, call));
  }

  async screen(call: Call): Promise<ScreenState> {
    const asked = [sh`dumpsys window displays`, sh`dumpsys power`];
    const [displays = '', power = ''] = (
      await retryIfConnectionLost(call, () => this.#phone.script(asked, call))
    ).map(outputOf);
    return { ...screenOf(parseDisplays(displays)), awake: parseAwake(power) ?? true };
  }

  async act(on: Element, action: ElementAction, call: Call, { focus }: ActOptions = {}): Promise<Remark> {
    if (action.kind !== 'setText') throw permissionDenied('Plain ADB has no accessibility actions.');
    await replaceText(action.text, await this.#typing(on, focus, call));
    if (action.text === '') this.#hints.emptied(on, (await readEditor(this.#phone, on, call))?.hint);
    else this.#hints.written(action.text);
    return undefined;
  }

  async touch(
    strokes: readonly Stroke[],
    call: Call,
    { screen, aim }: TouchOptions = {},
  ): Promise<undefined> {
    // `input` takes points of the rotated screen; a touch panel does not rotate with it.
    const focus =
      aim?.refuses === true && strokes[0] ? await this.#focusOn(aim.on, strokes[0][0], call) : undefined;
    const touchScreen = needsPanel(strokes, this.#traits)
      ? await this.#touchScreen(call, (told) => {
          if (focus && strokes[0]) mustBeFocused(focus, told, strokes[0][0]);
        })
      : unturned(screen ?? (await this.screen(call)));
    await this.#touch.make(strokes, { screen: touchScreen, focus }, call);
  }

  async type(text: string, call: Call, into: Element, focus?: FocusAim): Promise<Remark> {
    await typeText(text, await this.#typing(into, focus, call));
    this.#hints.written(text);
    return undefined;
  }

  async press(key: Key, call: Call, focus?: FocusAim): Promise<Remark> {
    if (key === 'NOTIFICATIONS' || key === 'QUICK_SETTINGS') {
      await this.#openPanel(key, call);
      return undefined;
    }
    const { sdk } = this.#traits;
    const advice = this.#advice;
    const command = isSelectionKey(key) ? selectionCommand(key, { sdk, advice }) : pressCommand(key);
    await inputAll(this.#phone, [command], { call, focus: await this.#focusFor(focus, call) });
    return key === 'TAB' ? 'Over plain ADB the Tab key moves the focus and does not insert a tab' : undefined;
  }

  /** The input method's hint for the field, if there is one. */
  async focusedHint(field: Element, call: Call): Promise<{ readonly hint: string | undefined } | undefined> {
    return readEditor(this.#phone, field, call);
  }

  async recentApps(call: Call): Promise<readonly string[] | undefined> {
    return parseRecents(outputOf(await this.#phone.run(sh`dumpsys activity recents`, call)));
  }

  async close(): Promise<void> {
    this.#touch.close();
    await this.services.state.close();
    await this.services.recorder?.close();
  }

  async #typing(field: Element, aim: FocusAim | undefined, call: Call): Promise<Typing> {
    const look = () => this.look({ picture: false }, call);
    const focus = await this.#focusFor(aim, call);
    return { phone: this.#phone, sdk: this.#traits.sdk, call, field, look, focus, advice: this.#advice };
  }

  /** The window that must have the focus for keys. */
  async #focusFor(aim: FocusAim | undefined, call: Call): Promise<ExpectedFocus | undefined> {
    return aim?.refuses === true ? this.#focusOn(aim.on, undefined, call) : undefined;
  }

  /**
   * The window that had the focus on a screen, for a touch or keys that are made only if it still has it. If the tree was read while
   * another application came to the front, it is not known which window the tree is of: then the focus of now must be in the
   * same application.
   */
  async #focusOn(
    on: View | undefined,
    point: Point | undefined,
    call: Call,
  ): Promise<ExpectedFocus | undefined> {
    const active = on?.windows.find((window) => window.active) ?? on?.stack?.find((window) => window.active);
    if (!active) return undefined;
    const { sdk } = this.#traits;
    const { app } = active;
    const hash = this.windowKeys.hashOf(active.key);
    return hash === undefined ? this.#focusIn(app, point, call) : { hash, app, sdk };
  }

  async #focusIn(
    app: string | undefined,
    point: Point | undefined,
    call: Call,
  ): Promise<ExpectedFocus | undefined> {
    if (app === undefined) return undefined;
    const { sdk } = this.#traits;
    const told = outputOf(await this.#phone.run(focusCommand(sdk), call));
    const hash = focusIn(app, told, point);
    return hash === undefined ? undefined : { hash, app, sdk };
  }

  async #touchScreen(call: Call, check: (told: string) => void): Promise<TouchScreen> {
    const commands = [sh`dumpsys window displays`, sh`dumpsys window windows`];
    const asked = this.#traits.sdk < ROTATED_DISPLAYS_SINCE ? commands : commands.slice(0, 1);
    const [displays = '', windows = ''] = (await this.#phone.script(asked, call)).map(outputOf);
    check(`${displays}\n${windows}`);
    return touchScreenOf(parseDisplays(displays), parseRotation(windows));
  }

  async #openPanel(panel: 'NOTIFICATIONS' | 'QUICK_SETTINGS', call: Call): Promise<void> {
    const screen = await this.screen(call);
    for (const argv of panelCommands(panel, { sdk: this.#traits.sdk, screen })) {
      const result = await this.#phone.run(sh`${argv}`, call);
      const understood = argv[0] !== 'service' || !serviceCallFailed(outputOf(result));
      if (understood) mustHaveWorked(result, 'The status bar');
      else await inputAll(this.#phone, [pullDown(screen)], { call });
    }
  }

  async #clearClipboard(call: Call): Promise<void> {
    const { sdk } = this.#traits;
    await retryIfConnectionLost(call, () => clearClipboardAsShell(this.#phone, { sdk, call }));
  }

  async #awake(call: Call): Promise<boolean> {
    const power = await retryIfConnectionLost(call, () => this.#phone.run(sh`dumpsys power`, call));
    return parseAwake(outputOf(power)) ?? true;
  }

  async #wake(call: Call): Promise<void> {
    await inputAll(this.#phone, [wakeCommand], { call });
    while (!(await this.#awake(call))) {
      if (call.remaining() <= WAKING_PAUSE)
        throw timedOut('The display is asleep and did not wake up in time.');
      await pause(WAKING_PAUSE, call);
    }
  }
}
