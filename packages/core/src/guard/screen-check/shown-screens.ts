import type { Session } from '../../device/session.ts';
import type { UiWindow, View } from '@handeye/screen/snapshot';

/** How many clients of a device are remembered: what others were shown is long gone. */
const MOST_CLIENTS = 32;

/** The last screen that a client was shown, and the applications that it opened since. */
export interface Shown {
  readonly view: View;
  /** All names of the application that it opened without a look at it: the focus is there by its own wish. */
  readonly opened: readonly string[];
}

/** An application that a client was shown beside the rest of the screen. */
export interface ShownApp {
  readonly name: string;
  readonly id: string | undefined;
}

/** The last screen of each client of a device; forgotten with the session. */
export class ShownScreens {
  readonly #bySession = new WeakMap<Session, Map<string, Shown>>();

  /** Notes that a client was shown a screen, or what an application has on it. */
  show(session: Session, client: string, view: View, of?: ShownApp): void {
    const before = this.lastOf(session, client)?.view;
    this.#keep(session, client, { view: bareView(of ? withApp(before, view, of) : view), opened: [] });
  }

  /** Notes that a client opened an application, by all of its names. */
  opens(session: Session, client: string, names: readonly string[]): void {
    const last = this.lastOf(session, client);
    if (last) this.#keep(session, client, { ...last, opened: names });
  }

  /** The screen that a client was shown last; undefined if it has not looked. */
  lastOf(session: Session, client: string): Shown | undefined {
    return this.#bySession.get(session)?.get(client);
  }

  #keep(session: Session, client: string, shown: Shown): void {
    const clients = this.#bySession.get(session) ?? new Map<string, Shown>();
    this.#bySession.set(session, clients);
    clients.delete(client);
    clients.set(client, shown);
    const [oldest] = clients.keys();
    if (clients.size > MOST_CLIENTS && oldest !== undefined) clients.delete(oldest);
  }
}

/** Without the picture, which may have megabytes and is not compared. */
function bareView({ app, activity, screen, awake, windows, stack, notes }: View): View {
  return { app, activity, screen, awake, windows, stack, notes };
}

/** The screen that was shown before, with the windows of one application as they are now on top. */
function withApp(before: View | undefined, now: View, of: ShownApp): View {
  const isOwn = ({ app, appId }: UiWindow) =>
    app === of.name || (of.id !== undefined && [app, appId].includes(of.id));
  const own = { windows: now.windows.filter(isOwn), stack: now.stack?.filter(isOwn) };
  if (!before) return { ...now, ...own };
  const tookFocus = [...own.windows, ...(own.stack ?? [])].some(({ active }) => active);
  const others = <W extends UiWindow>(windows: readonly W[]): readonly W[] =>
    windows
      .filter((window) => !isOwn(window))
      .map((window) => (tookFocus ? { ...window, active: false } : window));
  return {
    ...before,
    windows: [...own.windows, ...others(before.windows)],
    stack: own.stack && before.stack && [...own.stack, ...others(before.stack)],
  };
}
