import type { Call } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import type { Clipboard } from '@handeye/core/device/port';
import type { Bounds } from '@handeye/screen/node';
import type { Screen } from '@handeye/screen/snapshot';
import type { LinuxApplication } from './applications.ts';
import { LIBRE_OFFICE } from './atspi/accessible.ts';
import type { Caller } from './atspi/caller.ts';
import type { FocusPath } from './atspi/focus.ts';
import { askFocusPath } from './atspi/focus.ts';
import { searchFocus } from './atspi/focus-search.ts';
import type { Tree } from './atspi/tree.ts';
import { AtspiClient } from './atspi-client.ts';
import { NO_DISPLAY } from './capabilities.ts';
import type { Display, DisplayPart, Keyboard, ManagedWindow, Pointer, RawImage } from './display.ts';
import type { Popup, UnmanagedWindow } from './display-parts/managed-window.ts';
import type { SessionLocation } from './environment.ts';
import { toDeviceError } from './errors.ts';
import { openDisplay } from './open-display.ts';
import { Reconnecting } from './reconnecting.ts';
import type { AppTree } from './screen/app-tree.ts';
import { activeFrame, belongsTo, focusedIn } from './screen/app-tree.ts';
import { withTruePlaces } from './screen/embedded-places.ts';
import { pairFrames } from './screen/frames.ts';
import { askShellWindows, GNOME_SHELL, placedByShell } from './screen/gnome-places.ts';

/** Without a display, the size of the screen is unknown; accessibility does not need it. */
const unknownScreen: Screen = { width: 0, height: 0, density: 96 };

/** Time for GNOME's shell to report the places of windows. */
const PLACES_TIMEOUT_MS = 1000;

/** For more levels than this, reading the whole application is as fast. */
const MAX_PARTIAL_DEPTH = 12;

const nowhere: FocusPath = { keys: new Set(), parts: new Map() };

/** A user's desktop session: its accessibility and, if there is a way to it, its display. Both may be restarted. */
export class DesktopSession {
  readonly #atspi: Reconnecting<AtspiClient>;
  readonly #display: Reconnecting<Display> | undefined;
  /** GNOME's compositor, if it runs: it knows the places of windows. */
  #shell: LinuxApplication | undefined;

  private constructor(atspi: Reconnecting<AtspiClient>, display: Reconnecting<Display> | undefined) {
    this.#atspi = atspi;
    this.#display = display;
  }

  static async open(
    location: SessionLocation,
    environment: NodeJS.ProcessEnv,
    call: Call,
  ): Promise<DesktopSession> {
    const display = await openDisplay(location, environment, call);
    try {
      const atspi = await AtspiClient.open(environment, call);
      return new DesktopSession(
        new Reconnecting(atspi, (ended, own) => ended.reopen(environment, own)),
        display &&
          new Reconnecting(display, (ended, own) =>
            reopened(ended, () => openDisplay(location, environment, own)),
          ),
      );
    } catch (error) {
      await display?.close();
      throw error;
    }
  }

  get display(): Display | undefined {
    return this.#display?.current;
  }

  get pointer(): Pointer {
    return this.#offered('pointer', this.display?.pointer);
  }

  get keyboard(): Keyboard {
    return this.#offered('keyboard', this.display?.keyboard);
  }

  get clipboard(): Clipboard {
    return this.#offered('clipboard', this.display?.clipboard);
  }

  /** The whole screen, or one window of it. */
  async screenshot(call: Call, window?: ManagedWindow): Promise<RawImage> {
    const { display } = this;
    return this.#offered('picture', await display?.screenshot?.(call, window));
  }

  /** The window manager's windows, topmost first. */
  async windows(call: Call): Promise<readonly ManagedWindow[]> {
    return (await this.#askDisplay(({ windowManager }) => windowManager?.windows(call), call)) ?? [];
  }

  /** Open menus and lists, which the window manager does not manage; empty if the display does not report them. */
  async popups(call: Call): Promise<readonly Popup[]> {
    return (await this.#askDisplay(({ windowManager }) => windowManager?.popups?.(call), call)) ?? [];
  }

  /** All windows that take clicks, topmost first; undefined if the display does not know the windows. */
  async stacking(
    windows: readonly ManagedWindow[],
    call: Call,
  ): Promise<readonly (ManagedWindow | UnmanagedWindow)[] | undefined> {
    return this.#askDisplay(async ({ windowManager }) => {
      if (!windowManager) return undefined;
      return windowManager.stacking ? windowManager.stacking(windows, call) : windows;
    }, call);
  }

  async applications(windows: readonly ManagedWindow[], call: Call): Promise<LinuxApplication[]> {
    const applications = await this.#applications(windows, call);
    this.#shell = applications.find(({ name }) => name === GNOME_SHELL);
    return applications;
  }

  async #applications(windows: readonly ManagedWindow[], call: Call): Promise<LinuxApplication[]> {
    const atspi = this.#atspi.current;
    try {
      if (!atspi.ended) return await atspi.applications(windows, call);
    } catch (error) {
      if (!atspi.ended) throw toDeviceError(error, 'at-spi2-registryd');
    }
    // The accessibility bus was restarted. Applications that were on the old one have to be restarted too.
    return (await this.#atspi.replace(atspi, call)).applications(windows, call);
  }

  /** Waits until applications report no more changes; undefined if looks must be compared instead. */
  async settle(limit: number, call: Call): Promise<true | undefined> {
    const atspi = this.#atspi.current;
    return atspi.ended ? undefined : atspi.settle(limit, call);
  }

  async screen(call: Call): Promise<Screen> {
    return (await this.#askDisplay((display) => display.screen(call), call)) ?? unknownScreen;
  }

  /** Calls methods of applications, as part of a call. */
  caller(call: Call, timeout?: number): Caller {
    return this.#atspi.current.caller(call, timeout);
  }

  /** Reads a whole application. */
  async read(app: LinuxApplication, windows: readonly ManagedWindow[], call: Call): Promise<AppTree> {
    const tree = await this.#atspi.current.read(app, call, async (readPart) =>
      appTree(await readPart(), app, windows),
    );
    return this.#placed(tree, call);
  }

  /**
   * Reads the first levels of an application (its windows are the second) and the path to the focused element: of a
   * page with thousands of nodes, only a few. Where that would be no faster, everything is read.
   */
  async readTop(
    app: LinuxApplication,
    { windows, depth }: { windows: readonly ManagedWindow[]; depth: number },
    call: Call,
  ): Promise<AppTree> {
    const read = await this.#atspi.current.read(app, call, async (readPart, reader) => {
      if (depth > MAX_PARTIAL_DEPTH || !reader.usesAtkBridge) return appTree(await readPart(), app, windows);
      const topLevels = appTree(await readPart({ depth: 2, expanded: new Set() }), app, windows);
      const active = activeFrame(topLevels);
      // LibreOffice 7.4 makes an object for every cell of a sheet when it is asked to search (Collection.GetMatches), and its
      // root pane calls the window its parent, so that no parents lead to the focus: we search it ourselves.
      const askPath = app.name === LIBRE_OFFICE ? searchFocus : askFocusPath;
      const path = active ? await askPath(reader, active.accessible.reference) : nowhere;
      const scope = path && { depth, expanded: path.keys, parts: path.parts };
      const tree = appTree(await readPart(scope), app, windows);
      // The path to the focus may go through an accessible that no parent lists.
      const isFound = !path || path.keys.size <= 1 || focusedIn(tree) !== undefined;
      return isFound ? tree : appTree(await readPart(), app, windows);
    });
    return this.#placed(read, call);
  }

  async close(): Promise<void> {
    await this.display?.close();
    await this.#atspi.current.close();
  }

  /** If no window manager reports places, GNOME's shell may; undefined if that is not needed or not possible. */
  async shellWindows(call: Call): Promise<readonly Bounds[] | undefined> {
    if (!this.#shell || !this.display || this.display.windowManager) return undefined;
    const caller = this.caller(call, PLACES_TIMEOUT_MS);
    // A shell that does not answer must not keep an application from being read.
    const windows = await askShellWindows(caller, this.#shell).catch(() => []);
    call.signal.throwIfAborted();
    return windows;
  }

  async #placed(tree: AppTree, call: Call): Promise<AppTree> {
    const windows = await this.shellWindows(call);
    if (!windows) return tree;
    const { toolkit, frames, app } = tree;
    return { ...tree, frames: placedByShell(frames, { toolkit, app: app.name, windows }) };
  }

  #offered<T>(part: DisplayPart, offered: T | undefined): T {
    if (offered !== undefined) return offered;
    throw permissionDenied(this.display?.missing[part] ?? NO_DISPLAY);
  }

  /** Asks the display, if there is one. If the X server or the compositor was restarted, asks the new one. */
  async #askDisplay<T>(
    ask: (display: Display) => Promise<T> | undefined,
    call: Call,
  ): Promise<T | undefined> {
    const display = this.#display?.current;
    if (!this.#display || !display) return undefined;
    try {
      return await ask(display);
    } catch (error) {
      call.signal.throwIfAborted();
      if (!display.ended) throw error;
      return ask(await this.#display.replace(display, call));
    }
  }
}

function appTree(tree: Tree, app: LinuxApplication, windows: readonly ManagedWindow[]): AppTree {
  const own = windows.filter((window) => belongsTo(window, app));
  const root = withTruePlaces(tree.root, tree.toolkit);
  return { ...tree, root, app, frames: pairFrames(root, tree.toolkit, own) };
}

async function reopened(ended: Display, open: () => Promise<Display | undefined>): Promise<Display> {
  await ended.close();
  const display = await open();
  if (display) return display;
  throw permissionDenied(`${ended.title} is gone, and nothing has taken its place.`);
}
