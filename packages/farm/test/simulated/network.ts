import {
  type Bucket,
  type Bus,
  type BusMessage,
  type Entry,
  NoListener,
  type Subscription,
  type Watch,
} from '../../src/bus/bus.ts';
import { type BucketName, bucketNames } from '../../src/protocol/records.ts';
import { Store } from './store.ts';
import type { Process, World } from './world.ts';

/** The faults of the network: how often a message is lost, or late by seconds. */
export interface Weather {
  loss: number;
  late: number;
}

interface Listener {
  readonly subject: string;
  readonly process: Process;
  readonly onMessage: (message: BusMessage) => void;
}

/** The NATS of a simulated farm: it never fails itself, but messages to and from it may. */
export class Network {
  readonly weather: Weather = { loss: 0, late: 0 };
  readonly stores: Readonly<Record<BucketName, Store>>;
  readonly listeners = new Set<Listener>();

  constructor(readonly world: World) {
    const stores = bucketNames.map((name) => [name, new Store(world)] as const);
    this.stores = Object.fromEntries(stores) as Record<BucketName, Store>;
  }

  /** Milliseconds that a message takes. */
  delay(): number {
    const { random } = this.world;
    return random() < this.weather.late ? random() * 6_000 : 0.2 + random() * 3;
  }

  /** A message from or to a process, which may never arrive. */
  carry(process: Process, arrive: () => void): void {
    if (process.isDead || process.isCut || this.world.random() < this.weather.loss) return;
    this.world.after(this.delay(), () => {
      if (!process.isCut) arrive();
    });
  }
}

/** One process' connection. */
export class SimulatedBus implements Bus {
  readonly maxPayload = 1_048_576;
  readonly isConnected = true;
  readonly #network: Network;
  readonly #process: Process;
  readonly #listeners = new Set<(isConnected: boolean) => void>();

  constructor(network: Network, process: Process) {
    this.#network = network;
    this.#process = process;
    process.onJoin(() => {
      process.deliver(() => {
        // The loss of a connection is noticed at the next connection at the latest.
        for (const isConnected of [false, true]) {
          for (const listener of this.#listeners) listener(isConnected);
        }
      });
    });
  }

  publish(subject: string, data: Uint8Array): void {
    this.#network.carry(this.#process, () => this.#pass({ subject, data, reply: () => undefined }));
  }

  subscribe(subject: string, onMessage: (message: BusMessage) => void): Subscription {
    const listener = { subject, process: this.#process, onMessage };
    this.#network.listeners.add(listener);
    return { ready: Promise.resolve(), close: () => this.#network.listeners.delete(listener) };
  }

  request(subject: string, data: Uint8Array): Promise<Uint8Array> {
    const answer = new Promise<Uint8Array>((resolve, reject) => {
      const back = (settle: () => void) => {
        this.#network.carry(this.#process, () => {
          this.#process.deliver(settle);
        });
      };
      this.#network.carry(this.#process, () => {
        const heard = this.#pass({
          subject,
          data,
          reply: (reply) => {
            back(() => {
              resolve(reply);
            });
          },
        });
        if (!heard)
          back(() => {
            reject(new NoListener(`No listener at ${subject}.`));
          });
      });
    });
    return answer;
  }

  bucket(name: BucketName): Promise<Bucket> {
    return Promise.resolve(new SimulatedBucket(this.#network, this.#process, this.#network.stores[name]));
  }

  onConnection(listener: (isConnected: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #pass(message: BusMessage): boolean {
    let heard = false;
    for (const { subject, process, onMessage } of this.#network.listeners) {
      if (subject !== message.subject || process.isDead) continue;
      heard = true;
      this.#network.carry(process, () => {
        process.deliver(() => {
          const reply = (data: Uint8Array) => {
            this.#network.carry(process, () => {
              message.reply(data);
            });
          };
          onMessage({ ...message, reply });
        });
      });
    }
    return heard;
  }
}

/**
 * A bucket as one process sees it: a request may be lost before it is carried out, and its answer afterwards. The caller needs
 * a limit of its own.
 */
class SimulatedBucket implements Bucket {
  readonly #network: Network;
  readonly #process: Process;
  readonly #store: Store;

  constructor(network: Network, process: Process, store: Store) {
    this.#network = network;
    this.#process = process;
    this.#store = store;
  }

  get(key: string): Promise<Entry | undefined> {
    return this.#ask(() => this.#store.get(key));
  }

  put(key: string, value: unknown): Promise<number> {
    return this.#ask(() => this.#store.put(key, value));
  }

  create(key: string, value: unknown): Promise<number | undefined> {
    return this.#ask(() => this.#store.create(key, value));
  }

  update(key: string, value: unknown, revision: number): Promise<number | undefined> {
    return this.#ask(() => this.#store.update(key, value, revision));
  }

  remove(key: string, revision: number | undefined): Promise<boolean> {
    return this.#ask(() => this.#store.remove(key, revision));
  }

  /** In order and without loss while the connection lasts; a new connection reports everything again. */
  watch(_filter: string, onEntry: (entry: Entry) => void, onCurrent: () => void = () => undefined): Watch {
    const { world } = this.#network;
    let last = 0;
    const state = { isCurrent: false };
    const send = (run: () => void) => {
      if (this.#process.isCut || this.#process.isDeaf || this.#process.isDead) return;
      last = Math.max(last, world.now + this.#network.delay());
      world.after(last - world.now, () => {
        if (!this.#process.isCut && !this.#process.isDeaf) this.#process.deliver(run);
      });
    };
    const tell = (entry: Entry) => {
      send(() => {
        onEntry(entry);
      });
    };
    let isKnown: () => void = () => undefined;
    const current = new Promise<void>((resolve) => {
      isKnown = resolve;
    });
    const tellAll = () => {
      send(() => {
        state.isCurrent = false;
      });
      for (const entry of this.#store.all()) tell(entry);
      send(() => {
        state.isCurrent = true;
        isKnown();
        onCurrent();
      });
    };
    this.#process.onJoin(tellAll);
    this.#process.onHear(tellAll);
    tellAll();
    const stop = this.#store.onWrite(tell);
    return {
      current,
      get isCurrent() {
        return state.isCurrent;
      },
      close: stop,
    };
  }

  #ask<T>(apply: () => T): Promise<T> {
    const answer = new Promise<T>((resolve) => {
      this.#network.carry(this.#process, () => {
        const result = apply();
        this.#network.carry(this.#process, () => {
          this.#process.deliver(() => {
            resolve(result);
          });
        });
      });
    });
    return answer;
  }
}
