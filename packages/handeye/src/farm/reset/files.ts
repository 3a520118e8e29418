import type { Call } from '../../call/call.ts';
import { actionFailed, deviceErrorOf } from '../../device/errors.ts';
import type { Device } from '../../device/port.ts';
import type { FileEntry, FilePlace, Files } from '../../device/services/files.ts';
import type { ChangedFile } from '../host/changed-files.ts';

/** What is at a place now: bytes, nothing, or something that is not read, such as a folder or a very large file. */
type Content = Uint8Array | 'absent' | 'unreadable';

/**
 * Puts back what tools replaced or deleted, and deletes what they wrote. Folders that they made stay. The last change first:
 * one file has several names (`download: a`, `shared: Download/a`), and what was noted first is the owner's.
 */
export async function putFilesBack(
  device: Device,
  changed: readonly ChangedFile[],
  call: Call,
): Promise<void> {
  const files = device.services?.files;
  if (!files) return;
  for (const file of [...changed].reverse()) {
    if (await isAsBefore(files, file, call)) continue;
    if (file.before === 'absent') await files.delete(file.place, call);
    else await files.write(file.place, file.before, call);
    if (await isAsBefore(files, file, call)) continue;
    throw actionFailed(`${file.place.path} in ${file.place.location} is not as it was before the lease.`);
  }
}

async function isAsBefore(files: Files, { place, before }: ChangedFile, call: Call): Promise<boolean> {
  const now = await contentOf(files, place, call);
  if (typeof now !== 'string' && typeof before !== 'string') return Buffer.compare(now, before) === 0;
  if (now === 'unreadable' && before === 'absent') {
    const kind = await kindOf(files, place, call);
    return kind === undefined || kind === 'folder';
  }
  return now === before;
}

async function contentOf(files: Files, place: FilePlace, call: Call): Promise<Content> {
  try {
    return (await files.readIfThere(place, call)) ?? 'absent';
  } catch (error) {
    const kind = deviceErrorOf(error)?.kind;
    // Nor is its folder.
    if (kind === 'element_not_found') return 'absent';
    if (kind === 'invalid_params') return 'unreadable';
    throw error;
  }
}

async function kindOf(files: Files, { location, path }: FilePlace, call: Call) {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  const name = names.pop();
  const entries: readonly FileEntry[] = await files.list({ location, path: names.join('/') }, call);
  return entries.find((entry) => entry.name === name)?.kind;
}
