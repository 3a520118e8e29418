import type { Call } from '../device/call.ts';
import { pause } from '../device/call.ts';
import { actionFailed, DeviceError, permissionDenied } from '../device/errors.ts';
import { intersect } from '../ui/bounds.ts';
import type { Bounds } from '../ui/node.ts';
import { interfaces } from './atspi/accessible.ts';
import type { Question } from './atspi/conversation.ts';
import { wholeText } from './atspi/details.ts';
import { explained } from './atspi/gone.ts';
import { statesOf } from './atspi/item.ts';
import type { States } from './atspi/states.ts';
import type { Value } from './dbus/value.ts';
import { asList, asText } from './dbus/value.ts';
import { moved } from './frames.ts';
import { gtk4, isThere } from './gtk4-rows.ts';
import type { Origin } from './look.ts';
import type { DesktopSession } from './session.ts';
import type { Display } from './x11/display.ts';

/** Milliseconds that an application may take to follow, and between two looks at whether it did. */
const SETTLING = 1000;
const SETTLING_PAUSE = 25;

/** One element in our hands, for one call: what it answers, where it is, and how it gets the keyboard. */
export class Grip {
  readonly on: Origin;
  readonly call: Call;
  readonly #session: DesktopSession;

  constructor(session: DesktopSession, on: Origin, call: Call) {
    this.#session = session;
    this.on = on;
    this.call = call;
  }

  offers(name: string): boolean {
    return this.on.accessible.interfaces.has(name);
  }

  /** Asks the element. `patience` is for questions whose answer may be long in coming. */
  async ask(question: Question, patience?: number): Promise<readonly Value[]> {
    try {
      const { reference } = this.on.accessible;
      return await this.#session.talk(this.call, patience).ask(reference, question);
    } catch (error) {
      throw explained(error, this.on.app.name);
    }
  }

  /** Asks the element to do something. False where it does not do it, or does not know how. */
  async wish(question: Question): Promise<boolean> {
    try {
      const [done] = await this.ask(question);
      return done === true;
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'action_failed') return false;
      throw error;
    }
  }

  async states(patience?: number): Promise<States> {
    const question = { interface: interfaces.accessible, member: 'GetState' };
    const [states] = await this.ask(question, patience);
    return statesOf(states);
  }

  async text(): Promise<string> {
    return asText((await this.ask(wholeText(this.on.toolkit)))[0]);
  }

  /** Where it is by now, in its application's own words: good for comparing, not for pointing. */
  async whereabouts(): Promise<string> {
    const question = { interface: interfaces.component, member: 'GetExtents', signature: 'u', args: [0] };
    return asList((await this.ask(question))[0]).join();
  }

  /** The part of it that is within its window and on the screen. */
  async place(): Promise<Bounds> {
    const { accessible, frame } = this.on;
    const { width, height } = await this.#session.screen(this.call);
    const whole = accessible.bounds && moved(accessible.bounds, frame.offset);
    const onScreen = whole && intersect(whole, { left: 0, top: 0, right: width, bottom: height });
    const inSight = onScreen && frame.window ? intersect(onScreen, frame.window.bounds) : onScreen;
    if (inSight) return inSight;
    throw actionFailed(
      'This element is not on the screen now, so that the mouse cannot reach it. Scroll to it with ' +
        'scroll_to_element, or open what hides it.',
    );
  }

  /** Whether it really is where it says. Only GTK4 gives reason to doubt it. */
  async isThere(): Promise<boolean> {
    const { accessible, frame, toolkit } = this.on;
    return toolkit !== gtk4 || isThere(this.#session.talk(this.call), frame.accessible, accessible);
  }

  /** The display for what accessibility alone cannot do. */
  display(what: string): Display {
    if (this.#session.display) return this.#session.display;
    throw permissionDenied(
      `${what} needs mouse or keyboard, and those need an X11 session: Wayland lets no other program use them.`,
    );
  }

  /** Brings its window to the front. Mouse and keyboard would reach another one otherwise. */
  async bringForward(): Promise<void> {
    const { window } = this.on.frame;
    const { display } = this.#session;
    if (!window || window.active || !display) return;
    if (await display.activate(window.id, this.call)) return;
    throw actionFailed('The window of this element does not come to the front, so that it cannot be used.');
  }

  /** Gives it the keyboard, by accessibility. False where the application does not do that. */
  async focus(): Promise<boolean> {
    await this.bringForward();
    if (!this.offers(interfaces.component)) return false;
    const granted = await this.wish({ interface: interfaces.component, member: 'GrabFocus' });
    // Chromium hands the wish on to its page and answers before it is granted.
    return granted && (await this.until(async () => (await this.states()).has('focused')));
  }

  /** Gives the application a moment to come so far; false if it does not. */
  async until(holds: () => Promise<boolean>): Promise<boolean> {
    const { clock } = this.call;
    const end = clock.now() + Math.min(SETTLING, this.call.remaining());
    for (;;) {
      if (await holds()) return true;
      if (clock.now() >= end) return false;
      await pause(SETTLING_PAUSE, this.call);
    }
  }
}
