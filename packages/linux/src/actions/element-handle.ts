import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import { actionFailed, DeviceError } from '@handeye/core/device/errors';
import { intersect } from '@handeye/screen/bounds';
import type { Bounds } from '@handeye/screen/node';
import { interfaces, pathTo, toolkits } from '../atspi/accessible.ts';
import { askRole, statesOf } from '../atspi/cache-item.ts';
import type { AtspiMethod } from '../atspi/caller.ts';
import { isGone } from '../atspi/errors.ts';
import { getWholeText } from '../atspi/questions.ts';
import type { States } from '../atspi/states.ts';
import { exactText } from '../atspi/text-quirks.ts';
import type { Value } from '../dbus/value.ts';
import { asList, asText } from '../dbus/value.ts';
import { toDeviceError } from '../errors.ts';
import { onScreen } from '../screen/frames.ts';
import { isAtItsBounds } from '../screen/gtk4-rows.ts';
import type { Origin } from '../screen/look.ts';
import { unknownPlace } from '../screen/wayland-places.ts';
import type { DesktopSession } from '../session.ts';

/** How long an application may take to react, and how often we check. */
const REACTION_TIMEOUT_MS = 1000;
const REACTION_POLL_MS = 25;

/** One element during one call: its current state, where it is, and how to focus it. */
export class ElementHandle {
  readonly origin: Origin;
  readonly #call: Call;
  readonly #session: DesktopSession;

  constructor(session: DesktopSession, origin: Origin, call: Call) {
    this.#session = session;
    this.origin = origin;
    this.#call = call;
  }

  offers(interfaceName: string): boolean {
    return this.origin.accessible.interfaces.has(interfaceName);
  }

  /** Calls a method of the element. */
  async call(method: AtspiMethod, timeout?: number): Promise<readonly Value[]> {
    try {
      const { reference } = this.origin.accessible;
      return await this.#session.caller(this.#call, timeout).call(reference, method);
    } catch (error) {
      const { name } = this.origin.app;
      if (isGone(error) && (await this.#isStillThere()))
        throw actionFailed(`The application '${name}' does not offer this (${method.member}).`, error);
      throw toDeviceError(error, name);
    }
  }

  /** Qt 6.4 also answers "No such object path" to a method that it does not know. An element that is gone answers nothing. */
  async #isStillThere(): Promise<boolean> {
    const caller = this.#session.caller(this.#call, REACTION_TIMEOUT_MS);
    return askRole(caller, this.origin.accessible.reference).then(
      () => true,
      () => false,
    );
  }

  /** Calls a method that returns whether it worked. Also false if the element does not support it. */
  async tryCall(method: AtspiMethod): Promise<boolean> {
    try {
      const [done] = await this.call(method);
      return done === true;
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'action_failed') return false;
      throw error;
    }
  }

  async states(timeout?: number): Promise<States> {
    const [states] = await this.call({ interface: interfaces.accessible, member: 'GetState' }, timeout);
    return statesOf(states);
  }

  async text(): Promise<string> {
    const { accessible, toolkit } = this.origin;
    const reply = asText((await this.call(getWholeText(toolkit)))[0]);
    const { reference } = accessible;
    return exactText(reply, toolkit, { caller: this.#session.caller(this.#call), reference });
  }

  /** Its current extents as text, for comparison only: they are not corrected for the toolkit. */
  async extents(): Promise<string> {
    const getExtents = { interface: interfaces.component, member: 'GetExtents', signature: 'u', args: [0] };
    return asList((await this.call(getExtents))[0]).join();
  }

  /** The part of it that is inside its window and its scroll areas, and on the screen. */
  async visibleBounds(): Promise<Bounds> {
    const { accessible, frame } = this.origin;
    const unknown = unknownPlace(frame, this.#session.display);
    if (unknown !== undefined) throw actionFailed(unknown);
    const { width, height } = await this.#session.screen(this.#call);
    const screen = { left: 0, top: 0, right: width, bottom: height };
    const clips = [screen, ...(frame.window ? [frame.window.bounds] : []), ...scrollAreasAround(this.origin)];
    let visible = accessible.bounds && onScreen(accessible.bounds, frame);
    for (const clip of clips) visible = visible && intersect(visible, clip);
    if (visible) return visible;
    throw actionFailed(
      'This element is not on the screen now, so the mouse cannot reach it. Scroll to it with ' +
        'scroll_to_element, or open what hides it.',
    );
  }

  /** Returns true if it is where its extents say. Only GTK4 needs this check. */
  async isAtItsBounds(): Promise<boolean> {
    const { accessible, frame, toolkit } = this.origin;
    return (
      toolkit !== toolkits.gtk4 ||
      isAtItsBounds(this.#session.caller(this.#call), frame.accessible, accessible)
    );
  }

  /** Brings its window to the front, so that mouse and keyboard input do not go to another one. */
  async activateWindow(): Promise<void> {
    const { window } = this.origin.frame;
    const windowManager = this.#session.display?.windowManager;
    if (!window || window.active || !windowManager) return;
    if (await windowManager.activate(window.id, this.#call)) return;
    throw actionFailed('The window of this element does not come to the front, so it cannot be used.');
  }

  /** Focuses it through accessibility. False if the application does not do that. */
  async focus(): Promise<boolean> {
    await this.activateWindow();
    if (!this.offers(interfaces.component)) return false;
    const granted = await this.tryCall({ interface: interfaces.component, member: 'GrabFocus' });
    // Chromium forwards the request to its page and replies before the focus has moved.
    return granted && (await this.waitFor(async () => (await this.states()).has('focused')));
  }

  /** Waits a moment for the application to react; false if it does not. */
  async waitFor(holds: () => Promise<boolean>, limit = REACTION_TIMEOUT_MS): Promise<boolean> {
    const { clock } = this.#call;
    const end = clock.now() + Math.min(limit, this.#call.remaining());
    for (;;) {
      if (await holds()) return true;
      if (clock.now() >= end) return false;
      await pause(REACTION_POLL_MS, this.#call);
    }
  }
}

const scrollAreaRoles: ReadonlySet<string> = new Set(['scroll pane', 'viewport', 'document web']);

/** The part of an element that its scroll areas show. */
function scrollAreasAround({ accessible, frame }: Origin): readonly Bounds[] {
  const around = pathTo(frame.accessible, accessible)?.slice(0, -1) ?? [];
  return around.flatMap(({ role, bounds }) =>
    bounds && scrollAreaRoles.has(role) ? [onScreen(bounds, frame)] : [],
  );
}
