import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { pause, withinLimit } from '@handeye/core/call/call';
import { permissionDenied, timedOut } from '@handeye/core/device/errors';
import type { Point } from '@handeye/core/device/port';
import type { AxNode, BridgeRequests, CgWindow, RequestName, RunningApplication } from './bridge/protocol.ts';
import type { BridgePool } from './bridge-client/pool.ts';
import { ACCESSIBILITY_NOT_ALLOWED, toDeviceError } from './errors.ts';
import type { AxElement } from './screen/tree.ts';
import { elementAt, innermostFocused, treeOf } from './screen/tree.ts';

/** A list of a hundred thousand rows is not read to its end: it would take minutes and be of no use. */
const MAX_NODES = 30_000;
/** Share of a call's time that an application gets to answer. The rest is for our own work. */
const APP_TIME_SHARE = 0.8;
/** However long the call may take, an application gets no more than this. */
const MAX_APP_TIMEOUT_MS = 60_000;
/** How long an Electron application may take to build its tree on the first request, and how often we check. */
const ELECTRON_TIMEOUT_MS = 1500;
const ELECTRON_POLL_MS = 100;

export interface AppTree {
  readonly app: RunningApplication;
  readonly root: AxElement;
  readonly nodes: readonly AxNode[];
  /** There is more than was read: too many elements, or the application was too slow. */
  readonly truncated: 'nodes' | 'time' | undefined;
}

/** Which parts of an application to read; by default all. */
export type TreeParts = Pick<BridgeRequests['tree']['params'], 'openMenusOnly' | 'path'>;

/** The focused element; `path` is undefined if no path leads to it. */
export interface Focus {
  readonly path: readonly number[] | undefined;
}

/** The focused element of a tree. */
export function focusedIn(root: AxElement, focus: Focus | undefined): AxElement | undefined {
  if (!focus) return undefined;
  // No path leads to elements that another process draws, but their container is marked as focused too.
  return focus.path ? elementAt(root, focus.path) : innermostFocused(root);
}

/** The Mac, through its bridges. All failures are DeviceErrors. */
export class MacSession {
  readonly #bridges: BridgePool;
  /** Electron applications that were asked to build their tree. */
  readonly #electronPids = new Set<number>();

  constructor(bridges: BridgePool) {
    this.#bridges = bridges;
  }

  /** Sends a request to a bridge. Errors name `app`. */
  async ask<Name extends RequestName>(
    name: Name,
    params: BridgeRequests[Name]['params'],
    { call, app }: { readonly call: Call; readonly app?: string | undefined },
  ): Promise<BridgeRequests[Name]['result']> {
    try {
      return await this.#bridges.ask(name, params, call);
    } catch (error) {
      throw toDeviceError(error, app);
    }
  }

  /** Permissions and displays. Without the Accessibility permission nothing else works. */
  async hello(call: Call): Promise<BridgeRequests['hello']['result']> {
    const hello = await this.ask('hello', {}, { call });
    if (hello.trusted) return hello;
    // A process may notice a new permission only when it starts.
    await this.#bridges.restartIdle();
    throw permissionDenied(ACCESSIBILITY_NOT_ALLOWED);
  }

  applications(call: Call): Promise<RunningApplication[]> {
    return this.ask('applications', {}, { call });
  }

  /** The window server's windows, front to back. */
  windows(call: Call): Promise<CgWindow[]> {
    return this.ask('windows', {}, { call });
  }

  /** Reads an application, or parts of it, as far as the call's time allows. */
  async read(app: RunningApplication, call: Call, parts: TreeParts = {}): Promise<AppTree> {
    const electron = isElectron(app);
    const isFirst = electron && !this.#electronPids.has(app.pid) && parts.path === undefined;
    if (isFirst) this.#electronPids.add(app.pid);
    let tree = await this.#readOnce(app, call, { ...parts, electron });
    const end = call.clock.now() + Math.min(ELECTRON_TIMEOUT_MS, call.remaining() / 2);
    while (isFirst && !hasPage(tree.root) && call.clock.now() < end) {
      await pause(ELECTRON_POLL_MS, call);
      tree = await this.#readOnce(app, call, { ...parts, electron });
    }
    return tree;
  }

  /** Reads everything requested; times out if the application is too slow for that. */
  async readWhole(app: RunningApplication, call: Call, parts: TreeParts = {}): Promise<AppTree> {
    const tree = await this.read(app, call, parts);
    if (tree.truncated !== 'time') return tree;
    throw timedOut(
      `The application '${app.name}' answers slowly: only ${tree.nodes.length} of its elements came in time. ` +
        'Try again, or raise the time limit in the configuration.',
    );
  }

  /** The application and its windows, but nothing inside them, within a timeout of its own. */
  async readWindows(app: RunningApplication, call: Call, timeout: number): Promise<AxElement | undefined> {
    const { clock, signal } = call;
    const limit = Math.min(timeout, call.remaining());
    return withinLimit({ clock, limit, cancelled: signal }, async (own) => {
      const params = { pid: app.pid, milliseconds: appTimeout(own), nodes: MAX_NODES, windowsOnly: true };
      const { nodes } = await this.ask('tree', params, { call: own, app: app.name });
      return treeOf(nodes);
    });
  }

  /** The focused element of an application; undefined if the application is not in front. */
  async focus(app: RunningApplication, call: Call): Promise<Focus | undefined> {
    // Every application remembers a focus for when it comes to the front.
    if (!app.frontmost) return undefined;
    const params = { pid: app.pid, milliseconds: appTimeout(call) };
    const focused = await this.ask('focused', params, { call, app: app.name });
    return focused ? { path: focused.path ?? undefined } : undefined;
  }

  /** The processes that draw what is at a point of the screen. */
  async pidsAt({ x, y }: Point, call: Call): Promise<readonly number[]> {
    return (await this.ask('at', { x, y, milliseconds: appTimeout(call) }, { call })).pids;
  }

  close(): Promise<void> {
    return this.#bridges.close();
  }

  async #readOnce(
    app: RunningApplication,
    call: Call,
    parts: TreeParts & { readonly electron: boolean },
  ): Promise<AppTree> {
    const params = { pid: app.pid, milliseconds: appTimeout(call), nodes: MAX_NODES, ...parts };
    const { nodes, truncated } = await this.ask('tree', params, { call, app: app.name });
    const root = treeOf(nodes);
    if (!root) throw timedOut(`The application '${app.name}' returned no elements in time.`);
    return { app, root, nodes, truncated };
  }
}

/** How long an application may take during a call. */
function appTimeout(call: Call): number {
  return Math.min(MAX_APP_TIMEOUT_MS, Math.max(1, call.remaining() * APP_TIME_SHARE));
}

/** Electron applications contain this framework. They expose their pages only on request. */
function isElectron({ path }: RunningApplication): boolean {
  return existsSync(join(path, 'Contents', 'Frameworks', 'Electron Framework.framework'));
}

/** Whether there is a web page that has content. */
function hasPage({ role, children }: AxElement): boolean {
  return (role === 'AXWebArea' && children.length > 0) || children.some(hasPage);
}
