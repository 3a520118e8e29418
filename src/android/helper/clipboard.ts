import type { Call } from '../../device/call.ts';
import { permissionDenied } from '../../device/errors.ts';
import type { RunningHelper } from './running.ts';

/** From Android 10 on only the application in front and the keyboard may read the clipboard. */
const FIRST_SDK_THAT_HIDES_IT = 29;

/** Reads the clipboard; null when it holds no text. */
export async function readClipboard(
  helper: RunningHelper,
  { sdk, call }: { sdk: number; call: Call },
): Promise<string | null> {
  if (sdk >= FIRST_SDK_THAT_HIDES_IT) {
    throw permissionDenied(
      'From Android 10 on the clipboard is shown only to the application in front and to the keyboard, and the helper is neither. ' +
        'set_clipboard works. To see what was copied, paste it into a field (long_click_element, then Paste) and read that.',
    );
  }
  const body = { contentType: 'PLAINTEXT' };
  const content = await helper.ask({ method: 'POST', path: '/appium/device/get_clipboard', body }, call);
  return typeof content === 'string' && content !== '' ? Buffer.from(content, 'base64').toString() : null;
}

export async function writeClipboard(helper: RunningHelper, text: string, call: Call): Promise<void> {
  const body = { contentType: 'PLAINTEXT', content: Buffer.from(text).toString('base64') };
  await helper.ask({ method: 'POST', path: '/appium/device/set_clipboard', body }, call);
}
