import type { Call } from '../device/call.ts';
import { permissionDenied } from '../device/errors.ts';
import type { Screen } from '../ui/snapshot.ts';
import type { LinuxApplication } from './applications.ts';
import { Applications } from './applications.ts';
import type { Accessible } from './atspi/accessible.ts';
import { Accessibility } from './atspi/accessibility.ts';
import { Approaches } from './atspi/approach.ts';
import { Conversation } from './atspi/conversation.ts';
import { explained } from './atspi/gone.ts';
import type { Tree } from './atspi/tree.ts';
import { readTree } from './atspi/tree.ts';
import type { SessionPlace } from './environment.ts';
import type { Frame } from './frames.ts';
import { pairFrames } from './frames.ts';
import { Display } from './x11/display.ts';
import type { XWindow } from './x11/windows.ts';

/** An application's tree, and which of its parts is which window. */
export interface AppView extends Tree {
  readonly app: LinuxApplication;
  readonly frames: readonly Frame[];
}

/** Without a display nobody tells the screen's size; accessibility itself needs none. */
const unknownScreen: Screen = { width: 0, height: 0, density: 96 };

/** A user's desktop session: its accessibility and, where there is one, its X display. */
export class DesktopSession {
  readonly accessibility: Accessibility;
  readonly display: Display | undefined;
  readonly #applications: Applications;
  readonly #approaches: Approaches;

  private constructor(accessibility: Accessibility, display: Display | undefined) {
    this.accessibility = accessibility;
    this.display = display;
    this.#applications = new Applications(accessibility.bus);
    this.#approaches = new Approaches(accessibility.bus);
  }

  static async open(
    place: SessionPlace,
    environment: NodeJS.ProcessEnv,
    call: Call,
  ): Promise<DesktopSession> {
    const display =
      place.display === undefined ? undefined : await openDisplay(place.display, environment, call);
    try {
      return new DesktopSession(await Accessibility.open(environment, call), display);
    } catch (error) {
      display?.close();
      throw error;
    }
  }

  /** The window manager's windows, from the top down. */
  async windows(call: Call): Promise<readonly XWindow[]> {
    return this.display ? this.display.windows(call) : [];
  }

  applications(windows: readonly XWindow[], call: Call): Promise<LinuxApplication[]> {
    return this.#applications.list(windows, call);
  }

  async screen(call: Call): Promise<Screen> {
    return this.display ? this.display.screen(call) : unknownScreen;
  }

  /** Questions to one application, as part of a call. */
  talk(call: Call, patience?: number): Conversation {
    return new Conversation(this.accessibility.bus, call, patience === undefined ? {} : { patience });
  }

  /** Reads an application with all its windows. */
  async read(app: LinuxApplication, windows: readonly XWindow[], call: Call): Promise<AppView> {
    try {
      const { toolkit, direct } = await this.#approaches.to(app.reference, call);
      const talk = new Conversation(this.accessibility.bus, call, { direct });
      const tree = await readTree(talk, app.reference, toolkit);
      const own = windows.filter((window) => belongsTo(window, app));
      return { ...tree, app, frames: pairFrames(tree.root, tree.toolkit, own) };
    } catch (error) {
      throw explained(error, app.name);
    }
  }

  async close(): Promise<void> {
    this.display?.close();
    this.#approaches.close();
    await this.accessibility.close();
  }
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
