import type { Call } from '../../call/call.ts';
import { actionFailed } from '../../device/errors.ts';
import type { Result } from '../adb/shell/kept-shell.ts';
import { type Phone, sh } from '../phone.ts';
import type { Capture } from './screencap.ts';
import { readScreencap, ScreencapError } from './screencap.ts';

/** Raw pixels: making a PNG of them takes a phone longer than sending them does. */
export const screencapCommand = sh`screencap`;

/**
 * The picture that `screencap` wrote. Pixels in a form that only the phone itself can turn into a picture (wide
 * colours, Android 8 and later) are asked for once more, as a PNG.
 */
export async function captureOf(phone: Phone, raw: Result, call: Call): Promise<Capture> {
  try {
    return readScreencap(raw.stdout);
  } catch (error) {
    if (!(error instanceof ScreencapError)) throw error;
    return pngOf(await phone.run(sh`screencap -p`, call), error);
  }
}

function pngOf(png: Result, cause: ScreencapError): Capture {
  try {
    return readScreencap(png.stdout);
  } catch {
    throw actionFailed(`Screenshot capture failed: ${cause.message}`, cause);
  }
}
