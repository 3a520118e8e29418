import type { Snapshot } from '../ui/snapshot.ts';

/** Screens that can still be asked for by their number. */
const MOST_STATES = 16;

/** New with each start, so that a number from before it names nothing now. */
const START = Math.floor(Math.random() * 256)
  .toString(16)
  .padStart(2, '0');

/** A screen that was shown, and when. */
export interface ShownScreen {
  readonly snapshot: Snapshot;
  readonly number: string;
  readonly time: number;
}

/** Numbers the screens that were shown, so that a later call can ask what changed since one of them. */
export class ScreenStates {
  readonly #numbers = new WeakMap<Snapshot, string>();
  readonly #snapshots = new Map<string, Snapshot>();
  #count = 0;
  #latest: ShownScreen | undefined;

  /** The screen that was shown last. */
  get latest(): ShownScreen | undefined {
    return this.#latest;
  }

  /** The number of a screen that is shown now: `s4f17`. */
  numberOf(snapshot: Snapshot, time: number): string {
    const number = this.#numbers.get(snapshot) ?? this.#numbered(snapshot);
    this.#latest = { snapshot, number, time };
    return number;
  }

  /** A screen that shows what another one showed goes under its number. */
  showsTheSame(snapshot: Snapshot, as: ShownScreen, time: number): string {
    this.#numbers.set(snapshot, as.number);
    if (this.#snapshots.has(as.number)) this.#snapshots.set(as.number, snapshot);
    this.#latest = { snapshot, number: as.number, time };
    return as.number;
  }

  #numbered(snapshot: Snapshot): string {
    this.#count += 1;
    const number = `s${START}${this.#count}`;
    this.#numbers.set(snapshot, number);
    this.#snapshots.set(number, snapshot);
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > MOST_STATES && oldest !== undefined) this.#snapshots.delete(oldest);
    return number;
  }

  /** The screen of a number; undefined if it is from before the start, or too old. */
  snapshotOf(number: string): Snapshot | undefined {
    return this.#snapshots.get(number);
  }
}
