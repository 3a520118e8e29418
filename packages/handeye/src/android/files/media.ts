import type { Call } from '../../call/call.ts';
import type { Remark } from '../../device/port.ts';
import { outputOf, type Phone, sh } from '../phone.ts';

const MEDIA =
  /\.(jpe?g|png|gif|webp|bmp|heic|heif|avif|dng|mp4|m4v|mkv|webm|3gpp?|mov|mp3|m4a|aac|ogg|oga|opus|flac|wav|mid)$/i;

/** The file is there, all the same. */
export const UNHEARD =
  'The media store did not take the announcement of it: the gallery may show it only after a restart';

/** Whether a gallery or a player would show it. */
export function isMedia(name: string): boolean {
  return MEDIA.test(name);
}

/**
 * Tells the media store of a file that came by ADB. Up to Android 10 nobody else does; from 11 on the media provider
 * sees what goes through its FUSE file system, but lets the shell pass without a look, and still hears this broadcast.
 * Returns a remark if it was not heard.
 */
export async function announce(phone: Phone, path: string, call: Call): Promise<Remark> {
  const uri = `file://${path.split('/').map(encodeURIComponent).join('/')}`;
  const action = 'android.intent.action.MEDIA_SCANNER_SCAN_FILE';
  const result = await phone.run(sh`am broadcast -a ${action} -d ${uri} 2>&1`, call);
  if (outputOf(result).includes('Broadcast completed')) return undefined;
  return UNHEARD;
}
