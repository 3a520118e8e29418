import type { Call } from '@handeye/core/call/call';
import type { Application, Desktop, DesktopWindow, FocusedElement } from '@handeye/core/device/desktop';
import { elementNotFound } from '@handeye/core/device/errors';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import { shown } from '@handeye/screen/sanitize';
import type { LinuxApplication } from '../applications.ts';
import type { Accessible } from '../atspi/accessible.ts';
import { withDeviceErrors } from '../errors.ts';
import type { DesktopSession } from '../session.ts';
import type { ManagedWindow } from '../display.ts';
import type { AppTree } from './app-tree.ts';
import { belongsTo, focusedIn } from './app-tree.ts';
import { desktopNode } from './desktop-nodes.ts';
import { activeApplication, askWindows } from './top-levels.ts';

/** Applications and windows by name, from AT-SPI and the window manager. */
export class LinuxDesktop implements Desktop {
  readonly #session: DesktopSession;

  constructor(session: DesktopSession) {
    this.#session = session;
  }

  applications(call: Call): Promise<readonly Application[]> {
    return withDeviceErrors(async () => {
      const { apps } = await this.#list(call);
      return apps.map(({ name, id, pid }) => ({ name: shown(name) ?? '', id, pid }));
    });
  }

  tree(app: Application, call: Call, depth = Infinity): Promise<DesktopNode> {
    return withDeviceErrors(async () => {
      const { windows, apps } = await this.#list(call);
      const ofProcess = apps.filter(({ pid }) => pid === app.pid);
      // A busy application may have been listed by its process's name before it reported its own: soffice.bin, soffice.
      const running = ofProcess.find(({ name }) => shown(name) === app.name) ?? ofProcess[0];
      if (!running) throw elementNotFound(`Application '${app.name}' (${app.pid}) has ended.`);
      return toDesktopNodes(await this.#session.readTop(running, { windows, depth }, call)).root;
    });
  }

  focused(app: Application | undefined, call: Call): Promise<FocusedElement | undefined> {
    return withDeviceErrors(async () => {
      const { windows, apps } = await this.#list(call);
      const owner = await this.#focusOwner({ windows, apps }, call);
      if (!owner || (app && app.pid !== owner.pid)) return undefined;
      const tree = await this.#session.readTop(owner, { windows, depth: 2 }, call);
      const { root, focused } = toDesktopNodes(tree);
      return focused && { app: owner, root, node: focused };
    });
  }

  windows(app: Application | undefined, call: Call): Promise<readonly DesktopWindow[]> {
    return withDeviceErrors(async () => {
      const { windows, apps } = await this.#list(call);
      const wanted = apps.filter(({ pid }) => app === undefined || pid === app.pid);
      if (!this.#session.display?.windowManager) {
        return askWindows(this.#session, wanted, call);
      }
      return windows
        .map((window) => ({ window, owner: apps.find((candidate) => belongsTo(window, candidate)) }))
        .filter(({ window, owner }) => app === undefined || (owner?.pid ?? window.pid) === app.pid)
        .map(({ window, owner }) => toDesktopWindow(window, owner));
    });
  }

  async #list(call: Call): Promise<{ windows: readonly ManagedWindow[]; apps: readonly LinuxApplication[] }> {
    const windows = await this.#session.windows(call);
    return { windows, apps: await this.#session.applications(windows, call) };
  }

  async #focusOwner(
    { windows, apps }: { windows: readonly ManagedWindow[]; apps: readonly LinuxApplication[] },
    call: Call,
  ): Promise<LinuxApplication | undefined> {
    if (!this.#session.display?.windowManager) return activeApplication(this.#session, apps, call);
    const active = windows.find((window) => window.active);
    return active && apps.find((app) => belongsTo(active, app));
  }
}

/** The nodes of an application, and the focused one if the application has the keyboard. */
function toDesktopNodes(tree: AppTree): { root: DesktopNode; focused: DesktopNode | undefined } {
  const { toolkit, frames } = tree;
  const focusedAccessible = focusedIn(tree);
  let focused: DesktopNode | undefined;
  const onNode = (node: DesktopNode, accessible: Accessible) => {
    if (accessible === focusedAccessible) focused = node;
  };
  const root = desktopNode(tree.root, { toolkit, frames, focused: focusedAccessible, onNode });
  return { root, focused };
}

function toDesktopWindow(window: ManagedWindow, owner: LinuxApplication | undefined): DesktopWindow {
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
