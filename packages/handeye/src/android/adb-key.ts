import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../device/make-folder.ts';
import { type AdbKey, keyOfPem, newPem } from './adb/daemon/key.ts';

const FILE_NAME = 'adbkey';

/** The key kept in the folder, which only this user can read; made at the first use. */
export async function loadKey(folder: string): Promise<AdbKey> {
  const file = join(folder, FILE_NAME);
  const pem = await readFile(file, 'utf8').catch(async (error: unknown) => {
    if (!hasCode(error, 'ENOENT')) throw error;
    return makeKey(folder, file);
  });
  return keyOfPem(pem);
}

/** Where nothing can be kept, the key lasts as long as this process: the phone asks its user anew each time. */
async function makeKey(folder: string, file: string): Promise<string> {
  const pem = await newPem();
  try {
    await makeFolder(folder);
    await writeFile(file, pem, { mode: 0o600, flag: 'wx' });
    return pem;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return readFile(file, 'utf8'); // another process was faster
    return pem;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
