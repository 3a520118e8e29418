import { invalidParams } from '../../device/errors.ts';
import { isWellFormed } from '../../ui/sanitize.ts';

/** No usual file system has longer names. */
const MOST_NAME_BYTES = 255;

/** Names that Windows takes for devices, whatever follows the dot, in any case. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** What no name of Windows may hold: `a:b` would be a stream of the file `a`. */
const NOT_IN_WINDOWS = /[<>:"|?*\p{Cc}]/u;
/** Windows drops these from the end of a name, so that two names would mean one file. */
const WINDOWS_DROPS = /[. ]$/;

/**
 * The names on the way to a file of the folder for files. What leads up or begins elsewhere is refused before anything
 * is touched, and so is what is no plain name on this system.
 */
export function namesOf(path: string, platform: NodeJS.Platform): string[] {
  const names = path.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
  const isAbsolute = /^[/\\]|^[A-Za-z]:/.test(path);
  if (isAbsolute || names.includes('..') || path.includes('\0')) throw outside(path);
  const strange = names.find((name) => !isPlain(name, platform));
  if (strange !== undefined) {
    throw invalidParams(`'${strange}' cannot be the name of a file on this computer. Choose a plain one.`);
  }
  return names;
}

function isPlain(name: string, platform: NodeJS.Platform): boolean {
  if (!isWellFormed(name) || Buffer.byteLength(name) > MOST_NAME_BYTES) return false;
  if (platform !== 'win32') return true;
  return !(WINDOWS_DEVICE.test(name) || NOT_IN_WINDOWS.test(name) || WINDOWS_DROPS.test(name));
}

export function outside(path: string): Error {
  return invalidParams(
    `'${path}' is not a path inside the folder for files. Pass one relative to it, without '..' and without links that lead elsewhere.`,
  );
}
