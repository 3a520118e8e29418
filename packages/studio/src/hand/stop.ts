import type { WatchedCall } from '../timeline/watched-toolbox.ts';

/** A write that Stop can end. */
export interface StoppableWrite {
  /** Fires to end the write; its reason is a sentence for the model. */
  readonly signal: AbortSignal;
  /** The write has ended by itself. */
  ended(): void;
}

interface Write {
  readonly end: AbortController;
  /** The device that it names; undefined means the default device. */
  readonly device: string | undefined;
}

/** A person ended a write. The message is for the model, `forPerson` for the page. */
export class EndedByPerson extends Error {
  override readonly name = 'EndedByPerson';
  readonly forPerson: string;

  constructor({ forModel, forPerson }: Why) {
    super(forModel);
    this.forPerson = forPerson;
  }
}

interface Why {
  readonly forModel: string;
  readonly forPerson: string;
}

const REFUSED =
  'stopped: a person has stopped all writes. Nothing was done. Reading is allowed; wait until writing is allowed again, or ' +
  'ask the user.';
const ENDED: Why = {
  forModel:
    'stopped: a person has stopped all writes while this call was under way. What it had done by then stands; what it still ' +
    'wanted to do, or a person was being asked about, was not done. Reading is allowed: look at the screen, and write nothing ' +
    'until the user says so.',
  forPerson: 'Stopped: it was not done.',
};
const TAKEN_OVER: Why = {
  forModel:
    'busy: a person has taken over while this was under way, so a part of it may be done. Reading is allowed; wait, or ask ' +
    'the user.',
  forPerson: 'Taken over: it was not done.',
};

/** Ends the writes of clients at once and refuses new ones. The person's own calls go on. */
export class Stop {
  readonly #writes = new Set<Write>();
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** Registers a call. Reads and the person's own calls are never ended. */
  began({ writes, byPerson, args }: WatchedCall): StoppableWrite {
    const write: Write = { end: new AbortController(), device: deviceIn(args) };
    if (writes && !byPerson) {
      if (this.#isOn) write.end.abort(new Error(REFUSED));
      else this.#writes.add(write);
    }
    return {
      signal: write.end.signal,
      ended: () => {
        this.#writes.delete(write);
      },
    };
  }

  stop(): void {
    this.#isOn = true;
    this.#end(() => true, ENDED);
  }

  resume(): void {
    this.#isOn = false;
  }

  /**
   * A person takes a device over: running writes to it end. `isUsual`: it is also the default device of calls that name none.
   */
  takeOver(device: string, { isUsual }: { readonly isUsual: boolean }): void {
    this.#end((write) => write.device === device || (write.device === undefined && isUsual), TAKEN_OVER);
  }

  #end(concerns: (write: Write) => boolean, why: Why): void {
    for (const write of [...this.#writes].filter(concerns)) {
      this.#writes.delete(write);
      write.end.abort(new EndedByPerson(why));
    }
  }
}

function deviceIn(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || !('device' in args)) return undefined;
  return typeof args.device === 'string' ? args.device : undefined;
}
