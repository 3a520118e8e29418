import type { Sink, Source } from './process.ts';

/** A byte stream to something that listens on the phone (tcp:6790, localabstract:name). */
export interface Connection {
  readonly incoming: Source;
  readonly outgoing: Sink & { end(): void };
  close(): void;
}

/** The ports that a Linux kernel hands out to whoever asks for port 0. */
export const FIRST_FREE_PORT = 32_768;
export const LAST_FREE_PORT = 60_999;

/** What listens inside the phone, by address (`tcp:6790`); the host sees none of it but by adb. */
export class Ports {
  readonly #listeners = new Map<string, () => Connection>();

  /** Takes an address; the returned function gives it back. Undefined where somebody listens there already. */
  listen(address: string, accept: () => Connection): (() => void) | undefined {
    if (this.#listeners.has(address)) return undefined;
    this.#listeners.set(address, accept);
    return () => this.#listeners.delete(address);
  }

  /** The addresses that somebody listens on. */
  listening(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  connect(address: string): Connection | undefined {
    return this.#listeners.get(address)?.();
  }
}
