import type { Identity } from '@handeye/screen/identity/identity';
import { createIdentity } from '@handeye/screen/identity/identity';
import type { Element, Snapshot } from '@handeye/screen/snapshot';
import type { Clock } from '../call/clock.ts';
import { type DeviceUnreachable, timedOut } from './errors.ts';
import { type Call, orAborted, Timer } from '../call/call.ts';
import { Pauses } from '../call/pauses.ts';
import { SerialQueue } from '../call/serial-queue.ts';
import { ScreenStates } from './screen-states.ts';
import type { Device, Direction, PicturedView, Wish } from './port.ts';

const QUESTION_OPEN =
  'Nothing was done: the user is being asked about another call on this device, and nothing else is written to it until ' +
  'there is an answer. Reading works. Try again in a minute.';

const OTHERS_TOOK_THE_TIME =
  'Nothing was done: other calls acted on this device all the time that this call may take. Look at the screen, then try again.';

/** The share of its limit that a call keeps for its own work: less would cut it half-way. */
const OWN_SHARE = 0.2;

/** The result of one look: the screen as a value, with ids, and the picture if it was wished for. */
export interface PicturedSnapshot extends Snapshot {
  readonly picture: PicturedView['picture'];
  /** The screen forbids pictures. */
  readonly protected: boolean;
  /** Nothing moved while it was taken. */
  readonly rested: boolean;
}

/** The part of the screen that an input moves: the rows of a list in one direction, anything, or nothing. */
export type Movement = Direction | 'anything' | 'nothing';

interface LookUnderWay {
  readonly wish: Wish;
  readonly snapshot: Promise<PicturedSnapshot>;
  readonly stop: AbortController;
  watchers: number;
  /** When the most patient of its watchers gives up. */
  deadline: number;
}

interface TurnLimits {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Milliseconds for the wait and the work together. */
  readonly limit: number;
  /** The part of them that the work takes in any case. */
  readonly duration: number;
}

/** A listener to the events of a device, whichever client causes them. */
export interface SessionListener {
  readonly onLook?: (snapshot: PicturedSnapshot) => void;
  readonly onActed?: () => void;
}

/**
 * One device in use, however many clients use it: it keeps the ids, lets one hand at a time touch the device,
 * and lets looks of the same moment share one reading.
 */
export class Session {
  readonly identity: Identity = createIdentity();
  /** The screens that were shown under a number. */
  readonly states = new ScreenStates();
  /** Under way while a person is asked about a write to this device, which has its turn meanwhile. */
  readonly questions = new Pauses();
  readonly #inputQueue = new SerialQueue();
  /** The calls that wait for their turn. */
  readonly #waiting = new Set<AbortController>();
  #look: LookUnderWay | undefined;
  #movements = 0;
  #inputs = 0;
  #latest: PicturedSnapshot | undefined;
  /** How much input had been sent when the look at a snapshot began. */
  readonly #inputsBefore = new WeakMap<Snapshot, number>();
  readonly #onlyShown = new WeakSet<Snapshot>();
  /** The screens by their outermost elements. */
  readonly #screens = new WeakMap<Element, Snapshot>();

  readonly #hears: SessionListener;

  constructor(
    readonly device: Device,
    hears: SessionListener = {},
  ) {
    this.#hears = hears;
  }

  /** Looks at the screen. Joins a look that is under way, unless input went out since it began. */
  async look(wish: Wish, call: Call): Promise<PicturedSnapshot> {
    const look = this.#joinable(wish) ?? this.#begin(wish, call);
    look.watchers += 1;
    look.deadline = Math.max(look.deadline, call.clock.now() + call.remaining());
    try {
      return await orAborted(look.snapshot, call.signal);
    } finally {
      look.watchers -= 1;
      if (look.watchers === 0) {
        look.stop.abort(new Error('No caller waits for this look any more.'));
        if (this.#look === look) this.#look = undefined;
      }
    }
  }

  /**
   * Looks at the screen for a watcher. No call joins this look: an acting call waits until the screen has settled before its
   * own look, and this one may have begun earlier.
   */
  async watch(wish: Pick<Wish, 'picture' | 'longest'>, call: Call): Promise<PicturedSnapshot> {
    return orAborted(this.#identified({ ...wish, onlyShown: true, watching: true }, call), call.signal);
  }

  /** How often input went out so far; it changes with each. */
  get inputs(): number {
    return this.#inputs;
  }

  /** The result of the last look. */
  get latest(): PicturedSnapshot | undefined {
    return this.#latest;
  }

  /** The screen that an element was found on, whatever was looked at since. */
  screenOf(element: Element): Snapshot | undefined {
    let outermost = element;
    while (outermost.parent) outermost = outermost.parent;
    return this.#screens.get(outermost);
  }

  /** How often input had gone out when the look at a snapshot began. */
  inputsBefore(snapshot: Snapshot): number | undefined {
    return this.#inputsBefore.get(snapshot);
  }

  /** Whether nothing was sent to the device since the look at this snapshot began: it still holds. */
  isCurrent(snapshot: Snapshot): boolean {
    return this.#inputsBefore.get(snapshot) === this.#inputs;
  }

  /** Whether an act may be judged by this snapshot: it still holds, and knows what a policy has to know. */
  mayJudge(snapshot: Snapshot): boolean {
    return this.isCurrent(snapshot) && !this.#onlyShown.has(snapshot);
  }

  /** Whether no call acts on the device, or waits to. */
  get isFree(): boolean {
    return this.#inputQueue.isIdle;
  }

  /**
   * Runs `work` as the only input to the device; others wait their turn, first come, first served. While a person is asked
   * about a write, nothing else is written: a call that waits for the answer longer than `limit` fails. The work gets what the
   * wait left of `limit`; a wait that would leave too little fails.
   */
  async inTurn<T>(
    { signal, clock, limit, duration }: TurnLimits,
    work: (left: number) => Promise<T>,
  ): Promise<T> {
    const waiting = new AbortController();
    const own = duration + (limit - duration) * OWN_SHARE;
    const wait = new Timer(clock, limit - own, () => {
      waiting.abort(timedOut(OTHERS_TOOK_THE_TIME));
    });
    let stopAnswerTimer: () => void = () => undefined;
    const unwatch = this.questions.watch((isOpen) => {
      stopAnswerTimer();
      if (!isOpen) {
        wait.start();
        return;
      }
      wait.stop();
      stopAnswerTimer = clock.after(limit, () => {
        waiting.abort(timedOut(QUESTION_OPEN));
      });
    });
    const stopWaiting = () => {
      wait.stop();
      stopAnswerTimer();
      unwatch();
      this.#waiting.delete(waiting);
    };
    this.#waiting.add(waiting);
    try {
      return await this.#inputQueue.run(
        () => {
          stopWaiting();
          return work(own + wait.remaining());
        },
        AbortSignal.any([signal, waiting.signal]),
      );
    } finally {
      stopWaiting();
    }
  }

  /** The device proved unreachable: the calls that wait for their turn fail as well. */
  unreachable(error: DeviceUnreachable): void {
    for (const waiting of this.#waiting) waiting.abort(error);
  }

  /** Says that input went out, and what it moves: what a look under way will show is no longer the newest state. */
  touched({ moves }: { readonly moves: Movement }): void {
    this.#look = undefined;
    this.#inputs += 1;
    if (moves === 'nothing') return;
    this.#movements += 1;
    this.identity.noteGesture(moves === 'anything' ? undefined : moves);
  }

  /** The device has done what it was told: what there is to see now may be new. */
  acted(): void {
    this.#hears.onActed?.();
  }

  async close(): Promise<void> {
    await this.device.close();
  }

  #joinable(wish: Wish): LookUnderWay | undefined {
    const underWay = this.#look?.wish;
    const isSharp = underWay?.longest === undefined || underWay.longest === wish.longest;
    const hasPicture = (underWay?.picture === true && isSharp) || !wish.picture;
    const isWhole = underWay?.onlyShown !== true || wish.onlyShown === true;
    return hasPicture && isWhole ? this.#look : undefined;
  }

  /** A look has no time limit of its own: it goes on as long as a caller waits, and each caller has a limit. */
  #begin(wish: Wish, { clock }: Call): LookUnderWay {
    const stop = new AbortController();
    const own: Call = {
      clock,
      signal: stop.signal,
      remaining: () => Math.max(0, look.deadline - clock.now()),
    };
    // Not at once: the device may ask how long it has, and the first watcher has yet to say it.
    const snapshot = Promise.resolve().then(() => this.#read(wish, own));
    // All callers may have left before it fails; then no listener is left.
    snapshot.catch(() => undefined);
    const look: LookUnderWay = { wish, snapshot, stop, watchers: 0, deadline: 0 };
    this.#look = look;
    return look;
  }

  async #read(wish: Wish, call: Call): Promise<PicturedSnapshot> {
    const snapshot = await this.#identified(wish, call);
    this.#latest = snapshot;
    return snapshot;
  }

  async #identified(wish: Wish, call: Call): Promise<PicturedSnapshot> {
    const [movements, inputs] = [this.#movements, this.#inputs];
    const view = await this.device.look(wish, call);
    const { picture, protected: hidden = false, rested = false } = view;
    const snapshot = { ...this.identity.identify(view), picture, protected: hidden, rested };
    // It may show the screen from before the movement: the next look must not take it for one from after it.
    if (movements !== this.#movements) this.identity.noteGesture();
    this.#inputsBefore.set(snapshot, inputs);
    for (const element of snapshot.elements) if (!element.parent) this.#screens.set(element, snapshot);
    this.#hears.onLook?.(snapshot);
    if (wish.onlyShown === true) this.#onlyShown.add(snapshot);
    return snapshot;
  }
}
