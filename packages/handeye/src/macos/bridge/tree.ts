import type { CFRef } from './c-types.ts';
import type { Conversation } from './conversation.ts';
import { BridgeError } from './errors.ts';
import { type Attributes, described, isSecret, named, nodeAttributes, unknownRole } from './node.ts';
import { type Own, scoped } from './ownership.ts';
import type { Asks, AxNode, BridgeErrorKind } from './protocol.ts';

/** No real interface is nested as deeply as this; one that is has no end. */
export const deepest = 200;

/** Roles that hold a value of the user's, which may be possible to set. */
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

type Ask = Asks['tree']['ask'];
type Tree = Asks['tree']['answer'];

/** Reads an application's elements in reading order, as many as there are nodes and time for. */
export function readTree(conversation: Conversation, ask: Ask): Tree {
  const application = conversation.application(ask.pid);
  const yes = conversation.mac.native.kCFBooleanTrue;
  // Electron builds its tree only for those who ask. It may answer that it knows no such attribute, and do it
  // (electron#37465). Its other switch, AXEnhancedUserInterface, also breaks the placing of windows: it is left alone.
  if (ask.electron === true) conversation.set(application, 'AXManualAccessibility', yes);
  const names = conversation.names(nodeAttributes);
  return new Walk(conversation, names, ask).from(application);
}

/** Where the walk is. */
interface Place {
  readonly element: CFRef;
  readonly index: number;
  readonly depth: number;
  readonly above: Place | null;
  /** It is, or is inside, a field for secrets. */
  readonly secret: boolean;
  /** It is where the path leads that was asked for, or on the way. */
  readonly onPath: boolean;
}

/** What opens a menu holds all its items also while it is closed: hundreds in a menu bar. */
const menuTitles: ReadonlySet<string> = new Set(['AXMenuBarItem', 'AXMenuItem']);

class Walk {
  readonly #nodes: AxNode[] = [];
  #cut: Tree['cut'];

  constructor(
    private readonly conversation: Conversation,
    private readonly names: CFRef,
    private readonly ask: Ask,
  ) {}

  from(application: CFRef): Tree {
    try {
      this.#visit(application, null, true);
    } catch (error) {
      if (!(error instanceof BridgeError) || error.kind !== 'stale') throw error;
      throw new BridgeError('not_supported', `Process ${this.ask.pid} shows no elements.`);
    }
    return { nodes: this.#nodes, ...(this.#cut !== undefined && { cut: this.#cut }) };
  }

  /** Adds an element and all below it that is wanted. */
  #visit(element: CFRef, above: Place | null, onPath: boolean): void {
    scoped(this.conversation.mac.native, (own) => {
      const attributes = this.#read(own, element);
      const secret = above?.secret === true || isSecret(this.conversation.mac.values, attributes);
      const depth = (above?.depth ?? -1) + 1;
      const place = { element, index: this.#nodes.length, depth, above, secret, onPath };
      const node = this.#node(own, place, attributes);
      this.#nodes.push(node);
      if (!this.#opens(place, node)) return;
      this.#visitChildren(this.conversation.mac.values.items(attributes.get('AXChildren') ?? null), place);
    });
  }

  /** Whether what is below an element is wanted. */
  #opens({ depth, onPath }: Place, { role, selected }: AxNode): boolean {
    const { windowsOnly, openMenusOnly, along } = this.ask;
    if (windowsOnly === true && depth > 0) return false;
    if (openMenusOnly === true && menuTitles.has(role) && selected !== true) return false;
    return along === undefined || onPath;
  }

  #read(own: Own, element: CFRef): Attributes {
    return named(nodeAttributes, this.conversation.attributes(own, element, this.names));
  }

  #node(own: Own, { element, above, secret }: Place, attributes: Attributes): AxNode {
    const description = described(this.conversation.mac.values, attributes, secret);
    const pid = this.conversation.pidOf(element);
    const isNamed = Boolean(description.title) || Boolean(description.description);
    const label = isNamed ? undefined : this.#label(attributes);
    return {
      parent: above?.index ?? -1,
      ...(pid !== undefined && pid !== this.ask.pid && { pid }),
      ...description,
      ...(label !== undefined && { label }),
      ...(valueRoles.has(description.role) && {
        settable: this.conversation.isSettable(own, element, 'AXValue'),
      }),
      actions: this.conversation.actions(own, element),
    };
  }

  /** What the element says that serves another as its title. */
  #label(attributes: Attributes): string | undefined {
    const { native, values } = this.conversation.mac;
    const element = values.element(attributes.get('AXTitleUIElement') ?? null);
    if (element === null) return undefined;
    return this.#ifReadable(() =>
      scoped(native, (own) => {
        const found = this.#read(own, element);
        const { value, title } = described(values, found, isSecret(values, found));
        return typeof value === 'string' ? value : title;
      }),
    );
  }

  #visitChildren(children: readonly (CFRef | null)[], place: Place): void {
    if (children.length > 0 && place.depth >= deepest) {
      this.#cut ??= 'nodes';
      return;
    }
    for (const [index, child] of children.entries()) {
      if (!this.#goesOn()) return;
      const onPath = place.onPath && this.ask.along?.[place.depth] === index;
      this.#visitChild(this.conversation.mac.values.element(child), place, onPath);
    }
  }

  #goesOn(): boolean {
    const isOver = this.conversation.deadline.isOver;
    const isFull = this.#nodes.length >= this.ask.nodes;
    if (isOver) this.#cut = 'time';
    else if (isFull) this.#cut ??= 'nodes';
    return !isOver && !isFull;
  }

  /** Every child gets its node, even one that cannot be read or leads back up: paths count it. */
  #visitChild(child: CFRef | null, place: Place, onPath: boolean): void {
    const nodesBefore = this.#nodes.length;
    this.#ifReadable(() => {
      if (child !== null && !this.#leadsBack(child, place)) this.#visit(child, place, onPath);
    });
    if (this.#nodes.length === nodesBefore) {
      this.#nodes.push({ parent: place.index, role: unknownRole, actions: [] });
    }
  }

  /** One element that fails is left out. */
  #ifReadable<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof BridgeError) || concernsAll.has(error.kind)) throw error;
      if (error.kind === 'timeout') this.#cut = 'time';
      return undefined;
    }
  }

  #leadsBack(child: CFRef, place: Place): boolean {
    for (let above: Place | null = place; above !== null; above = above.above) {
      if (this.conversation.mac.native.CFEqual(child, above.element)) return true;
    }
    return false;
  }
}

/** Errors that end the whole reading, not only that of one element. */
const concernsAll: ReadonlySet<BridgeErrorKind> = new Set(['no_application', 'not_trusted']);
