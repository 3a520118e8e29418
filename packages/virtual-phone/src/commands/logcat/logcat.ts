import type { Program } from '../../kernel/process.ts';
import type { LogBufferName, LogEntry } from '../../framework/system/log.ts';
import type { Framework } from '../../framework/system/framework.ts';
import { command, type CommandCall } from '../command.ts';
import type { RunningAndroid } from '../running-android.ts';
import { binaryEntry, formatEntry, type Style } from './format.ts';
import { LogcatError, parseLogcat, type LogcatOptions } from './options.ts';

/** `logcat`: prints the log and follows it, unless an option ends it. */
export function logcat({ framework }: RunningAndroid): Program {
  const { release } = framework.shape;
  return command(async (call) => {
    try {
      return await act(framework, call, parseLogcat(call.args, release, framework.clock.now()));
    } catch (error) {
      if (!(error instanceof LogcatError)) throw error;
      await call.complain(`${error.message}\n${error.withUsage ? USAGE : ''}`);
      return 1;
    }
  });
}

async function act(
  framework: Framework,
  call: CommandCall,
  options: LogcatOptions,
): Promise<number | undefined> {
  switch (options.action) {
    case 'help':
      await call.complain(USAGE);
      return undefined;
    case 'clear':
      framework.log.clear();
      return undefined;
    case 'none':
      return undefined;
    case 'print':
      await print(framework, call, options);
      return undefined;
  }
}

async function print(framework: Framework, call: CommandCall, options: LogcatOptions): Promise<void> {
  const printer = new Printer(framework, options);
  const news = options.dump ? undefined : new News(framework, call.signal);
  try {
    await call.stdout.write(printer.bytes(chosen(framework.log.entries, options)));
    if (news === undefined) return;
    for (;;) {
      const bytes = printer.bytes((await news.next()).filter((entry) => isWanted(entry, options)));
      if (bytes.length > 0) await call.stdout.write(bytes);
    }
  } finally {
    news?.stop();
  }
}

/** `-t N` counts before tags are filtered (recorded on 5.1). */
function chosen(entries: readonly LogEntry[], options: LogcatOptions): readonly LogEntry[] {
  const wanted = entries.filter((entry) => isWanted(entry, options));
  const { tail } = options;
  if (tail === undefined) return wanted;
  if ('since' in tail) return wanted.filter((entry) => entry.time >= tail.since);
  return tail.count === 0 ? [] : wanted.slice(-tail.count);
}

/** The filter of the log daemon itself: buffers and processes. */
function isWanted(entry: LogEntry, { buffers, pid }: LogcatOptions): boolean {
  return buffers.includes(entry.buffer) && (pid === undefined || entry.pid === pid);
}

/** Prints entries, with a divider when a buffer first appears. */
class Printer {
  readonly #seen = new Set<LogBufferName>();
  readonly #style: Style;
  readonly #release: number;

  readonly #options: LogcatOptions;

  constructor(framework: Framework, options: LogcatOptions) {
    this.#options = options;
    this.#release = framework.shape.release;
    this.#style = {
      format: options.format,
      modifiers: options.modifiers,
      bootedAt: framework.bootedAt,
      uidOf: (pid) => framework.processes.list().find((process) => process.pid === pid)?.uid ?? 0,
    };
  }

  bytes(entries: readonly LogEntry[]): Buffer {
    return Buffer.concat(entries.map((entry) => this.#one(entry)));
  }

  /** Only text output has dividers. */
  #one(entry: LogEntry): Buffer {
    const { buffers, filter, binary } = this.#options;
    const isFirst = buffers.length > 1 && !this.#seen.has(entry.buffer);
    this.#seen.add(entry.buffer);
    const head = isFirst && !binary ? `--------- beginning of ${entry.buffer}\n` : '';
    if (!filter.shows(entry)) return Buffer.from(head);
    if (binary) return binaryEntry(entry, this.#release, this.#style.uidOf(entry.pid));
    return Buffer.from(head + formatEntry(entry, this.#style));
  }
}

/** New entries in batches, as fast as the reader takes them. Waiting entries are bounded like the log. */
class News {
  #entries: LogEntry[] = [];
  #wake: (() => void) | undefined;
  readonly #unfollow: () => void;

  readonly #signal: AbortSignal;

  constructor(framework: Framework, signal: AbortSignal) {
    this.#signal = signal;
    this.#unfollow = framework.log.follow((entry) => {
      this.#entries.push(entry);
      if (this.#entries.length > MOST_WAITING) this.#entries.shift();
      this.#wake?.();
    });
  }

  /** The entries since the last call, as soon as there are any; rejects when the command has to end. */
  async next(): Promise<readonly LogEntry[]> {
    if (this.#entries.length === 0 && !this.#signal.aborted) await this.#change();
    this.#signal.throwIfAborted();
    const entries = this.#entries;
    this.#entries = [];
    return entries;
  }

  stop(): void {
    this.#unfollow();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#signal.removeEventListener('abort', wake);
        this.#wake = undefined;
        resolve();
      };
      this.#wake = wake;
      this.#signal.addEventListener('abort', wake, { once: true });
    });
  }
}

const MOST_WAITING = 5000;
const USAGE = 'Usage: logcat [options] [filterspecs]\n';
