import type { Call } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import { DeadlineExceeded, pause, withinLimit } from '../../call/call.ts';
import { SharedAttempt } from '../../call/shared-attempt.ts';
import { Backoff } from './backoff.ts';
import { ConnectionLost } from './errors.ts';
import type { Result } from './shell/kept-shell.ts';
import type { Program } from './shell/program.ts';
import { sh } from './shell/quote.ts';
import type { Command } from './shell/quote.ts';
import { Shell } from './shell/shell.ts';
import { PhoneSpeed } from './speed.ts';
import { pullFile, pushFile, statFile } from './sync.ts';
import type { FileStatus, FileToPush } from './sync.ts';
import type { AdbStream, Banner, Transport } from './transport.ts';
import { Unreachable, closesStreams, unreachable } from './unreachable.ts';
import type { PhoneState } from './unreachable.ts';

/** How long a person may take to tap "Allow" before the phone is asked anew. */
const ATTEMPT_LIMIT = 60_000;
const FIRST_DELAY = 50;
const LONGEST_DELAY = 1000;
/**
 * A phone that lets us in and then breaks what we open gets this many connections, with pauses in between: without
 * them a daemon that closed at each OPEN got two thousand connections a second, until it hung. They are counted in a row
 * over all uses, so that a call which uses the phone several times does not wait for each of them; once they are used
 * up, a use gets one more.
 */
const MOST_CONNECTIONS = 6;
const BACKOFF = { first: 100, longest: LONGEST_DELAY };
/** The last part of a call's time is kept for saying what is wrong, before the call itself ends without a reason. */
const LAST_WORDS = { share: 0.1, most: 250 };

/** A new way to the phone; tells the state it meets on the way. */
export type Connect = (call: Call, onState: (state: PhoneState) => void) => Promise<Transport>;

/** What a phone told of itself when it was connected. */
export interface AdbDeviceDetails {
  readonly features: ReadonlySet<string>;
  readonly banner: Banner;
}

interface Link {
  readonly transport: Transport;
  readonly shell: Shell;
  /** Something was done over it. */
  hasServed: boolean;
  hasFailed: boolean;
}

/**
 * One phone, which may come and go: after a reboot, a pulled cable or a restarted adb server the next call
 * connects again by itself. A call in that moment waits within its time, then says what is wrong.
 */
export class AdbDevice {
  readonly serial: string;
  /** How slow it is, by what it answered so far. */
  readonly speed = new PhoneSpeed();
  readonly #clock: Clock;
  readonly #connect: Connect;
  readonly #closed = new AbortController();
  /** Of connections that failed before they were of any use. A connection that served and was cut is replaced at once. */
  readonly #backoff: Backoff;
  #link: Link | undefined;
  readonly #connecting = new SharedAttempt<Link>();
  #problem: Unreachable | undefined;
  /** Who waits for a change, to try again at once. */
  readonly #waiting = new Set<() => void>();
  #identity: { readonly of: Transport; readonly text: string } | undefined;

  constructor(serial: string, { clock, connect }: { clock: Clock; connect: Connect }) {
    this.serial = serial;
    this.#clock = clock;
    this.#connect = connect;
    this.#backoff = new Backoff(clock, BACKOFF);
  }

  /** How many streams to the phone are open: for tests, and for whoever looks for a leak. */
  get openStreams(): number {
    return this.#link?.transport.openStreams ?? 0;
  }

  /** Runs a command to its end, without stdin. Its exit code is a result, not an error. */
  run(command: Command, call: Call): Promise<Result> {
    return this.#use(call, ({ shell }) => this.#timed([command], call, () => shell.run(command, call)));
  }

  /** Runs several commands one after the other, whatever their exit codes, in one round trip. */
  script(commands: readonly Command[], call: Call): Promise<Result[]> {
    return this.#use(call, ({ shell }) => this.#timed(commands, call, () => shell.script(commands, call)));
  }

  /** Starts one program that runs on and has stdin; it ends with the call, or by `close`. */
  stream(command: Command, call: Call): Promise<Program> {
    return this.#use(call, ({ shell }) => shell.stream(command, call));
  }

  /** Opens a service of the phone, such as a port it listens on (`tcp:6790`). The call bounds the opening only. */
  connect(service: string, call: Call): Promise<AdbStream> {
    return this.#use(call, ({ transport }) => transport.open(service, call));
  }

  /** Writes a file; directories on the way are made. */
  push(file: FileToPush, call: Call): Promise<void> {
    return this.#use(call, ({ transport }) => pushFile(transport, file, call));
  }

  /** Reads a whole file. */
  pull(path: string, call: Call): Promise<Uint8Array> {
    return this.#use(call, ({ transport }) => pullFile(transport, path, call));
  }

  /** What is at a path of the phone; undefined where nothing is. */
  stat(path: string, call: Call): Promise<FileStatus | undefined> {
    return this.#use(call, ({ transport }) => statFile(transport, path, call));
  }

  /** What the phone's daemon can do, and what it calls itself. */
  async details(call: Call): Promise<AdbDeviceDetails> {
    const { features, banner } = (await this.#reach(call)).transport;
    return { features, banner };
  }

  /**
   * What tells this phone from all others, however it is reached. The serial number alone does not: all emulators
   * of one image share it. Where the shell may not read the boot id, its part is the same on every way.
   */
  identity(call: Call): Promise<string> {
    return this.#use(call, async ({ transport, shell }) => {
      if (this.#identity?.of !== transport) {
        const asked = [sh`getprop ro.serialno`, sh`cat /proc/sys/kernel/random/boot_id 2>/dev/null`];
        const [serial, boot] = (await shell.script(asked, call)).map((result) =>
          textOf(result.stdout).trim(),
        );
        // A phone without a serial number cannot be recognised: it is only like itself.
        const text = serial === undefined || serial === '' ? this.serial : `${serial} ${boot ?? ''}`;
        this.#identity = { of: transport, text };
      }
      return this.#identity.text;
    });
  }

  /** The adb server says how the phone stands: what is gone is let go, and who waits tries again at once. */
  changed(state: PhoneState): void {
    if (state !== 'device') void this.#link?.transport.close(unreachable(this.serial, state));
    for (const wake of this.#waiting) wake();
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error(`the phone ${this.serial} was closed`));
    for (const wake of this.#waiting) wake();
    await this.#connecting.underWay?.catch(() => undefined);
    this.#letGo();
  }

  /** Only what was answered counts: a phone that hangs is not a slow one. */
  async #timed<T>(commands: readonly Command[], { clock }: Call, work: () => Promise<T>): Promise<T> {
    const start = clock.now();
    const result = await work();
    this.speed.note(commands, clock.now() - start);
    return result;
  }

  /** Nothing was sent when the phone proves unreachable, so the work may be tried again. */
  async #use<T>(call: Call, work: (link: Link) => Promise<T>): Promise<T> {
    for (let connections = 1; ; connections++) {
      call.signal.throwIfAborted();
      const link = await this.#reach(call);
      try {
        const result = await work(link);
        this.#served(link);
        return result;
      } catch (error) {
        if (error instanceof ConnectionLost) this.#failed(link);
        if (!(error instanceof Unreachable)) throw error;
        const problem = (this.#problem =
          link.hasServed || error.state !== 'offline' ? error : closesStreams(this.serial, error));
        this.#failed(link);
        await link.transport.close(error);
        if (Math.max(connections, this.#backoff.failures) >= MOST_CONNECTIONS) throw problem;
      }
    }
  }

  #served(link: Link): void {
    link.hasServed = true;
    this.#problem = undefined;
    this.#backoff.succeeded();
  }

  /** Everybody who uses a connection sees it fail; it counts once. */
  #failed(link: Link): void {
    if (!link.hasServed && !link.hasFailed) this.#backoff.failed();
    link.hasFailed = true;
  }

  async #reach(call: Call): Promise<Link> {
    const present = this.#presentLink();
    if (present) return present;
    const left = call.remaining();
    const limit = left - Math.min(left * LAST_WORDS.share, LAST_WORDS.most);
    try {
      return await withinLimit({ clock: call.clock, limit, cancelled: call.signal }, (waiting) =>
        this.#await(waiting),
      );
    } catch (error) {
      const isOurLimit = error instanceof DeadlineExceeded && !call.signal.aborted;
      throw isOurLimit && this.#problem ? this.#problem : error;
    }
  }

  /** Tries again and again; ends with the call. What no waiting helps against (a wireless port) ends it at once. */
  async #await(call: Call): Promise<Link> {
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      // Whoever connects meanwhile connects for all.
      if (this.#backoff.remaining > 0) await this.#pauseOrChange(this.#backoff.remaining, call);
      try {
        return this.#presentLink() ?? (await this.#connecting.join(() => this.#attempt(), call.signal));
      } catch (error) {
        if (call.signal.aborted || !isPassing(error)) throw error;
        if (error instanceof Unreachable) this.#problem = error;
      }
      await this.#pauseOrChange(delay, call);
    }
  }

  async #pauseOrChange(delay: number, call: Call): Promise<void> {
    let wake: () => void = () => undefined;
    const changed = new Promise<void>((resolve) => (wake = resolve));
    this.#waiting.add(wake);
    try {
      await Promise.race([pause(delay, call), changed]);
    } finally {
      this.#waiting.delete(wake);
    }
  }

  #presentLink(): Link | undefined {
    return this.#link?.transport.isClosed === false ? this.#link : undefined;
  }

  /** Outlives the calls that wait for it: the dialog on the phone stays until somebody has read it. */
  async #attempt(): Promise<Link> {
    this.#closed.signal.throwIfAborted();
    this.#letGo();
    const options = { clock: this.#clock, limit: ATTEMPT_LIMIT, cancelled: this.#closed.signal };
    this.#problem ??= unreachable(this.serial, 'offline');
    const onState = (state: PhoneState) => (this.#problem = unreachable(this.serial, state));
    const transport = await withinLimit(options, async (call) => {
      const connected = await this.#connect(call, onState);
      if (call.signal.aborted) await connected.close(); // nobody takes it any more
      return connected;
    });
    this.#link = { transport, shell: new Shell(transport), hasServed: false, hasFailed: false };
    return this.#link;
  }

  #letGo(): void {
    this.#link?.shell.close();
    void this.#link?.transport.close();
    this.#link = undefined;
  }
}

/** The phone may be there at the next try; an attempt that took too long counts as well. */
function isPassing(error: unknown): boolean {
  return error instanceof Unreachable || error instanceof DeadlineExceeded;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
