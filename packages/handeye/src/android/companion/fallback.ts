import type { Call } from '../../call/call.ts';
import {
  actionFailed,
  DeviceError,
  elementNotFound,
  permissionDenied,
  timedOut,
} from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import { inputForbidden } from '../phone.ts';
import type { Companion } from './companion.ts';
import { CompanionGone, CompanionRefused } from './errors.ts';
import type { RunningCompanion } from './running.ts';

/** How something is done by the companion, and how without it. */
interface Ways<T> {
  readonly by: (companion: RunningCompanion) => Promise<T>;
  readonly otherwise: (problem: string) => Promise<T>;
  /** Doing it twice does no harm: it is done again when the companion died over it. */
  readonly repeatable: boolean;
}

/** Milliseconds: less is not worth beginning with another tier. */
const LEAST_FOR_ANOTHER_WAY = 200;

/** Lets the companion do the work, and the next tier where it cannot. Nothing that may be done is done again. */
export class Fallback {
  readonly #companion: Companion;
  readonly #next: Device | undefined;

  /** `next` is undefined where the companion is the only tier that was asked for. */
  constructor(companion: Companion, next: Device | undefined) {
    this.#companion = companion;
    this.#next = next;
  }

  /** The next tier; where the companion alone was asked for, its trouble is the error. */
  mustHaveNext(problem: string): Device {
    if (this.#next) return this.#next;
    if (problem.includes('INJECT_EVENTS')) throw inputForbidden();
    throw permissionDenied(
      `The companion cannot serve, and --tier companion allows no other way: ${problem}`,
    );
  }

  /** Lets the next tier do what can be done while the companion runs. */
  async beside<T>(problem: string, work: (next: Device) => Promise<T>): Promise<T> {
    try {
      return await work(this.mustHaveNext(problem));
    } catch (error) {
      if (!(error instanceof DeviceError) || error.kind !== 'permission_denied' || !this.#next) throw error;
      throw permissionDenied(outOfUse(error.message, problem), error);
    }
  }

  /** Lets the next tier do what needs the phone's accessibility for itself: the companion ends first. */
  without<T>(problem: string, call: Call, work: (next: Device) => Promise<T>): Promise<T> {
    const next = this.mustHaveNext(problem);
    return this.#companion.without(() => this.beside(problem, () => work(next)), call);
  }

  async do<T>(call: Call, { by, otherwise, repeatable }: Ways<T>): Promise<T> {
    let problem = '';
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const companion = await this.#running(call);
      if (companion instanceof CompanionGone) return otherwise(companion.message);
      try {
        return await by(companion);
      } catch (error) {
        if (error instanceof CompanionRefused) {
          if (error.done !== 'no' && !repeatable) throw maybeDone(error);
          if (error.code === 'stale') throw changed(error);
          if (error.code === 'timeout' && this.#isLate(call)) throw late(error);
          return otherwise(refusalText(error));
        }
        if (!(error instanceof CompanionGone)) throw error;
        this.#companion.lost(companion, error.message);
        if (error.done !== 'no' && !repeatable) throw maybeDone(error);
        problem = error.message;
      }
    }
    return otherwise(problem);
  }

  /** No other way is left, or no time for one. */
  #isLate(call: Call): boolean {
    return this.#next === undefined || call.remaining() < LEAST_FOR_ANOTHER_WAY;
  }

  async #running(call: Call): Promise<RunningCompanion | CompanionGone> {
    try {
      return await this.#companion.running(call);
    } catch (error) {
      if (error instanceof CompanionGone) return error;
      throw error;
    }
  }
}

export function outOfUse(lacking: string, problem: string): string {
  return `${lacking} The companion is out of use now: ${problem}`;
}

function refusalText(error: CompanionRefused): string {
  return `The companion could not do it (${error.code}: ${error.message.slice(0, 200)}).`;
}

function late(cause: CompanionRefused): Error {
  return timedOut(
    'The companion on the phone did not get to it in time; nothing was done. Try again.',
    cause,
  );
}

function changed(cause: CompanionRefused): Error {
  return elementNotFound(
    'The element changed while it was to be used, so nothing was done. Look at the screen again.',
    cause,
  );
}

function maybeDone(cause: CompanionGone | CompanionRefused): Error {
  const how = cause.done === 'partly' ? 'only a part of it was done' : 'it may or may not have been done';
  const why = cause instanceof CompanionGone ? 'ended during the action' : `failed (${cause.code})`;
  return actionFailed(
    `The companion on the phone ${why}, so ${how}. Look at the screen before you try again.`,
    cause,
  );
}
