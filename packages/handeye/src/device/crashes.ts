import type { Call } from '../call/call.ts';

export interface Crash {
  readonly id: string;
  readonly kind: 'crash' | 'not responding' | 'native crash';
  readonly app: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The whole trace, as the device wrote it. */
  readonly trace: string;
}

/** What ended, or hung, on a device. */
export interface Crashes {
  /** The newest first. */
  list(call: Call): Promise<readonly Crash[]>;
}
