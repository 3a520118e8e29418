import type { Call } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';

/** Empties the clipboard and reads it back. Where nobody can, resolves with what that means for the next holder. */
export async function clearClipboard(device: Device, call: Call): Promise<string | undefined> {
  const { clipboard, capabilities } = device;
  if (clipboard && capabilities.clipboard === true) {
    await clipboard.write('', call);
    const text = await clipboard.read(call);
    if (text !== null && text !== '') throw actionFailed('There is still something on it.');
    return undefined;
  }
  if (device.clearClipboard) {
    await device.clearClipboard(call);
    return undefined;
  }
  const why = capabilities.clipboard === true ? 'It has none that can be used.' : capabilities.clipboard;
  return `Its clipboard is not cleared between two leases: what one holder copied, the next one can paste. ${why}`;
}
