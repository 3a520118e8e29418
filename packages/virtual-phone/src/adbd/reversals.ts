import type { Connection } from '../kernel/ports.ts';

/** A host that takes connections from the phone. */
export interface ReversalHost {
  readonly name: string;
  open(service: string): Promise<Connection | undefined>;
}

interface Reversal {
  readonly host: ReversalHost;
  readonly target: string;
}

/** Ports the phone hands out for `tcp:0`: the range a Linux kernel takes them from. */
const FIRST_FREE_PORT = 32768;

/** `adb reverse`: what connects to these addresses on the phone comes out at the host. They end with the host's connection. */
export class Reversals {
  readonly #byAddress = new Map<string, Reversal>();

  /** Adds one and returns its address, which `tcp:0` leaves to the phone; undefined where the address is taken. */
  add(address: string, reversal: Reversal, mayReplace: boolean): string | undefined {
    const actual = address === 'tcp:0' ? this.#freePort() : address;
    const present = this.#byAddress.get(actual);
    if (present !== undefined && !(mayReplace && present.host === reversal.host)) return undefined;
    this.#byAddress.set(actual, reversal);
    return actual;
  }

  /** Whether there was one of this host to remove. */
  remove(address: string, host: ReversalHost): boolean {
    return this.#byAddress.get(address)?.host === host && this.#byAddress.delete(address);
  }

  removeAllOf(host: ReversalHost): void {
    for (const address of [...this.#byAddress.keys()]) this.remove(address, host);
  }

  /** All of them, as `adb reverse --list` prints them. */
  list(): string {
    return [...this.#byAddress]
      .map(([address, { host, target }]) => `${host.name} ${address} ${target}\n`)
      .join('');
  }

  /** Connects to a reversed address; undefined where there is none or the host refuses. */
  async connect(address: string): Promise<Connection | undefined> {
    const reversal = this.#byAddress.get(address);
    return reversal?.host.open(reversal.target);
  }

  #freePort(): string {
    let port = FIRST_FREE_PORT;
    while (this.#byAddress.has(`tcp:${port}`)) port += 1;
    return `tcp:${port}`;
  }
}
