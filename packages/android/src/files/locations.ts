import type { Call } from '@handeye/core/call/call';
import { elementNotFound } from '@handeye/core/device/errors';
import type { FileLocation } from '@handeye/core/device/services/files';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { outputOf, type Phone, retryIfConnectionLost, sh } from '../phone.ts';

/** Shared storage is here on every release, behind one link or more. */
const SHARED_STORAGE = '/sdcard';
export const TEMPORARY_FILES = '/data/local/tmp';

/** The folders that Android itself makes there (android.os.Environment), as far as the release has them. */
const STANDARD_FOLDERS = [
  ...['Download', 'Documents', 'Pictures', 'DCIM', 'Movies', 'Music', 'Recordings'],
  ...['Podcasts', 'Audiobooks', 'Ringtones', 'Alarms', 'Notifications'],
];

/** SD cards and sticks are in /storage under the names of their volumes (1A2B-3C4D); these two are shared storage. */
const NO_CARDS: ReadonlySet<string> = new Set(['emulated', 'self', 'sdcard0']);
const CARD_PREFIX = 'card-';
const CARD_NAME = /^[0-9A-Za-z][0-9A-Za-z_-]*$/;

/** App folders that many releases and makers close to the shell, from Android 11 on. */
const OFTEN_CLOSED = ['Android/data', 'Android/obb'];

interface Candidate {
  readonly id: string;
  readonly title: string;
  readonly path: string;
}

const FIXED: readonly Candidate[] = [
  { id: 'shared', title: 'all of shared storage', path: SHARED_STORAGE },
  ...STANDARD_FOLDERS.map((name) => ({
    id: name.toLowerCase(),
    title: `${name} in shared storage`,
    path: `${SHARED_STORAGE}/${name}`,
  })),
  { id: 'tmp', title: 'temporary files of the shell', path: TEMPORARY_FILES },
];

/** The path of a location, from its id alone; it need not exist. */
export function locationPath(id: string): string {
  const fixed = FIXED.find((location) => location.id === id.toLowerCase());
  if (fixed) return fixed.path;
  const card = id.startsWith(CARD_PREFIX) ? id.slice(CARD_PREFIX.length) : '';
  if (CARD_NAME.test(card) && !NO_CARDS.has(card)) return `/storage/${card}`;
  throw elementNotFound(
    `There is no location '${id}'. There may be: ${FIXED.map((one) => one.id).join(', ')}; list_storage_locations lists them.`,
  );
}

/** Whether files there are in the phone's media store. */
export function isShared(path: string): boolean {
  return path.startsWith(SHARED_STORAGE) || path.startsWith('/storage/');
}

/** The locations of this phone, and the shell's access to each: asked of the phone, not of its version. */
export async function findLocations(phone: Phone, call: Call): Promise<readonly FileLocation[]> {
  const [cards, ...answers] = await retryIfConnectionLost(call, () =>
    phone.script(
      [sh`for v in /storage/*; do echo "$v"; done`, ...FIXED.map(({ path }) => asking(path))],
      call,
    ),
  );
  const found = FIXED.map((location, index) => asLocation(location, answers[index]));
  const removable = cards ? cardsIn(outputOf(cards)) : [];
  if (removable.length === 0) return found.filter((location) => location !== undefined);
  const more = await retryIfConnectionLost(call, () =>
    phone.script(
      removable.map(({ path }) => asking(path)),
      call,
    ),
  );
  const all = [...found, ...removable.map((location, index) => asLocation(location, more[index]))];
  return all.filter((location) => location !== undefined);
}

function cardsIn(printed: string): Candidate[] {
  return printed
    .split('\n')
    .map((line) => line.replace('/storage/', ''))
    .filter((name) => CARD_NAME.test(name) && !NO_CARDS.has(name))
    .map((name) => ({
      id: `${CARD_PREFIX}${name}`,
      title: 'SD card or USB stick',
      path: `/storage/${name}`,
    }));
}

/** Prints `at` and the real path, `r`, `w`, and the closed folders inside. */
function asking(path: string): ShellCommand {
  const closed = sh`for d in ${OFTEN_CLOSED}; do [ -d "$d" ] && ! [ -r "$d" ] && echo "closed $d"; done`;
  return sh`( cd -P ${path} 2>/dev/null && echo "at $(pwd -P)" && { [ -r . ] && echo r; [ -w . ] && echo w; ${closed}; } )`;
}

function asLocation(
  { id, title }: Candidate,
  answer: { readonly stdout: Uint8Array } | undefined,
): FileLocation | undefined {
  const lines = Buffer.from(answer?.stdout ?? [])
    .toString()
    .split('\n');
  const at = lines.find((line) => line.startsWith('at /'));
  if (at === undefined) return undefined;
  return {
    id,
    title,
    path: at.slice('at '.length),
    readable: lines.includes('r'),
    writable: lines.includes('w'),
    closed: lines.flatMap((line) => (line.startsWith('closed ') ? [line.slice('closed '.length)] : [])),
  };
}
