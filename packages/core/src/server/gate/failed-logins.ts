import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import type { Clock } from '../../call/clock.ts';

const FREE_TRIES = 5;
const FIRST_DELAY = 250;
const LONGEST_DELAY = 8_000;
/** An address that sent no wrong token for this long is forgotten. */
const FORGET_AFTER = 60_000;
const MAX_ADDRESSES = 1_000;
/** Responses that may be delayed at the same time; beyond that, clients with a wrong token are disconnected. */
const MAX_HELD_BACK = 64;

/** Clients that send wrong tokens: the more they send, the longer each response is delayed. */
export class FailedLogins {
  readonly #seen = new Map<string, { count: number; last: number }>();
  #heldBack = 0;

  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a wrong token and waits before it may be answered. False: the client is gone, or was disconnected. */
  async holdBack(address: string, response: ServerResponse): Promise<boolean> {
    const delay = this.#note(address);
    if (delay === 0) return true;
    if (this.#heldBack >= MAX_HELD_BACK) {
      response.destroy();
      return false;
    }
    this.#heldBack += 1;
    await new Promise<void>((resolve) => {
      const stop = this.#clock.after(delay, resolve);
      response.once('close', () => {
        stop();
        resolve();
      });
    });
    this.#heldBack -= 1;
    return !response.destroyed;
  }

  /** Returns the milliseconds to wait. */
  #note(address: string): number {
    const key = network(address);
    const now = this.#clock.now();
    const before = this.#seen.get(key);
    const count = before && now - before.last < FORGET_AFTER ? before.count + 1 : 1;
    // Deleting the key first keeps the map in order of use, so the first entry is the least recently used one.
    this.#seen.delete(key);
    this.#seen.set(key, { count, last: now });
    if (this.#seen.size > MAX_ADDRESSES) this.#forgetOldest();
    return count <= FREE_TRIES ? 0 : Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (count - FREE_TRIES - 1));
  }

  #forgetOldest(): void {
    const [oldest] = this.#seen.keys();
    if (oldest !== undefined) this.#seen.delete(oldest);
  }
}

/**
 * A household has one IPv4 address but a whole IPv6 /64: changing the lower half of the address must not reset the
 * delay.
 */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (!isIPv6(plain) || plain.startsWith('::')) return plain;
  return plain.split(':', 4).join(':');
}
