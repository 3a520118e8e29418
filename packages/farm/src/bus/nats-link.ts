import type { NatsConnection } from '@nats-io/transport-node';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { timedOut } from '@handeye/core/device/errors';

/** The connection to NATS and its state. */
export class NatsLink {
  readonly connection: NatsConnection;
  readonly #listeners = new Set<(isConnected: boolean) => void>();
  #isConnected = true;

  constructor(connection: NatsConnection) {
    this.connection = connection;
    void this.#follow();
  }

  get isConnected(): boolean {
    return this.#isConnected;
  }

  onChange(listener: (isConnected: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A message sent while disconnected is lost at the next connection, so callers wait for the connection first. */
  async whenConnected(signal: Call['signal']): Promise<void> {
    signal.throwIfAborted();
    if (this.#isConnected) return;
    let stop: () => void = () => undefined;
    const connected = new Promise<void>((resolve) => {
      stop = this.onChange((isConnected) => {
        if (isConnected) resolve();
      });
    });
    try {
      await orAborted(connected, signal);
    } finally {
      stop();
    }
  }

  /**
   * An answer that has not arrived when the connection is lost is unlikely to arrive over the next one, so the caller stops
   * waiting.
   */
  async whileConnected<T>(work: Promise<T>, signal: Call['signal']): Promise<T> {
    let stop: () => void = () => undefined;
    const lost = new Promise<never>((_, reject) => {
      stop = this.onChange(() => {
        reject(timedOut("The connection to the farm's NATS was lost before it answered."));
      });
    });
    try {
      return await orAborted(Promise.race([work, lost]), signal);
    } finally {
      stop();
    }
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type !== 'disconnect' && type !== 'reconnect' && type !== 'close') continue;
      this.#isConnected = type === 'reconnect';
      for (const listener of [...this.#listeners]) listener(this.#isConnected);
    }
  }
}
