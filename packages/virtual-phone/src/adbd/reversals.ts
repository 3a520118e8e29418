import type { AdbdDevice } from './device.ts';
import { type Connection, FIRST_FREE_PORT, LAST_FREE_PORT } from '../kernel/ports.ts';
import { BrokenPipe } from '../kernel/process.ts';

/** A host that takes connections from the phone. */
export interface ReversalHost {
  readonly name: string;
  open(service: string): Promise<Connection | undefined>;
}

interface Reversal {
  readonly host: ReversalHost;
  readonly target: string;
}

interface Listening extends Reversal {
  /** Gives the address back to the phone. */
  readonly release: () => void;
}

/** The reason why an address cannot be reversed. */
export type ReversalFailure =
  'cannot rebind existing socket' | 'cannot bind listener: Address already in use';

/** `adb reverse`: connections to these addresses on the phone come out at the host. They end with the host's connection. */
export class Reversals {
  readonly #device: Pick<AdbdDevice, 'listen'>;
  readonly #byAddress = new Map<string, Listening>();

  constructor(device: Pick<AdbdDevice, 'listen'>) {
    this.#device = device;
  }

  /** Adds a reversal and returns its address, which the phone chooses for `tcp:0`, or why it failed. */
  add(address: string, reversal: Reversal, mayReplace: boolean): { address: string } | ReversalFailure {
    const present = this.#byAddress.get(address);
    if (present !== undefined) {
      if (!mayReplace || present.host !== reversal.host) return 'cannot rebind existing socket';
      this.#byAddress.set(address, { ...reversal, release: present.release });
      return { address };
    }
    for (const candidate of address === 'tcp:0' ? freePorts() : [address]) {
      const release = this.#device.listen(candidate, () => connectionToCome(() => this.#open(candidate)));
      if (release === undefined) continue;
      this.#byAddress.set(candidate, { ...reversal, release });
      return { address: candidate };
    }
    return 'cannot bind listener: Address already in use';
  }

  /** Returns whether this host had the reversal. */
  remove(address: string, host: ReversalHost): boolean {
    const present = this.#byAddress.get(address);
    if (present?.host !== host) return false;
    present.release();
    return this.#byAddress.delete(address);
  }

  removeAllOf(host: ReversalHost): void {
    for (const address of [...this.#byAddress.keys()]) this.remove(address, host);
  }

  /** All reversals, as `adb reverse --list` prints them. */
  list(): string {
    return [...this.#byAddress]
      .map(([address, { host, target }]) => `${host.name} ${address} ${target}\n`)
      .join('');
  }

  /** Connects to a reversed address; undefined if there is none or the host refuses. */
  connect(address: string): Promise<Connection | undefined> {
    return this.#open(address);
  }

  async #open(address: string): Promise<Connection | undefined> {
    const reversal = this.#byAddress.get(address);
    return reversal?.host.open(reversal.target);
  }
}

/** The ports that the phone hands out for `tcp:0`. */
function* freePorts(): Generator<string> {
  for (let port = FIRST_FREE_PORT; port <= LAST_FREE_PORT; port++) yield `tcp:${port}`;
}

/**
 * A connection that asks the other end only on first use, as a TCP connection to a listening port exists before anyone accepts
 * it. If the other end refuses (undefined), it ends without a byte.
 */
function connectionToCome(open: () => Promise<Connection | undefined>): Connection {
  let opening: Promise<Connection | undefined> | undefined;
  let isClosed = false;
  const opened = (): Promise<Connection | undefined> =>
    (opening ??= isClosed ? refused : open().catch(nothing));
  /** Applies to the other end once it is reached. */
  const later = (act: (connection: Connection) => void): void => {
    void opening?.then((connection) => {
      if (connection !== undefined) act(connection);
    });
  };
  return {
    incoming: read(opened),
    outgoing: {
      write: async (bytes) => {
        const connection = await opened();
        if (connection === undefined) throw new BrokenPipe('the host refused the connection');
        await connection.outgoing.write(bytes);
      },
      end: () => {
        later((connection) => {
          connection.outgoing.end();
        });
      },
    },
    close: () => {
      isClosed = true;
      later((connection) => {
        connection.close();
      });
    },
  };
}

const refused = Promise.resolve(undefined);
const nothing = (): undefined => undefined;

async function* read(opened: () => Promise<Connection | undefined>): AsyncGenerator<Uint8Array> {
  const connection = await opened();
  if (connection !== undefined) yield* connection.incoming;
}
