import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { Aim } from '@handeye/core/device/aim';
import { actionFailed, DeviceError, isTimeout } from '@handeye/core/device/errors';
import type { Direction } from '@handeye/core/device/port';
import type { WantedValue } from '@handeye/screen/value/range';
import { interfaces } from '../atspi/accessible.ts';
import { clickAction, menuAction } from '../atspi/actions.ts';
import type { MouseButton } from '../display.ts';
import type { Origin } from '../screen/look.ts';
import { isEditable } from '../screen/traits.ts';
import type { DesktopSession } from '../session.ts';
import { comboItemOf } from '../screen/combo-items.ts';
import { mustBeAsJudged } from './as-judged.ts';
import { ComboBoxes } from './combo-boxes.ts';
import { ElementHandle } from './element-handle.ts';
import { closeMenuLeftOpen } from './left-open-menus.ts';
import { mousePoint } from './mouse-target.ts';
import { setValue } from './values.ts';
import { elementAt, notchesFor, wheelPoint } from './wheel.ts';

/** How long an action may stay unanswered before we check whether the application is alive. */
const ACTION_TIMEOUT_MS = 1000;
/** How long that check may take. */
const ALIVE_TIMEOUT_MS = 500;
/** Share of the visible part that a list is scrolled by if no share is given. */
const DEFAULT_SCROLL_SHARE = 0.85;
/** How long an application may take to start and to finish scrolling, and how often we check. */
const SCROLL_START_MS = 250;
const SCROLL_END_MS = 1500;
const SCROLL_POLL_MS = 40;
/** AT-SPI's scroll type for "anywhere in view". */
const SCROLL_ANYWHERE = 6;

const NOT_AT_ITS_BOUNDS =
  'This element was scrolled away, or something covers it. Scroll to it with scroll_to_element first.';

const rowRoles: ReadonlySet<string> = new Set(['table cell', 'tree item', 'list item']);

/** Acts on elements: through accessibility if the element offers it, otherwise with the mouse. */
export class LinuxActions {
  readonly #session: DesktopSession;
  readonly #call: Call;

  readonly #label: Aim['labels'][number];

  /** `label`: how much of an element's name must be as judged when the mouse is used for it. */
  constructor(session: DesktopSession, call: Call, label: Aim['labels'][number] = 'none') {
    this.#session = session;
    this.#call = call;
    this.#label = label;
  }

  /** Performs the element's click-like action, focuses a field, or clicks with the mouse. */
  async click(on: Origin): Promise<void> {
    const choice = comboItemOf(on.frame.accessible, on.accessible);
    if (choice) {
      const combos = new ComboBoxes(this.#session, this.#call);
      return combos.choose(choice, on, ({ origin }) => this.click(origin));
    }
    const handle = this.#handle(on);
    const isField = isEditable(on.accessible);
    const action = isField ? undefined : this.#clickAction(on);
    if (action !== undefined) {
      await this.#doAction(handle, action);
      await closeMenuLeftOpen(this.#session, handle, this.#call);
    } else if (!isField || !(await handle.focus())) await this.#clickWithMouse(handle, 'left');
  }

  /** Opens the element's context menu, with its action or with the right mouse button. */
  async openMenu(on: Origin): Promise<void> {
    const handle = this.#handle(on);
    const action = menuAction(on.accessible.actions);
    if (action !== undefined) await this.#doAction(handle, action);
    else await this.#clickWithMouse(handle, 'right');
  }

  /** Turns the wheel over the element and waits until scrolling has stopped. */
  async scroll(on: Origin, direction: Direction, share = DEFAULT_SCROLL_SHARE): Promise<void> {
    const handle = this.#handle(on);
    const { pointer } = this.#session;
    await handle.activateWindow();
    const area = await handle.visibleBounds();
    const point = wheelPoint(area, on);
    const notches = notchesFor(area, { direction, share, toolkit: on.toolkit, list: on.accessible });
    const content = elementAt(point, on);
    const moving = content && this.#handle({ ...on, accessible: content });
    const before = moving && (await extentsUnlessGone(moving));
    await pointer.scroll(point, { direction, notches }, this.#call);
    if (moving && before !== undefined) await this.#waitForScrollEnd(moving, before);
  }

  /** Sets the value of a slider or a spin button. */
  setValue(on: Origin, value: WantedValue): Promise<string> {
    const keyboard = () => this.#session.keyboard;
    return setValue(this.#handle(on), value, { keyboard, call: this.#call });
  }

  /** Asks the application to scroll the element into view. False if it does not support that. */
  async reveal(on: Origin): Promise<boolean> {
    const handle = this.#handle(on);
    if (!handle.offers(interfaces.component)) return false;
    const scrollTo = { member: 'ScrollTo', signature: 'u', args: [SCROLL_ANYWHERE] };
    const done = await handle.tryCall({ interface: interfaces.component, ...scrollTo });
    return done && (await handle.waitFor(async () => (await handle.states()).has('showing')));
  }

  /** GTK3's action for a row opens it, while a click only selects it. So rows are clicked with the mouse. */
  #clickAction({ accessible: { role, actions } }: Origin): number | undefined {
    return rowRoles.has(role) && this.#session.display?.pointer ? undefined : clickAction(actions);
  }

  #handle(on: Origin): ElementHandle {
    return new ElementHandle(this.#session, on, this.#call);
  }

  /**
   * Qt replies to an action that opens a dialog only when the dialog is closed. If the application does not reply to
   * the action but to another call, it is performing the action.
   */
  async #doAction(handle: ElementHandle, action: number): Promise<void> {
    const doAction = { interface: interfaces.action, member: 'DoAction', signature: 'i', args: [action] };
    try {
      const [done] = await handle.call(doAction, ACTION_TIMEOUT_MS);
      if (done === true) return;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      await handle.states(ALIVE_TIMEOUT_MS);
      return;
    }
    throw actionFailed(`The application '${handle.origin.app.name}' refused the action.`);
  }

  async #clickWithMouse(handle: ElementHandle, button: MouseButton): Promise<void> {
    const { pointer } = this.#session;
    await handle.activateWindow();
    if (!(await handle.isAtItsBounds())) throw actionFailed(NOT_AT_ITS_BOUNDS);
    const at = await mousePoint(this.#session, handle, this.#call);
    // To find the point took a while.
    const judged = { label: this.#label, at, call: this.#call };
    if (this.#label !== 'none') await mustBeAsJudged(this.#session, handle.origin, judged);
    await pointer.click(at, button, this.#call);
  }

  /** Applications start to scroll late, and some scroll smoothly: waits until an element of the list stops moving. */
  async #waitForScrollEnd(moving: ElementHandle, before: string): Promise<void> {
    const { clock } = this.#call;
    const start = clock.now();
    let last: string | undefined = before;
    for (;;) {
      await pause(SCROLL_POLL_MS, this.#call);
      const now = await extentsUnlessGone(moving);
      const hasStarted = now !== before || clock.now() - start > SCROLL_START_MS;
      if ((now === last && hasStarted) || clock.now() - start > SCROLL_END_MS) return;
      last = now;
    }
  }
}

/** Undefined if the element is gone: a list that scrolls may destroy its rows. */
async function extentsUnlessGone(handle: ElementHandle): Promise<string | undefined> {
  if (!handle.offers(interfaces.component)) return undefined;
  return handle.extents().catch((error: unknown) => {
    if (error instanceof DeviceError && error.kind !== 'timeout') return undefined;
    throw error;
  });
}
