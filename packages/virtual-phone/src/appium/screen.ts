import { sleep } from '../commands/waiting.ts';
import { compress } from '../commands/uiautomator/hierarchy-xml.ts';
import type { AccessibilityNode } from '../framework/windows/accessibility.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { PhoneWindow } from '../framework/windows/windows.ts';
import { ServerError } from './errors.ts';
import type { Settings } from './settings.ts';

/** A node as the server holds it: with its window and its parent. */
export interface UiNode {
  readonly window: number;
  readonly info: AccessibilityNode;
  readonly parent: UiNode | undefined;
  readonly children: readonly UiNode[];
}

/** How long the screen must be quiet before the server looks, and how often it retries if there is no root. */
const QUIET_MS = 500;
const ROOT_PATIENCE_MS = 10_000;
const ROOT_POLL_MS = 100;

/** The screen as UiAutomation shows it to the server. */
export class Screen {
  readonly #settings: Settings;
  readonly #signal: AbortSignal;

  constructor(
    readonly framework: Framework,
    settings: Settings,
    signal: AbortSignal,
  ) {
    this.#settings = settings;
    this.#signal = signal;
  }

  /** The trees for searches and sources, once the screen is idle. */
  async roots(wish: { offScreen: boolean } = { offScreen: false }): Promise<readonly UiNode[]> {
    await this.waitForIdle();
    if (this.#settings.get('enableMultiWindows')) return this.windows(wish);
    const active = await this.#activeRoot(wish);
    if (!this.#settings.get('enableTopmostWindowFromActivePackage')) return [active];
    return [this.windows(wish).find(({ info }) => info.package === active.info.package) ?? active];
  }

  /** Every readable window, topmost first, without waiting. */
  windows(wish: { offScreen: boolean }): readonly UiNode[] {
    return this.framework.windows().flatMap((window) => this.#read(window, wish) ?? []);
  }

  /** The node that was found at a path, if its view still exists. */
  find(windowId: number, path: string): UiNode | undefined {
    const window = this.framework.windows().find(({ id }) => id === windowId);
    const root = window && this.#read(window, { offScreen: true });
    return root && [...nodesBelow(root)].find(({ info }) => info.path === path);
  }

  /**
   * Half a second without an event, or as long as the settings allow. Unlike a dump, the server has been listening all
   * the time, so on an idle screen it need not wait at all.
   */
  async waitForIdle(): Promise<void> {
    const { clock, events } = this.framework;
    const limit = clock.now() + this.#settings.get('waitForIdleTimeout');
    for (;;) {
      const quietAt = (events.last?.time ?? 0) + QUIET_MS;
      const now = clock.now();
      if (now >= quietAt || now >= limit) return;
      await sleep(clock.programs, Math.min(quietAt, limit) - now, this.#signal);
    }
  }

  async #activeRoot(wish: { offScreen: boolean }): Promise<UiNode> {
    const { clock } = this.framework;
    const started = clock.now();
    for (;;) {
      const window = this.framework.windows().find(({ active }) => active);
      const root = window && this.#read(window, wish);
      if (root !== undefined) return root;
      const waited = clock.now() - started;
      if (waited >= ROOT_PATIENCE_MS) throw new ServerError('unknown', rootMissing(waited));
      await sleep(clock, ROOT_POLL_MS, this.#signal);
    }
  }

  #read(window: PhoneWindow, wish: { offScreen: boolean }): UiNode | undefined {
    const root = window.root(wish);
    if (root === null) return undefined;
    return withWays(this.#settings.get('ignoreUnimportantViews') ? compress(root) : root, window.id);
  }
}

/** A node and everything below it, parents first. */
export function* nodesBelow(node: UiNode): Generator<UiNode> {
  yield node;
  for (const child of node.children) yield* nodesBelow(child);
}

function withWays(info: AccessibilityNode, window: number, parent?: UiNode): UiNode {
  const children: UiNode[] = [];
  const node = { window, info, parent, children };
  for (const child of info.children) children.push(withWays(child, window, node));
  return node;
}

function rootMissing(waited: number): string {
  return `Timed out after ${waited}ms waiting for the root AccessibilityNodeInfo in the active window. Make sure the active window is not constantly hogging the main UI thread (e.g. the application is being idle long enough), so the accessibility manager could do its work`;
}
