import type { Call } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { permissionDenied, timedOut } from '../device/errors.ts';
import type {
  Capabilities,
  Device,
  ElementAction,
  Key,
  LogLines,
  Logs,
  Look,
  Power,
  Remark,
  Stroke,
  Wish,
} from '../device/port.ts';
import type { Element, Screen } from '../ui/snapshot.ts';
import type { Phone } from './adb/index.ts';
import { sh } from './adb/index.ts';
import { parseDisplays } from './display.ts';
import { Hints } from './hints.ts';
import { panelCommands, pressCommand, pullDown, serviceCallFailed, wakeCommand } from './keys.ts';
import { readLogs } from './logs.ts';
import { lookAt } from './look.ts';
import { mustHaveWorked, outputOf } from './output.ts';
import { screenOf, touchScreenOf } from './screen.ts';
import { parseAwake } from './state.ts';
import { Touch } from './touch.ts';
import type { Traits } from './traits.ts';
import { capabilitiesOf } from './traits.ts';
import { inputAll, replaceText, typeText } from './typing.ts';

/** How often a display that was told to wake is asked whether it did. */
const WAKING_PAUSE = 150;

/** A phone over plain ADB: nothing is installed on it, its own shell does everything. */
export class AndroidDevice implements Device {
  readonly id: string;
  readonly title: string;
  readonly kind = 'phone';
  readonly capabilities: Capabilities;
  readonly setsTextByKeys = true;
  readonly power: Power;
  readonly logs: Logs;
  readonly #phone: Phone;
  readonly #traits: Traits;
  readonly #touch: Touch;
  readonly #hints = new Hints();

  constructor(phone: Phone, traits: Traits, id: string) {
    this.id = id;
    this.title = `${traits.model}, Android ${traits.release}`;
    this.capabilities = capabilitiesOf(traits);
    this.#phone = phone;
    this.#traits = traits;
    this.#touch = new Touch(phone, traits);
    this.power = { awake: (call) => this.#awake(call), wake: (call) => this.#wake(call) };
    this.logs = {
      read: (query, call): Promise<LogLines> => readLogs(phone, query, { sdk: traits.sdk, call }),
    };
  }

  look(wish: Wish, call: Call): Promise<Look> {
    return lookAt(this.#phone, wish, { hints: this.#hints, call });
  }

  async screen(call: Call): Promise<Screen> {
    return screenOf(await this.#displays(call));
  }

  async act(on: Element, action: ElementAction, call: Call): Promise<Remark> {
    if (action.kind !== 'setText') throw permissionDenied('Plain ADB reaches no accessibility actions.');
    await replaceText(this.#phone, { field: on, text: action.text }, { sdk: this.#traits.sdk, call });
    if (action.text === '') this.#hints.emptied(on);
    return undefined;
  }

  async touch(strokes: readonly Stroke[], call: Call): Promise<void> {
    await this.#touch.make(strokes, touchScreenOf(await this.#displays(call)), call);
  }

  async type(text: string, call: Call): Promise<Remark> {
    await typeText(this.#phone, text, { sdk: this.#traits.sdk, call });
    return undefined;
  }

  async press(key: Key, call: Call): Promise<Remark> {
    if (key === 'NOTIFICATIONS' || key === 'QUICK_SETTINGS') {
      await this.#openPanel(key, call);
      return undefined;
    }
    await inputAll(this.#phone, [pressCommand(key)], call);
    return key === 'TAB' ? 'Over plain ADB the Tab key moves the focus; it inserts no tab' : undefined;
  }

  close(): Promise<void> {
    this.#touch.close();
    return Promise.resolve();
  }

  async #displays(call: Call) {
    return parseDisplays(outputOf(await this.#phone.run(sh`dumpsys window displays`, call)));
  }

  async #openPanel(panel: 'NOTIFICATIONS' | 'QUICK_SETTINGS', call: Call): Promise<void> {
    const screen = await this.screen(call);
    for (const argv of panelCommands(panel, { sdk: this.#traits.sdk, screen })) {
      const result = await this.#phone.run(sh`${argv}`, call);
      const understood = argv[0] !== 'service' || !serviceCallFailed(outputOf(result));
      if (understood) mustHaveWorked(result, 'The status bar');
      else await inputAll(this.#phone, [pullDown(screen)], call);
    }
  }

  async #awake(call: Call): Promise<boolean> {
    return parseAwake(outputOf(await this.#phone.run(sh`dumpsys power`, call))) ?? true;
  }

  async #wake(call: Call): Promise<void> {
    await inputAll(this.#phone, [wakeCommand], call);
    while (!(await this.#awake(call))) {
      if (call.remaining() <= WAKING_PAUSE) throw timedOut('The display sleeps and did not wake in time.');
      await pause(WAKING_PAUSE, call);
    }
  }
}
