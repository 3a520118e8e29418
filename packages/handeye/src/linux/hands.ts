import type { Call } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { actionFailed, DeviceError } from '../device/errors.ts';
import type { Direction } from '../device/port.ts';
import { centre } from '../ui/bounds.ts';
import { interfaces } from './atspi/accessible.ts';
import { menuAction, pressAction } from './atspi/actions.ts';
import { Grip } from './grip.ts';
import type { Origin } from './look.ts';
import type { DesktopSession } from './session.ts';
import { isEditable } from './traits.ts';
import { elementUnder, notchesFor, wheelPoint } from './wheel.ts';
import { buttons } from './x11/input.ts';

/** Milliseconds after which an action that is still not answered is looked into. */
const ACTION_PATIENCE = 1000;
/** Milliseconds for an application to say that it is alive. */
const SIGN_OF_LIFE = 500;
/** A list is scrolled by most of what it shows. */
const MOST_OF_IT = 0.85;
/** Milliseconds until an application begins to scroll, at most, and between two looks at whether it has come to rest. */
const SCROLL_START = 250;
const SCROLL_PAUSE = 40;
const SCROLL_END = 1500;
/** AT-SPI's wish that an element be anywhere in view. */
const ANYWHERE = 6;

const elsewhere =
  'This element was scrolled out of sight, or something covers it. Scroll to it with scroll_to_element first.';

const rows: ReadonlySet<string> = new Set(['table cell', 'tree item', 'list item']);

/** Acts on elements: by accessibility itself where the element offers it, else with the mouse. */
export class Hands {
  readonly #session: DesktopSession;
  readonly #call: Call;

  constructor(session: DesktopSession, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** What a click is to the element: its press-like action, the focus for a field, else a click of the mouse. */
  async click(on: Origin): Promise<void> {
    const grip = this.#grip(on);
    const isField = isEditable(on.accessible);
    const action = isField ? undefined : this.#clickAction(on);
    if (action !== undefined) await this.#do(grip, action);
    else if (!isField || !(await grip.focus())) await this.#press(grip, buttons.left);
  }

  /** Opens the element's context menu: by its action, else with the right button of the mouse. */
  async openMenu(on: Origin): Promise<void> {
    const grip = this.#grip(on);
    const action = menuAction(on.accessible.actions);
    if (action !== undefined) await this.#do(grip, action);
    else await this.#press(grip, buttons.right);
  }

  /** Turns the wheel over the element, and waits until what it shows has come to rest. */
  async scroll(on: Origin, direction: Direction, share = MOST_OF_IT): Promise<void> {
    const grip = this.#grip(on);
    const { pointer } = grip.display('Scrolling');
    await grip.bringForward();
    const area = await grip.place();
    const point = wheelPoint(area, on);
    const notches = notchesFor(area, { direction, share, toolkit: on.toolkit });
    const witness = elementUnder(point, on);
    const moving = witness && this.#grip({ ...on, accessible: witness });
    const before = moving && (await whereabouts(moving));
    await pointer.scroll(point, { direction, notches }, this.#call);
    if (moving && before !== undefined) await this.#rest(moving, before);
  }

  /** Asks the application to bring the element into view. False where it cannot do that. */
  async reveal(on: Origin): Promise<boolean> {
    const grip = this.#grip(on);
    if (!grip.offers(interfaces.component)) return false;
    const scroll = { member: 'ScrollTo', signature: 'u', args: [ANYWHERE] };
    const done = await grip.wish({ interface: interfaces.component, ...scroll });
    return done && (await grip.until(async () => (await grip.states()).has('showing')));
  }

  /** GTK3's action for a row is to open it, where a click only selects it: the mouse knows better. */
  #clickAction({ accessible: { role, actions } }: Origin): number | undefined {
    return rows.has(role) && this.#session.display ? undefined : pressAction(actions);
  }

  #grip(on: Origin): Grip {
    return new Grip(this.#session, on, this.#call);
  }

  /**
   * Qt answers an action that opens a dialog only when the dialog is closed. An application that leaves the action
   * unanswered but answers anything else is in the middle of it.
   */
  async #do(grip: Grip, action: number): Promise<void> {
    const question = { interface: interfaces.action, member: 'DoAction', signature: 'i', args: [action] };
    try {
      const [done] = await grip.ask(question, ACTION_PATIENCE);
      if (done === true) return;
    } catch (error) {
      if (!(error instanceof DeviceError) || error.kind !== 'timeout') throw error;
      await grip.states(SIGN_OF_LIFE);
      return;
    }
    throw actionFailed(`The application '${grip.on.app.name}' refused the action.`);
  }

  async #press(grip: Grip, button: number): Promise<void> {
    const { pointer } = grip.display('Clicking this element');
    await grip.bringForward();
    if (!(await grip.isThere())) throw actionFailed(elsewhere);
    await pointer.click(centre(await grip.place()), button, this.#call);
  }

  /** Applications scroll in their own time, some of them smoothly: waits until the element that moves has stopped. */
  async #rest(moving: Grip, before: string): Promise<void> {
    const { clock } = this.#call;
    const start = clock.now();
    let last: string | undefined = before;
    for (;;) {
      await pause(SCROLL_PAUSE, this.#call);
      const now = await whereabouts(moving);
      const hasBegun = now !== before || clock.now() - start > SCROLL_START;
      if ((now === last && hasBegun) || clock.now() - start > SCROLL_END) return;
      last = now;
    }
  }
}

/** Undefined for an element that is gone: a list that scrolled may have thrown it away. */
async function whereabouts(grip: Grip): Promise<string | undefined> {
  if (!grip.offers(interfaces.component)) return undefined;
  return grip.whereabouts().catch(nothingIfGone);
}

function nothingIfGone(error: unknown): undefined {
  if (error instanceof DeviceError && error.kind !== 'timeout') return undefined;
  throw error;
}
