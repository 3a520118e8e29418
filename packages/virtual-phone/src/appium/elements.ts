import { randomUUID } from 'node:crypto';
import { ServerError } from './errors.ts';
import type { Screen, UiNode } from './screen.ts';

/** How an element was found; error messages depend on it. */
export type Found = 'one' | 'many';

type Element =
  | { readonly kind: 'node'; readonly window: number; readonly path: string; readonly found: Found }
  | { readonly kind: 'toast'; readonly text: string };

/** Beyond this number the server drops the least recently used element. */
const LARGEST = 500;
/** The host's own view, in the upper half of a node id. */
const HOST_VIEW = 'ffffffff';

/**
 * The elements of a session. An id consists of the window's and the view's number, as in the server: the same view has
 * the same id each time it is found.
 */
export class Elements {
  readonly #known = new Map<string, Element>();
  readonly #viewNumbers = new Map<string, number>();

  readonly #screen: Screen;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** Remembers a node and returns its id. */
  add(node: UiNode, found: Found): string {
    const id = this.#idOf(node);
    this.#remember(id, { kind: 'node', window: node.window, path: node.info.path, found });
    return id;
  }

  /** A toast is not a node: it can be read, and nothing else. */
  addToast(text: string): string {
    const id = randomUUID();
    this.#remember(id, { kind: 'toast', text });
    return id;
  }

  toastText(id: string): string | undefined {
    const element = this.#known.get(id);
    return element?.kind === 'toast' ? element.text : undefined;
  }

  /** The element's current node. */
  get(id: string): UiNode {
    const element = this.#known.get(id);
    if (element === undefined)
      throw new ServerError(
        'elementNotFound',
        `The element identified by '${id}' is not present in the cache or has expired. Try to find it again`,
      );
    this.#remember(id, element);
    const node = element.kind === 'node' ? this.#screen.find(element.window, element.path) : undefined;
    if (node !== undefined) return node;
    throw new ServerError(
      'staleElement',
      element.kind === 'node' && element.found === 'many'
        ? `Cached elements '${id}' do not exist in DOM anymore`
        : `The element '${id}' does not exist in DOM anymore`,
    );
  }

  #idOf({ window, info }: UiNode): string {
    const view = `${window} ${info.path}`;
    let number = this.#viewNumbers.get(view);
    if (number === undefined) {
      number = this.#viewNumbers.size + 1;
      this.#viewNumbers.set(view, number);
    }
    const windowHex = window.toString(16).padStart(16, '0');
    const nodeHex = HOST_VIEW + number.toString(16).padStart(8, '0');
    return [
      windowHex.slice(0, 8),
      windowHex.slice(8, 12),
      windowHex.slice(12),
      nodeHex.slice(0, 4),
      nodeHex.slice(4),
    ].join('-');
  }

  #remember(id: string, element: Element): void {
    this.#known.delete(id);
    this.#known.set(id, element);
    const [oldest] = this.#known.keys();
    if (this.#known.size > LARGEST && oldest !== undefined) this.#known.delete(oldest);
  }
}
