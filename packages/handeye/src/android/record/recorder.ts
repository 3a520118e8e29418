import { type Call, callWithoutDeadline, withinLimit } from '../../call/call.ts';
import { realClock } from '../../call/clock.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Film, Recorder, RecordingWish } from '../../device/recorder.ts';
import { isConnectionLost } from '../errors.ts';
import type { Phone } from '../phone.ts';
import { FrameSeries } from './frames.ts';
import { lengthOfMovie } from './movie.ts';
import { Screenrecord } from './screenrecord.ts';

/** What the end of a server may take for this. */
const CLOSE_LIMIT = 3_000;

interface Recording {
  readonly program: Screenrecord;
  readonly frames: FrameSeries;
  readonly began: Date;
  /** By the call's clock. */
  readonly start: number;
  /** Ends the taking of pictures. */
  readonly noMoreFrames: AbortController;
}

/** Films a phone with its own screenrecord. */
export class AndroidRecorder implements Recorder {
  readonly #phone: Phone;
  #current: Recording | undefined;

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  async start(wish: RecordingWish, call: Call): Promise<void> {
    if (this.#current) throw actionFailed(alreadyRecords(this.#current, call));
    const program = new Screenrecord(this.#phone);
    const noMoreFrames = new AbortController();
    const start = call.clock.now();
    const frames = new FrameSeries(this.#phone, wish, start);
    const recording = { program, frames, began: new Date(), start, noMoreFrames };
    // Before it runs: another call may come meanwhile.
    this.#current = recording;
    try {
      await program.start(wish, call);
    } catch (error) {
      this.#current = undefined;
      throw error;
    }
    const stopFrames = call.clock.after(wish.maxSeconds * 1000, () => {
      noMoreFrames.abort();
    });
    noMoreFrames.signal.addEventListener('abort', stopFrames, { once: true });
    void frames.take(callWithoutDeadline(call.clock, noMoreFrames.signal));
  }

  async stop<T>(keep: (film: Film) => Promise<T>, call: Call): Promise<T> {
    const recording = this.#current;
    if (!recording) throw actionFailed('Nothing is being recorded. Call start_recording first.');
    const { program, frames, began, noMoreFrames } = recording;
    // Not what comes after its end: what the film itself does not show.
    if (!program.isOver) await frames.takeOne(call);
    noMoreFrames.abort();
    const bytes = await this.#fetch(program, call);
    const seconds = lengthOfMovie(bytes);
    if (seconds === undefined) {
      this.#current = undefined;
      await program.remove(call);
      throw actionFailed(
        'The recording broke off before the phone had written its end, so it cannot be played. It was removed from the phone, and nothing was written on this computer. Record again.',
      );
    }
    const kept = await keep({ bytes, seconds, frames: frames.frames, began });
    this.#current = undefined;
    await program.remove(call);
    return kept;
  }

  async close(): Promise<void> {
    const recording = this.#current;
    if (!recording) return;
    this.#current = undefined;
    recording.noMoreFrames.abort();
    // The phone may be gone. `handeye clean` removes the file then.
    const limits = { clock: realClock, limit: CLOSE_LIMIT };
    await withinLimit(limits, (call) => recording.program.remove(call)).catch(() => undefined);
  }

  async #fetch(program: Screenrecord, call: Call): Promise<Uint8Array> {
    try {
      await program.stop(call);
      return await this.#phone.pull(program.path, call);
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      throw actionFailed(
        `The connection to the phone broke before the film had arrived, so nothing was written on this computer. It is still on the phone (${program.path}): call stop_recording again.`,
        error,
      );
    }
  }
}

function alreadyRecords({ program, start }: Recording, { clock }: Call): string {
  const seconds = Math.round((clock.now() - start) / 1000);
  return program.isOver
    ? `A recording that began ${seconds} s ago has ended and was not fetched yet. Call stop_recording to get it first.`
    : `A recording runs since ${seconds} s. Call stop_recording before you start another one.`;
}
