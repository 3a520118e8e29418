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

/** What logcat reads: a ring buffer, oldest entries dropped first. */
export class LogBuffer {
  #entries: LogEntry[] = [];
  readonly #listeners = new Set<(entry: LogEntry) => void>();

  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get entries(): readonly LogEntry[] {
    return this.#entries;
  }

  write(entry: NewLogEntry): void {
    const written = { tid: entry.pid, buffer: 'main' as const, ...entry, time: this.#clock.now() };
    this.#entries.push(written);
    if (this.#entries.length > CAPACITY * 1.2) this.#entries = this.#entries.slice(-CAPACITY);
    for (const listener of this.#listeners) listener(written);
  }

  clear(): void {
    this.#entries = [];
  }

  /** Passes every new entry to the listener until the returned function is called. */
  follow(listener: (entry: LogEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
