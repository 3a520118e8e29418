import * as z from 'zod';
import { leaseIdOf } from '../../src/protocol/names.ts';
import type { Process, World } from './world.ts';

/** A request that a host accepted: with the lease's id, or with its secret. */
const request = z.object({ id: z.string().optional(), secret: z.string().optional() });

/** The device itself, which outlives its hosts. It knows the rightful holder independently of them. */
export class SimulatedDevice {
  /** Violations. */
  readonly faults: string[] = [];
  writes = 0;
  #holder: string | undefined;
  readonly #ends = new Map<string, number>();
  readonly #world: World;

  constructor(
    world: World,
    readonly name: string,
    readonly labels: Readonly<Record<string, string>> = {},
  ) {
    this.#world = world;
  }

  noted(verb: 'accept' | 'renew' | 'release', asked: unknown, minutes: number, { rate }: Process): void {
    const { id, secret = '' } = request.parse(asked);
    const lease = id ?? leaseIdOf(secret);
    if (verb === 'accept') this.#holder = lease;
    // The minutes are those of the host's clock.
    const end = this.#world.now + (minutes * 60_000) / rate;
    const known = this.#ends.get(lease);
    // A repeated request, after a lost answer, extends nothing.
    this.#ends.set(lease, known === undefined || verb === 'renew' ? end : Math.min(known, end));
  }

  write(lease: string): void {
    const { now } = this.#world;
    this.writes += 1;
    if (lease !== this.#holder) this.faults.push(`${now}: ${this.name} is touched by two holders`);
    else if (now > (this.#ends.get(lease) ?? 0) + 1)
      this.faults.push(`${now}: ${this.name} is touched after the end`);
  }
}
