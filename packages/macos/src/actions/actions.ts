import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import { changeText } from '@handeye/core/device/aim';
import { actionFailed, DeviceError, ScreenChanged } from '@handeye/core/device/errors';
import type { SelectionKey } from '@handeye/core/device/keys';
import type { Clipboard, Direction, Selects, Stroke } from '@handeye/core/device/port';
import { centre, type Point } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { numberOn, rangeText, type WantedValue } from '@handeye/screen/value/range';
import type { BridgeRequests, ModifierKey, RequestName } from '../bridge/protocol.ts';
import type { Origin } from '../screen/look.ts';
import { addressOf } from '../screen/look.ts';
import { clickAction, hasContextMenu, isEditable, MENU_ACTION } from '../screen/traits.ts';
import type { MacSession } from '../session.ts';
import { keyCodes } from './keys.ts';

/** About what one line of the wheel scrolls. */
const POINTS_PER_LINE = 10;
/** Share of the visible part that is scrolled by if no share is given. */
const DEFAULT_SCROLL_SHARE = 0.7;
const MAX_LINES = 100;

/** Offered by web pages and many lists. */
const REVEAL_ACTION = 'AXScrollToVisible';

const NOTHING_SELECTED =
  'Nothing is selected in the field. Select a part with select_text, or all of it with the key SELECT_ALL.';

/** Two clicks within this time are a double click. */
const DOUBLE_CLICK_MS = 500;

/** Acts on elements: through accessibility if the element offers it, otherwise with mouse and keyboard. */
export class MacActions {
  readonly #session: MacSession;
  readonly #call: Call;

  constructor(session: MacSession, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** Performs the element's click-like action, focuses a field, or clicks with the mouse. */
  async click(on: Origin): Promise<void> {
    const action = clickAction(on.element);
    if (isEditable(on.element)) await this.#focusOrClick(on);
    else if (action !== undefined) await this.#perform(on, action);
    else await this.#clickWithMouse(on);
  }

  /** Opens the element's context menu. */
  async openMenu(on: Origin): Promise<void> {
    if (!hasContextMenu(on.element)) throw actionFailed('This element offers no context menu.');
    await this.#perform(on, MENU_ACTION);
  }

  /** Replaces a field's content: in one request if the field accepts it, otherwise by selecting all and typing. */
  async setText(on: Origin, text: string): Promise<undefined> {
    try {
      await this.#ask('setValue', { element: addressOf(on), value: text }, on);
      return undefined;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    await this.#focus(on);
    await this.key(keyCodes.up, ['command']);
    await this.key(keyCodes.down, ['command', 'shift']);
    if (text === '') await this.key(keyCodes.delete);
    else await this.#ask('text', { text });
    return undefined;
  }

  /** Gives a field the focus, and selects a part of its text. */
  async select(on: Origin, { range: { start, end } }: Selects): Promise<undefined> {
    await this.#focus(on);
    await this.#ask('select', { element: addressOf(on), range: { start, length: end - start } }, on);
  }

  /**
   * Does what Command with A, C, X or V does in a field. The letters themselves are places on a US keyboard, and Command-Q,
   * where a French one has A, ends the application.
   */
  async pressSelectionKey(on: Origin, key: SelectionKey, clipboard: Clipboard): Promise<undefined> {
    const { value, selection } = on.element;
    const text = typeof value === 'string' ? value : '';
    if (key === 'SELECT_ALL') return this.select(on, { text, range: { start: 0, end: text.length } });
    if (key === 'PASTE') {
      const copied = await clipboard.read(this.#call);
      if (copied === null) throw actionFailed('The clipboard holds no text.');
      await this.#ask('text', { text: copied });
      return undefined;
    }
    const { start = 0, length = 0 } = selection ?? {};
    if (length === 0) throw actionFailed(NOTHING_SELECTED);
    await clipboard.write(text.slice(start, start + length), this.#call);
    if (key === 'CUT') await this.key(keyCodes.delete);
    return undefined;
  }

  /** Sets the value of a slider or a stepper; returns what it shows then. */
  async setValue(on: Origin, wanted: WantedValue): Promise<string | undefined> {
    const asked = 'number' in wanted ? wanted.number : wanted;
    const { value, min, max } = await this.#ask('setValue', { element: addressOf(on), value: asked }, on);
    if (value === undefined) return undefined;
    if (min === undefined || max === undefined) return String(value);
    const range = { min, max, current: value };
    const isExact = numberOn(range, wanted) === value;
    return isExact ? rangeText(range) : `${rangeText(range)}, the nearest that it takes`;
  }

  /** Asks the application to scroll the element into view; false if it does not offer that. */
  async reveal(on: Origin): Promise<boolean> {
    if (!on.element.actions.includes(REVEAL_ACTION)) return false;
    await this.#perform(on, REVEAL_ACTION);
    return true;
  }

  /** Turns the wheel over the element, by a share of its visible part. */
  async scroll(on: Origin, direction: Direction, share = DEFAULT_SCROLL_SHARE): Promise<void> {
    const bounds = visibleBounds(on);
    const vertical = direction === 'up' || direction === 'down';
    const length = vertical ? bounds.bottom - bounds.top : bounds.right - bounds.left;
    const count = Math.min(MAX_LINES, Math.max(1, Math.round((share * length) / POINTS_PER_LINE)));
    const turn = direction === 'up' || direction === 'left' ? count : -count;
    const lines = vertical ? { x: 0, y: turn } : { x: turn, y: 0 };
    await this.#ask('wheel', { ...centre(bounds), lines });
  }

  /** Types at the end of the focused field. */
  async type(text: string): Promise<void> {
    await this.key(keyCodes.down, ['command']);
    await this.#ask('text', { text });
  }

  async key(code: number, modifiers: readonly ModifierKey[] = []): Promise<void> {
    await this.#ask('key', { code, modifiers });
  }

  /** Performs the strokes with the left mouse button, one after the other. */
  async drag(
    strokes: readonly Stroke[],
    judgedAt: (point: Point) => Origin | undefined = () => undefined,
  ): Promise<void> {
    let time = 0;
    for (const { stroke, clicks } of pressesOf(strokes)) {
      const [first] = stroke;
      if (first.time > time) await pause(first.time - time, this.#call);
      const moves = stroke.map(({ x, y, time: at }) => ({ x, y, time: at - first.time }));
      const on = judgedAt(first);
      const element = on && { element: addressOf(on) };
      await orChanged(first, on, () =>
        this.#ask('pointer', { moves, button: 'left', clicks, ...element }, on),
      );
      time = endOf(stroke);
    }
  }

  async #perform(on: Origin, action: string): Promise<void> {
    await this.#ask('perform', { element: addressOf(on), action }, on);
  }

  async #focus(on: Origin): Promise<void> {
    await this.#ask('focus', { element: addressOf(on) }, on);
  }

  /** Some fields can be focused only with the mouse. */
  async #focusOrClick(on: Origin): Promise<void> {
    try {
      await this.#focus(on);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#clickWithMouse(on);
    }
  }

  /** Raises the window, checks that nothing covers the element, and clicks. */
  async #clickWithMouse(on: Origin): Promise<void> {
    const { x, y } = centre(visibleBounds(on));
    if (on.topLevel.actions.includes('AXRaise'))
      await this.#perform({ ...on, element: on.topLevel }, 'AXRaise');
    const pids = await this.#session.pidsAt({ x, y }, this.#call);
    const { app } = on.tree;
    if (!pids.includes(app.pid) && !pids.includes(on.element.pid ?? app.pid)) {
      throw actionFailed(
        `A window of another application covers this element. Bring '${app.name}' to the front first.`,
      );
    }
    const moves = [{ x, y, time: 0 }];
    await this.#ask('pointer', { moves, button: 'left', clicks: 1, element: addressOf(on) }, on);
  }

  async #ask<Name extends RequestName>(name: Name, params: BridgeRequests[Name]['params'], on?: Origin) {
    return this.#session.ask(name, params, { call: this.#call, app: on?.tree.app.name });
  }
}

/** Whether the application answered and refused. */
function isRefusal(error: unknown): boolean {
  return error instanceof DeviceError && error.kind === 'action_failed';
}

/** An element that is not as it was when a touch was judged by it: something else would be touched. */
async function orChanged(
  { x, y }: Point,
  on: Origin | undefined,
  touch: () => Promise<unknown>,
): Promise<void> {
  try {
    await touch();
  } catch (error) {
    if (!on || !(error instanceof DeviceError) || error.kind !== 'element_not_found') throw error;
    const met = { x, y, app: on.tree.app.name, label: '' };
    throw new ScreenChanged(changeText(met), met, { cause: error });
  }
}

function visibleBounds({ visible }: Origin): Bounds {
  if (visible) return visible;
  throw actionFailed('This element is not visible now. Bring it into view with scroll_to_element first.');
}

interface Press {
  readonly stroke: Stroke;
  /** Number of clicks: macOS recognises a double click only if the second click is marked as such. */
  readonly clicks: number;
}

/** Merges short presses of the same point into one press with several clicks. */
function pressesOf(strokes: readonly Stroke[]): Press[] {
  const presses: Press[] = [];
  for (const stroke of strokes) {
    const last = presses.at(-1);
    const isRepeat = last && last.clicks < 3 && isSecondClick(last.stroke, stroke);
    if (isRepeat) presses[presses.length - 1] = { stroke: last.stroke, clicks: last.clicks + 1 };
    else presses.push({ stroke, clicks: 1 });
  }
  return presses;
}

function isSecondClick(one: Stroke, other: Stroke): boolean {
  const [{ x, y, time }] = one;
  const isSamePoint = [...one, ...other].every((moment) => moment.x === x && moment.y === y);
  return isSamePoint && endOf(other) - time <= DOUBLE_CLICK_MS;
}

function endOf(stroke: Stroke): number {
  return stroke.at(-1)?.time ?? 0;
}
