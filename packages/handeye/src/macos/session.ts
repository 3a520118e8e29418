import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Call } from '../device/call.ts';
import { pause, withinLimit } from '../device/call.ts';
import { permissionDenied, timedOut } from '../device/errors.ts';
import type { Point } from '../device/port.ts';
import type { BridgePool } from './bridge-pool.ts';
import type { AskName, Asks, AxNode, CgWindow, RunningApplication } from './bridge/protocol.ts';
import { explained } from './failures.ts';
import { notTrusted } from './permission.ts';
import { claimsFocus } from './traits.ts';
import type { AxElement } from './tree.ts';
import { elementAt, treeOf } from './tree.ts';

/** A list of a hundred thousand rows is never read to its end: it would take minutes and tell nobody anything. */
const MOST_NODES = 30_000;
/** The share of a call's time that an application gets to answer in; the rest is for us to make something of it. */
const SHARE = 0.8;
/** Milliseconds after which nobody believes in an answer any more, however patient the call is. */
const LONGEST = 60_000;
/** Milliseconds that an Electron application may take to build its tree when it is first asked for it. */
const ELECTRON_PATIENCE = 1500;
const ELECTRON_PAUSE = 100;

/** An application as it was read. */
export interface AppView {
  readonly app: RunningApplication;
  readonly root: AxElement;
  readonly nodes: readonly AxNode[];
  /** There is more than was read: too many elements, or too slow. */
  readonly cut: 'nodes' | 'time' | undefined;
}

/** Which parts of an application are read, where not all are wanted. */
export type Parts = Pick<Asks['tree']['ask'], 'openMenusOnly' | 'along'>;

/** What has the keyboard, and the path of children that leads there, if one does. */
export interface Focus {
  readonly path: readonly number[] | undefined;
}

/** The element of a tree that has the keyboard. */
export function focusedIn(root: AxElement, focus: Focus | undefined): AxElement | undefined {
  if (!focus) return undefined;
  // No path leads to parts that are shown by another process; what holds them claims the focus, too.
  return focus.path ? elementAt(root, focus.path) : claimsFocus(root);
}

/** The Mac through its bridges, in the words of the platform: every failure says what it means. */
export class MacSession {
  readonly #bridges: BridgePool;
  /** Electron applications that were asked to build their tree. */
  readonly #asked = new Set<number>();

  constructor(bridges: BridgePool) {
    this.#bridges = bridges;
  }

  /** Asks a bridge; `app` is named in a failure. */
  async ask<Name extends AskName>(
    name: Name,
    what: Asks[Name]['ask'],
    { call, app }: { readonly call: Call; readonly app?: string | undefined },
  ): Promise<Asks[Name]['answer']> {
    try {
      return await this.#bridges.ask(name, what, call);
    } catch (error) {
      throw explained(error, app);
    }
  }

  /** What is allowed, and which displays there are. Without the permission for accessibility nothing else works. */
  async hello(call: Call): Promise<Asks['hello']['answer']> {
    const hello = await this.ask('hello', {}, { call });
    if (hello.trusted) return hello;
    // A process may learn only at its start that it is trusted now.
    await this.#bridges.renew();
    throw permissionDenied(notTrusted);
  }

  applications(call: Call): Promise<RunningApplication[]> {
    return this.ask('applications', {}, { call });
  }

  /** The window server's windows, front to back. */
  windows(call: Call): Promise<CgWindow[]> {
    return this.ask('windows', {}, { call });
  }

  /** Reads an application, or parts of it, as far as it can be read in the call's time. */
  async read(app: RunningApplication, call: Call, parts: Parts = {}): Promise<AppView> {
    const electron = isElectron(app);
    const first = electron && !this.#asked.has(app.pid) && parts.along === undefined;
    if (first) this.#asked.add(app.pid);
    let view = await this.#readOnce(app, call, { ...parts, electron });
    const end = call.clock.now() + Math.min(ELECTRON_PATIENCE, call.remaining() / 2);
    while (first && !hasPage(view.root) && call.clock.now() < end) {
      await pause(ELECTRON_PAUSE, call);
      view = await this.#readOnce(app, call, { ...parts, electron });
    }
    return view;
  }

  /** Reads all that is asked for; an application that is too slow for that is a timeout. */
  async readWhole(app: RunningApplication, call: Call, parts: Parts = {}): Promise<AppView> {
    const view = await this.read(app, call, parts);
    if (view.cut !== 'time') return view;
    throw timedOut(
      `The application '${app.name}' answers slowly: only ${view.nodes.length} of its elements came in time. ` +
        'Try again, or raise the time limit in the configuration.',
    );
  }

  /** The application and its windows, nothing inside them; within a patience of its own. */
  async readWindows(app: RunningApplication, call: Call, patience: number): Promise<AxElement | undefined> {
    const { clock, signal } = call;
    const limit = Math.min(patience, call.remaining());
    return withinLimit({ clock, limit, cancelled: signal }, async (own) => {
      const ask = { pid: app.pid, milliseconds: patienceOf(own), nodes: MOST_NODES, windowsOnly: true };
      const { nodes } = await this.ask('tree', ask, { call: own, app: app.name });
      return treeOf(nodes);
    });
  }

  /** Where the keyboard is in an application: nowhere in one that is not in front. */
  async focus(app: RunningApplication, call: Call): Promise<Focus | undefined> {
    // Every application keeps a focus of its own for when it comes to the front.
    if (!app.frontmost) return undefined;
    const ask = { pid: app.pid, milliseconds: patienceOf(call) };
    const focused = await this.ask('focused', ask, { call, app: app.name });
    return focused ? { path: focused.path ?? undefined } : undefined;
  }

  /** The processes that draw what lies at a point of the screen. */
  async pidsAt({ x, y }: Point, call: Call): Promise<readonly number[]> {
    return (await this.ask('at', { x, y, milliseconds: patienceOf(call) }, { call })).pids;
  }

  close(): Promise<void> {
    return this.#bridges.close();
  }

  async #readOnce(
    app: RunningApplication,
    call: Call,
    parts: Parts & { readonly electron: boolean },
  ): Promise<AppView> {
    const ask = { pid: app.pid, milliseconds: patienceOf(call), nodes: MOST_NODES, ...parts };
    const { nodes, cut } = await this.ask('tree', ask, { call, app: app.name });
    const root = treeOf(nodes);
    if (!root) throw timedOut(`The application '${app.name}' told nothing of itself.`);
    return { app, root, nodes, cut };
  }
}

/** Milliseconds that an application gets of a call's time. */
function patienceOf(call: Call): number {
  return Math.min(LONGEST, Math.max(1, call.remaining() * SHARE));
}

/** Programs made with Electron bring this along; they show their pages to accessibility only when asked. */
function isElectron({ path }: RunningApplication): boolean {
  return existsSync(join(path, 'Contents', 'Frameworks', 'Electron Framework.framework'));
}

/** Whether a page is there that holds something. */
function hasPage({ role, children }: AxElement): boolean {
  return (role === 'AXWebArea' && children.length > 0) || children.some(hasPage);
}
