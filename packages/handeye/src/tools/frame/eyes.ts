import type { Call } from '../../call/call.ts';
import { withinLimit } from '../../call/call.ts';
import { deviceErrorOf, elementNotFound, permissionDenied, timedOut } from '../../device/errors.ts';
import type { Session, Sight } from '../../device/session.ts';
import type { Departed } from '../../ui/identity/index.ts';
import type { Element, Screen, Snapshot } from '../../ui/snapshot.ts';

/** An element, and the screen it was found on. */
export interface Found {
  readonly element: Element;
  readonly snapshot: Snapshot;
}

/** How much of a call's time a look may take that the call can do without. */
const LOOKING_SHARE = 1 / 2;

/** How a tool reads the screen: always afresh, never from memory. */
export class Eyes {
  readonly #session: Session;
  readonly #call: Call;

  constructor(session: Session, call: Call) {
    this.#session = session;
    this.#call = call;
  }

  /** The same eyes for a call within this one, with a deadline of its own. */
  during(call: Call): Eyes {
    return new Eyes(this.#session, call);
  }

  /** One look, as the device gave it, even if it holds no readable window. */
  see(wish: { readonly picture: boolean }): Promise<Sight> {
    return this.#session.see(wish, this.#call);
  }

  /** The screen now. An active window that could not be read is an error here: nobody may take it for empty. */
  async look(): Promise<Snapshot> {
    const snapshot = await this.windows();
    if (snapshot.unread !== undefined) throw timedOut(snapshot.unread);
    return snapshot;
  }

  /** The windows now, though what is in the active one may be unknown. No readable window is an error here. */
  async windows(): Promise<Snapshot> {
    const { snapshot } = await this.see({ picture: false });
    if (snapshot.elements.length === 0) {
      throw permissionDenied('No window of the device can be read right now. Wait a moment and try again.');
    }
    return snapshot;
  }

  /** The screen now, if it can be read in a part of the time the call has: a game may have nothing to read. */
  async glance(): Promise<Snapshot | undefined> {
    const { clock, signal } = this.#call;
    try {
      const { snapshot } = await withinLimit(
        { clock, limit: this.#call.remaining() * LOOKING_SHARE, cancelled: signal },
        (call) => this.during(call).see({ picture: false }),
      );
      return snapshot.elements.length > 0 && snapshot.unread === undefined ? snapshot : undefined;
    } catch (error) {
      const unreadable = ['action_failed', 'timeout'].includes(deviceErrorOf(error)?.kind ?? '');
      if (!unreadable || signal.aborted) throw error;
      return undefined;
    }
  }

  screen(): Promise<Screen> {
    return this.#session.device.screen(this.#call);
  }

  /** The element that was shown under this id, if it is still there for certain. */
  async element(id: string): Promise<Found> {
    const snapshot = await this.look();
    const element = snapshot.element(id);
    if (element) return { element, snapshot };
    throw this.recall(id)
      ? elementNotFound(
          `Element '${id}' left the screen by scrolling. Call scroll_to_element with the same id first.`,
        )
      : elementNotFound(
          `Element '${id}' not found on the screen. Call get_screen_state or find_elements for the ids of now.`,
        );
  }

  /** Where an element went that left the screen by scrolling. */
  recall(id: string): Departed | undefined {
    return this.#session.identity.recall(id);
  }

  /** The element as a deliberate search found it again. */
  sought(id: string, snapshot: Snapshot): Element | undefined {
    return this.#session.identity.sought(id, snapshot);
  }

  /** The element that has the input focus in the active window, if any. */
  async focused(): Promise<Found | undefined> {
    const snapshot = await this.look();
    const focused = snapshot.elements.filter(({ node, window }) => node.focused && window.active);
    const element = focused.find(({ node }) => node.editable) ?? focused.at(-1);
    return element && { element, snapshot };
  }
}
