import { randomUUID } from 'node:crypto';
import { type Call, callWithoutDeadline, orAborted, pause, withinLimit } from '@handeye/core/call/call';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import type { RecordingWish } from '@handeye/core/device/services/recorder';
import type { Program } from '@handeye/adb/shell/program';
import { FOLDER_ON_PHONE } from '../companion/dex.ts';
import { outputOf, type Phone, sh } from '../phone.ts';

/** `handeye clean` removes files with this prefix. */
const PREFIX = `${FOLDER_ON_PHONE}/handeye-recording-`;
/** A film is held in memory, and no file may have more than 50 MB: a long one gets fewer bits a second. */
const MOST_BITS = 45 * 1024 * 1024 * 8;
const BEST_BIT_RATE = 4_000_000;

/** How long a recording has to show that it runs, or why not, and the milliseconds between checks. */
const START_LIMIT = 2_000;
const START_PAUSE = 100;
/** The limit for ending a recording that did not begin properly. */
const REMOVE_LIMIT = 3_000;
/** Milliseconds between checks whether a program has ended whose stream was cut. */
const END_PAUSE = 200;
const LONGEST_WORDS = 300;

const NO_PROGRAM =
  'This phone has no screenrecord: its build left it out, so its screen cannot be filmed. ' +
  'Take single pictures with get_screen_state and include_screenshot instead.';

/** Prints the shell's pid, which is the program's after exec, so that a signal reaches only this one. */
const SAY_NUMBER = 'echo $$; exec screenrecord "$@"';

/** The phone's screenrecord at work. */
export class Screenrecord {
  readonly path = `${PREFIX}${randomUUID()}.mp4`;
  readonly #phone: Phone;
  readonly #ending = new AbortController();
  #pid: number | undefined;
  #output = '';
  #program: Program | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isOver = false;
  #start = 0;
  #isCut = false;

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  /** When the film began, by the clock of the call that began it. */
  get start(): number {
    return this.#start;
  }

  /** Settles when it has ended, or its connection was cut. */
  get ended(): Promise<void> {
    return this.#ended;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Its output so far, on one line. */
  get words(): string {
    const said = `${this.#output.replace(/^\s*\d+\r?\n/, '')}\n${this.#program?.stderr ?? ''}`;
    return said
      .trim()
      .replaceAll(/\s*\n\s*/g, ' ')
      .slice(0, LONGEST_WORDS);
  }

  /** Starts it; resolves when it is known to run. */
  async begin({ maxSeconds, size }: RecordingWish, call: Call): Promise<void> {
    const bitRate = Math.min(BEST_BIT_RATE, Math.floor(MOST_BITS / maxSeconds));
    const sizes = size ? ['--size', `${size.width}x${size.height}`] : [];
    const args = ['--time-limit', maxSeconds, '--bit-rate', bitRate, ...sizes, this.path];
    const own = callWithoutDeadline(call.clock, this.#ending.signal);
    const program = await this.#phone.stream(sh`sh -c ${SAY_NUMBER} sh ${args}`, own);
    this.#program = program;
    this.#start = call.clock.now();
    this.#ended = this.#read(program);
    try {
      await this.#mustRun(size !== undefined, call);
    } catch (error) {
      // Not with this call's signal: if the call is cancelled, the phone would go on filming.
      const limits = { clock: call.clock, limit: REMOVE_LIMIT };
      await withinLimit(limits, (own) => this.remove(own)).catch(() => undefined);
      throw error;
    }
  }

  /** Ends it with SIGINT, and waits until it has written the end of the film. */
  async stop(call: Call): Promise<void> {
    if (!this.#isOver) await this.#signal('-2', call);
    await orAborted(this.#ended, call.signal);
    // A cut connection ends it, too (SIGHUP), but without word when it was done.
    while (this.#isCut && (await this.#runs(call))) await pause(END_PAUSE, call);
  }

  /** Ends it if it still runs, and removes its file. */
  async remove(call: Call): Promise<void> {
    if (!this.#isOver || this.#isCut) await this.#signal('-9', call);
    this.#ending.abort(new Error('the recording is removed'));
    await this.#phone.run(sh`rm -f ${this.path}`, call);
  }

  async #read(program: Program): Promise<void> {
    try {
      for await (const bytes of program.stdout) {
        this.#output = (this.#output + Buffer.from(bytes).toString()).slice(-2_000);
        this.#pid ??= this.#numberIn();
      }
    } catch {
      // The connection was cut, or we closed it.
      this.#isCut = true;
    } finally {
      this.#isOver = true;
    }
  }

  #numberIn(): number | undefined {
    const [, digits] = /^\s*(\d+)\r?\n/.exec(this.#output) ?? [];
    return digits === undefined ? undefined : Number(digits);
  }

  /** It runs when its file has content; a program that cannot run ends at once and says why. */
  async #mustRun(hasSize: boolean, call: Call): Promise<void> {
    const end = call.clock.now() + START_LIMIT;
    while (call.clock.now() < end) {
      if (this.#isOver) throw this.#failure(hasSize);
      const file = await this.#phone.stat(this.path, call);
      if (file && file.size > 0) return;
      await pause(START_PAUSE, call);
    }
    if (this.#isOver) throw this.#failure(hasSize);
  }

  #failure(hasSize: boolean): Error {
    const words = this.words || 'it ended at once';
    if (/screenrecord: (?:inaccessible or )?not found/.test(words)) return permissionDenied(NO_PROGRAM);
    const isEncoder = /codec|encoder|output buffers|err=-/i.test(words);
    const help = !isEncoder
      ? ''
      : hasSize
        ? ' Pass another size: even numbers, such as 720x1280.'
        : ' Its encoder may not take the whole screen: pass a smaller size, such as 720x1280.';
    return actionFailed(`The phone's screenrecord failed: ${words}.${help}`);
  }

  /** A pid is reused one day: the signal goes only to a process with our file among its arguments. */
  async #signal(signal: '-2' | '-9', call: Call): Promise<void> {
    if (this.#pid === undefined) return;
    const file = `/proc/${this.#pid}/cmdline`;
    await this.#phone.run(sh`grep -q ${this.path} ${file} && kill ${signal} ${this.#pid}`, call);
  }

  async #runs(call: Call): Promise<boolean> {
    const file = `/proc/${this.#pid ?? 0}/cmdline`;
    const found = await this.#phone.run(sh`grep -q ${this.path} ${file} && echo runs`, call);
    return outputOf(found).includes('runs');
  }
}
