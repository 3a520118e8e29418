import type { Clock } from '../call/clock.ts';

/** Who has a device, and for how many milliseconds more if it writes no more; undefined: until it is given back. */
export interface Held {
  readonly by: string;
  readonly left: number | undefined;
}

/** A client may write. `done` is called when it has written, or was refused to. */
export interface Hold {
  done(end: { readonly wrote: boolean }): void;
}

/**
 * Who may write to a device. One concept with several stores: a server keeps its own in memory, a farm has leases that many
 * servers see; a person who takes over goes before both.
 */
export interface Holds {
  /** Asks for a device before a write. */
  take(device: string, client: string): Promise<Hold | Held>;
  /** The client that holds a device now, if any. */
  holder(device: string): Promise<Held | undefined>;
  /** Gives a device back before its time. */
  release(device: string, client: string): Promise<void>;
  /** Gives a device to a person until the result is called: every client is refused. */
  takeOver(device: string, person: string): () => void;
}

interface Holder {
  readonly client: string;
  /** Writes that have begun and not ended. */
  writing: number;
  /** When it is over, unless something is being written; undefined before the first write has ended. */
  until: number | undefined;
}

/**
 * Holds of one server. A client's first write takes the device until `milliseconds` after its last write has ended; 0 holds
 * nothing, so that only a person who takes over keeps others out.
 */
export class MemoryHolds implements Holds {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #holders = new Map<string, Holder>();
  readonly #takenOver = new Map<string, string>();

  constructor({ clock, milliseconds = 0 }: { readonly clock: Clock; readonly milliseconds?: number }) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
  }

  take(device: string, client: string): Promise<Hold | Held> {
    const person = this.#takenOver.get(device);
    if (person !== undefined && person !== client) return Promise.resolve({ by: person, left: undefined });
    if (this.#milliseconds === 0 || person !== undefined) return Promise.resolve(NOT_HELD);
    const holder = this.#holderOf(device);
    if (holder && holder.client !== client) {
      return Promise.resolve({ by: holder.client, left: this.#left(holder) });
    }
    return Promise.resolve(this.#hold(device, holder ?? { client, writing: 0, until: undefined }));
  }

  holder(device: string): Promise<Held | undefined> {
    const person = this.#takenOver.get(device);
    if (person !== undefined) return Promise.resolve({ by: person, left: undefined });
    const holder = this.#holderOf(device);
    return Promise.resolve(holder && { by: holder.client, left: this.#left(holder) });
  }

  release(device: string, client: string): Promise<void> {
    if (this.#holders.get(device)?.client === client) this.#holders.delete(device);
    return Promise.resolve();
  }

  takeOver(device: string, person: string): () => void {
    this.#takenOver.set(device, person);
    return () => {
      if (this.#takenOver.get(device) === person) this.#takenOver.delete(device);
    };
  }

  #hold(device: string, holder: Holder): Hold {
    holder.writing += 1;
    this.#holders.set(device, holder);
    return {
      done: ({ wrote }) => {
        holder.writing -= 1;
        if (wrote) holder.until = this.#clock.now() + this.#milliseconds;
        const isCurrent = this.#holders.get(device) === holder;
        // A call that was refused before it wrote does not hold the device.
        if (isCurrent && holder.writing === 0 && holder.until === undefined) this.#holders.delete(device);
      },
    };
  }

  #holderOf(device: string): Holder | undefined {
    const holder = this.#holders.get(device);
    return holder && this.#left(holder) > 0 ? holder : undefined;
  }

  /** While something is being written, all of its time is left. */
  #left({ writing, until }: Holder): number {
    if (writing > 0 || until === undefined) return this.#milliseconds;
    return until - this.#clock.now();
  }
}

const NOT_HELD: Hold = { done: () => undefined };
