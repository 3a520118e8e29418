import type { Call } from '../../../call/call.ts';
import { pause } from '../../../call/call.ts';
import { permissionDenied } from '../../../device/errors.ts';
import type { Device, Remark, Stroke } from '../../../device/port.ts';
import type { Snapshot } from '@handeye/screen/snapshot';
import type { Eyes } from '../eyes.ts';
import type { PolicyCheck } from '../policy-check.ts';
import type { Touches } from './separate-touches.ts';
import { afterSome, fromItsStart, inseparable, joinClicks, separateTouches } from './separate-touches.ts';

/**
 * How often, and how far apart, the windows are looked at between two touches of a gesture: what the first one opens
 * is in front within a second on most phones.
 */
const LOOKS_UNTIL_SETTLED = 5;
const BETWEEN_SETTLING_LOOKS = 600;

/** Judges a touch by the policy, and makes it. */
type JudgedAndMade = (strokes: readonly Stroke[], seen: Snapshot | undefined) => Promise<void>;

/** Makes the touches of a gesture one by one, where a policy has to check each: one may open another application for the next. */
export class OneByOne {
  readonly #device: Device;
  readonly #eyes: Eyes;
  readonly #policy: PolicyCheck;
  readonly #call: Call;
  readonly #touch: JudgedAndMade;

  constructor(parts: { device: Device; eyes: Eyes; policy: PolicyCheck; call: Call; touch: JudgedAndMade }) {
    this.#device = parts.device;
    this.#eyes = parts.eyes;
    this.#policy = parts.policy;
    this.#call = parts.call;
    this.#touch = parts.touch;
  }

  /** The touches of a gesture that can be checked separately; throws if some cannot. */
  touchesOf(strokes: readonly Stroke[]): readonly Touches[] {
    const touchesInOrder = separateTouches(strokes);
    // A double click is one act of a mouse: what it opens, opens behind it.
    const touches = this.#device.hasMouse === true ? joinClicks(touchesInOrder) : touchesInOrder;
    const problem = inseparable(touches);
    if (problem === undefined || this.#device.hasMouse === true) return touches;
    throw permissionDenied(`The policy of this server judges each touch before it is made, and ${problem}.`);
  }

  /** `compare` may refuse each touch but the first, which was compared before. */
  async make(
    touches: readonly Touches[],
    seen: Snapshot | undefined,
    compare: (touch: readonly Stroke[], now: Snapshot) => void,
  ): Promise<Remark> {
    const { clock } = this.#call;
    const start = clock.now();
    let snapshot = seen;
    for (const [index, touch] of touches.entries()) {
      try {
        if (index > 0) snapshot = await this.#lookWhenSettled(start + touch[0][0].time - clock.now());
        if (index > 0 && snapshot) compare(touch, snapshot);
        await this.#touch(fromItsStart(touch), snapshot);
        this.#policy.touchMade();
      } catch (error) {
        throw index > 0 ? afterSome(error, { made: index, all: touches.length }) : error;
      }
    }
    return 'Each touch was checked against the policy of this server first, so later touches may have come later than requested';
  }

  /** Waits for the time of the next touch and until what the last one opened is in front; the look that showed it. */
  async #lookWhenSettled(wait: number): Promise<Snapshot | undefined> {
    await pause(Math.max(0, wait), this.#call);
    if (this.#device.owners) return undefined;
    let before = '';
    let snapshot: Snapshot | undefined;
    for (let count = 0; count < LOOKS_UNTIL_SETTLED; count += 1) {
      await pause(BETWEEN_SETTLING_LOOKS, this.#call);
      const look = await this.#eyes.look({ accept: 'nothing' });
      // Without a readable window the policy cannot be checked: its check then looks for itself.
      snapshot = look.elements.length > 0 ? look : undefined;
      const now = JSON.stringify(
        look.windows.map(({ key, app, active, bounds }) => [key, app, active, bounds]),
      );
      if (look.rested || now === before) break;
      before = now;
    }
    return snapshot;
  }
}
