import type { Call } from '../device/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Screen } from '../ui/snapshot.ts';
import { Access } from './access.ts';
import type { LinuxApplication } from './applications.ts';
import type { Accessible } from './atspi/accessible.ts';
import type { Conversation } from './atspi/conversation.ts';
import { askWayToFocus } from './atspi/focus.ts';
import { explained } from './atspi/gone.ts';
import type { Tree } from './atspi/tree.ts';
import type { SessionPlace } from './environment.ts';
import type { Frame } from './frames.ts';
import { pairFrames } from './frames.ts';
import { Renewable } from './renewable.ts';
import { Display } from './x11/display.ts';
import { XError } from './x11/server.ts';
import type { XWindow } from './x11/windows.ts';

/** An application's tree, and which of its parts is which window. */
export interface AppView extends Tree {
  readonly app: LinuxApplication;
  readonly frames: readonly Frame[];
}

/** Without a display nobody tells the screen's size; accessibility itself needs none. */
const unknownScreen: Screen = { width: 0, height: 0, density: 96 };

/** Levels from which on an application is read as a whole. */
const DEEP = 12;

/** A user's desktop session: its accessibility and, where there is one, its X display. Either may be restarted. */
export class DesktopSession {
  readonly #access: Renewable<Access>;
  readonly #display: Renewable<Display> | undefined;

  private constructor(access: Renewable<Access>, display: Renewable<Display> | undefined) {
    this.#access = access;
    this.#display = display;
  }

  static async open(
    place: SessionPlace,
    environment: NodeJS.ProcessEnv,
    call: Call,
  ): Promise<DesktopSession> {
    const { display: name } = place;
    const display = name === undefined ? undefined : await openDisplay(name, environment, call);
    try {
      const access = await Access.open(environment, call);
      return new DesktopSession(
        new Renewable(access, (ended, own) => ended.reopen(environment, own)),
        display && name !== undefined
          ? new Renewable(display, (ended, own) =>
              reopenDisplay(ended, () => openDisplay(name, environment, own)),
            )
          : undefined,
      );
    } catch (error) {
      display?.close();
      throw error;
    }
  }

  get display(): Display | undefined {
    return this.#display?.now;
  }

  /** The window manager's windows, from the top down. */
  async windows(call: Call): Promise<readonly XWindow[]> {
    return (await this.#ofDisplay((display) => display.windows(call), call)) ?? [];
  }

  async applications(windows: readonly XWindow[], call: Call): Promise<LinuxApplication[]> {
    const access = this.#access.now;
    try {
      if (!access.ended) return await access.applications(windows, call);
    } catch (error) {
      if (!access.ended) throw explained(error, 'at-spi2-registryd');
    }
    // The accessibility bus was restarted. Applications that were on the old one have to be restarted too.
    return (await this.#access.insteadOf(access, call)).applications(windows, call);
  }

  async screen(call: Call): Promise<Screen> {
    return (await this.#ofDisplay((display) => display.screen(call), call)) ?? unknownScreen;
  }

  /** Questions to one application, as part of a call. */
  talk(call: Call, patience?: number): Conversation {
    return this.#access.now.talk(call, patience);
  }

  /** Reads an application with all its windows. */
  read(app: LinuxApplication, windows: readonly XWindow[], call: Call): Promise<AppView> {
    return this.#access.now.read(app, call, async (part) => view(await part(), app, windows));
  }

  /**
   * Reads so many levels of an application, its windows being the second, and what leads to the keyboard focus. Of a
   * page of thousands that is a few. Where it would take as long as to read everything, everything is read.
   */
  readDown(
    app: LinuxApplication,
    { windows, depth }: { windows: readonly XWindow[]; depth: number },
    call: Call,
  ): Promise<AppView> {
    return this.#access.now.read(app, call, async (part, inquiry) => {
      if (depth > DEEP || !inquiry.bridged) return view(await part(), app, windows);
      const tops = view(await part({ depth: 2, along: new Set() }), app, windows);
      const active = activeFrame(tops);
      const along = active ? await askWayToFocus(inquiry, active.accessible.reference) : new Set<string>();
      return view(await part(along && { depth, along }), app, windows);
    });
  }

  async close(): Promise<void> {
    this.display?.close();
    await this.#access.now.close();
  }

  /** What the display tells, if there is one: the new one, where it was restarted with all that is on it. */
  async #ofDisplay<T>(ask: (display: Display) => Promise<T>, call: Call): Promise<T | undefined> {
    const display = this.#display?.now;
    if (!this.#display || !display) return undefined;
    try {
      return await ask(display);
    } catch (error) {
      call.signal.throwIfAborted();
      // Where the X server itself answers with an error, it is there.
      if (error instanceof XError) throw error;
      return ask(await this.#display.insteadOf(display, call));
    }
  }
}

function view(tree: Tree, app: LinuxApplication, windows: readonly XWindow[]): AppView {
  const own = windows.filter((window) => belongsTo(window, app));
  return { ...tree, app, frames: pairFrames(tree.root, tree.toolkit, own) };
}

function reopenDisplay(ended: Display, open: () => Promise<Display>): Promise<Display> {
  ended.close();
  return open();
}

async function openDisplay(name: string, environment: NodeJS.ProcessEnv, call: Call): Promise<Display> {
  try {
    return await Display.open(name, environment, call);
  } catch (error) {
    call.signal.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    throw permissionDenied(
      `The X display ${name} cannot be used: ${reason}. Is it running, and may this user use it (XAUTHORITY)?`,
      error,
    );
  }
}

/** A sandboxed application's windows tell a process id of its own little world; its name still says whose they are. */
export function belongsTo(window: XWindow, app: LinuxApplication): boolean {
  return window.pid === app.pid || (window.pid === undefined && sameName(window.className, app.name));
}

function sameName(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** The application's window that takes the keyboard. Where no window manager says it, the application does. */
export function activeFrame({ frames }: AppView): Frame | undefined {
  return (
    frames.find(({ window }) => window?.active) ??
    frames.find(({ window, accessible }) => !window && accessible.states.has('active'))
  );
}

/** The element that takes the keyboard in a window. Containers claim the focus too: the innermost has it. */
export function focusIn(accessible: Accessible): Accessible | undefined {
  for (const child of accessible.children) {
    const found = focusIn(child);
    if (found) return found;
  }
  return accessible.states.has('focused') ? accessible : undefined;
}
