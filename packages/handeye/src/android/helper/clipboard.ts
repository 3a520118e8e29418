import type { Call } from '../../call/call.ts';
import type { RunningHelper } from './running-helper.ts';

/** Reads the clipboard through the helper; null when it holds no text. Up to Android 9, see clipboard/as-shell.ts. */
export async function readClipboard(helper: RunningHelper, call: Call): Promise<string | null> {
  const body = { contentType: 'PLAINTEXT' };
  const content = await helper.ask({ method: 'POST', path: '/appium/device/get_clipboard', body }, call);
  return typeof content === 'string' && content !== '' ? Buffer.from(content, 'base64').toString() : null;
}

export async function writeClipboard(helper: RunningHelper, text: string, call: Call): Promise<void> {
  const body = { contentType: 'PLAINTEXT', content: Buffer.from(text).toString('base64') };
  await helper.ask({ method: 'POST', path: '/appium/device/set_clipboard', body }, call);
}
