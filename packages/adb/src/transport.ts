import type { Call } from '@handeye/core/call/call';
import { unreachable } from './unreachable.ts';

/** Bytes to and from a service on the phone. Pull-based: a reader that stops reading slows the phone down. */
export interface AdbStream {
  /** Both sides have closed it, or its connection broke, and nothing is left to read. */
  readonly ended: boolean;
  /** The next bytes; undefined at the end. One reader at a time. Rejects when the connection broke. */
  read(): Promise<Uint8Array | undefined>;
  /** Resolves when there is room for more. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the stream from our side; the phone hangs up the program behind it. */
  close(): void;
}

/** The phone's names for itself, as far as it gives them. */
export interface Banner {
  readonly product?: string | undefined;
  readonly model?: string | undefined;
  readonly device?: string | undefined;
}

/** A connection to one phone's services: through the adb server, or directly to its daemon. */
export interface Transport {
  readonly serial: string;
  readonly features: ReadonlySet<string>;
  readonly banner: Banner;
  /**
   * Small chunks arrive one at a time: the adb server leaves Nagle's algorithm on (seen with adb 29), so it holds each
   * one back until the one before is acknowledged, and a computer that has nothing to send delays that by 40 ms.
   * Sending something acknowledges at once.
   */
  readonly needsNudge: boolean;
  readonly openStreams: number;
  readonly isClosed: boolean;
  /** Resolves when the phone is gone (with the reason) or `close` was called (without). */
  readonly closed: Promise<Error | undefined>;
  /** Opens a service. The call limits only the opening; the stream lives until one side closes it. */
  open(service: string, call: Call): Promise<AdbStream>;
  /** Ends all streams, because of `reason` if given. */
  close(reason?: Error): Promise<void>;
}

/** Closes the stream when the signal fires. Call the returned function when the stream is no longer needed. */
export function closeOnAbort(stream: AdbStream, signal: AbortSignal): () => void {
  const close = () => {
    stream.close();
  };
  if (signal.aborted) close();
  else signal.addEventListener('abort', close, { once: true });
  return () => {
    signal.removeEventListener('abort', close);
  };
}

/** The part that both transports to a phone share: its names, and closing once with a reason. */
export abstract class ClosingTransport implements Transport {
  readonly serial: string;
  readonly features: ReadonlySet<string>;
  readonly banner: Banner;
  abstract readonly needsNudge: boolean;
  abstract readonly openStreams: number;
  readonly closed: Promise<Error | undefined>;
  isClosed = false;
  #resolveClosed: (reason: Error | undefined) => void = () => undefined;

  constructor({ serial, features, banner }: Pick<Transport, 'serial' | 'features' | 'banner'>) {
    this.serial = serial;
    this.features = features;
    this.banner = banner;
    this.closed = new Promise((resolve) => (this.#resolveClosed = resolve));
  }

  abstract open(service: string, call: Call): Promise<AdbStream>;

  close(reason?: Error): Promise<void> {
    if (!this.isClosed) {
      this.isClosed = true;
      this.#resolveClosed(reason);
      this.closeStreams(reason);
    }
    return Promise.resolve();
  }

  protected mustBeOpen(): void {
    if (this.isClosed) throw unreachable(this.serial, 'offline');
  }

  /** Called once. */
  protected abstract closeStreams(reason: Error | undefined): void;
}
