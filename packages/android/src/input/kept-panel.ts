import type { Call } from '@handeye/core/call/call';
import { orAborted, pause } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import type { Phone } from '../phone.ts';
import type { Program } from '@handeye/adb/shell/program';
import { sh } from '../phone.ts';
import type { Size } from '../screen/display.ts';
import { uinputRegistration, uinputSync } from './uinput.ts';

/** The system uses a new panel within this time; its registration waits for it. */
const SETTLING = 1000;
/** The lag of `uinput` behind its times, where it does not report that it is done. */
const LAG = 60;
/** `uinput` reports it from Android 14 on; a phone that does not is waited for no longer than this. */
const FIRST_SDK_WITH_SYNC = 34;
const SYNC_PATIENCE = 2000;

/** A touch panel of our own on the phone, in a `uinput` process that is kept: registering it takes a second. */
export class KeptPanel {
  readonly natural: Size;
  readonly #program: Program;
  readonly #syncs: boolean;
  readonly #unanswered = new Map<string, () => void>();
  #settling = SETTLING;
  #gestures = 0;
  #ended = false;

  /** `life` is the call that the panel is kept for, which outlives the call that needs it first. */
  static async open(
    phone: Phone,
    { natural, sdk }: { natural: Size; sdk: number },
    life: Call,
  ): Promise<KeptPanel> {
    const program = await phone.stream(sh`uinput -`, life);
    await program.write(Buffer.from(uinputRegistration(natural)));
    return new KeptPanel(program, natural, sdk >= FIRST_SDK_WITH_SYNC);
  }

  private constructor(program: Program, natural: Size, syncs: boolean) {
    this.#program = program;
    this.natural = natural;
    this.#syncs = syncs;
  }

  /** Reads the output of the process until it ends; the phone may end it (a reboot, low memory). */
  async untilEnded(): Promise<void> {
    let line = '';
    try {
      for await (const bytes of this.#program.stdout) {
        line += Buffer.from(bytes).toString();
        for (const [token, answered] of this.#unanswered) if (line.includes(token)) answered();
        line = line.slice(line.lastIndexOf('\n') + 1);
      }
    } catch {
      // The process has ended, for whatever reason.
    } finally {
      this.#ended = true;
      for (const answered of this.#unanswered.values()) answered();
    }
  }

  /** Makes a gesture; resolves when the last finger is up. */
  async make({ lines, duration }: { lines: string; duration: number }, call: Call): Promise<void> {
    const expected = this.#settling + duration;
    this.#settling = 0;
    if (!this.#syncs) {
      await this.#program.write(Buffer.from(lines));
      await pause(expected + LAG, call);
      return;
    }
    const token = `handeye-${(this.#gestures += 1)}`;
    await this.#program.write(Buffer.from(lines + uinputSync(token)));
    await this.#answered(token, expected + SYNC_PATIENCE, call);
    if (this.#ended) throw actionFailed("The phone ended 'uinput' during the gesture. Try again.");
  }

  async #answered(token: string, patience: number, call: Call): Promise<void> {
    let stopTimer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => {
      this.#unanswered.set(token, resolve);
      stopTimer = call.clock.after(patience, resolve);
    });
    try {
      if (!this.#ended) await orAborted(answered, call.signal);
    } finally {
      stopTimer();
      this.#unanswered.delete(token);
    }
  }

  close(): void {
    this.#program.close();
  }
}
