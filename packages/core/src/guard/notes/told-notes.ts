import type { Session } from '../../device/session.ts';

/** How many clients of a device are remembered. */
const MOST_CLIENTS = 64;

/** The notes that each client of a device has got and that still hold: a note is repeated only after it had gone. */
export class ToldNotes {
  readonly #bySession = new WeakMap<Session, Map<string, ReadonlySet<string>>>();

  /** Those of the notes that hold now which were not told before. `about` separates notes that are found in different ways. */
  news(
    session: Session,
    { client, about }: { readonly client: string; readonly about: string },
    holding: readonly string[],
  ): readonly string[] {
    const clients = this.#bySession.get(session) ?? new Map<string, ReadonlySet<string>>();
    this.#bySession.set(session, clients);
    const key = `${about} ${client}`;
    const told = clients.get(key);
    clients.delete(key);
    if (holding.length > 0) clients.set(key, new Set(holding));
    const [oldest] = clients.keys();
    if (clients.size > MOST_CLIENTS && oldest !== undefined) clients.delete(oldest);
    return holding.filter((note) => told?.has(note) !== true);
  }
}
