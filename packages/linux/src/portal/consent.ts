import { type Call, DeadlineExceeded, pause, withinLimit } from '@handeye/core/call/call';
import type { Clock } from '@handeye/core/call/clock';
import { SharedAttempt } from '@handeye/core/call/shared-attempt';
import { permissionDenied } from '@handeye/core/device/errors';
import { PortalRefusal } from './portal.ts';
import type { Display } from '../display.ts';

/** How long the desktop's question stays on the screen. */
const ANSWER_LIMIT_MS = 180_000;
/** A call ends this long before its deadline, with a better text than "not finished in time". */
const MARGIN_MS = 400;
/** After a refusal the user is not asked again for this long: an agent that repeats its call must not pester its user. */
const REFUSAL_MS = 60_000;

/** The user cannot have seen a question that ends sooner; it is asked once more, after a pause. */
const AT_ONCE_MS = 5000;
const AGAIN_MS = 1000;

/** The permission to ask for, in words for the model. */
interface ConsentTexts {
  /** `may use mouse, keyboard and screen` */
  readonly what: string;
  /** The steps of the user in the dialog. */
  readonly how: string;
}

/**
 * A permission that the desktop asks its user for. The question outlives the call that caused it: the user may need longer than
 * a call may take, and the next call finds the answer.
 */
export class Consent<T> {
  readonly #texts: ConsentTexts;
  readonly #attempt = new SharedAttempt<T>();
  #refusedAt: number | undefined;

  constructor(texts: ConsentTexts) {
    this.#texts = texts;
  }

  /** True while its question may be on the screen. */
  get isAsking(): boolean {
    return this.#attempt.underWay !== undefined;
  }

  /** Asks, or joins a question that is already open. */
  async ask(begin: (own: Call) => Promise<T>, call: Call): Promise<T> {
    const { clock, signal } = call;
    if (this.#refusedAt !== undefined && clock.now() - this.#refusedAt < REFUSAL_MS) throw this.#refusal();
    const answer = this.#attempt.join(() => this.#begin(begin, clock), signal);
    let stopTimer: () => void = () => undefined;
    const late = new Promise<never>((_, reject) => {
      stopTimer = clock.after(Math.max(0, call.remaining() - MARGIN_MS), () => {
        reject(this.#unanswered());
      });
    });
    try {
      return await Promise.race([answer, late]);
    } finally {
      stopTimer();
    }
  }

  /** A refusal counts even if no call waits for it any more. */
  async #begin(begin: (own: Call) => Promise<T>, clock: Clock): Promise<T> {
    try {
      return await withinLimit({ clock, limit: ANSWER_LIMIT_MS }, (own) => orOnceMore(begin, own));
    } catch (error) {
      if (error instanceof DeadlineExceeded) throw this.#unanswered();
      if (!(error instanceof PortalRefusal)) throw error;
      if (error.outcome === 'ended') throw this.#ended();
      this.#refusedAt = clock.now();
      throw this.#refusal();
    }
  }

  #unanswered(): Error {
    return permissionDenied(
      `The desktop asks its user on the screen whether this program ${this.#texts.what}, and has no answer yet. ` +
        `${this.#texts.how} Then repeat this call. Reading and clicking elements work meanwhile.`,
    );
  }

  #refusal(): Error {
    return permissionDenied(
      `The user refused in the desktop's dialog that this program ${this.#texts.what}. Do not try again unless the user ` +
        `wants it (the question comes again a minute later at the earliest). ${this.#texts.how}`,
    );
  }

  #ended(): Error {
    return permissionDenied(
      `The desktop ended the question whether this program ${this.#texts.what}. Is the screen locked, or is the desktop's ` +
        'portal (xdg-desktop-portal and its part for this desktop) not complete? Try again; `handeye doctor` says more.',
    );
  }
}

/** GNOME 43 may end a question at once if it comes while its dialog for another program is closing. */
async function orOnceMore<T>(begin: (own: Call) => Promise<T>, own: Call): Promise<T> {
  const start = own.clock.now();
  try {
    return await begin(own);
  } catch (error) {
    const hasEnded = error instanceof PortalRefusal && error.outcome === 'ended';
    if (!hasEnded || own.clock.now() - start > AT_ONCE_MS) throw error;
  }
  await pause(AGAIN_MS, own);
  return begin(own);
}

/** The programs that show the desktop's permission dialogs: the portal's part for each desktop, and GNOME's shell. */
const ASKING_APPS = /^(?:xdg-desktop-portal-|gnome-shell$|plasmashell$)/;

/**
 * The dialog that asks the user about this program is accessible like any other, so an agent could grant itself what only
 * the user may grant. While the question is open, nothing is done in the applications that may show it.
 */
export function refuseOwnQuestion(display: Display | undefined, app: string): void {
  if (display?.asksItsUser !== true || !ASKING_APPS.test(app)) return;
  throw permissionDenied(
    'The desktop asks its user whether this program may use it. Only the user may answer that: ask them to, and wait.',
  );
}
