import { createHash } from 'node:crypto';
import { windowTypes } from '../commands/uiautomator/hierarchy-xml.ts';
import type { Framework } from '../framework/system/framework.ts';
import type { AccessibilityNode } from '../framework/windows/accessibility.ts';
import type { PhoneWindow } from '../framework/windows/windows.ts';
import type { CompanionFaults } from './faults.ts';
import { pause, type Work } from './lane.ts';
import { boundsOf, nodeJson, nodeKey, type NodeJson } from './node-json.ts';

/** The reference of a node in a look, for later acts. */
export interface SeenNode {
  readonly window: number;
  readonly key: string;
}

/** A reading of the screen. */
export interface Reading {
  readonly windows: readonly WindowJson[];
  readonly notes: readonly string[];
  readonly nodes: ReadonlyMap<number, SeenNode>;
  readonly fingerprint: string;
}

interface WindowJson {
  readonly id: number;
  readonly root?: NodeJson;
  readonly missing?: 'hung' | 'null' | 'cut';
  readonly [fact: string]: unknown;
}

/** An active window without a root is read once more after this time. */
const ROOT_RETRY_MS = 50;
const LONGEST_WAIT_MS = 1500;
/** Part of the deadline that is reserved for the rest of the look. */
const KEPT_MS = 100;
/** How long AccessibilityInteractionClient waits for an application that does not answer. */
export const INTERACTION_TIMEOUT_MS = 5000;
const TITLES_SINCE = 24;

/** Reads windows and nodes as UiAutomation returns them. */
export class Eyes {
  readonly #framework: Framework;
  /** In one of ten starts the system's windows are missing until the service's flags are set again. */
  #systemWindowsMissing: boolean;
  /** Windows of hanging applications, and until when the reading thread waits for each. */
  readonly #hung = new Map<number, number>();

  constructor(framework: Framework, faults: CompanionFaults) {
    this.#framework = framework;
    this.#systemWindowsMissing = faults.hidesSystemWindows;
  }

  async read(mostNodes: number, work: Work): Promise<Reading> {
    const notes: string[] = [];
    if (this.windows().every(({ kind }) => windowTypes[kind] !== 3)) this.#cure(notes);
    const reader = new Reader(this.#framework, mostNodes, { work, hung: this.#hung });
    const windows: WindowJson[] = [];
    for (const window of this.windows()) windows.push(await reader.read(window));
    if (reader.isCut) notes.push('nodes-cut');
    return { windows, notes, nodes: reader.nodes, fingerprint: fingerprintOf(windows) };
  }

  /** The current state of a node, with its window; undefined if its view is gone. */
  find({ window: id, key }: SeenNode): { node: AccessibilityNode; window: PhoneWindow } | undefined {
    const window = this.#framework.windows().find((one) => one.id === id);
    const root = window?.root({ offScreen: true }) ?? null;
    if (window === undefined || root === null) return undefined;
    const node = [...nodesIn(root)].find((one) => nodeKey(id, one) === key);
    return node && { node, window };
  }

  /**
   * The windows as the window manager lists them for services, topmost first. It leaves out windows that take no touches (a
   * toast), and windows below one that takes the keys, since they cannot be touched.
   */
  windows(): readonly PhoneWindow[] {
    const touchable = this.#framework.windows().filter((window) => window.touchable);
    const focused = touchable.findIndex((window) => window.focused);
    const reachable = focused === -1 ? touchable : touchable.slice(0, focused + 1);
    return this.#systemWindowsMissing ? reachable.filter(({ kind }) => windowTypes[kind] !== 3) : reachable;
  }

  /** Takes FLAG_RETRIEVE_INTERACTIVE_WINDOWS away and sets it again. */
  #cure(notes: string[]): void {
    if (this.#systemWindowsMissing) notes.push('windows-cured');
    this.#systemWindowsMissing = false;
  }
}

function* nodesIn(node: AccessibilityNode): Generator<AccessibilityNode> {
  yield node;
  for (const child of node.children) yield* nodesIn(child);
}

/** One reading of all windows, with handles numbered across them. */
class Reader {
  readonly nodes = new Map<number, SeenNode>();
  isCut = false;

  readonly #framework: Framework;
  readonly #mostNodes: number;
  readonly #work: Work;
  readonly #hung: Map<number, number>;

  constructor(
    framework: Framework,
    mostNodes: number,
    { work, hung }: { work: Work; hung: Map<number, number> },
  ) {
    this.#framework = framework;
    this.#mostNodes = mostNodes;
    this.#work = work;
    this.#hung = hung;
  }

  async read(window: PhoneWindow): Promise<WindowJson> {
    const about = this.#describe(window);
    if (this.nodes.size >= this.#mostNodes || this.#work.remaining() <= KEPT_MS) {
      this.isCut = true;
      return { ...about, missing: 'cut' };
    }
    if (this.#framework.faults.notResponding.has(window.package)) {
      await this.#waitForHung(window.id);
      return { ...about, missing: 'hung' };
    }
    let root = window.root({ offScreen: true });
    if (root === null && window.active) {
      await pause(this.#framework.clock.programs, ROOT_RETRY_MS, this.#work);
      root = window.root({ offScreen: true });
    }
    if (root === null) return { ...about, missing: 'null' };
    return { ...about, package: root.package, root: this.#node(root, window) };
  }

  #describe(window: PhoneWindow): WindowJson {
    const { id, kind, layer, bounds, active, focused } = window;
    const title = this.#framework.shape.sdk >= TITLES_SINCE ? titleOf(window, this.#framework) : '';
    return {
      id,
      type: windowTypes[kind],
      layer,
      ...(title !== '' && { title }),
      bounds: boundsOf(bounds),
      active,
      focused,
      display: 0,
    };
  }

  /** A hanging window costs its share of the time once; it is skipped until it answers again. */
  async #waitForHung(window: number): Promise<void> {
    const { clock } = this.#framework;
    const now = clock.now();
    if ((this.#hung.get(window) ?? 0) > now) return;
    this.#hung.set(window, now + INTERACTION_TIMEOUT_MS);
    const left = this.#work.remaining();
    await pause(clock.programs, Math.min(LONGEST_WAIT_MS, left - KEPT_MS, (left + KEPT_MS) / 2), this.#work);
  }

  #node(node: AccessibilityNode, window: PhoneWindow): NodeJson {
    const handle = this.nodes.size;
    const place = { window: window.id, package: window.package, sdk: this.#framework.shape.sdk };
    const told = nodeJson(node, handle, place);
    this.nodes.set(handle, { window: window.id, key: told.k });
    const label = node.labelledBy === undefined ? undefined : this.#keyOf(window, node.labelledBy);
    const children: NodeJson[] = [];
    for (const child of node.children) {
      if (this.nodes.size >= this.#mostNodes) {
        this.isCut = true;
        break;
      }
      children.push(this.#node(child, window));
    }
    return { ...told, ...(label && { label }), ...(children.length > 0 && { n: children }) };
  }

  #keyOf(window: PhoneWindow, path: string): string | undefined {
    const root = window.root({ offScreen: true });
    const found = root && [...nodesIn(root)].find((one) => one.path === path);
    return found ? nodeKey(window.id, found) : undefined;
  }
}

/** The title for services (accessibilityTitle), not the window manager's own: an activity's is its label. */
function titleOf({ kind, package: packageName }: PhoneWindow, framework: Framework): string {
  switch (kind) {
    case 'application':
      return framework.appLabel(packageName);
    case 'statusBar':
      return 'Status bar';
    case 'navigationBar':
      return 'Navigation bar';
    case 'dialog':
    case 'popup':
    case 'keyboard':
    case 'shade':
    case 'systemAlert':
    case 'toast':
    case 'overlay':
    case 'headsUp':
      return '';
  }
}

/** Bit 17 of the states: the position of a screen reader is not part of the screen's content. */
const ACCESSIBILITY_FOCUSED = 1 << 17;

/** Equal for equal trees: windows with their positions, nodes with their texts, positions and states. */
function fingerprintOf(windows: readonly WindowJson[]): string {
  const hash = createHash('sha1');
  for (const { id, type, bounds, active, title, missing, root } of windows) {
    hash.update(JSON.stringify([id, type, bounds, active, title, missing]));
    if (root !== undefined) addNode(root);
  }
  return hash.digest('hex');

  function addNode({ c, t, len, d, r, b, s, state, range, n }: NodeJson): void {
    const states = Number(s ?? 0) & ~ACCESSIBILITY_FOCUSED;
    hash.update(JSON.stringify([c, t, len, d, r, b, states, state, range, n?.length]));
    n?.forEach(addNode);
  }
}
