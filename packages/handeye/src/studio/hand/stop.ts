import type { WatchedCall } from '../timeline/watched-toolbox.ts';

/** A write that may be ended. */
export interface StoppableWrite {
  /** Fires when the write is to end; its reason is a sentence for the model. */
  readonly signal: AbortSignal;
  /** It has ended by itself. */
  ended(): void;
}

interface Write {
  readonly end: AbortController;
  /** The device that it names; undefined: the one that is used unless one is named. */
  readonly device: string | undefined;
}

/** Why a person ends a write. The message is for the model; `forPerson` is for whoever sees the page. */
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

/** Ends the writes of clients at once, and keeps new ones out. What a person does by hand goes on. */
export class Stop {
  readonly #writes = new Set<Write>();
  #isOn = false;

  get isOn(): boolean {
    return this.#isOn;
  }

  /** A call begins. What only reads, and the person's own hand, are never ended. */
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

  /** A person takes a device: whatever is being written to it ends. `isUsual`: calls that name no device mean this one. */
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
