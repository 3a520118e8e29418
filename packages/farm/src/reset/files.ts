import type { Call } from '@handeye/core/call/call';
import { actionFailed, deviceErrorOf } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { FileEntry, FilePlace, Files } from '@handeye/core/device/services/files';
import type { ChangedFile } from '../host/changed-files.ts';

/** The current content: bytes, nothing, or something that is not read, such as a folder or a very large file. */
type Content = Uint8Array | 'absent' | 'unreadable';

/**
 * Restores files that tools replaced or deleted, and deletes those that they wrote. Folders that they made stay. The last
 * change is undone first: one file may have several names (`download: a`, `shared: Download/a`), and the first note holds the
 * owner's content.
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
    // Its folder is missing, too.
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
