import type { Call } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { StateMark, StateOutcome } from '../../device/services/device-state.ts';

/**
 * Puts back what set_device_state changed and, where it is known how things were, everything else that was set: in the
 * phone's own settings, for example.
 */
export async function putStateBack(device: Device, mark: StateMark | undefined, call: Call): Promise<void> {
  const state = device.services?.state;
  if (!state?.restore) return;
  const failed = (outcomes: readonly StateOutcome[]) => outcomes.filter(({ took }) => !took);
  let left = failed(await state.restore(call));
  // What somebody else has changed since is forgotten; what the phone did not take is tried again.
  if (left.length > 0) left = failed(await state.restore(call));
  if (mark && state.returnTo) left = [...left, ...failed(await state.returnTo(mark, call))];
  if (left.length > 0) throw actionFailed(left.map(({ item, text }) => `${item}: ${text}`).join(' '));
}
