import { changesBetween } from '@handeye/screen/format/lean/changes';
import type { Snapshot } from '@handeye/screen/snapshot';

/** Screens that can still be asked for by their number. */
const MOST_STATES = 16;

/** New with each start, so that a number from before it names nothing now. */
const START = Math.floor(Math.random() * 256)
  .toString(16)
  .padStart(2, '0');

/** When a screen was shown: by the clock, and after how much input. */
export interface Moment {
  readonly time: number;
  readonly inputs: number | undefined;
}

/** A screen that was shown. */
export interface ShownScreen extends Moment {
  readonly snapshot: Snapshot;
  readonly number: string;
}

/** Numbers the screens that were shown, so that a later call can ask what changed since one of them. */
export class ScreenStates {
  readonly #numbers = new WeakMap<Snapshot, string>();
  readonly #snapshots = new Map<string, Snapshot>();
  #latest: ShownScreen | undefined;
  #count = 0;

  /** The screen that was shown last. */
  get latest(): ShownScreen | undefined {
    return this.#latest;
  }

  /** The number of a screen that is shown now: `s4f17`. It stays the same while nothing changes that counts. */
  numberOf(snapshot: Snapshot, moment: Moment): string {
    const number = this.#numbers.get(snapshot) ?? this.#sameAsLatest(snapshot) ?? this.#newNumber();
    this.#numbers.set(snapshot, number);
    // A picture may have megabytes, and is not compared.
    const kept = { ...snapshot, picture: undefined };
    this.#latest = { number, snapshot: kept, ...moment };
    this.#keep(number, kept);
    return number;
  }

  /** The number that a screen would be shown under if it were shown now. Nothing is noted: the client does not see it. */
  numberToBe(snapshot: Snapshot): string {
    return this.#numbers.get(snapshot) ?? this.#sameAsLatest(snapshot) ?? numbered(this.#count + 1);
  }

  /** The screen of a number; undefined if it is from before the start, or too old. */
  snapshotOf(number: string): Snapshot | undefined {
    return this.#snapshots.get(number);
  }

  #sameAsLatest(snapshot: Snapshot): string | undefined {
    const latest = this.#latest;
    return latest && changesBetween(latest.snapshot, snapshot).kind === 'none' ? latest.number : undefined;
  }

  #newNumber(): string {
    this.#count += 1;
    return numbered(this.#count);
  }

  #keep(number: string, snapshot: Snapshot): void {
    this.#snapshots.set(number, snapshot);
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > MOST_STATES && oldest !== undefined) this.#snapshots.delete(oldest);
  }
}

function numbered(count: number): string {
  return `s${START}${count}`;
}
