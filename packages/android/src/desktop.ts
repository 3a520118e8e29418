import type { Call } from '@handeye/core/call/call';
import type { Application, Desktop, DesktopWindow, FocusedElement } from '@handeye/core/device/desktop';
import { elementNotFound } from '@handeye/core/device/errors';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import { shownText, type UiNode } from '@handeye/screen/node';
import type { UiWindow, View } from '@handeye/screen/snapshot';
import { outputOf, type Phone, sh } from './phone.ts';
import { parseProcesses, processesCommand } from './logs/log-processes.ts';
import { roleOf } from './screen/roles.ts';

/** The applications in one look: those with a window on the screen. */
interface AppsOnScreen {
  readonly apps: readonly Application[];
  readonly windows: readonly UiWindow[];
}

/** `uiautomator dump` waits a second until the screen rests, after a second or two to start (Android 5.1). */
const DUMP_MS = 3000;

export interface AndroidDesktopOptions {
  readonly sdk: number;
  readonly look: (call: Call) => Promise<View>;
  /** Milliseconds that a look takes. Default: those of a dump. */
  readonly slowness?: number;
}

/** A phone as the desktop tools see it: an application is a package with a window on the screen. */
export class AndroidDesktop implements Desktop {
  readonly slowness: number;
  readonly #phone: Phone;
  readonly #sdk: number;
  readonly #look: (call: Call) => Promise<View>;
  /** A call looks once, so the chosen application and its contents are of the same moment. */
  readonly #looks = new WeakMap<Call, Promise<AppsOnScreen>>();

  constructor(phone: Phone, { sdk, look, slowness = DUMP_MS }: AndroidDesktopOptions) {
    this.#phone = phone;
    this.#sdk = sdk;
    this.#look = look;
    this.slowness = slowness;
  }

  async applications(call: Call): Promise<readonly Application[]> {
    return (await this.#lookOnce(call)).apps;
  }

  async tree(app: Application, call: Call): Promise<DesktopNode> {
    const { windows } = await this.#lookOnce(call);
    const own = windows.filter((window) => window.app === app.id);
    if (own.length === 0) throw elementNotFound(`${app.name} is no longer on the screen.`);
    return applicationNode(
      app,
      own.map((window) => windowNode(window)),
    );
  }

  async focused(app: Application | undefined, call: Call): Promise<FocusedElement | undefined> {
    const { apps, windows } = await this.#lookOnce(call);
    const active = windows.find((window) => window.active);
    const owner = apps.find(({ id }) => id === active?.app);
    if (!active || !owner || (app && app.id !== owner.id)) return undefined;
    const made = new Map<UiNode, DesktopNode>();
    const own = windows.filter((window) => window.app === owner.id);
    const root = applicationNode(
      owner,
      own.map((window) => windowNode(window, made)),
    );
    const candidates = nodesOf(active.root).filter(({ focused }) => focused);
    const focus = candidates.find(({ editable }) => editable) ?? candidates.at(-1);
    const node = focus && made.get(focus);
    return node && { app: owner, root, node };
  }

  async windows(app: Application | undefined, call: Call): Promise<readonly DesktopWindow[]> {
    const { apps, windows } = await this.#lookOnce(call);
    return windows.flatMap((window) => {
      const owner = apps.find(({ id }) => id === window.app);
      return owner && (app === undefined || app.id === owner.id) ? [desktopWindow(window, owner)] : [];
    });
  }

  #lookOnce(call: Call): Promise<AppsOnScreen> {
    const look = this.#looks.get(call) ?? this.#read(call);
    this.#looks.set(call, look);
    return look;
  }

  async #read(call: Call): Promise<AppsOnScreen> {
    const [{ windows }, processes] = await Promise.all([
      this.#look(call),
      this.#phone.run(sh`${processesCommand(this.#sdk)}`, call),
    ]);
    const running = parseProcesses(outputOf(processes));
    const packages = [...new Set(windows.flatMap(({ app }) => (app === undefined ? [] : [app])))];
    const apps = packages.map((id) => ({
      name: labelOf(id, windows) ?? id,
      id,
      // 0: it runs in the process of another package (`system`), which the list of processes does not show.
      pid: running.find(({ name }) => name === id)?.pid ?? 0,
    }));
    return { apps, windows };
  }
}

/** An application's label is the title of its window, if the phone gives titles; otherwise they are component names. */
function labelOf(id: string, windows: readonly UiWindow[]): string | undefined {
  const own = windows.filter(({ app, type }) => app === id && type === 'application');
  return own.find(({ title }) => title !== undefined && !title.includes('/'))?.title;
}

function applicationNode({ name, id }: Application, children: readonly DesktopNode[]): DesktopNode {
  return {
    ...bare,
    role: 'application',
    nativeRole: 'package',
    title: name,
    identifier: id,
    children,
  };
}

function windowNode(window: UiWindow, made = new Map<UiNode, DesktopNode>()): DesktopNode {
  const { type, title, bounds, active, root } = window;
  return {
    ...bare,
    role: type === 'dialog' ? 'dialog' : 'window',
    nativeRole: type,
    title,
    bounds,
    attributes: { active },
    children: root ? [elementNode(root, made)] : [],
  };
}

/** Without recursion: a hostile tree may be deep. Going backwards, every node's children are made before it. */
function elementNode(root: UiNode, made: Map<UiNode, DesktopNode>): DesktopNode {
  let top: DesktopNode = bare;
  for (const node of nodesOf(root).reverse()) {
    top = elementOf(
      node,
      node.children.map((child) => made.get(child) ?? bare),
    );
    made.set(node, top);
  }
  return top;
}

function elementOf(node: UiNode, children: readonly DesktopNode[]): DesktopNode {
  const text = shownText(node);
  const { className, description, hint, error, editable, resourceId, enabled, focused, bounds } = node;
  return {
    role: roleOf(node),
    nativeRole: className ?? 'android.view.View',
    title: editable ? (description ?? hint) : (text ?? description),
    value: editable ? (text ?? '') : undefined,
    identifier: resourceId,
    enabled,
    focused,
    bounds,
    actions: actionsOf(node),
    attributes: {
      ...(description !== undefined && { description }),
      ...(hint !== undefined && { hint }),
      ...(error !== undefined && { error }),
      ...(node.checkable && { checked: node.checked }),
      selected: node.selected,
      visible: node.visible,
      focusable: node.focusable,
      password: node.password,
    },
    children,
  };
}

const bare: DesktopNode = {
  role: '',
  nativeRole: '',
  title: undefined,
  value: undefined,
  identifier: undefined,
  enabled: true,
  focused: false,
  bounds: undefined,
  actions: [],
  attributes: {},
  children: [],
};

function actionsOf({ clickable, longClickable, scrollable, editable }: UiNode): string[] {
  return [
    ...(clickable ? ['click'] : []),
    ...(longClickable ? ['long-click'] : []),
    ...(scrollable ? ['scroll'] : []),
    ...(editable ? ['set-text'] : []),
  ];
}

/** All nodes in tree order. */
function nodesOf(root: UiNode | undefined): UiNode[] {
  const nodes: UiNode[] = [];
  const open = root ? [root] : [];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    for (const child of node.children.toReversed()) open.push(child);
  }
  return nodes;
}

function desktopWindow({ title, bounds, active }: UiWindow, { name, pid }: Application): DesktopWindow {
  const { left, top, right, bottom } = bounds;
  return {
    title: title ?? '',
    position: { x: left, y: top },
    size: { width: right - left, height: bottom - top },
    minimized: false,
    frontmost: active,
    app: name,
    pid,
  };
}
