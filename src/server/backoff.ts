import { isIPv6 } from 'node:net';
import type { Clock } from '../device/call.ts';

const freeTries = 5;
const firstDelay = 250;
const longestDelay = 8_000;
/** After this long without a wrong token an address starts afresh. */
const forgetAfter = 60_000;
const maxAddresses = 1_000;

/** Counts wrong tokens by remote address and says how long to hold back the answer to the next one. */
export class WrongTokens {
  readonly #seen = new Map<string, { count: number; last: number }>();

  constructor(private readonly clock: Clock) {}

  /** Notes a wrong token; returns the milliseconds to wait before saying so. */
  note(address: string): number {
    const key = network(address);
    const now = this.clock.now();
    const before = this.#seen.get(key);
    const count = before && now - before.last < forgetAfter ? before.count + 1 : 1;
    // Taking the key out first keeps the map in order of use, so the oldest address is the one forgotten.
    this.#seen.delete(key);
    this.#seen.set(key, { count, last: now });
    if (this.#seen.size > maxAddresses) this.#forgetOldest();
    return count <= freeTries ? 0 : Math.min(longestDelay, firstDelay * 2 ** (count - freeTries - 1));
  }

  #forgetOldest(): void {
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }
}

/** One household has one IPv4 address but a whole IPv6 /64: changing the lower half must not help a guesser. */
function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain) || plain.startsWith('::')) return plain;
  return plain.split(':', 4).join(':');
}
