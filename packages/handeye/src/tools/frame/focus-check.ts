import type { Call } from '../../call/call.ts';
import type { Device } from '../../device/port.ts';
import type { ScreenCheck } from '../../guard/screen-check/screen-check.ts';
import type { Snapshot } from '../../ui/snapshot.ts';
import type { Eyes } from './eyes.ts';
import type { PolicyCheck } from './policy-check.ts';

interface FocusCheckParts {
  readonly device: Device;
  readonly eyes: Eyes;
  readonly call: Call;
  readonly policy: PolicyCheck;
  readonly screenCheck: ScreenCheck;
}

/**
 * Refuses or notes that another application has the focus than when the client was shown the screen, for what goes to whoever
 * has it. `seen` is the look that was made for it; else the one that the policy needs anyway tells it, or a glance. Resolves with
 * the look, if there was one.
 */
export async function checkFocus(
  { device, eyes, call, policy, screenCheck }: FocusCheckParts,
  seen: Snapshot | undefined,
): Promise<Snapshot | undefined> {
  if (!screenCheck.compares) return seen;
  const snapshot = seen ?? (policy.isOpen ? undefined : await eyes.look({ accept: 'unread' }));
  const now = snapshot ?? (await screenCheck.glance(device, call));
  if (!now) return undefined;
  // A glance told the size of the screen as well, which is asked for next.
  eyes.noteScreen(now);
  screenCheck.compareFocus(now);
  return snapshot;
}
