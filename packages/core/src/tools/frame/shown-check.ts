import type { Call } from '../../call/call.ts';
import type { Device, Point, Stroke } from '../../device/port.ts';
import type { ScreenCheck } from '../../guard/screen-check/screen-check.ts';
import type { Snapshot, View } from '@handeye/screen/snapshot';
import type { Eyes } from './eyes.ts';
import type { PolicyCheck } from './policy-check.ts';

/**
 * Compares what lies at the points that a client chose with what it was shown there, at the cost of one glance at most. A device
 * that compares elements does it in the touch itself.
 */
export class PointsCheck {
  readonly #device: Device;
  readonly #eyes: Eyes;
  readonly #call: Call;
  readonly #policy: PolicyCheck;
  readonly #screenCheck: ScreenCheck;

  constructor(parts: {
    device: Device;
    eyes: Eyes;
    call: Call;
    policy: PolicyCheck;
    screenCheck: ScreenCheck;
  }) {
    this.#device = parts.device;
    this.#eyes = parts.eyes;
    this.#call = parts.call;
    this.#policy = parts.policy;
    this.#screenCheck = parts.screenCheck;
  }

  /** Refuses or notes what came to where strokes begin; the look that told it, if one was needed anyway. */
  async before(strokes: readonly Stroke[]): Promise<Snapshot | undefined> {
    if (!this.#screenCheck.compares) return undefined;
    const { refuses, hasOpened } = this.#screenCheck;
    if (this.#policy.needsSnapshot || (refuses && hasOpened)) {
      const snapshot = await this.#eyes.lookUnlessCurrent(undefined);
      this.compare(strokes, snapshot);
      return snapshot;
    }
    if (this.#device.comparesElements === true) return undefined;
    const now = await this.#screenCheck.glance(this.#device, this.#call);
    if (!now) return undefined;
    // It told the size of the screen as well, which is asked for next.
    this.#eyes.noteScreen(now);
    this.#screenCheck.compare(startsOf(strokes), now);
    return undefined;
  }

  /** The screen that the points were chosen on. */
  get chosenOn(): View | undefined {
    return this.#screenCheck.shown;
  }

  /** The same by a look that was made. */
  compare(strokes: readonly Stroke[], now: Snapshot): void {
    this.#screenCheck.compare(startsOf(strokes), now);
  }
}

function startsOf(strokes: readonly Stroke[]): readonly Point[] {
  return strokes.map(([{ x, y }]) => ({ x, y }));
}

interface FocusCheckParts {
  readonly device: Device;
  readonly eyes: Eyes;
  readonly call: Call;
  readonly policy: PolicyCheck;
  readonly screenCheck: ScreenCheck;
}

/**
 * Refuses or notes that another application has the focus than when the client was shown the screen, before input to the
 * focused element. `seen` is a look that was made for this input; else the look that the policy needs, or a glance. Resolves
 * with the look, if there was one, and with what it was compared by.
 */
export async function checkFocus(
  { device, eyes, call, policy, screenCheck }: FocusCheckParts,
  seen: Snapshot | undefined,
): Promise<{ readonly snapshot?: Snapshot | undefined; readonly now?: View | undefined }> {
  if (!screenCheck.compares) return { snapshot: seen, now: seen };
  const snapshot = seen ?? (policy.isOpen ? undefined : await eyes.look({ accept: 'unread' }));
  const now = snapshot ?? (await screenCheck.glance(device, call));
  if (!now) return {};
  // A glance told the size of the screen as well, which is asked for next.
  eyes.noteScreen(now);
  screenCheck.compareFocus(now);
  return { snapshot, now };
}
