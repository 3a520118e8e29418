import type { Box, IdEvent, ScreenElement } from '../wire/screen.ts';

/**
 * Number of remembered ids, of which those seen longest ago are dropped first; and of events of each: the first and the newest.
 */
const MOST_IDS = 3_000;
const MOST_EVENTS = 20;

interface Known {
  label: string;
  box: Box;
  isThere: boolean;
  lastIsMove: boolean;
  readonly events: IdEvent[];
}

/** The history of a device's element ids while it was watched. */
export class IdHistory {
  readonly #known = new Map<string, Known>();
  #there: ReadonlySet<string> = new Set();

  /** Records a screen. `whereabouts` says where a missing element went. */
  note(elements: readonly ScreenElement[], at: number, whereabouts: (id: string) => string): void {
    const there = new Set(elements.map(({ id }) => id));
    for (const id of this.#there) {
      const known = there.has(id) ? undefined : this.#known.get(id);
      if (!known) continue;
      known.isThere = false;
      add(known, { at, what: whereabouts(id) });
    }
    for (const element of elements) this.#see(element, at);
    this.#there = there;
    for (const id of this.#known.keys()) {
      if (this.#known.size <= MOST_IDS) break;
      this.#known.delete(id);
    }
  }

  /** The history of an id, the oldest event first. */
  of(id: string): readonly IdEvent[] {
    return this.#known.get(id)?.events ?? [];
  }

  #see({ id, label, role, box }: ScreenElement, at: number): void {
    const known = this.#known.get(id);
    if (!known) {
      const what = `first seen as ${named(label)} (${role}) at ${placeOf(box)}`;
      this.#known.set(id, { label, box, isThere: true, lastIsMove: false, events: [{ at, what }] });
      return;
    }
    // The ids seen last are dropped last.
    this.#known.delete(id);
    this.#known.set(id, known);
    if (!known.isThere) add(known, { at, what: `came back at ${placeOf(box)}` });
    else if (placeOf(known.box) !== placeOf(box)) moved(known, { at, what: `moved to ${placeOf(box)}` });
    if (known.label !== label) add(known, { at, what: `says ${named(label)}, before ${named(known.label)}` });
    Object.assign(known, { label, box, isThere: true });
  }
}

/** A scrolling list moves its rows many times: only the last position is kept. */
function moved(known: Known, event: IdEvent): void {
  if (known.lastIsMove) known.events.pop();
  add(known, event);
  known.lastIsMove = true;
}

function add(known: Known, event: IdEvent): void {
  known.events.push(event);
  known.lastIsMove = false;
  if (known.events.length > MOST_EVENTS) known.events.splice(1, 1);
}

function named(label: string): string {
  return label === '' ? 'nameless' : `“${label}”`;
}

function placeOf({ left, top, right, bottom }: Box): string {
  return `${left},${top} – ${right},${bottom}`;
}
