import type { Call } from '../call/call.ts';

export interface RecordingWish {
  readonly maxSeconds: number;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
}

/** A recording that runs. */
export interface Recording {
  /** Ends it, and gives the film's bytes (MP4). */
  stop(call: Call): Promise<Uint8Array>;
}

/** Films the screen with what the device has for it. */
export interface Recorder {
  start(wish: RecordingWish, call: Call): Promise<Recording>;
}
