import type { Snapshot } from '../ui/snapshot.ts';

/** Screens that can still be asked for by their number. */
const MOST_STATES = 16;

/** New with each start, so that a number from before it names nothing now. */
const START = Math.floor(Math.random() * 256)
  .toString(16)
  .padStart(2, '0');

/** Numbers the screens that were shown, so that a later call can ask what changed since one of them. */
export class ScreenStates {
  readonly #numbers = new WeakMap<Snapshot, string>();
  readonly #snapshots = new Map<string, Snapshot>();
  #count = 0;

  /** The number of a screen that is shown now: `s4f17`. */
  numberOf(snapshot: Snapshot): string {
    const known = this.#numbers.get(snapshot);
    if (known !== undefined) return known;
    this.#count += 1;
    const number = `s${START}${this.#count}`;
    this.#numbers.set(snapshot, number);
    this.#snapshots.set(number, withoutPicture(snapshot));
    const [oldest] = this.#snapshots.keys();
    if (this.#snapshots.size > MOST_STATES && oldest !== undefined) this.#snapshots.delete(oldest);
    return number;
  }

  /** The screen of a number; undefined if it is from before the start, or too old. */
  snapshotOf(number: string): Snapshot | undefined {
    return this.#snapshots.get(number);
  }
}

/** A picture has megabytes, and nobody asks for it again. */
function withoutPicture(snapshot: Snapshot): Snapshot {
  const unpictured = { ...snapshot, picture: undefined };
  return 'picture' in snapshot ? unpictured : snapshot;
}
