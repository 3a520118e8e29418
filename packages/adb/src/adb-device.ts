import type { Call } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { DeadlineExceeded, pause, withinLimit } from '@handeye/core/call/call';
import { SharedAttempt } from '@handeye/core/call/shared-attempt';
import { Backoff } from './backoff.ts';
import { ConnectionLost } from './errors.ts';
import type { Program } from './shell/program.ts';
import { sh } from './shell/quote.ts';
import type { ShellCommand } from './shell/quote.ts';
import { Shell } from './shell/shell.ts';
import type { Result } from './shell/shell.ts';
import { DeviceSpeed } from './device-speed.ts';
import { listDirectory, pullFile, pushFile, statFile } from './sync.ts';
import type { DirectoryEntry, FileStatus, FileToPush, PullOptions } from './sync.ts';
import type { AdbStream, Banner, Transport } from './transport.ts';
import { Unreachable, closesStreams, unreachable } from './unreachable.ts';
import type { DeviceState } from './unreachable.ts';

/** How long a person may take to tap "Allow" before the phone asks again. */
const ATTEMPT_LIMIT = 60_000;
const FIRST_DELAY = 50;
const LONGEST_DELAY = 1000;
/**
 * The most connections to a phone that accepts us and then breaks what we open, with pauses in between. Without the
 * pauses, a daemon that closed at each OPEN got two thousand connections a second, until it hung. They are counted in a
 * row over all uses, so that a call which uses the phone several times does not wait for each of them; once they are
 * used up, a use gets one more.
 */
const MOST_CONNECTIONS = 6;
/**
 * A phone that never was there is waited for no longer than this: it takes a person to attach it, while one that was there may
 * reboot.
 */
const NEVER_THERE_LIMIT = 400;
const NOT_THERE: ReadonlySet<DeviceState> = new Set(['absent', 'no server', 'out of reach']);
const BACKOFF = { first: 100, longest: LONGEST_DELAY };
/** The last part of a call's time is reserved for reporting the problem, before the call ends without a reason. */
const LAST_WORDS = { share: 0.1, most: 250 };

/** Opens a connection to the phone; reports the states that it sees on the way. */
export type Connect = (call: Call, onState: (state: DeviceState) => void) => Promise<Transport>;

/** The facts that a phone gave about itself when it was connected. */
export interface AdbDeviceDetails {
  readonly features: ReadonlySet<string>;
  readonly banner: Banner;
}

interface Link {
  readonly transport: Transport;
  readonly shell: Shell;
  /** The connection has done something. */
  hasServed: boolean;
  hasFailed: boolean;
}

/**
 * One phone, which may disconnect and come back: after a reboot, a pulled cable or a restarted adb server the next call
 * reconnects. A call made meanwhile waits within its time limit, then reports the problem.
 */
export class AdbDevice {
  readonly serial: string;
  /** The phone's slowness, judging by its answers so far. */
  readonly speed = new DeviceSpeed();
  readonly #clock: Clock;
  readonly #connect: Connect;
  readonly #closed = new AbortController();
  /** For connections that failed before their first use. A connection that worked and was cut is replaced at once. */
  readonly #backoff: Backoff;
  #link: Link | undefined;
  readonly #connecting = new SharedAttempt<Link>();
  #problem: Unreachable | undefined;
  /** It was connected once. */
  #wasThere = false;
  /** Callers that wait for a change of state, to try again at once. */
  readonly #waiting = new Set<() => void>();
  #identity: { readonly of: Transport; readonly text: string } | undefined;

  constructor(serial: string, { clock, connect }: { clock: Clock; connect: Connect }) {
    this.serial = serial;
    this.#clock = clock;
    this.#connect = connect;
    this.#backoff = new Backoff(clock, BACKOFF);
  }

  /** The number of open streams to the phone, for tests and for finding leaks. */
  get openStreams(): number {
    return this.#link?.transport.openStreams ?? 0;
  }

  get isConnected(): boolean {
    return this.#presentLink() !== undefined;
  }

  /** Runs a command to its end, without stdin. Its exit code is a result, not an error. */
  run(command: ShellCommand, call: Call): Promise<Result> {
    return this.#use(call, ({ shell }) => this.#timed([command], call, () => shell.run(command, call)));
  }

  /** Runs several commands one after the other, whatever their exit codes, in one round trip. */
  script(commands: readonly ShellCommand[], call: Call): Promise<Result[]> {
    return this.#use(call, ({ shell }) => this.#timed(commands, call, () => shell.script(commands, call)));
  }

  /** Starts a program that keeps running and has stdin; it ends with the call, or by `close`. */
  stream(command: ShellCommand, call: Call): Promise<Program> {
    return this.#use(call, ({ shell }) => shell.stream(command, call));
  }

  /** Opens a service of the phone, such as a port it listens on (`tcp:6790`). The call limits only the opening. */
  connect(service: string, call: Call): Promise<AdbStream> {
    return this.#use(call, ({ transport }) => transport.open(service, call));
  }

  /** Writes a file and creates missing directories. */
  push(file: FileToPush, call: Call): Promise<void> {
    return this.#use(call, ({ transport }) => pushFile(transport, file, call));
  }

  /** Reads a whole file. */
  pull(path: string, call: Call, options?: PullOptions): Promise<Uint8Array> {
    return this.#use(call, ({ transport }) => pullFile(transport, path, call, options));
  }

  /** The entries of a directory on the phone. */
  list(path: string, call: Call): Promise<readonly DirectoryEntry[]> {
    return this.#use(call, ({ transport }) => listDirectory(transport, path, call));
  }

  /** The status of a path on the phone; undefined if nothing is there. */
  stat(path: string, call: Call): Promise<FileStatus | undefined> {
    return this.#use(call, ({ transport }) => statFile(transport, path, call));
  }

  /** The daemon's features, and the phone's names for itself. */
  async details(call: Call): Promise<AdbDeviceDetails> {
    const { features, banner } = (await this.#reach(call)).transport;
    return { features, banner };
  }

  /**
   * Identifies this phone, however it is reached. The serial number is not enough: all emulators of one image share it.
   * If the shell may not read the boot id, that part is the same over every connection.
   */
  identity(call: Call): Promise<string> {
    return this.#use(call, async ({ transport, shell }) => {
      if (this.#identity?.of !== transport) {
        const asked = [sh`getprop ro.serialno`, sh`cat /proc/sys/kernel/random/boot_id 2>/dev/null`];
        const [serial, boot] = (await shell.script(asked, call)).map((result) =>
          textOf(result.stdout).trim(),
        );
        // A phone without a serial number cannot be recognised over another connection.
        const text = serial === undefined || serial === '' ? this.serial : `${serial} ${boot ?? ''}`;
        this.#identity = { of: transport, text };
      }
      return this.#identity.text;
    });
  }

  /**
   * The adb server reports the phone's state: drops a connection that is gone, and lets waiting callers try again at
   * once.
   */
  changed(state: DeviceState): void {
    if (state !== 'device') void this.#link?.transport.close(unreachable(this.serial, state));
    for (const wake of this.#waiting) wake();
  }

  async close(): Promise<void> {
    this.#closed.abort(new Error(`the phone ${this.serial} was closed`));
    for (const wake of this.#waiting) wake();
    await this.#connecting.underWay?.catch(() => undefined);
    this.#letGo();
  }

  /** Measures only answered commands: a phone that hangs is not a slow one. */
  async #timed<T>(commands: readonly ShellCommand[], { clock }: Call, work: () => Promise<T>): Promise<T> {
    const start = clock.now();
    const result = await work();
    this.speed.note(commands, clock.now() - start);
    return result;
  }

  /** Runs the work, and repeats it if the phone proves unreachable: then nothing was sent. */
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

  /** All users of a connection see it fail; that counts as one failure. */
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

  /** Tries until the call ends. An error that waiting cannot fix (a wireless debugging port) is thrown at once. */
  async #await(call: Call): Promise<Link> {
    const start = call.clock.now();
    for (let delay = FIRST_DELAY; ; delay = Math.min(2 * delay, LONGEST_DELAY)) {
      // One attempt serves all callers that wait.
      if (this.#backoff.remaining > 0) await this.#pauseOrChange(this.#backoff.remaining, call);
      try {
        return this.#presentLink() ?? (await this.#connecting.join(() => this.#attempt(), call.signal));
      } catch (error) {
        if (call.signal.aborted || !isPassing(error)) throw error;
        if (error instanceof Unreachable) {
          this.#problem = error;
          const isLong = call.clock.now() - start > NEVER_THERE_LIMIT;
          if (isLong && !this.#wasThere && NOT_THERE.has(error.state)) throw error;
        }
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

  /** Outlives the calls that wait for it: the dialog on the phone stays until its user has answered. */
  async #attempt(): Promise<Link> {
    this.#closed.signal.throwIfAborted();
    this.#letGo();
    const options = { clock: this.#clock, limit: ATTEMPT_LIMIT, cancelled: this.#closed.signal };
    this.#problem ??= unreachable(this.serial, 'offline');
    const onState = (state: DeviceState) => (this.#problem = unreachable(this.serial, state));
    const transport = await withinLimit(options, async (call) => {
      const connected = await this.#connect(call, onState);
      if (call.signal.aborted) await connected.close(); // no caller waits for it any longer
      return connected;
    });
    this.#wasThere = true;
    this.#link = { transport, shell: new Shell(transport), hasServed: false, hasFailed: false };
    return this.#link;
  }

  #letGo(): void {
    this.#link?.shell.close();
    void this.#link?.transport.close();
    this.#link = undefined;
  }
}

/** Whether the next try may succeed; also after an attempt that took too long. */
function isPassing(error: unknown): boolean {
  return error instanceof Unreachable || error instanceof DeadlineExceeded;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
