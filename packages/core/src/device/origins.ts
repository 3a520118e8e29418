import type { UiNode } from '@handeye/screen/node';
import type { Element } from '@handeye/screen/snapshot';
import { elementNotFound } from './errors.ts';

/** Where the nodes of a platform's views came from: what it needs to act on them. Forgotten with the views. */
export class Origins<Origin> {
  readonly #known = new WeakMap<UiNode, Origin>();

  remember(origins: Iterable<readonly [UiNode, Origin]>): void {
    for (const [node, origin] of origins) this.#known.set(node, origin);
  }

  /** Undefined for a node of a view that is forgotten. */
  find(node: UiNode): Origin | undefined {
    return this.#known.get(node);
  }

  of({ id, node }: Element): Origin {
    const origin = this.find(node);
    if (origin !== undefined) return origin;
    throw elementNotFound(`Element '${id}' is gone. Look again.`);
  }
}
