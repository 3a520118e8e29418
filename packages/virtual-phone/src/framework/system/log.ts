import { save } from '../../kernel/checkpoint.ts';
import { Listeners } from '../../kernel/listeners.ts';
import type { Clock } from './clock.ts';

export type LogLevel = 'V' | 'D' | 'I' | 'W' | 'E' | 'F';
export type LogBufferName = 'main' | 'system' | 'events' | 'crash';

export interface LogEntry {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly pid: number;
  readonly tid: number;
  readonly level: LogLevel;
  readonly tag: string;
  readonly message: string;
  readonly buffer: LogBufferName;
}

export type NewLogEntry = Omit<LogEntry, 'time' | 'tid' | 'buffer'> &
  Partial<Pick<LogEntry, 'tid' | 'buffer'>>;

const CAPACITY = 5000;

/** The log that logcat reads: a ring buffer that drops the oldest entries first. */
export class LogBuffer {
  private all: LogEntry[] = [];
  readonly #listeners = new Listeners<[LogEntry]>();

  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get entries(): readonly LogEntry[] {
    return this.all;
  }

  write(entry: NewLogEntry): void {
    const written = { tid: entry.pid, buffer: 'main' as const, ...entry, time: this.#clock.now() };
    this.all.push(written);
    if (this.all.length > CAPACITY * 1.2) this.all = this.all.slice(-CAPACITY);
    this.#listeners.emit(written);
  }

  /** Entries never change, so a snapshot copies only the list. */
  [save](): () => void {
    const entries = [...this.all];
    return () => {
      this.all = [...entries];
    };
  }

  clear(): void {
    this.all = [];
  }

  /** Passes every new entry to the listener until the returned function is called. */
  follow(listener: (entry: LogEntry) => void): () => void {
    return this.#listeners.add(listener);
  }
}
