import { type Call, orAborted } from '@handeye/core/call/call';
import type { Application, Desktop, DesktopWindow, FocusedElement } from '@handeye/core/device/desktop';
import { elementNotFound } from '@handeye/core/device/errors';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import type { ToolboxOptions } from '@handeye/core/tools/create-toolbox';
import { viewOf } from './screens.ts';
import { ScriptedDevice } from './scripted-device.ts';
import { bench, type Bench } from './tools.ts';

/** A node; omitted facts have the usual value. */
export function desktopNode(role: string, parts: Partial<DesktopNode> = {}): DesktopNode {
  return {
    role,
    nativeRole: role,
    title: undefined,
    value: undefined,
    identifier: undefined,
    enabled: true,
    focused: false,
    bounds: undefined,
    actions: [],
    attributes: {},
    children: [],
    ...parts,
  };
}

/** The node that `pick` accepts, at any depth. */
export function nodeIn(root: DesktopNode, pick: (node: DesktopNode) => boolean): DesktopNode | undefined {
  if (pick(root)) return root;
  for (const child of root.children) {
    const found = nodeIn(child, pick);
    if (found) return found;
  }
  return undefined;
}

/** One application of a scripted desktop. */
export interface ScriptedApp extends Application {
  tree: DesktopNode;
  windows: Omit<DesktopWindow, 'app' | 'pid'>[];
  /** Hung: it never answers. */
  hangs?: boolean;
}

/** A desktop that plays a script: the test sets its applications. Not part of the product. */
export class ScriptedDesktop implements Desktop {
  slowness = 0;

  constructor(readonly apps: ScriptedApp[]) {}

  applications(): Promise<readonly Application[]> {
    return Promise.resolve(this.apps.map(({ name, id, pid }) => ({ name, id, pid })));
  }

  async tree(app: Application, call: Call): Promise<DesktopNode> {
    return (await this.#app(app, call)).tree;
  }

  async focused(app: Application | undefined, call: Call): Promise<FocusedElement | undefined> {
    for (const candidate of app ? [await this.#app(app, call)] : this.apps) {
      const node = nodeIn(candidate.tree, ({ focused }) => focused);
      if (node) return { app: candidate, root: candidate.tree, node };
    }
    return undefined;
  }

  async windows(app: Application | undefined, call: Call): Promise<readonly DesktopWindow[]> {
    const owners = app ? [await this.#app(app, call)] : this.apps;
    return owners.flatMap(({ name, pid, windows }) =>
      windows.map((window) => ({ ...window, app: name, pid })),
    );
  }

  async #app({ pid }: Application, call: Call): Promise<ScriptedApp> {
    const app = this.apps.find((candidate) => candidate.pid === pid);
    if (!app) throw elementNotFound(`Process ${pid} has ended.`);
    if (app.hangs) await orAborted(new Promise<never>(() => undefined), call.signal);
    return app;
  }
}

/** A calculator's window: a display and the keys in a grid. */
export function desktopCalculator(): ScriptedApp {
  const keys = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '0', '+', '='];
  const buttons = keys.map((title, index) => {
    const left = 20 + (index % 3) * 60;
    const top = 120 + Math.floor(index / 3) * 60;
    return desktopNode('button', {
      nativeRole: 'push button',
      title,
      identifier: `key-${index}`,
      bounds: { left, top, right: left + 50, bottom: top + 50 },
      actions: ['click'],
      attributes: { toolkit: 'gtk', tooltip: `Enter ${title}` },
    });
  });
  const display = desktopNode('textfield', {
    nativeRole: 'text',
    value: '42',
    identifier: 'display',
    focused: true,
    bounds: { left: 20, top: 40, right: 190, bottom: 100 },
    attributes: { toolkit: 'gtk', 'text-length': 2, editable: true, placeholder: null },
  });
  const window = desktopNode('window', {
    nativeRole: 'frame',
    title: 'Calculator',
    bounds: { left: 0, top: 0, right: 210, bottom: 380 },
    children: [display, desktopNode('panel', { nativeRole: 'filler', children: buttons })],
  });
  return {
    name: 'Calculator',
    id: 'org.example.Calculator',
    pid: 123,
    tree: desktopNode('application', { title: 'Calculator', children: [window] }),
    windows: [
      {
        title: 'Calculator',
        position: { x: 0, y: 0 },
        size: { width: 210, height: 380 },
        minimized: false,
        frontmost: true,
      },
    ],
  };
}

/** An application with one window and this content. */
export function appWith(children: DesktopNode[], parts: Partial<ScriptedApp> = {}): ScriptedApp {
  const window = desktopNode('window', { title: 'Main', children });
  return {
    name: 'Editor',
    id: 'org.example.Editor',
    pid: 456,
    tree: desktopNode('application', { title: 'Editor', children: [window] }),
    windows: [],
    ...parts,
  };
}

export interface DesktopBench extends Bench {
  readonly desktop: ScriptedDesktop;
  /** Calls a tool that must fail and returns its JSON. */
  readonly refusal: (name: string, args?: unknown) => Promise<Refusal>;
}

/** A failure in the desktop tools' form, and the kind in `_meta`. */
export interface Refusal {
  readonly kind: string;
  readonly operation: string;
  readonly error_type: string;
  readonly message: string;
  readonly app?: string;
  readonly guidance?: string;
}

/** A toolbox with the desktop tools on a scripted desktop. */
export function desktopBench(apps: ScriptedApp[], options: Partial<ToolboxOptions> = {}): DesktopBench {
  const desktop = new ScriptedDesktop(apps);
  const device = new ScriptedDevice(viewOf(undefined));
  device.desktop = desktop;
  const tools = bench(device.view, { device, toolsets: ['device', 'desktop'], ...options });
  return { ...tools, desktop, refusal: refusalsOf(tools) };
}

/** Calls tools that must fail, and returns their JSON. */
export function refusalsOf({ call }: Pick<Bench, 'call'>): DesktopBench['refusal'] {
  return async (name, args) => {
    const { content, isError, structuredContent, _meta } = await call(name, args);
    const [item, ...others] = content;
    if (!isError || !_meta || item?.type !== 'text' || others.length > 0 || structuredContent)
      throw new Error(`${name} did not fail as it should: ${JSON.stringify(content)}`);
    return { kind: _meta['handeye/error'].kind, ...(JSON.parse(item.text) as Omit<Refusal, 'kind'>) };
  };
}
