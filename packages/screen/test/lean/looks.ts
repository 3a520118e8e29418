import type { UiNode } from '../../src/node.ts';
import type { Element, Snapshot, UiWindow, View } from '../../src/snapshot.ts';

/**
 * Looks at one device whose ids are known: a node keeps its id by its key among its siblings, or by its index if it has none.
 * The real identities are tested elsewhere.
 */
export class Looks {
  readonly #ids = new Map<string, string>();
  #next = 100_001;

  at(view: View): Snapshot {
    const elements: Element[] = [];
    for (const window of view.windows) {
      if (window.root) this.#add(window.root, { window, parent: undefined, name: window.key }, elements);
    }
    const byId = new Map(elements.map((element) => [element.id, element]));
    return {
      ...view,
      elements,
      element: (id) => byId.get(/^\d+$/.test(id) ? `node_${id}` : id),
    };
  }

  #add(
    node: UiNode,
    place: { readonly window: UiWindow; readonly parent: Element | undefined; readonly name: string },
    elements: Element[],
  ): void {
    const { window, parent, name } = place;
    const id = this.#ids.get(name) ?? `node_${this.#next++}`;
    this.#ids.set(name, id);
    const element: Element = { id, node, window, parent, order: elements.length };
    elements.push(element);
    node.children.forEach((child, at) => {
      this.#add(child, { window, parent: element, name: `${name}/${child.key ?? at}` }, elements);
    });
  }
}
