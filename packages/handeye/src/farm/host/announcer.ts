import { type Call, withinLimit } from '../../call/call.ts';
import type { Clock } from '../../call/clock.ts';
import type { Bucket } from '../bus/bus.ts';
import type { DeviceRecord } from '../protocol/records.ts';

/** Milliseconds for one write. */
const WRITE_LIMIT = 5_000;

export interface AnnouncerOptions {
  readonly bucket: Bucket;
  readonly host: string;
  readonly clock: Clock;
  /** What is to be said of a device now; undefined if it is none of the host's any more. */
  readonly record: (device: string) => DeviceRecord | undefined;
  /** A record could not be written; the next beat tries again. */
  readonly onFailure: (error: unknown) => void;
}

/** Writes what the farm may know of a host's devices. Never an older state over a newer one. */
export class Announcer {
  readonly #options: AnnouncerOptions;
  /** Devices whose record is being written, and whether it changed meanwhile. */
  readonly #writing = new Map<string, { again: boolean; readonly ended: Promise<void> }>();
  #isClosed = false;

  constructor(options: AnnouncerOptions) {
    this.#options = options;
  }

  /** Writes the record of a device as it is now. */
  tell(device: string): void {
    const underWay = this.#writing.get(device);
    if (underWay) underWay.again = true;
    else if (!this.#isClosed) this.#begin(device);
  }

  /** Writes nothing more, and removes these records. */
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
