import { sleep } from '../commands/waiting.ts';
import type { Clock } from '../framework/system/clock.ts';
import { failure, RequestError, type Done } from './errors.ts';

/** The request as its method sees it. */
export interface Work {
  /** Fires when the deadline has passed or the host cancelled; its reason is a RequestError. */
  readonly signal: AbortSignal;
  /** Milliseconds until the deadline. */
  remaining(): number;
  /** Reports that the phone may change from here on. */
  begin(): void;
}

/** The result of a method, with the bytes of a picture if there is one. */
export interface Answer {
  readonly ok: object;
  readonly binary?: Uint8Array;
}

export interface Job {
  readonly id: number;
  /** Milliseconds from its arrival to its deadline. */
  readonly within: number;
  run(work: Work): Promise<Answer>;
  answer(answer: Answer | RequestError): void;
}

/** How long a cancelled method may take to stop before its thread is abandoned. */
const STOPPING_MS = 50;
/** The limit of Node's timers. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** The process ends when more threads than this are abandoned. */
const MOST_GIVEN_UP = 8;

class Ticket implements Work {
  readonly controller = new AbortController();
  done: Done = 'no';
  readonly #clock: Clock;
  readonly #deadline: number;

  constructor(
    readonly job: Job,
    clock: Clock,
  ) {
    this.#clock = clock;
    this.#deadline = clock.now() + Math.trunc(job.within);
  }

  remaining(): number {
    return this.#deadline - this.#clock.now();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): void {
    this.done = 'maybe';
  }
}

/** Serves requests one after the other; each is answered by its deadline, even if its method hangs. */
export class Lane {
  #waiting: Ticket[] = [];
  #running: Ticket | undefined;
  #givenUp = 0;

  readonly #clock: Clock;
  readonly #exhausted: () => void;

  constructor(clock: Clock, exhausted: () => void) {
    this.#clock = clock;
    this.#exhausted = exhausted;
  }

  add(job: Job): void {
    const ticket = new Ticket(job, this.#clock);
    const late = () => new RequestError('timeout', `not done within ${job.within} ms`);
    if (ticket.remaining() <= 0) {
      job.answer(late());
      return;
    }
    const cancelTimer = this.#clock.after(Math.min(job.within, LONGEST_TIMER_MS), () => {
      this.#stop(ticket, late());
    });
    ticket.signal.addEventListener('abort', cancelTimer, { once: true });
    this.#waiting.push(ticket);
    void this.#next();
  }

  cancel(id: number): void {
    const ticket = [...this.#waiting, this.#running].find((one) => one?.job.id === id);
    if (ticket !== undefined) this.#stop(ticket, new RequestError('cancelled', 'the host cancelled it'));
  }

  /** Stops everything: the process ends. */
  close(): void {
    this.#waiting = [];
    this.#running?.controller.abort(new RequestError('cancelled', 'the companion ends'));
  }

  #stop(ticket: Ticket, reason: RequestError): void {
    const wasWaiting = this.#waiting.includes(ticket);
    if (!wasWaiting && this.#running !== ticket) return;
    this.#waiting = this.#waiting.filter((one) => one !== ticket);
    ticket.controller.abort(reason);
    if (wasWaiting) ticket.job.answer(reason);
  }

  async #next(): Promise<void> {
    if (this.#running !== undefined) return;
    const ticket = this.#waiting.shift();
    if (ticket === undefined) return;
    this.#running = ticket;
    const answer = await this.#serve(ticket);
    this.#running = undefined;
    const reason: unknown = ticket.signal.reason;
    if (!ticket.signal.aborted) ticket.controller.abort(); // ends the timer
    ticket.job.answer(answer instanceof Error ? withOutcome(answer, reason, ticket.done) : answer);
    void this.#next();
  }

  async #serve(ticket: Ticket): Promise<Answer | RequestError> {
    const result = ticket.job.run(ticket).catch(failure);
    const stopped = new Promise<void>((resolve) => {
      ticket.signal.addEventListener('abort', () => this.#clock.after(STOPPING_MS, resolve), { once: true });
    });
    const first = await Promise.race([result, stopped]);
    if (first !== undefined) return first;
    this.#giveUp(result);
    const reason: unknown = ticket.signal.reason;
    return failure(reason);
  }

  #giveUp(result: Promise<unknown>): void {
    this.#givenUp++;
    void result.then(() => {
      this.#givenUp--;
    });
    if (this.#givenUp > MOST_GIVEN_UP) this.#exhausted();
  }
}

/** The error of a stopped request: the reason of the stop, and whether the phone may have changed. */
function withOutcome(error: RequestError, reason: unknown, done: Done): RequestError {
  if (!(reason instanceof RequestError)) return error;
  return new RequestError(reason.code, reason.message, error.done === 'no' ? done : error.done);
}

/** Waits, unless the request is stopped. */
export function pause(clock: Clock, ms: number, { signal }: Work): Promise<void> {
  return sleep(clock, ms, signal);
}
