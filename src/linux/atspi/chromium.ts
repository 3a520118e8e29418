import type { Reference } from './accessible.ts';
import { interfaces } from './accessible.ts';
import type { Conversation } from './conversation.ts';
import type { Item } from './item.ts';
import { askDescription, askIdentity, askInterfaces } from './item.ts';

export const chromium = 'Chromium';

/**
 * Chromium's page is not in its cache if it was loaded after somebody began to listen (Chromium 156), and a page has
 * thousands of nodes. Two things spare a third of the questions. The interfaces of a node follow from its role and its
 * states, so each kind is asked once; and a run of letters (`static`) has neither children nor anything else to tell.
 */
export class ChromiumItems {
  readonly #talk: Conversation;
  readonly #kinds = new Map<string, Promise<ReadonlySet<string>>>();

  constructor(talk: Conversation) {
    this.#talk = talk;
  }

  async ask(reference: Reference): Promise<Item> {
    const identity = await askIdentity(this.#talk, reference);
    if (identity.role === 'static') {
      return { ...identity, description: '', interfaces: lettersOffer, children: [] };
    }
    const [description, offered] = await Promise.all([
      askDescription(this.#talk, reference),
      this.#interfacesOf(identity),
    ]);
    return { ...identity, description, interfaces: offered, children: undefined };
  }

  #interfacesOf({ reference, role, states }: Pick<Item, 'reference' | 'role' | 'states'>) {
    const kind = `${role} ${states.names().join(' ')}`;
    const known = this.#kinds.get(kind);
    if (known) return known;
    const asked = askInterfaces(this.#talk, reference);
    this.#kinds.set(kind, asked);
    return asked;
  }
}

const lettersOffer: ReadonlySet<string> = new Set([
  interfaces.accessible,
  interfaces.component,
  interfaces.text,
]);
