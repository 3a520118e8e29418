import type { Call } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { actionFailed, DeviceError } from '../device/errors.ts';
import type { Direction, Stroke } from '../device/port.ts';
import { centre } from '../ui/bounds.ts';
import type { Bounds } from '../ui/node.ts';
import type { AskName, Asks, ModifierKey } from './bridge/protocol.ts';
import { keyCodes } from './keys.ts';
import type { Origin } from './look.ts';
import { addressOf } from './look.ts';
import type { MacSession } from './session.ts';
import { isEditable, menuAction, offersMenu, pressAction } from './traits.ts';

/** What a line of the wheel scrolls, about; a page is most of what is shown. */
const POINTS_A_LINE = 10;
const PAGE = 0.7;
const MOST_LINES = 100;

/** Offered by web pages and by many lists. */
const revealAction = 'AXScrollToVisible';

/** Milliseconds from one click to the next that make a double click. */
const DOUBLE_CLICK = 500;

/** Acts on elements: by accessibility itself where the element offers it, else with mouse and keyboard. */
export class Hands {
  readonly #session: MacSession;
  readonly #call: Call;

  constructor(session: MacSession, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** What a click is to the element: its press-like action, the focus for a field, else the mouse. */
  async click(on: Origin): Promise<void> {
    const action = pressAction(on.element);
    if (isEditable(on.element)) await this.#focusOrPoint(on);
    else if (action !== undefined) await this.#perform(on, action);
    else await this.#point(on);
  }

  /** Opens the element's context menu. */
  async openMenu(on: Origin): Promise<void> {
    if (!offersMenu(on.element)) throw actionFailed('This element offers no context menu.');
    await this.#perform(on, menuAction);
  }

  /** Replaces a field's content: at once where the field takes it, else by selecting all and typing. */
  async setText(on: Origin, text: string): Promise<void> {
    try {
      await this.#ask('setValue', { element: addressOf(on), value: text }, on);
      return;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    await this.#focus(on);
    await this.key(keyCodes.up, ['command']);
    await this.key(keyCodes.down, ['command', 'shift']);
    if (text === '') await this.key(keyCodes.delete);
    else await this.#ask('text', { text });
  }

  /** Lets the application bring an element into view; false where it does not offer that. */
  async reveal(on: Origin): Promise<boolean> {
    if (!on.element.actions.includes(revealAction)) return false;
    await this.#perform(on, revealAction);
    return true;
  }

  /** Turns the wheel over the element, to move it by a share of what it shows. */
  async scroll(on: Origin, direction: Direction, share = PAGE): Promise<void> {
    const bounds = placeOf(on);
    const upright = direction === 'up' || direction === 'down';
    const length = upright ? bounds.bottom - bounds.top : bounds.right - bounds.left;
    const count = Math.min(MOST_LINES, Math.max(1, Math.round((share * length) / POINTS_A_LINE)));
    const turn = direction === 'up' || direction === 'left' ? count : -count;
    const lines = upright ? { x: 0, y: turn } : { x: turn, y: 0 };
    await this.#ask('wheel', { ...centre(bounds), lines });
  }

  /** Types at the end of the field that has the focus. */
  async type(text: string): Promise<void> {
    await this.key(keyCodes.down, ['command']);
    await this.#ask('text', { text });
  }

  async key(code: number, modifiers: readonly ModifierKey[] = []): Promise<void> {
    await this.#ask('key', { code, modifiers });
  }

  /** Draws with the pointer, one stroke after the other. */
  async draw(strokes: readonly Stroke[]): Promise<void> {
    let time = 0;
    for (const { stroke, clicks } of clicksOf(strokes)) {
      const [first] = stroke;
      if (first.time > time) await pause(first.time - time, this.#call);
      const moves = stroke.map(({ x, y, time: at }) => ({ x, y, time: at - first.time }));
      await this.#ask('pointer', { moves, button: 'left', clicks });
      time = endOf(stroke);
    }
  }

  async #perform(on: Origin, action: string): Promise<void> {
    await this.#ask('perform', { element: addressOf(on), action }, on);
  }

  async #focus(on: Origin): Promise<void> {
    await this.#ask('focus', { element: addressOf(on) }, on);
  }

  /** Some fields take the focus only from the mouse. */
  async #focusOrPoint(on: Origin): Promise<void> {
    try {
      await this.#focus(on);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#point(on);
    }
  }

  /** Clicks with the mouse; the window comes to the front first, and still nothing may lie between. */
  async #point(on: Origin): Promise<void> {
    const { x, y } = centre(placeOf(on));
    if (on.part.actions.includes('AXRaise')) await this.#perform({ ...on, element: on.part }, 'AXRaise');
    const pids = await this.#session.pidsAt({ x, y }, this.#call);
    if (!pids.includes(on.view.app.pid) && !pids.includes(on.element.pid ?? on.view.app.pid)) {
      throw actionFailed(
        `A window of another application lies over this element. Bring '${on.view.app.name}' to the front first.`,
      );
    }
    await this.#ask('pointer', { moves: [{ x, y, time: 0 }], button: 'left', clicks: 1 });
  }

  async #ask<Name extends AskName>(name: Name, what: Asks[Name]['ask'], on?: Origin) {
    return this.#session.ask(name, what, { call: this.#call, app: on?.view.app.name });
  }
}

/** Whether the application answered, and would not do it. */
function isRefusal(error: unknown): boolean {
  return error instanceof DeviceError && error.kind === 'action_failed';
}

/** Where the pointer reaches it. */
function placeOf({ visible }: Origin): Bounds {
  if (visible) return visible;
  throw actionFailed('This element cannot be seen now. Bring it into view with scroll_to_element first.');
}

interface Clicks {
  readonly stroke: Stroke;
  /** Which click it is: the Mac takes two clicks for a double click only if the second one says so. */
  readonly clicks: number;
}

/** Two short presses of the same point are one double click, which the bridge makes of its last press. */
function clicksOf(strokes: readonly Stroke[]): Clicks[] {
  const presses: Clicks[] = [];
  for (const stroke of strokes) {
    const last = presses.at(-1);
    const again = last && last.clicks < 3 && isSecondClick(last.stroke, stroke);
    if (again) presses[presses.length - 1] = { stroke: last.stroke, clicks: last.clicks + 1 };
    else presses.push({ stroke, clicks: 1 });
  }
  return presses;
}

function isSecondClick(one: Stroke, other: Stroke): boolean {
  const [{ x, y, time }] = one;
  const rests = [...one, ...other].every((moment) => moment.x === x && moment.y === y);
  return rests && endOf(other) - time <= DOUBLE_CLICK;
}

function endOf(stroke: Stroke): number {
  return stroke.at(-1)?.time ?? 0;
}
