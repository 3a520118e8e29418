import type { Call } from '../device/call.ts';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import type { Direction, Point } from '../device/port.ts';
import type { Bounds } from '../ui/node.ts';
import { interfaces } from './atspi/accessible.ts';
import { menuAction, pressAction } from './atspi/actions.ts';
import { explained } from './atspi/gone.ts';
import { statesOf } from './atspi/item.ts';
import type { Question } from './atspi/conversation.ts';
import { moved } from './frames.ts';
import type { Origin } from './look.ts';
import type { DesktopSession } from './session.ts';
import { isEditable } from './traits.ts';
import type { Display } from './x11/display.ts';
import { keysyms } from './x11/keymap.ts';

/** What toolkits scroll for one notch of the wheel, about; a page is scrolled by most of what is shown. */
const PIXELS_A_NOTCH = 50;
const MOST_NOTCHES = 20;

/** Acts on elements: by accessibility itself where the element offers it, else with mouse and keyboard. */
export class Hands {
  readonly #session: DesktopSession;
  readonly #call: Call;

  constructor(session: DesktopSession, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** What a click is to the element: its press-like action, or the focus for a field. */
  async click(on: Origin): Promise<void> {
    const action = isEditable(on.accessible) ? undefined : pressAction(on.accessible.actions);
    if (action !== undefined) await this.#do(on, action);
    else if (!(await this.#focus(on))) await this.#tap(on);
  }

  /** Opens the element's context menu. */
  async openMenu(on: Origin): Promise<void> {
    const action = menuAction(on.accessible.actions);
    if (action === undefined) throw actionFailed('This element offers no context menu.');
    await this.#do(on, action);
  }

  /** Replaces a field's content: at once where it can be done, else by selecting all and typing. */
  async setText(on: Origin, text: string): Promise<void> {
    if (on.accessible.interfaces.has(interfaces.editableText)) {
      const set = { member: 'SetTextContents', signature: 's', args: [text] };
      const [done] = await this.#ask(on, { interface: interfaces.editableText, ...set });
      if (done === true) return;
    }
    const { keyboard } = this.#display('Setting the text of this field');
    await this.click(on);
    await keyboard.press('a'.charCodeAt(0), this.#call, { control: true });
    if (text === '') await keyboard.press(keysyms.backSpace, this.#call);
    else await keyboard.type(text, this.#call);
  }

  /** Turns the wheel over the element. */
  async scroll(on: Origin, direction: Direction): Promise<void> {
    const bounds = this.#placeOf(on);
    const length =
      direction === 'up' || direction === 'down' ? bounds.bottom - bounds.top : bounds.right - bounds.left;
    const notches = Math.min(MOST_NOTCHES, Math.max(1, Math.round((0.7 * length) / PIXELS_A_NOTCH)));
    const { pointer } = this.#display('Scrolling');
    await pointer.scroll(middle(bounds), { direction, notches }, this.#call);
  }

  /** Types at the end of the field that has the focus. */
  async type(text: string, focus: Origin | undefined): Promise<void> {
    if (focus && isEditable(focus.accessible) && (await this.#isFocused(focus))) {
      if (await this.#insertAtEnd(focus, text)) return;
    }
    const { keyboard } = this.#display('Typing into this field');
    await keyboard.press(keysyms.end, this.#call, { control: true });
    await keyboard.type(text, this.#call);
  }

  async #insertAtEnd(on: Origin, text: string): Promise<boolean> {
    if (!on.accessible.interfaces.has(interfaces.editableText)) return false;
    const talk = this.#session.talk(this.#call);
    const { reference } = on.accessible;
    try {
      const end = await talk.get(reference, interfaces.text, 'CharacterCount');
      // AT-SPI counts characters for the place and bytes for the length.
      const args = [Number(end), text, Buffer.byteLength(text)];
      const insert = { interface: interfaces.editableText, member: 'InsertText', signature: 'isi', args };
      const [done] = await talk.ask(reference, insert);
      await this.#moveCaret(on, Number(end) + Array.from(text).length);
      return done === true;
    } catch (error) {
      throw explained(error, on.app.name);
    }
  }

  /** So that what is typed next comes after. */
  async #moveCaret(on: Origin, offset: number): Promise<void> {
    const move = { interface: interfaces.text, member: 'SetCaretOffset', signature: 'i', args: [offset] };
    await this.#session.talk(this.#call).ask(on.accessible.reference, move);
  }

  async #isFocused({ accessible, app }: Origin): Promise<boolean> {
    const question = { interface: interfaces.accessible, member: 'GetState' };
    try {
      const [states] = await this.#session.talk(this.#call).ask(accessible.reference, question);
      return statesOf(states).has('focused');
    } catch (error) {
      throw explained(error, app.name);
    }
  }

  async #do(on: Origin, action: number): Promise<void> {
    const question = { interface: interfaces.action, member: 'DoAction', signature: 'i', args: [action] };
    const [done] = await this.#ask(on, question);
    if (done !== true) throw actionFailed(`The application '${on.app.name}' refused the action.`);
  }

  /** Gives an element the keyboard, its window first. False where the application does not do that. */
  async #focus(on: Origin): Promise<boolean> {
    const { window, accessible } = on.frame;
    if (window && !window.active) await this.#session.display?.activate(window.id, this.#call);
    if (!on.accessible.interfaces.has(interfaces.component) || accessible === on.accessible) return false;
    const [done] = await this.#ask(on, { interface: interfaces.component, member: 'GrabFocus' });
    return done === true;
  }

  async #tap(on: Origin): Promise<void> {
    const { pointer } = this.#display('Clicking this element');
    await pointer.click(middle(this.#placeOf(on)), this.#call);
  }

  async #ask(on: Origin, question: Question) {
    try {
      return await this.#session.talk(this.#call).ask(on.accessible.reference, question);
    } catch (error) {
      throw explained(error, on.app.name);
    }
  }

  #placeOf({ accessible, frame }: Origin): Bounds {
    if (!accessible.bounds)
      throw actionFailed('This element has no place on the screen now. Scroll to it first.');
    return moved(accessible.bounds, frame.offset);
  }

  #display(what: string): Display {
    if (this.#session.display) return this.#session.display;
    throw permissionDenied(
      `${what} needs an X11 session: Wayland lets no other program use mouse and keyboard.`,
    );
  }
}

function middle({ left, top, right, bottom }: Bounds): Point {
  return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
}
