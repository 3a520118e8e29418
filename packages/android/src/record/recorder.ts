import { type Call, callWithoutDeadline, withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { actionFailed, DeviceError, deviceErrorOf } from '@handeye/core/device/errors';
import type { Film, Recorder, RecordingWish } from '@handeye/core/device/services/recorder';
import { type Phone, retryIfConnectionLost } from '../phone.ts';
import { FrameSeries } from './frames.ts';
import { lengthOfMovie } from './movie.ts';
import { Screenrecord } from './screenrecord.ts';

/** The limit for finishing at the end of a server. */
const CLOSE_LIMIT = 3_000;

interface Recording {
  readonly program: Screenrecord;
  readonly frames: FrameSeries;
  readonly began: Date;
  /** Stops taking pictures. */
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
    const frames = new FrameSeries(this.#phone, wish, () => program.start);
    const recording = { program, frames, began: new Date(), noMoreFrames };
    // Set before it runs: another call may come meanwhile.
    this.#current = recording;
    try {
      await program.begin(wish, call);
    } catch (error) {
      this.#current = undefined;
      throw error;
    }
    void program.ended.then(() => {
      noMoreFrames.abort();
    });
    void frames.take(callWithoutDeadline(call.clock, noMoreFrames.signal));
  }

  async stop<T>(keep: (film: Film) => Promise<T>, call: Call): Promise<T> {
    const recording = this.#current;
    if (!recording) throw actionFailed('Nothing is being recorded. Call start_recording first.');
    const { program, frames, began, noMoreFrames } = recording;
    // No picture after its end: the film itself does not show that.
    if (!program.isOver) await frames.takeOne(call);
    noMoreFrames.abort();
    const bytes = await this.#fetch(program, call);
    const seconds = bytes && lengthOfMovie(bytes);
    if (!bytes || seconds === undefined) {
      this.#current = undefined;
      await program.remove(call);
      throw actionFailed(brokenOff(program));
    }
    const answer = await keep({ bytes, seconds, frames: frames.frames, began });
    this.#current = undefined;
    await program.remove(call);
    return answer;
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

  /** Undefined if the phone no longer has the file. */
  async #fetch(program: Screenrecord, call: Call): Promise<Uint8Array | undefined> {
    try {
      await program.stop(call);
      if (!(await this.#phone.stat(program.path, call))) return undefined;
      return await retryIfConnectionLost(call, () => this.#phone.pull(program.path, call));
    } catch (error) {
      const known = deviceErrorOf(error);
      if (known === undefined) throw error;
      throw new DeviceError(known.kind, `${known.message} ${kept(program)}`, { cause: error });
    }
  }
}

/** The index of the frames is written last. */
function brokenOff({ words }: Screenrecord): string {
  const why = words === '' ? '' : ` (${words})`;
  return `The recording broke off before the phone had finished the file${why}, so it cannot be played. It was removed from the phone, and nothing was written on this computer. Record again.`;
}

function kept({ path }: Screenrecord): string {
  return `Nothing was written on this computer. The film is still on the phone (${path}): call stop_recording again.`;
}

function alreadyRecords({ program }: Recording, { clock }: Call): string {
  const seconds = Math.round((clock.now() - program.start) / 1000);
  return program.isOver
    ? `A recording that began ${seconds} s ago has ended and was not fetched yet. Call stop_recording to get it first.`
    : `A recording runs since ${seconds} s. Call stop_recording before you start another one.`;
}
