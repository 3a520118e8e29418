import type { Session } from '../../device/session.ts';
import type { View } from '../../ui/snapshot.ts';

/** How many clients of a device are remembered: what others were shown is long gone. */
const MOST_CLIENTS = 32;

/** What each client of a device was shown last; it goes with the session. */
export class ShownScreens {
  readonly #bySession = new WeakMap<Session, Map<string, View>>();

  /** Notes that a client was shown a screen. */
  show(session: Session, client: string, view: View): void {
    const clients = this.#bySession.get(session) ?? new Map<string, View>();
    this.#bySession.set(session, clients);
    clients.delete(client);
    // Without the picture that a look may have: it may have megabytes, and nobody compares it.
    const { app, activity, screen, awake, windows, stack, notes } = view;
    clients.set(client, { app, activity, screen, awake, windows, stack, notes });
    const [oldest] = clients.keys();
    if (clients.size > MOST_CLIENTS && oldest !== undefined) clients.delete(oldest);
  }

  /** The screen that a client was shown last; undefined if it has not looked. */
  lastOf(session: Session, client: string): View | undefined {
    return this.#bySession.get(session)?.get(client);
  }
}
