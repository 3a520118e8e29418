import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { permissionDenied } from '@handeye/core/device/errors';

/** The companion's file on the phone: a zip with its classes.dex, which app_process takes like any jar. */
export interface Dex {
  readonly bytes: Uint8Array;
  /** SHA-256 in hex, which the companion's greeting repeats. */
  readonly hash: string;
  /** Its path on the phone; the name changes with its content. */
  readonly path: string;
}

/** The shell's own folder, which exists on every version. */
export const FOLDER_ON_PHONE = '/data/local/tmp';

/** The companion's folder in it, which only the shell's user can enter. */
export const COMPANION_FOLDER = `${FOLDER_ON_PHONE}/handeye-companion`;

/** Beside the bundled program or its parts, or, in the source tree, in the package that builds it. */
const places = [
  '../handeye-companion.jar',
  './handeye-companion.jar',
  '../../../phone-companion/handeye-companion.jar',
].map((place) => new URL(place, import.meta.url));

/** Reads the companion's program, which is a part of Handeye. */
export async function loadDex(): Promise<Dex> {
  for (const place of places) {
    const bytes = await readFile(place).catch(() => undefined);
    if (bytes !== undefined) return dexOf(bytes);
  }
  throw permissionDenied(
    'The companion (handeye-companion.jar) is not part of this installation of Handeye: install it again.',
  );
}

function dexOf(bytes: Uint8Array): Dex {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { bytes, hash, path: `${COMPANION_FOLDER}/${hash.slice(0, 16)}.jar` };
}
