import type { Call } from '@handeye/core/call/call';
import type { PicturedView } from '@handeye/core/device/port';
import type { UiNode } from '@handeye/screen/node';
import { CompanionGone, CompanionRefused } from './errors.ts';
import type { Handle } from './nodes.ts';
import type { RunningCompanion } from './running.ts';
import { fieldOf } from './wire.ts';

/** How long the tree must stay the same after a change was seen. */
const QUIET = 150;
/** The same if the screen right before the act is not known: the look may still show that screen. */
const QUIET_UNSEEN = 300;
/** A look that is older than this does not show the screen right before an act. */
const FRESH_MS = 1_000;

/** The fingerprint of a look, and the inputs after it. */
interface Seen {
  readonly fingerprint: string;
  readonly at: number;
  /** The time of the first input after the look. */
  actedAt?: number;
  inputs: number;
}

/**
 * Decides when the screen has come to rest, by the companion's fingerprints of its tree: Compose and web views send no events.
 * It remembers the last look before an act, so that the act's change can be waited for.
 */
export class Settling {
  readonly #handles: WeakMap<UiNode, Handle>;
  #seen: Seen | undefined;
  /** It was already waited for, and nothing was sent since. */
  #isSettled = false;

  constructor(handles: WeakMap<UiNode, Handle>) {
    this.#handles = handles;
  }

  /** Records a look. */
  looked({ windows }: PicturedView, { clock }: Call): void {
    const [handle] = windows.flatMap(({ root }) => (root && this.#handles.get(root)) ?? []);
    const fingerprint = handle?.seenIn.fingerprint;
    this.#seen = fingerprint === undefined ? undefined : { fingerprint, at: clock.now(), inputs: 0 };
  }

  /** Records an input to the phone. */
  acts({ clock }: Call): void {
    this.#isSettled = false;
    if (!this.#seen) return;
    this.#seen.actedAt ??= clock.now();
    this.#seen.inputs += 1;
  }

  /** Records that the act itself waited, with the screen before it known. */
  settled(): void {
    this.#isSettled = true;
  }

  /** Waits until the screen rests; undefined if the companion does not report it. */
  async until(limit: number, companion: RunningCompanion, call: Call): Promise<boolean | undefined> {
    if (this.#isSettled) return true;
    return settledWithin(limit, { companion, call, ...this.#wait() });
  }

  /**
   * While the screen still is as it was before the act, the companion waits longer. A look after the act does not show the
   * screen before it; one that is old, or followed by several inputs, may.
   */
  #wait(): { readonly quiet: number; readonly not?: string } {
    const seen = this.#seen;
    if (seen?.actedAt === undefined) return { quiet: QUIET_UNSEEN };
    const isFresh = seen.inputs === 1 && seen.actedAt - seen.at < FRESH_MS;
    return { quiet: isFresh ? QUIET : QUIET_UNSEEN, not: seen.fingerprint };
  }
}

interface Wait {
  readonly companion: RunningCompanion;
  readonly call: Call;
  readonly quiet: number;
  /** The fingerprint of the screen before the act. */
  readonly not?: string | undefined;
}

/** Whether the screen came to rest in this time; undefined if the wait failed. The act stands in any case. */
export async function settledWithin(
  limit: number,
  { companion, call, quiet, not }: Wait,
): Promise<boolean | undefined> {
  try {
    const request = { do: 'settle', quiet, ...(not !== undefined && { not }) };
    return fieldOf((await companion.ask(request, call, limit)).ok, 'settled') === true;
  } catch (error) {
    if (!(error instanceof CompanionGone) && !(error instanceof CompanionRefused)) throw error;
    return undefined;
  }
}
