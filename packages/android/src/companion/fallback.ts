import type { Call } from '@handeye/core/call/call';
import {
  actionFailed,
  DeviceError,
  elementNotFound,
  permissionDenied,
  timedOut,
} from '@handeye/core/device/errors';
import type { AndroidDevice } from '../device.ts';
import { isUnreachable } from '../errors.ts';
import { inputForbidden } from '../phone.ts';
import type { Companion } from './companion.ts';
import { CompanionGone, CompanionRefused } from './errors.ts';
import type { RunningCompanion } from './running.ts';

/** How the companion does something, and how plain ADB does it. */
interface Ways<T> {
  readonly by: (companion: RunningCompanion) => Promise<T>;
  readonly otherwise: (problem: string) => Promise<T>;
  /** Doing it twice does no harm, so it is retried if the companion dies over it. */
  readonly repeatable: boolean;
}

/** Milliseconds. With less time left, plain ADB is not tried. */
const LEAST_FOR_PLAIN = 200;

/** Does work by the companion, or over plain ADB where it cannot. Nothing that may have been done is repeated. */
export class Fallback {
  readonly #companion: Companion;
  readonly #plain: AndroidDevice | undefined;

  /** `plain` is undefined with --tier companion, which allows no fallback. */
  constructor(companion: Companion, plain: AndroidDevice | undefined) {
    this.#companion = companion;
    this.#plain = plain;
  }

  /** Plain ADB; with --tier companion the companion's problem is the error. */
  mustHavePlain(problem: string): AndroidDevice {
    if (this.#plain) return this.#plain;
    if (problem.includes('INJECT_EVENTS')) throw inputForbidden();
    throw permissionDenied(
      `The companion cannot serve, and --tier companion allows no other way: ${problem}`,
    );
  }

  /** Does over plain ADB what can be done while the companion runs. */
  async beside<T>(problem: string, work: (plain: AndroidDevice) => Promise<T>): Promise<T> {
    try {
      return await work(this.mustHavePlain(problem));
    } catch (error) {
      const isRefusal = error instanceof DeviceError && error.kind === 'permission_denied';
      if (!isRefusal || isUnreachable(error) || !this.#plain) throw error;
      throw permissionDenied(outOfUse(error.message, problem), error);
    }
  }

  /** Does over plain ADB what needs the phone's accessibility for itself: the companion ends first. */
  without<T>(problem: string, call: Call, work: (plain: AndroidDevice) => Promise<T>): Promise<T> {
    this.mustHavePlain(problem);
    return this.#companion.without(() => this.beside(problem, work), call);
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

  /** Plain ADB is not allowed, or no time is left for it. */
  #isLate(call: Call): boolean {
    return this.#plain === undefined || call.remaining() < LEAST_FOR_PLAIN;
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
