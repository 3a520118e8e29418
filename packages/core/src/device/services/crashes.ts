import type { Call } from '../../call/call.ts';

export interface Crash {
  /** Short, and the same whenever this crash is listed. */
  readonly id: string;
  readonly kind: 'crash' | 'not responding' | 'native crash';
  /** The process that failed: an application, mostly. */
  readonly app: string;
  /** In the device's time zone: `2026-11-16 03:15:22`. */
  readonly time: string;
  /** The exception with its message, the signal, or why it was given up on. */
  readonly reason: string;
  /** The first calls that are the application's own, the innermost first. */
  readonly frames: readonly string[];
  /** The whole trace, as the device wrote it. */
  readonly trace: string;
}

export interface CrashQuery {
  /** ISO 8601; the device's time unless it has an offset. */
  readonly since?: string | undefined;
  readonly packageName?: string | undefined;
}

export interface CrashList {
  /** The newest first. */
  readonly crashes: readonly Crash[];
  /** The crashes that this device does not let us read, in words for a model. */
  readonly notes: readonly string[];
}

/** A crash or a hang on a device. */
export interface Crashes {
  list(query: CrashQuery, call: Call): Promise<CrashList>;
  /** One of those that were listed, by its id; undefined if there is none any more. */
  find(id: string, call: Call): Promise<Crash | undefined>;
  /** The crashes within the last so many milliseconds, as far as that is cheap to know. */
  latest(milliseconds: number, call: Call): Promise<readonly Crash[]>;
}
