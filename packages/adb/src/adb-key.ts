import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@handeye/core/device/error-code';
import { makeFolder } from '@handeye/core/device/make-folder';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { type AdbKey, keyOfPem, newPem } from './daemon/key.ts';

const FILE_NAME = 'adbkey';

/** The key in the folder, readable only by this user; created at the first use. */
export async function loadKey(folder: string): Promise<AdbKey> {
  const file = join(folder, FILE_NAME);
  return keyOfPem(keptPem(file) ?? (await makeKey(folder, file)));
}

function keptPem(file: string): string | undefined {
  try {
    return readRegularFile(file, { advice: 'Delete it to get a new key.' }).text;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Where the key cannot be saved, it lasts as long as this process, and the phone asks its user again each time. */
async function makeKey(folder: string, file: string): Promise<string> {
  const pem = await newPem();
  try {
    await makeFolder(folder);
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
    return pem;
  } catch (error) {
    const others = hasCode(error, 'EEXIST') ? keptPem(file) : undefined; // another process was faster
    return others ?? pem;
  }
}
