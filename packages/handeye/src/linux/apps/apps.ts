import type { Call } from '../../call/call.ts';
import { pause } from '../../call/call.ts';
import type { Apps, AppsWish, InstalledApp } from '../../device/apps.ts';
import { actionFailed, elementNotFound, invalidParams } from '../../device/errors.ts';
import type { Remark } from '../../device/port.ts';
import { interfaces } from '../atspi/accessible.ts';
import { withDeviceErrors } from '../errors.ts';
import type { DesktopSession } from '../session.ts';
import type { XWindow } from '../x11/windows.ts';
import { programOf } from './desktop-entry.ts';
import { type Launched, launch } from './launch.ts';
import type { MenuEntry } from './menu.ts';
import { readMenu } from './menu.ts';

/** How long a program may take to show its window, and how often we look. */
const WINDOW_TIMEOUT_MS = 10_000;
const POLL_MS = 100;
/** What the rest of a call needs. */
const SHARE_OF_CALL = 0.8;

const NOT_RAISED = 'its window is there, but the window manager did not bring it to the front';

/** What the desktop's menu lists. */
export class LinuxApps implements Apps {
  readonly #session: DesktopSession;
  readonly #environment: NodeJS.ProcessEnv;
  /** Which application the programs that we started belong to, by PID. */
  readonly #started = new Map<number, string>();

  constructor(session: DesktopSession, environment: NodeJS.ProcessEnv) {
    this.#session = session;
    this.#environment = environment;
  }

  async list({ which }: AppsWish): Promise<readonly InstalledApp[]> {
    const entries = await readMenu(this.#environment);
    return entries
      .filter(({ inMenu }) => which === 'all' || inMenu)
      .map((entry) => ({
        id: entry.id,
        name: entry.name,
        aliases: [programOf(entry), entry.wmClass].filter((name) => name !== undefined),
        launchable: entry.inMenu,
        system: entry.system,
      }));
  }

  open(app: InstalledApp, activity: string | undefined, call: Call): Promise<Remark> {
    if (activity !== undefined) {
      throw invalidParams("Parameter 'activity' is for Android: applications of a desktop have none.");
    }
    return withDeviceErrors(async () => {
      const entry = (await readMenu(this.#environment)).find(({ id }) => id === app.id);
      if (!entry) throw elementNotFound(`${app.name ?? app.id} is no longer installed. Call list_apps.`);
      return this.#session.display ? this.#openOnX(entry, call) : this.#openOnWayland(entry, call);
    });
  }

  async #openOnX(entry: MenuEntry, call: Call): Promise<Remark> {
    const window = await this.#windowOf(entry, call);
    if (window) return this.#raise(window, call);
    const launched = await this.#launch(entry);
    const opened = await this.#whenThere(() => this.#windowOf(entry, call), { entry, launched, call });
    return opened ? this.#raise(opened, call) : `it was started, but showed no window in time`;
  }

  /** The window that a person would go back to: the topmost, one that is not minimised first. */
  async #windowOf(entry: MenuEntry, call: Call): Promise<XWindow | undefined> {
    const own = (await this.#session.windows(call)).filter(
      (window) => window.kind !== 'panel' && this.#belongs(window, entry),
    );
    return own.find(({ active }) => active) ?? own.find(({ minimized }) => !minimized) ?? own[0];
  }

  /** Toolkits tell the desktop id of a window; others are known by their class or by the process that we started. */
  #belongs({ desktopId, className, pid }: XWindow, entry: MenuEntry): boolean {
    if (desktopId !== undefined) return desktopId === entry.id;
    if (pid !== undefined && this.#started.get(pid) === entry.id) return true;
    const known = entry.wmClass ?? programOf(entry);
    const isKnown = (name: string | undefined) => name?.toLowerCase() === className?.toLowerCase();
    return className !== undefined && (isKnown(known) || isKnown(entry.id));
  }

  async #raise(window: XWindow, call: Call): Promise<Remark> {
    if (window.active && !window.minimized) return undefined;
    return (await this.#session.display?.activate(window.id, call)) === true ? undefined : NOT_RAISED;
  }

  async #launch(entry: MenuEntry): Promise<Launched> {
    const launched = await launch(entry, this.#environment);
    this.#started.set(launched.pid, entry.id);
    return launched;
  }

  /** Wayland tells no windows and lets nobody raise one: the application itself is asked to take the focus. */
  async #openOnWayland(entry: MenuEntry, call: Call): Promise<Remark> {
    const running = () => this.#runningOf(entry, call);
    if (await running()) return (await this.#grabFocus(entry, call)) ? undefined : NOT_RAISED;
    const launched = await this.#launch(entry);
    const opened = await this.#whenThere(running, { entry, launched, call });
    return opened ? undefined : 'it was started, but showed no window in time';
  }

  async #runningOf(entry: MenuEntry, call: Call) {
    const program = programOf(entry)?.toLowerCase();
    const apps = await this.#session.applications([], call);
    return apps.find(
      ({ id, pid, name }) =>
        id === entry.id || this.#started.get(pid) === entry.id || name.toLowerCase() === program,
    );
  }

  async #grabFocus(entry: MenuEntry, call: Call): Promise<boolean> {
    const app = await this.#runningOf(entry, call);
    if (!app) return false;
    const { root } = await this.#session.readTop(app, { windows: [], depth: 2 }, call);
    const frame = root.children[0];
    if (!frame) return false;
    const method = { interface: interfaces.component, member: 'GrabFocus' };
    const [done] = await this.#session.caller(call).call(frame.reference, method);
    return done === true;
  }

  /** Waits for a window; a program that ends with an error before it has one cannot be opened. */
  async #whenThere<T>(
    look: () => Promise<T | undefined>,
    { entry, launched, call }: { entry: MenuEntry; launched: Launched; call: Call },
  ): Promise<T | undefined> {
    const { clock } = call;
    const end = clock.now() + Math.min(WINDOW_TIMEOUT_MS, call.remaining() * SHARE_OF_CALL);
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      const { exitCode } = launched;
      if (exitCode !== null && exitCode !== 0)
        throw actionFailed(`${entry.name} was started and ended at once (exit ${exitCode}).`);
      if (clock.now() + POLL_MS >= end) return undefined;
      await pause(POLL_MS, call);
    }
  }
}
