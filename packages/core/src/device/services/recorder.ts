import type { Call } from '../../call/call.ts';
import type { Picture } from '../answers.ts';

/** A small picture as pixels, three bytes each. */
export interface SmallFrame {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The screen at a time. */
export interface FilmFrame extends SmallFrame {
  /** Since the film began. */
  readonly seconds: number;
}

export interface RecordingWish {
  readonly maxSeconds: number;
  readonly size?: { readonly width: number; readonly height: number } | undefined;
  /** Whether no call acts on the device: pictures are taken only then, so that no act waits for one. */
  readonly isFree: () => boolean;
  /** Makes a picture small enough to be kept. */
  readonly shrink: (picture: Picture) => Promise<SmallFrame>;
}

/** A film that has ended. */
export interface Film {
  readonly bytes: Uint8Array;
  readonly seconds: number;
  /** Pictures that were taken meanwhile, in order. */
  readonly frames: readonly FilmFrame[];
  /** When it began. */
  readonly began: Date;
}

/** Films the screen with what the device has for it, one film at a time. It runs on between calls. */
export interface Recorder {
  start(wish: RecordingWish, call: Call): Promise<void>;
  /**
   * Ends the film, if it has not ended by itself, and hands it to `keep`. The device forgets it only when that has worked:
   * otherwise this can be called again.
   */
  stop<T>(keep: (film: Film) => Promise<T>, call: Call): Promise<T>;
  /** Ends a film that no caller will fetch, and leaves nothing of it on the device. */
  close(): Promise<void>;
}
