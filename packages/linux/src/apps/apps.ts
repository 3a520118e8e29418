import { spawn } from 'node:child_process';
import { type Call, pause } from '@handeye/core/call/call';
import type { Apps, AppsWish, InstalledApp } from '@handeye/core/device/apps';
import type { Application } from '@handeye/core/device/desktop';
import { actionFailed, elementNotFound, invalidParams, permissionDenied } from '@handeye/core/device/errors';
import type { Remark } from '@handeye/core/device/port';
import { interfaces } from '../atspi/accessible.ts';
import { withDeviceErrors } from '../errors.ts';
import type { DesktopSession } from '../session.ts';
import type { ManagedWindow } from '../display.ts';
import { NO_DISPLAY } from '../capabilities.ts';
import { closeAll, ended, isProcessOf, killed } from './closing.ts';
import { argumentsOf, type DesktopEntry, programOf } from './desktop-entry.ts';
import { type MenuEntry, readMenu } from './menu.ts';

/** How long a program may take to show its window, and how often we look. */
const WINDOW_TIMEOUT_MS = 10_000;
const POLL_MS = 100;
/** The state that the rest of a call needs. */
const SHARE_OF_CALL = 0.8;

const NO_WINDOW = 'it was started, but showed no window in time';
const NOT_RAISED = 'its window is there, but the window manager did not bring it to the front';

/** The applications of the desktop's menu. */
export class LinuxApps implements Apps {
  readonly #session: DesktopSession;
  readonly #environment: NodeJS.ProcessEnv;
  /** The application that a program which we started belongs to, by PID. */
  readonly #started = new Map<number, string>();
  /** The ids of the menu when it was last read. */
  #menuIds: ReadonlySet<string> = new Set();

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
        aliases: [programOf(entry), entry.wmClass, `${entry.id}.desktop`].filter(
          (name) => name !== undefined,
        ),
        launchable: entry.inMenu,
        system: entry.system,
      }));
  }

  open(app: InstalledApp, activity: string | undefined, call: Call): Promise<Remark> {
    if (activity !== undefined) {
      throw invalidParams("Parameter 'activity' is for Android: applications of a desktop have none.");
    }
    return withDeviceErrors(async () => {
      const entry = await this.#entryOf(app);
      return this.#windowManager ? this.#openAndRaise(entry, call) : this.#openUnmanaged(entry, call);
    });
  }

  /** Starts an application with an address, or hands the address to the running one, and waits until that is in front. */
  openWith(entry: MenuEntry, uri: string, call: Call): Promise<Remark> {
    return withDeviceErrors(async () => {
      await this.#readMenu();
      const before = await this.#windowsOf(entry, call);
      const launched = await this.#launch(entry, uri);
      if (!this.#windowManager) return undefined;
      const opened = await this.#whenThere(
        async () => {
          const own = await this.#windowsOf(entry, call);
          // A program that hands the address to a running instance ends; then the window of that instance shows it.
          return (
            own.find((one) => isNews(one, before)) ?? (launched.exitCode === 0 ? topmost(own) : undefined)
          );
        },
        { entry, launched, call },
      );
      return opened ? this.#raise(opened, call) : NO_WINDOW;
    });
  }

  /**
   * Closes its windows as their close buttons do. If a window asks something first, that is reported and the window is left as
   * it is. A process that stays without a window is asked to end.
   */
  close(app: InstalledApp, call: Call): Promise<boolean> {
    return withDeviceErrors(async () => {
      const windowManager = this.#windowManager;
      if (!windowManager) throw permissionDenied(this.#session.display?.missing.windows ?? NO_DISPLAY);
      const entry = await this.#entryOf(app);
      const windows = await this.#windowsOf(entry, call);
      if (windows.length === 0) return false;
      const windowsNow = () => this.#windowsOf(entry, call);
      const askToClose = ({ id }: ManagedWindow) => windowManager.askToClose(id, call);
      await closeAll({ name: entry.name, windowsNow, askToClose }, windows, call);
      const others = await this.#session.windows(call);
      const pids = new Set(windows.flatMap(({ pid }) => pid ?? []));
      for (const pid of pids) {
        const isUnused = !others.some((window) => window.pid === pid);
        if (isUnused && (await isProcessOf(pid, programOf(entry)))) await ended(pid, entry.name, call);
      }
      return true;
    });
  }

  /** The process id comes from D-Bus, so it belongs to this machine. */
  end({ pid, name }: Application, call: Call): Promise<void> {
    return withDeviceErrors(() => killed(pid, name, call));
  }

  get #windowManager() {
    return this.#session.display?.windowManager;
  }

  async #entryOf(app: InstalledApp): Promise<MenuEntry> {
    const entry = (await this.#readMenu()).find(({ id }) => id === app.id);
    if (!entry) throw elementNotFound(`${app.name ?? app.id} is no longer installed. Call list_apps.`);
    return entry;
  }

  async #readMenu(): Promise<readonly MenuEntry[]> {
    const menu = await readMenu(this.#environment);
    this.#menuIds = new Set(menu.map(({ id }) => id.toLowerCase()));
    return menu;
  }

  async #openAndRaise(entry: MenuEntry, call: Call): Promise<Remark> {
    const window = await this.#windowOf(entry, call);
    if (window) return this.#raise(window, call);
    const launched = await this.#launch(entry);
    const opened = await this.#whenThere(() => this.#windowOf(entry, call), { entry, launched, call });
    return opened ? this.#raise(opened, call) : NO_WINDOW;
  }

  async #windowOf(entry: MenuEntry, call: Call): Promise<ManagedWindow | undefined> {
    return topmost(await this.#windowsOf(entry, call));
  }

  async #windowsOf(entry: MenuEntry, call: Call): Promise<readonly ManagedWindow[]> {
    const menu = this.#menuIds;
    return (await this.#session.windows(call)).filter(
      (window) => window.kind !== 'panel' && this.#belongs(window, entry, menu),
    );
  }

  /**
   * Toolkits report the desktop id of a window; other windows are recognised by their class or by the process that we started.
   */
  #belongs(
    { desktopId, className, pid }: ManagedWindow,
    entry: MenuEntry,
    menu: ReadonlySet<string>,
  ): boolean {
    const id = desktopId?.toLowerCase();
    if (id === entry.id.toLowerCase()) return true;
    // Some use another id for their windows than in the menu (org.xfce.Thunar for thunar, org.libreoffice for all of
    // LibreOffice).
    if (id !== undefined && menu.has(id)) return false;
    if (pid !== undefined && this.#started.get(pid) === entry.id) return true;
    const known = entry.wmClass ?? programOf(entry);
    const isKnown = (name: string | undefined) => name?.toLowerCase() === className?.toLowerCase();
    return className !== undefined && (isKnown(known) || isKnown(entry.id));
  }

  async #raise(window: ManagedWindow, call: Call): Promise<Remark> {
    if (window.active && !window.minimized) return undefined;
    return (await this.#windowManager?.activate(window.id, call)) === true ? undefined : NOT_RAISED;
  }

  async #launch(entry: MenuEntry, uri?: string): Promise<Launched> {
    const launched = await launch(entry, this.#environment, uri);
    this.#started.set(launched.pid, entry.id);
    return launched;
  }

  /** Without a window manager that raises windows, the application itself is asked to take the focus. */
  async #openUnmanaged(entry: MenuEntry, call: Call): Promise<Remark> {
    const running = () => this.#runningOf(entry, call);
    if (await running()) return (await this.#grabFocus(entry, call)) ? undefined : NOT_RAISED;
    const launched = await this.#launch(entry);
    const opened = await this.#whenThere(running, { entry, launched, call });
    return opened ? undefined : NO_WINDOW;
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

/** The window that a person would return to: the topmost, windows that are not minimised first. */
function topmost(windows: readonly ManagedWindow[]): ManagedWindow | undefined {
  return windows.find(({ active }) => active) ?? windows.find(({ minimized }) => !minimized) ?? windows[0];
}

/** Returns true if a window is new, or shows something else than before. */
function isNews({ id, title }: ManagedWindow, before: readonly ManagedWindow[]): boolean {
  return before.find((one) => one.id === id)?.title !== title;
}

/** Debian's command for the user's terminal. */
const TERMINAL = 'x-terminal-emulator';

/** A program that was started. It outlives the server. */
interface Launched {
  readonly pid: number;
  /** Its exit code once it has ended; a program that hands over to a running instance ends with 0. */
  readonly exitCode: number | null;
}

/** Starts the program of an entry: without a shell, in a session of its own, so that it outlives the server. */
async function launch(entry: DesktopEntry, environment: NodeJS.ProcessEnv, uri?: string): Promise<Launched> {
  const own = argumentsOf(entry, uri);
  const [program, ...args] = entry.terminal ? [TERMINAL, '-e', ...own] : own;
  if (program === undefined) throw actionFailed(`The desktop entry of ${entry.name} names no program.`);
  const { GIO_LAUNCHED_DESKTOP_FILE: _file, GIO_LAUNCHED_DESKTOP_FILE_PID: _pid, ...env } = environment;
  const child = spawn(program, args, {
    env,
    cwd: entry.folder ?? environment.HOME,
    detached: true,
    stdio: 'ignore',
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      reject(actionFailed(`${entry.name} cannot be started: ${error.message}`, error));
    });
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    get exitCode() {
      return child.exitCode;
    },
  };
}
