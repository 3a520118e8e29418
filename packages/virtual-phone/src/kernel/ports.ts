import type { Sink, Source } from './process.ts';

/** A byte stream to something that listens on the phone (tcp:6790, localabstract:name). */
export interface Connection {
  readonly incoming: Source;
  readonly outgoing: Sink & { end(): void };
  close(): void;
}

/** The port range that Linux assigns for port 0. */
export const FIRST_FREE_PORT = 32_768;
export const LAST_FREE_PORT = 60_999;

/** The listeners inside the phone, by address (`tcp:6790`). The host reaches them only over adb. */
export class Ports {
  readonly #listeners = new Map<string, () => Connection>();

  /** Listens on an address; the returned function stops. Undefined if the address is taken. */
  listen(address: string, accept: () => Connection): (() => void) | undefined {
    if (this.#listeners.has(address)) return undefined;
    this.#listeners.set(address, accept);
    return () => this.#listeners.delete(address);
  }

  /** The addresses with a listener. */
  listening(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  connect(address: string): Connection | undefined {
    return this.#listeners.get(address)?.();
  }
}
