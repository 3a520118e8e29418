import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@handeye/core/device/error-code';
import { makeFolder } from '@handeye/core/device/make-folder';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { type AdbKey, keyOfPem, newPem } from './daemon/key.ts';
import { AdbError } from './errors.ts';
import type { Environment } from './server/find-adb.ts';

const FILE_NAME = 'adbkey';
/** What to do about a key of ours that cannot be used. */
const DELETE_IT = 'Delete it to get a new key.';

/**
 * The key by which phones know this computer: adb's own if there is one, so that a phone which knows either knows both; else
 * the one in the folder.
 */
export async function hostKey(folder: string, env: Environment): Promise<AdbKey> {
  const home = env.HOME ?? env.USERPROFILE;
  if (home === undefined || home === '') return loadKey(folder);
  const file = join(home, '.android', FILE_NAME);
  const advice = `It is adb's key: repair it, or move it and ${file}.pub away to use a key of Handeye's own.`;
  const pem = keptPem(file, advice);
  return pem === undefined ? loadKey(folder) : keyIn(file, pem, advice);
}

/** The key in the folder, readable only by this user; created at the first use. */
export async function loadKey(folder: string): Promise<AdbKey> {
  const file = join(folder, FILE_NAME);
  return keyIn(file, keptPem(file) ?? (await makeKey(folder, file)), DELETE_IT);
}

function keyIn(file: string, pem: string, advice: string): AdbKey {
  if (pem.includes('ENCRYPTED'))
    throw new AdbError(`The key ${file} is encrypted with a passphrase, so it cannot be used. ${advice}`);
  try {
    return keyOfPem(pem);
  } catch (error) {
    throw new AdbError(`The file ${file} does not contain an RSA key of 2048 bits. ${advice}`, {
      cause: error,
    });
  }
}

function keptPem(file: string, advice = DELETE_IT): string | undefined {
  try {
    return readRegularFile(file, { advice }).text;
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
