import type { Call } from '@handeye/core/call/call';
import type { Application, Desktop, DesktopWindow, FocusedElement } from '@handeye/core/device/desktop';
import type { ErrorKind } from '@handeye/core/device/errors';
import { deviceErrorOf, elementNotFound } from '@handeye/core/device/errors';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import { shown } from '@handeye/screen/sanitize';
import type { CgWindow, RunningApplication } from '../bridge/protocol.ts';
import { desktopNode } from './desktop-nodes.ts';
import type { MacSession } from '../session.ts';
import { focusedIn } from '../session.ts';
import type { AxElement } from './tree.ts';
import type { MacWindow } from './windows.ts';
import { frontToBack, fromWindowServer, isVisibleWindow, mergeWindows, windowElements } from './windows.ts';

/** Time for one application to list its windows, so that one that hangs does not delay the others. */
const LIST_TIMEOUT_MS = 250;

/** Errors that concern only one application: it hangs, has just ended, or offers no accessibility. */
const appErrors: ReadonlySet<ErrorKind> = new Set(['timeout', 'element_not_found', 'action_failed']);

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
    return toDesktopNodes(root, focusedIn(root, await session.focus(running, call))).root;
  }

  async focused(app: Application | undefined, call: Call): Promise<FocusedElement | undefined> {
    const session = this.#session;
    const owner = (await session.applications(call)).find(({ frontmost }) => frontmost);
    if (!owner || (app && app.pid !== owner.pid)) return undefined;
    const focus = await session.focus(owner, call);
    if (!focus) return undefined;
    // Reads only the path to it, so a large application takes no longer than a small one.
    const tree = await session.readWhole(owner, call, focus.path ? { path: focus.path } : {});
    const { root, focused } = toDesktopNodes(tree.root, focusedIn(tree.root, focus));
    return focused && { app: applicationOf(owner), root, node: focused };
  }

  async windows(app: Application | undefined, call: Call): Promise<readonly DesktopWindow[]> {
    const session = this.#session;
    const listed = await session.windows(call);
    const apps = await session.applications(call);
    if (!app) return toDesktopWindows(await this.#windowsOfAll(apps, listed, call), { apps, listed });
    const running = stillRunning(app, apps);
    const root = await session.readWindows(running, call, call.remaining());
    return toDesktopWindows(mergeWindows(app.pid, root ? windowElements(root) : [], listed), {
      apps,
      listed,
    });
  }

  /** One after the other: that is fast, and leaves the other bridges to other calls. */
  async #windowsOfAll(
    apps: readonly RunningApplication[],
    listed: readonly CgWindow[],
    call: Call,
  ): Promise<MacWindow[]> {
    const windows: MacWindow[] = [];
    for (const app of apps) {
      if (!listed.some(({ pid }) => pid === app.pid)) continue;
      const root = await this.#readWindowsInTime(app, call);
      windows.push(...mergeWindows(app.pid, root ? windowElements(root) : [], listed));
    }
    const known = new Set(apps.map(({ pid }) => pid));
    const others = listed.filter((window) => isVisibleWindow(window) && !known.has(window.pid));
    return frontToBack([
      ...windows,
      ...others.map((window) => fromWindowServer(window, listed.indexOf(window))),
    ]);
  }

  /** Undefined if the application does not answer: the window server also knows its windows. */
  async #readWindowsInTime(app: RunningApplication, call: Call): Promise<AxElement | undefined> {
    try {
      return await this.#session.readWindows(app, call, Math.min(LIST_TIMEOUT_MS, call.remaining() / 2));
    } catch (error) {
      const known = deviceErrorOf(error);
      if (!known || !appErrors.has(known.kind) || call.signal.aborted) throw error;
      return undefined;
    }
  }
}

/** Converts an application for the tools. */
export function applicationOf({ name, bundleId, pid }: RunningApplication): Application {
  return { name: shown(name) ?? '', id: shown(bundleId), pid };
}

function stillRunning(app: Application, apps: readonly RunningApplication[]): RunningApplication {
  const running = apps.find(({ pid, name }) => pid === app.pid && shown(name) === app.name);
  if (!running) throw elementNotFound(`Application '${app.name}' (${app.pid}) has ended.`);
  return running;
}

/** The nodes of an application, and the focused one. */
function toDesktopNodes(
  application: AxElement,
  focus: AxElement | undefined,
): { root: DesktopNode; focused: DesktopNode | undefined } {
  let focused: DesktopNode | undefined;
  const onNode = (node: DesktopNode, element: AxElement) => {
    if (element === focus) focused = node;
  };
  const root = desktopNode(application, focus, onNode);
  return { root, focused };
}

function toDesktopWindows(
  windows: readonly MacWindow[],
  known: { readonly apps: readonly RunningApplication[]; readonly listed: readonly CgWindow[] },
): DesktopWindow[] {
  const frontmost = frontWindow(windows, known.apps);
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
      frontmost: window === frontmost,
      app: shown(owner) ?? '',
      pid: window.pid,
    };
  });
}

/** The main window of the application in front. */
function frontWindow(
  windows: readonly MacWindow[],
  apps: readonly RunningApplication[],
): MacWindow | undefined {
  const front = apps.find(({ frontmost }) => frontmost);
  const own = windows.filter(({ pid, minimized }) => pid === front?.pid && !minimized);
  return own.find(({ main }) => main) ?? own[0];
}
