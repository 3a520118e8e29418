import { type Call, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import type { Bucket } from '../bus/bus.ts';
import type { DeviceRecord } from '../protocol/records.ts';

/** Deadline of one write in milliseconds. */
const WRITE_LIMIT = 5_000;

export interface AnnouncerOptions {
  readonly bucket: Bucket;
  readonly host: string;
  readonly clock: Clock;
  /** The current record of a device; undefined if the host no longer has it. */
  readonly record: (device: string) => DeviceRecord | undefined;
  /** Called if a record could not be written; the next beat tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** Writes the records of a host's devices. An older state never overwrites a newer one. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  /** Devices whose record is being written, and whether it changed meanwhile. */
  readonly #writing = new Map<string, { again: boolean; readonly ended: Promise<void> }>();
  #isClosed = false;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Writes the current record of a device. */
  tell(device: string): void {
    const underWay = this.#writing.get(device);
    if (underWay) underWay.again = true;
    else if (!this.#isClosed) this.#begin(device);
  }

  /** Stops writing and removes these records. */
  async close(devices: Iterable<string>): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#writing.values()].map(({ ended }) => ended));
    await Promise.allSettled([...devices].map((device) => this.#remove(device)));
  }

  #begin(device: string): void {
    const state = { again: false, ended: Promise.resolve() };
    this.#writing.set(device, state);
    state.ended = this.#write(device)
      .catch(this.#options.onFailure)
      .finally(() => {
        this.#writing.delete(device);
        if (state.again) this.tell(device);
      });
  }

  async #write(device: string): Promise<void> {
    const record = this.#options.record(device);
    if (record) await this.#limited((call) => this.#options.bucket.put(this.#key(device), record, call));
  }

  async #remove(device: string): Promise<void> {
    await this.#limited((call) => this.#options.bucket.remove(this.#key(device), undefined, call));
  }

  #key(device: string): string {
    return `${this.#options.host}.${device}`;
  }

  #limited<T>(work: (call: Call) => Promise<T>): Promise<T> {
    return withinLimit({ clock: this.#options.clock, limit: WRITE_LIMIT }, work);
  }
}
