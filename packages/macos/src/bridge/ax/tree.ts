import { BridgeError } from '../errors.ts';
import type { CFRef } from '../native/c-types.ts';
import { type Own, scoped } from '../native/ownership.ts';
import type { AxNode, BridgeErrorKind, BridgeRequests } from '../protocol.ts';
import type { AxApi } from './ax-api.ts';
import { type Attributes, byName, isSecret, nodeAttributes, nodeFields, UNKNOWN_ROLE } from './node.ts';

/** No real interface is nested this deeply; a deeper tree is endless. */
export const MAX_DEPTH = 200;

/** Roles with a value that users can change. */
const valueRoles: ReadonlySet<string> = new Set([
  'AXTextField',
  'AXTextArea',
  'AXComboBox',
  'AXSlider',
  'AXIncrementor',
  'AXDateField',
  'AXTimeField',
  'AXDateTimeArea',
]);

/** Menu titles have all their items as children even while the menu is closed: hundreds in a menu bar. */
const menuTitleRoles: ReadonlySet<string> = new Set(['AXMenuBarItem', 'AXMenuItem']);

/** Errors that end the whole reading, not only that of one element. */
const fatalErrors: ReadonlySet<BridgeErrorKind> = new Set(['no_application', 'not_trusted']);

type Params = BridgeRequests['tree']['params'];
type Tree = BridgeRequests['tree']['result'];

/** Reads an application's elements depth first, up to the limits for nodes and time. */
export function readTree(ax: AxApi, params: Params): Tree {
  const application = ax.application(params.pid);
  const yes = ax.mac.native.kCFBooleanTrue;
  // Electron builds its tree only on request. It may reply that the attribute is unknown and still do it
  // (electron#37465). The alternative, AXEnhancedUserInterface, also breaks window positioning, so we do not use it.
  if (params.electron === true) ax.set(application, 'AXManualAccessibility', yes);
  return new TreeWalker(ax, params).walk(application);
}

/** An element and its position in the walk. */
interface Place {
  readonly element: CFRef;
  readonly index: number;
  readonly depth: number;
  readonly parent: Place | null;
  /** It is a secure field, or inside one. */
  readonly secret: boolean;
  /** It is on the requested path. */
  readonly onPath: boolean;
}

class TreeWalker {
  readonly #ax: AxApi;
  readonly #params: Params;
  readonly #attributeNames: CFRef;
  readonly #nodes: AxNode[] = [];
  #truncated: Tree['truncated'];

  constructor(ax: AxApi, params: Params) {
    this.#ax = ax;
    this.#params = params;
    this.#attributeNames = ax.names(nodeAttributes);
  }

  walk(application: CFRef): Tree {
    try {
      this.#visit(application, null, true);
    } catch (error) {
      if (!(error instanceof BridgeError) || error.kind !== 'stale') throw error;
      throw new BridgeError('not_supported', `Process ${this.#params.pid} shows no elements.`);
    }
    return { nodes: this.#nodes, ...(this.#truncated !== undefined && { truncated: this.#truncated }) };
  }

  /** Adds an element and everything below it that is wanted. */
  #visit(element: CFRef, parent: Place | null, onPath: boolean): void {
    const { native, values } = this.#ax.mac;
    scoped(native, (own) => {
      const attributes = this.#read(own, element);
      const secret = parent?.secret === true || isSecret(values, attributes);
      const depth = (parent?.depth ?? -1) + 1;
      const place = { element, index: this.#nodes.length, depth, parent, secret, onPath };
      const node = this.#node(own, place, attributes);
      this.#nodes.push(node);
      if (!this.#isExpanded(place, node)) return;
      this.#visitChildren(values.items(attributes.get('AXChildren') ?? null), place);
    });
  }

  /** Whether the children of an element are wanted. */
  #isExpanded({ depth, onPath }: Place, { role, selected }: AxNode): boolean {
    const { windowsOnly, openMenusOnly, path } = this.#params;
    if (windowsOnly === true && depth > 0) return false;
    if (openMenusOnly === true && menuTitleRoles.has(role) && selected !== true) return false;
    return path === undefined || onPath;
  }

  #read(own: Own, element: CFRef): Attributes {
    return byName(nodeAttributes, this.#ax.attributes(own, element, this.#attributeNames));
  }

  #node(own: Own, { element, parent, secret }: Place, attributes: Attributes): AxNode {
    const fields = nodeFields(this.#ax.mac.values, attributes, secret);
    const pid = this.#ax.pidOf(element);
    const hasName = Boolean(fields.title) || Boolean(fields.description);
    const label = hasName ? undefined : this.#label(attributes);
    return {
      parent: parent?.index ?? -1,
      ...(pid !== undefined && pid !== this.#params.pid && { pid }),
      ...fields,
      ...(label !== undefined && { label }),
      ...(valueRoles.has(fields.role) && {
        settable: this.#ax.isSettable(own, element, 'AXValue'),
      }),
      actions: this.#ax.actions(own, element),
    };
  }

  /** The text of the element that labels this one. */
  #label(attributes: Attributes): string | undefined {
    const { native, values } = this.#ax.mac;
    const element = values.element(attributes.get('AXTitleUIElement') ?? null);
    if (element === null) return undefined;
    return this.#ifReadable(() =>
      scoped(native, (own) => {
        const found = this.#read(own, element);
        const { value, title } = nodeFields(values, found, isSecret(values, found));
        return typeof value === 'string' ? value : title;
      }),
    );
  }

  #visitChildren(children: readonly (CFRef | null)[], place: Place): void {
    if (children.length > 0 && place.depth >= MAX_DEPTH) {
      this.#truncated ??= 'nodes';
      return;
    }
    for (const [index, child] of children.entries()) {
      if (!this.#isWithinLimits()) return;
      const onPath = place.onPath && this.#params.path?.[place.depth] === index;
      this.#visitChild(this.#ax.mac.values.element(child), place, onPath);
    }
  }

  #isWithinLimits(): boolean {
    const isOver = this.#ax.deadline.isOver;
    const isFull = this.#nodes.length >= this.#params.nodes;
    if (isOver) this.#truncated = 'time';
    else if (isFull) this.#truncated ??= 'nodes';
    return !isOver && !isFull;
  }

  /** Every child gets a node, even if it is unreadable or one of its own ancestors: paths count it. */
  #visitChild(child: CFRef | null, place: Place, onPath: boolean): void {
    const nodesBefore = this.#nodes.length;
    this.#ifReadable(() => {
      if (child !== null && !this.#isAncestor(child, place)) this.#visit(child, place, onPath);
    });
    if (this.#nodes.length === nodesBefore) {
      this.#nodes.push({ parent: place.index, role: UNKNOWN_ROLE, actions: [] });
    }
  }

  /** Undefined if this one element cannot be read. */
  #ifReadable<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BridgeError) || fatalErrors.has(error.kind)) throw error;
      if (error.kind === 'timeout') this.#truncated = 'time';
      return undefined;
    }
  }

  #isAncestor(element: CFRef, place: Place): boolean {
    for (let ancestor: Place | null = place; ancestor !== null; ancestor = ancestor.parent) {
      if (this.#ax.mac.native.CFEqual(element, ancestor.element)) return true;
    }
    return false;
  }
}
