import type { Clock } from '../../../call/clock.ts';
import type { Session } from '../../../device/session.ts';
import { Asking } from '../../../guard/asking.ts';
import { type Holds, MemoryHolds } from '../../../guard/holds.ts';
import { ToldNotes } from '../../../guard/notes/told-notes.ts';
import type { Pace } from '../../../guard/pace.ts';
import { ShownScreens } from '../../../guard/screen-check/shown-screens.ts';
import { Repetitions } from './repetition.ts';

/** What the tools of one server share, however they are served. */
export interface Shared {
  /** How fast each device is used. */
  readonly paces: WeakMap<Session, Pace>;
  /** What each client was shown, and told of it. */
  readonly shown: ShownScreens;
  readonly told: ToldNotes;
  readonly repetitions: Repetitions;
  /** What people allowed holds for all clients. */
  readonly asking: Asking;
  readonly holds: Holds;
}

interface Given {
  readonly asking?: Asking | undefined;
  readonly holds?: Holds | undefined;
}

export function newShared(clock: Clock, { asking, holds }: Given): Shared {
  return {
    paces: new WeakMap(),
    shown: new ShownScreens(),
    told: new ToldNotes(),
    repetitions: new Repetitions(),
    asking: asking ?? new Asking({ clock }),
    holds: holds ?? new MemoryHolds({ clock }),
  };
}
