import type { Call } from '@handeye/core/call/call';
import { pause } from '@handeye/core/call/call';
import type { ManagedWindow, Rectangle } from '../display-parts/managed-window.ts';
import type { Outputs } from './outputs.ts';
import type { SwayIpc } from './sway-ipc.ts';

const ACTIVATION_POLL_MS = 20;
const ACTIVATION_TIMEOUT_MS = 1000;

/** Lists, raises and closes sway's windows. */
export class SwayWindows {
  readonly #ipc: SwayIpc;
  readonly #outputs: Outputs;

  constructor(ipc: SwayIpc, outputs: Outputs) {
    this.#ipc = ipc;
    this.#outputs = outputs;
  }

  /** Topmost first. */
  async windows(call: Call): Promise<ManagedWindow[]> {
    const [tree, { left, top }] = await Promise.all([this.#ipc.tree(call), this.#outputs.layout(call)]);
    return windowsIn(tree as SwayNode, { x: left, y: top });
  }

  /** sway shows the window's workspace or tab, or takes it out of the scratchpad. */
  async activate(window: number, call: Call): Promise<boolean> {
    await this.#ipc.run(`[con_id=${window}] focus`, call);
    const end = call.clock.now() + ACTIVATION_TIMEOUT_MS;
    for (;;) {
      const found = (await this.windows(call)).find(({ id }) => id === window);
      if (found?.active === true) return true;
      if (call.clock.now() >= end) return false;
      await pause(ACTIVATION_POLL_MS, call);
    }
  }

  /** Despite its name, sway's kill asks politely: xdg_toplevel.close, or WM_DELETE_WINDOW. */
  askToClose(window: number, call: Call): Promise<void> {
    return this.#ipc.run(`[con_id=${window}] kill`, call);
  }
}

interface SwayRectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A node of sway's tree, as far as it is used here. Only windows have a pid. */
interface SwayNode {
  readonly id: number;
  readonly name: string | null;
  readonly type: string;
  readonly rect: SwayRectangle;
  readonly window_rect: SwayRectangle;
  readonly deco_rect: SwayRectangle;
  readonly focused: boolean;
  readonly focus?: readonly number[];
  readonly nodes: readonly SwayNode[];
  readonly floating_nodes: readonly SwayNode[];
  readonly fullscreen_mode?: number;
  readonly pid?: number;
  readonly app_id?: string | null;
  readonly visible?: boolean;
  readonly shell?: string;
  readonly window_properties?: { readonly class?: string; readonly window_type?: string };
}

/** Windows of sway's tree, topmost first, with places counted from the layout's corner. */
export function windowsIn(tree: SwayNode, origin: { x: number; y: number }): ManagedWindow[] {
  const layers = layersOf(tree, 0);
  return layers.toSorted((a, b) => b.layer - a.layer).map(({ node }) => toWindow(node, origin));
}

const layers = { hidden: -1, tiled: 0, floating: 1, fullscreen: 2 } as const;

/** All windows with the layer that sway draws them in, within a layer the upper ones first. */
function layersOf(node: SwayNode, layer: number): { node: SwayNode; layer: number }[] {
  if (isWindow(node)) return [{ node, layer: node.visible === false ? layers.hidden : layer }];
  // The last floating window is drawn last; of tiled ones, what had the focus last comes first.
  const floating = node.floating_nodes
    .toReversed()
    .flatMap((child) => layersOf(child, layerOf(child, layers.floating)));
  const tiled = node.nodes
    .toSorted((a, b) => focusRank(node, a) - focusRank(node, b))
    .flatMap((child) => layersOf(child, layerOf(child, layer)));
  return [...floating, ...tiled];
}

/** Workspaces count as fullscreen in sway's tree, too. */
function layerOf({ type, fullscreen_mode = 0 }: SwayNode, layer: number): number {
  const isContainer = type === 'con' || type === 'floating_con';
  return isContainer && fullscreen_mode > 0 ? layers.fullscreen : layer;
}

function focusRank({ focus = [] }: SwayNode, { id }: SwayNode): number {
  const rank = focus.indexOf(id);
  return rank === -1 ? focus.length : rank;
}

function isWindow({ pid, nodes }: SwayNode): boolean {
  return pid !== undefined && nodes.length === 0;
}

function toWindow(node: SwayNode, origin: { x: number; y: number }): ManagedWindow {
  const { rect, window_rect: inner, app_id: appId, window_properties: x11 } = node;
  const className = appId ?? x11?.class;
  const client = { ...inner, x: rect.x + inner.x, y: rect.y + inner.y };
  return {
    id: node.id,
    title: node.name ?? '',
    pid: node.pid === 0 ? undefined : node.pid,
    className,
    // By convention an app_id is the desktop file's name; older programs give their own name instead.
    desktopId: appId?.includes('.') === true ? appId : undefined,
    clientBounds: toBounds(client, origin),
    bounds: toBounds(withTitleBar(node), origin),
    minimized: node.visible === false,
    active: node.focused,
    kind: x11?.window_type === 'dialog' ? 'dialog' : 'normal',
    hasOwnCoordinates: node.shell !== 'xwayland',
  };
}

/** A title bar is drawn above the rectangle; that of a window in tabs belongs to all of them. */
function withTitleBar({ rect, deco_rect: bar }: SwayNode): SwayRectangle {
  const hasOwnBar = bar.height > 0 && bar.width === rect.width;
  return hasOwnBar ? { ...rect, y: rect.y - bar.height, height: rect.height + bar.height } : rect;
}

function toBounds({ x, y, width, height }: SwayRectangle, origin: { x: number; y: number }): Rectangle {
  const [left, top] = [x - origin.x, y - origin.y];
  return { left, top, right: left + width, bottom: top + height };
}
