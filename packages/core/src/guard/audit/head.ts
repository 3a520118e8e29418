import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import type { Link } from './chain.ts';

/** The digits of a line's number: the head is written in place, so it always has the same length. */
const DIGITS = 15;

/** The last line as it is known beside the record. It may be one line behind, never ahead. */
export class Head {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  }

  write({ n, hash }: Link): void {
    writeSync(this.#file, `${String(n).padStart(DIGITS, '0')} ${hash}\n`, 0);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/**
 * The number of lines after the last one that the head knows. A kill leaves one, a power failure perhaps more; any number can
 * be added by hand.
 */
export function linesBehind(head: Link | undefined, last: Link): number {
  const behind = last.n - (head?.n ?? 0);
  return behind > 1 ? behind : 0;
}

/** Undefined if there is none. */
export function readHead(path: string): Link | undefined {
  try {
    const [, n, hash] = /^(\d+) ([0-9a-f]{64})\n$/.exec(readFileSync(path, 'utf8')) ?? [];
    return n === undefined || hash === undefined ? undefined : { n: Number(n), hash };
  } catch {
    return undefined;
  }
}
