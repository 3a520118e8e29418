import type { AdbdDevice } from '../device.ts';
import type { ReversalHost, Reversals } from '../reversals.ts';
import type { AdbStream } from '../stream.ts';

export interface ServiceContext {
  readonly device: AdbdDevice;
  readonly reversals: Reversals;
  /** The host that opened the stream. */
  readonly host: ReversalHost;
  readonly reboot: (reason: string) => void;
}

/** Serves one stream to its end; the stream is closed when it returns or throws. */
export type Service = (stream: AdbStream) => Promise<void>;

/** Makes the service for `name:argument`; undefined refuses it. */
export type ServiceFactory = (
  argument: string,
  context: ServiceContext,
) => Service | undefined | Promise<Service | undefined>;

/** A service that sends one answer and ends. */
export function answer(text: string): Service {
  return (stream) => stream.outgoing.write(Buffer.from(text));
}
