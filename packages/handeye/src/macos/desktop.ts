import type { Call } from '../device/call.ts';
import type { Application, Desktop, DesktopWindow, FocusedElement } from '../device/desktop.ts';
import type { ErrorKind } from '../device/errors.ts';
import { DeviceError, elementNotFound } from '../device/errors.ts';
import type { DesktopNode } from '../ui/desktop-node.ts';
import { shown } from '../ui/sanitize.ts';
import type { CgWindow, RunningApplication } from './bridge/protocol.ts';
import { desktopNode } from './desktop-nodes.ts';
import type { MacSession } from './session.ts';
import { focusedIn } from './session.ts';
import type { AxElement } from './tree.ts';
import type { MacWindow } from './windows.ts';
import { frontToBack, isInSight, mergeWindows, seen, windowElements } from './windows.ts';

/** Milliseconds for one of many applications to name its windows: one that hangs does not hold up the list. */
const PATIENCE = 250;

/** Failures of one application that leave the others well: it hangs, has just ended, or knows no accessibility. */
const itsOwn: ReadonlySet<ErrorKind> = new Set(['timeout', 'element_not_found', 'action_failed']);

/** Applications and windows by name, through AX and the window server. */
export class MacDesktop implements Desktop {
  readonly #session: MacSession;

  constructor(session: MacSession) {
    this.#session = session;
  }

  async applications(call: Call): Promise<readonly Application[]> {
    return (await this.#session.applications(call)).map(applicationOf);
  }

  async tree(app: Application, call: Call): Promise<DesktopNode> {
    const session = this.#session;
    const running = stillRunning(app, await session.applications(call));
    const { root } = await session.readWhole(running, call);
    return nodesOf(root, focusedIn(root, await session.focus(running, call))).root;
  }

  async focused(app: Application | undefined, call: Call): Promise<FocusedElement | undefined> {
    const session = this.#session;
    const owner = (await session.applications(call)).find(({ frontmost }) => frontmost);
    if (!owner || (app && app.pid !== owner.pid)) return undefined;
    const focus = await session.focus(owner, call);
    if (!focus) return undefined;
    // Only what leads to it is read, so that a large application takes no longer than a small one.
    const view = await session.readWhole(owner, call, focus.path ? { along: focus.path } : {});
    const { root, focused } = nodesOf(view.root, focusedIn(view.root, focus));
    return focused && { app: applicationOf(owner), root, node: focused };
  }

  async windows(app: Application | undefined, call: Call): Promise<readonly DesktopWindow[]> {
    const session = this.#session;
    const listed = await session.windows(call);
    const apps = await session.applications(call);
    if (!app) return describedAll(await this.#windowsOfAll(apps, listed, call), { apps, listed });
    const running = stillRunning(app, apps);
    const root = await session.readWindows(running, call, call.remaining());
    return describedAll(mergeWindows(app.pid, root ? windowElements(root) : [], listed), { apps, listed });
  }

  /** One after the other: that is quick, and takes no more than one bridge from who else asks. */
  async #windowsOfAll(
    apps: readonly RunningApplication[],
    listed: readonly CgWindow[],
    call: Call,
  ): Promise<MacWindow[]> {
    const windows: MacWindow[] = [];
    for (const app of apps) {
      if (!listed.some(({ pid }) => pid === app.pid)) continue;
      const root = await this.#windowsInTime(app, call);
      windows.push(...mergeWindows(app.pid, root ? windowElements(root) : [], listed));
    }
    const known = new Set(apps.map(({ pid }) => pid));
    const others = listed.filter((window) => isInSight(window) && !known.has(window.pid));
    return frontToBack([...windows, ...others.map((window) => seen(window, listed.indexOf(window)))]);
  }

  /** Undefined for an application that does not answer: the window server knows its windows, too. */
  async #windowsInTime(app: RunningApplication, call: Call): Promise<AxElement | undefined> {
    try {
      return await this.#session.readWindows(app, call, Math.min(PATIENCE, call.remaining() / 2));
    } catch (error) {
      if (!(error instanceof DeviceError) || !itsOwn.has(error.kind) || call.signal.aborted) throw error;
      return undefined;
    }
  }
}

/** An application as the tools know it. */
export function applicationOf({ name, bundleId, pid }: RunningApplication): Application {
  return { name: shown(name) ?? '', id: shown(bundleId), pid };
}

function stillRunning(app: Application, apps: readonly RunningApplication[]): RunningApplication {
  const running = apps.find(({ pid, name }) => pid === app.pid && shown(name) === app.name);
  if (!running) throw elementNotFound(`Application '${app.name}' (${app.pid}) has ended.`);
  return running;
}

/** The tree of an application for the tools, and its node that has the keyboard. */
function nodesOf(
  application: AxElement,
  focus: AxElement | undefined,
): { root: DesktopNode; focused: DesktopNode | undefined } {
  let focused: DesktopNode | undefined;
  const made = (node: DesktopNode, element: AxElement) => {
    if (element === focus) focused = node;
  };
  const root = desktopNode(application, focus, made);
  return { root, focused };
}

function describedAll(
  windows: readonly MacWindow[],
  known: { readonly apps: readonly RunningApplication[]; readonly listed: readonly CgWindow[] },
): DesktopWindow[] {
  const inFront = frontWindow(windows, known.apps);
  return windows.map((window) => {
    const owner =
      known.apps.find(({ pid }) => pid === window.pid)?.name ??
      known.listed.find(({ pid }) => pid === window.pid)?.owner;
    const { left, top, right, bottom } = window.bounds;
    return {
      title: shown(window.title) ?? '',
      position: { x: left, y: top },
      size: { width: right - left, height: bottom - top },
      minimized: window.minimized,
      frontmost: window === inFront,
      app: shown(owner) ?? '',
      pid: window.pid,
    };
  });
}

/** The window that a person would say is in front: of the application in front, the main one. */
function frontWindow(
  windows: readonly MacWindow[],
  apps: readonly RunningApplication[],
): MacWindow | undefined {
  const front = apps.find(({ frontmost }) => frontmost);
  const own = windows.filter(({ pid, minimized }) => pid === front?.pid && !minimized);
  return own.find(({ main }) => main) ?? own[0];
}
