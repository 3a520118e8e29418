import type { Call } from '../device/call.ts';
import type { Application, Desktop, DesktopWindow, FocusedElement } from '../device/desktop.ts';
import { elementNotFound } from '../device/errors.ts';
import type { DesktopNode } from '../ui/desktop-node.ts';
import { shown } from '../ui/sanitize.ts';
import type { LinuxApplication } from './applications.ts';
import type { Accessible } from './atspi/accessible.ts';
import { desktopNode } from './desktop-nodes.ts';
import { activeApplication } from './look.ts';
import type { AppView, DesktopSession } from './session.ts';
import { activeFrame, belongsTo, focusIn } from './session.ts';
import { askWindows } from './toplevels.ts';
import type { XWindow } from './x11/windows.ts';

/** Applications and windows by name, over AT-SPI and the window manager. */
export class LinuxDesktop implements Desktop {
  readonly #session: DesktopSession;

  constructor(session: DesktopSession) {
    this.#session = session;
  }

  async applications(call: Call): Promise<readonly Application[]> {
    const session = this.#session;
    const apps = await session.applications(await session.windows(call), call);
    return apps.map(({ name, id, pid }) => ({ name: shown(name) ?? '', id, pid }));
  }

  async tree(app: Application, call: Call, depth = Infinity): Promise<DesktopNode> {
    const session = this.#session;
    const windows = await session.windows(call);
    const apps = await session.applications(windows, call);
    const running = apps.find(({ pid, name }) => pid === app.pid && shown(name) === app.name);
    if (!running) throw elementNotFound(`Application '${app.name}' (${app.pid}) has ended.`);
    return nodesOf(await session.readDown(running, { windows, depth }, call)).root;
  }

  async focused(app: Application | undefined, call: Call): Promise<FocusedElement | undefined> {
    const session = this.#session;
    const windows = await session.windows(call);
    const apps = await session.applications(windows, call);
    const owner = await this.#focusOwner(session, { windows, apps }, call);
    if (!owner || (app && app.pid !== owner.pid)) return undefined;
    const { root, focus } = nodesOf(await session.readDown(owner, { windows, depth: 2 }, call));
    return focus && { app: owner, root, node: focus };
  }

  async windows(app: Application | undefined, call: Call): Promise<readonly DesktopWindow[]> {
    const session = this.#session;
    const windows = await session.windows(call);
    const apps = await session.applications(windows, call);
    const wanted = apps.filter(({ pid }) => app === undefined || pid === app.pid);
    if (!session.display) {
      return (await Promise.all(wanted.map((one) => askWindows(session, one, call)))).flat();
    }
    return windows
      .map((window) => ({ window, owner: apps.find((one) => belongsTo(window, one)) }))
      .filter(({ window, owner }) => app === undefined || (owner?.pid ?? window.pid) === app.pid)
      .map(({ window, owner }) => described(window, owner));
  }

  async #focusOwner(
    session: DesktopSession,
    { windows, apps }: { windows: readonly XWindow[]; apps: readonly LinuxApplication[] },
    call: Call,
  ): Promise<LinuxApplication | undefined> {
    if (!session.display) return activeApplication(session, apps, call);
    const active = windows.find((window) => window.active);
    return active && apps.find((app) => belongsTo(active, app));
  }
}

/** The tree of an application for the tools, and its focused node if the keyboard is in it. */
function nodesOf(view: AppView): { root: DesktopNode; focus: DesktopNode | undefined } {
  const { toolkit, frames } = view;
  const active = activeFrame(view);
  const focused = active && focusIn(active.accessible);
  let focus: DesktopNode | undefined;
  const made = (node: DesktopNode, accessible: Accessible) => {
    if (accessible === focused) focus = node;
  };
  const root = desktopNode(view.root, { toolkit, frames, focused, made });
  return { root, focus };
}

function described(window: XWindow, owner: LinuxApplication | undefined): DesktopWindow {
  const { left, top, right, bottom } = window.bounds;
  return {
    title: shown(window.title) ?? '',
    position: { x: left, y: top },
    size: { width: right - left, height: bottom - top },
    minimized: window.minimized,
    frontmost: window.active,
    app: shown(owner?.name ?? window.className) ?? '',
    pid: owner?.pid ?? window.pid ?? 0,
  };
}
