import { type ClientTotals, isRefused, type TimelineEntry } from '../wire/timeline.ts';

/** Clients with totals of their own; what later ones do is added up under one name. */
const MOST_CLIENTS = 50;
const OTHERS = 'others';

const nothing = { calls: 0, failed: 0, refused: 0, tokens: 0, milliseconds: 0, waited: 0 };

/** What each client has used since the start. */
export class Totals {
  readonly #clients = new Map<string, ClientTotals>();

  add(entry: TimelineEntry): void {
    const { client, byPerson, outcome, tokens = 0, milliseconds = 0, waited = 0 } = entry;
    const own = keyOf({ client, byPerson });
    const hasOwn = byPerson || this.#clients.has(own) || this.#clients.size < MOST_CLIENTS;
    const who = hasOwn ? { client, byPerson } : { client: OTHERS, byPerson: false };
    const before = this.#clients.get(keyOf(who)) ?? nothing;
    const refused = isRefused(entry);
    this.#clients.set(keyOf(who), {
      ...who,
      calls: before.calls + 1,
      failed: before.failed + (outcome === 'ok' || refused ? 0 : 1),
      refused: before.refused + (refused ? 1 : 0),
      tokens: before.tokens + tokens,
      milliseconds: before.milliseconds + milliseconds,
      waited: before.waited + waited,
    });
  }

  get all(): readonly ClientTotals[] {
    return [...this.#clients.values()];
  }
}

function keyOf({ client, byPerson }: Pick<ClientTotals, 'client' | 'byPerson'>): string {
  return `${byPerson ? 'person' : 'client'} ${client}`;
}
