/**
 * A pipe between two programs, or a program and the ADB daemon. Like a kernel's pipe it holds a bounded amount: a full pipe
 * makes the writer wait, closing the reader breaks the pipe, ending the writer ends the reader.
 */
import { BrokenPipe, type Sink, type Source } from './process.ts';

/** The capacity of a Linux pipe. */
const PIPE_CAPACITY = 65_536;

export interface ReadRequest {
  /** Take no more than so many bytes. */
  readonly limit?: number;
  /** Gives up waiting, without taking anything. */
  readonly signal?: AbortSignal;
}

/** A source that several readers can share in turn: each continues where the last one stopped. */
export interface Input extends Source {
  /** The next bytes, or undefined at the end. */
  read(request?: ReadRequest): Promise<Uint8Array | undefined>;
  /** Puts back bytes that were read too far. */
  unread(bytes: Uint8Array): void;
}

export interface PipeReader extends Input {
  /** Closes the reading end: writers get BrokenPipe. */
  close(): void;
}

export interface PipeWriter extends Sink {
  write(bytes: Uint8Array, signal?: AbortSignal): Promise<void>;
  /** Ends the writing end: the reader comes to the end. */
  end(): void;
}

export interface Pipe {
  readonly reader: PipeReader;
  readonly writer: PipeWriter;
}

/** Makes a pipe. Breaking off an iteration over the reader leaves the rest for the next one; `close` breaks the pipe. */
export function createPipe(capacity = PIPE_CAPACITY): Pipe {
  const channel = new Channel(capacity);
  return {
    reader: {
      read: (request) => channel.read(request),
      unread: (bytes) => {
        channel.unread(bytes);
      },
      close: () => {
        channel.close();
      },
      [Symbol.asyncIterator]: () => iterate(channel),
    },
    writer: {
      write: (bytes, signal) => channel.write(bytes, signal),
      end: () => {
        channel.end();
      },
    },
  };
}

/** Iterates over anything that reads, without closing it at the end. */
export function iterate(input: Pick<Input, 'read'>, signal?: AbortSignal): AsyncIterator<Uint8Array> {
  return {
    next: async () => {
      const value = await input.read(signal ? { signal } : {});
      return value ? { done: false, value } : { done: true, value: undefined };
    },
  };
}

/** The reader for clients outside the phone: breaking off the iteration closes it. */
export async function* readToTheEnd(reader: PipeReader): AsyncGenerator<Uint8Array> {
  try {
    for await (const bytes of reader) yield bytes;
  } finally {
    reader.close();
  }
}

class Channel {
  readonly #chunks: Uint8Array[] = [];
  readonly #changes = new Set<() => void>();
  #size = 0;
  #ended = false;
  #closed = false;

  constructor(readonly capacity: number) {}

  async read({ limit = Infinity, signal }: ReadRequest = {}): Promise<Uint8Array | undefined> {
    for (;;) {
      signal?.throwIfAborted();
      const first = this.#chunks.shift();
      if (first) {
        const taken = first.length > limit ? first.subarray(0, limit) : first;
        if (taken !== first) this.#chunks.unshift(first.subarray(limit));
        this.#size -= taken.length;
        this.#changed();
        return taken;
      }
      if (this.#ended || this.#closed) return undefined;
      await this.#change(signal);
    }
  }

  unread(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#chunks.unshift(bytes);
    this.#size += bytes.length;
    this.#changed();
  }

  async write(bytes: Uint8Array, signal?: AbortSignal): Promise<void> {
    this.#refuseWhenBroken();
    if (bytes.length === 0) return;
    this.#chunks.push(bytes);
    this.#size += bytes.length;
    this.#changed();
    while (this.#size > this.capacity) {
      await this.#change(signal);
      this.#refuseWhenBroken();
    }
  }

  end(): void {
    this.#ended = true;
    this.#changed();
  }

  close(): void {
    this.#closed = true;
    this.#chunks.length = 0;
    this.#size = 0;
    this.#changed();
  }

  #refuseWhenBroken(): void {
    if (this.#closed || this.#ended) throw new BrokenPipe('the reader is gone');
  }

  #changed(): void {
    const waiting = [...this.#changes];
    this.#changes.clear();
    for (const wake of waiting) wake();
  }

  #change(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const wake = () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      };
      const abort = () => {
        this.#changes.delete(wake);
        reject(signal?.reason instanceof Error ? signal.reason : new BrokenPipe('aborted'));
      };
      this.#changes.add(wake);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }
}
