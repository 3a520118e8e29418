import { randomInt } from 'node:crypto';

/** Nine digits. */
export const LARGEST_SEED = 999_999_999;

/** A seed for a phone that was started without one. */
export function drawSeed(): number {
  return randomInt(LARGEST_SEED + 1);
}

/** The phone's random numbers: the same seed gives the same ones (splitmix32). */
export class Random {
  private position: number;

  constructor(seed: number) {
    this.position = seed | 0;
  }

  /** A whole number below 2^32. */
  word(): number {
    this.position = (this.position + 0x9e3779b9) | 0;
    let mixed = this.position ^ (this.position >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.word() & 0xff);
  }
}
