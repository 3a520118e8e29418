import type { Call } from '@handeye/core/call/call';
import { type Phone, retryIfConnectionLost, sh } from '../phone.ts';
import { COMPANION_FOLDER, type Dex, FOLDER_ON_PHONE } from './dex.ts';
import { CompanionGone } from './errors.ts';

/** The permissions of group and others. A program that had the file open while it might could still write to it. */
const FOR_OTHERS = 0o077;

/**
 * Puts the companion on the phone unless it is there, byte for byte, in a folder that only the shell's user can change: what lies
 * there is run with the shell's rights. True if something else was in its place.
 */
export function installed(phone: Phone, { path, bytes }: Dex, call: Call): Promise<boolean> {
  return retryIfConnectionLost(call, async () => {
    const wasForeign = await ownFolder(phone, call);
    const there = await phone.stat(path, call);
    const isWhole = there?.size === bytes.length && (there.mode & FOR_OTHERS) === 0;
    // It is compared here: Android 5 has no program for a digest that can be relied on, and these are some 50 kB.
    if (isWhole && Buffer.compare(await phone.pull(path, call, { mostBytes: bytes.length }), bytes) === 0)
      return wasForeign;
    await phone.push({ path, bytes }, call);
    await settle(phone, path, call);
    return wasForeign || there !== undefined;
  });
}

/** Makes the companion's folder, anew if it belongs to another user, is a link, or was open to others. True if something else was in its place. */
async function ownFolder(phone: Phone, call: Call): Promise<boolean> {
  const folder = COMPANION_FOLDER;
  const status = await phone.stat(folder, call);
  const isClosed = status !== undefined && (status.mode & FOR_OTHERS) === 0;
  const isOurs = sh`[ -d ${folder} ] && [ ! -L ${folder} ] && [ -O ${folder} ]`;
  const isSomething = sh`[ -e ${folder} ] || [ -L ${folder} ]`;
  // Until the chmod others may put something into it.
  const made = sh`mkdir ${folder}; chmod 700 ${folder}; rm -rf ${folder}/*`;
  const renewed = sh`if ${isSomething}; then rm -rf ${folder}; echo foreign; fi; ${made}`;
  const result = await phone.run(
    sh`if ${isClosed ? isOurs : sh`false`}; then :; else ${renewed}; fi; ${isOurs}`,
    call,
  );
  if (result.code !== 0) {
    throw new CompanionGone(
      `Another program holds ${folder} on the phone, where the companion belongs. Remove it.`,
      'no',
    );
  }
  return Buffer.from(result.stdout).includes('foreign');
}

/**
 * Takes the file from group and others, to whom adbd gives what the owner has (0644 becomes 0666), and removes companions of other
 * versions; earlier versions put theirs beside the folder.
 */
async function settle(phone: Phone, path: string, call: Call): Promise<void> {
  const all = sh`${COMPANION_FOLDER}/* ${FOLDER_ON_PHONE}/handeye-companion-*.jar`;
  await phone.run(sh`chmod 600 ${path}; for f in ${all}; do [ "$f" = ${path} ] || rm -f "$f"; done`, call);
}
