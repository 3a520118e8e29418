import type { Call } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { actionFailed, permissionDenied } from '../device/errors.ts';
import type { Direction, Point } from '../device/port.ts';
import type { Bounds } from '../ui/node.ts';
import { interfaces } from './atspi/accessible.ts';
import { menuAction, pressAction } from './atspi/actions.ts';
import { explained } from './atspi/gone.ts';
import { statesOf } from './atspi/item.ts';
import type { Question } from './atspi/conversation.ts';
import { asText } from './dbus/value.ts';
import { moved } from './frames.ts';
import type { Origin } from './look.ts';
import type { DesktopSession } from './session.ts';
import { isEditable } from './traits.ts';
import type { Display } from './x11/display.ts';
import { keysyms } from './x11/keymap.ts';

/** What toolkits scroll for one notch of the wheel, about; a page is scrolled by most of what is shown. */
const PIXELS_A_NOTCH = 50;
const MOST_NOTCHES = 20;
/** Milliseconds that an application may take to follow. */
const SETTLING = 1000;
const SETTLING_PAUSE = 25;

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
    // Keys are taken in the application's own time. Whoever reads the field back wants to find them there.
    await this.#until(async () => (await this.#textOf(on)) === text);
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
    const end = Array.from(await this.#textOf(on)).length;
    // AT-SPI counts characters for the place and bytes for the length.
    const insert = { member: 'InsertText', signature: 'isi', args: [end, text, Buffer.byteLength(text)] };
    const [done] = await this.#ask(on, { interface: interfaces.editableText, ...insert });
    // So that what is typed next comes after.
    const caret = { member: 'SetCaretOffset', signature: 'i', args: [end + Array.from(text).length] };
    await this.#ask(on, { interface: interfaces.text, ...caret });
    return done === true;
  }

  async #isFocused(on: Origin): Promise<boolean> {
    const [states] = await this.#ask(on, { interface: interfaces.accessible, member: 'GetState' });
    return statesOf(states).has('focused');
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
    // Chromium hands the wish on to its page and answers before it is granted.
    if (done === true) await this.#until(() => this.#isFocused(on));
    return done === true;
  }

  /** Gives the application a moment to come so far. If it does not, whoever acted looks at what is there instead. */
  async #until(holds: () => Promise<boolean>): Promise<void> {
    const { clock } = this.#call;
    const end = clock.now() + Math.min(SETTLING, this.#call.remaining());
    while (!(await holds()) && clock.now() < end) await pause(SETTLING_PAUSE, this.#call);
  }

  async #textOf(on: Origin): Promise<string> {
    const question = { interface: interfaces.text, member: 'GetText', signature: 'ii', args: [0, -1] };
    return asText((await this.#ask(on, question))[0]);
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
