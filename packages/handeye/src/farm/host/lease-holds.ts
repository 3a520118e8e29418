import { permissionDenied } from '../../device/errors.ts';
import type { Held, Hold, Holds } from '../../guard/holds.ts';
import type { LeaseKeeper } from '../leases/ports.ts';

/** Who may write to a device of a farm: the holder of its lease. A person at the host who takes over goes before it. */
export class LeaseHolds implements Holds {
  readonly #lease: Pick<LeaseKeeper, 'holder'>;
  #person: string | undefined;

  constructor(lease: Pick<LeaseKeeper, 'holder'>) {
    this.#lease = lease;
  }

  take(_device: string, client: string): Promise<Hold | Held> {
    const person = this.#person;
    if (person !== undefined && person !== client) return Promise.resolve({ by: person, left: undefined });
    if (person === undefined && this.#lease.holder !== client) return Promise.reject(leaseEnded());
    return Promise.resolve({ done: () => undefined });
  }

  holder(): Promise<Held | undefined> {
    const by = this.#person ?? this.#lease.holder;
    return Promise.resolve(by === undefined ? undefined : { by, left: undefined });
  }

  /** A lease is given back by release_device alone. */
  release(): Promise<void> {
    return Promise.resolve();
  }

  takeOver(_device: string, person: string): () => void {
    this.#person = person;
    return () => {
      if (this.#person === person) this.#person = undefined;
    };
  }
}

/** What a call is told whose lease is over. */
export function leaseEnded(): Error {
  return permissionDenied(
    'The lease of this device has ended, so the call was not finished. Get a device with lease_device, and look at its screen first.',
  );
}
