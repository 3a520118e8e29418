import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../device/error-code.ts';
import { makeFolder } from '../device/make-folder.ts';
import { readRegularFile } from '../device/regular-file.ts';

/** The folder for the token cannot be created or written to, so nothing can be saved. */
export class CannotKeepToken extends Error {
  override readonly name = 'CannotKeepToken';
}

/** Reads the token kept in the config folder, or creates it. Refuses one that other users could know. */
export async function keptToken(folder: string): Promise<string> {
  const file = join(folder, 'token');
  await privateFolder(folder).catch(cannotKeep(folder));
  const kept = readToken(file);
  if (kept !== undefined) return kept;
  await placeToken(file, newToken()).catch(cannotKeep(folder));
  const made = readToken(file);
  if (made === undefined) throw new Error(`The token could not be saved in ${file}.`);
  return made;
}

/** A new random token. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Error codes for a folder that cannot be written: permissions, a read-only or full disk, an impossible path. */
const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOENT', 'ENOTDIR']);

function cannotKeep(folder: string): (error: unknown) => never {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!unwritable.has(code)) throw error;
    const advice = 'Make it a folder that you can write to, or set HANDEYE_TOKEN.';
    throw new CannotKeepToken(`The token cannot be saved in ${folder} (${code}). ${advice}`, {
      cause: error,
    });
  };
}

/** Creates the folder for its owner only; refuses one in which others could replace files. */
export async function privateFolder(folder: string): Promise<void> {
  await makeFolder(folder);
  const { mode } = await stat(folder);
  if (process.platform !== 'win32' && mode & 0o022) {
    throw new Error(`Other users can write to ${folder}. Fix its permissions: chmod 700 '${folder}'`);
  }
}

/** The token in that file; undefined if there is none. Refuses one that other users could know. */
export function readToken(file: string): string | undefined {
  const kept = fileOf(file);
  if (kept === undefined) return undefined;
  if (process.platform !== 'win32' && kept.mode & 0o077) {
    throw new Error(`Other users can read ${file}. Delete it to get a new token, or: chmod 600 '${file}'`);
  }
  const token = kept.text.trim();
  if (/^[\x21-\x7e]{16,}$/.test(token)) return token;
  throw new Error(
    `${file} does not contain a valid token (16 or more printable characters). Delete it to get a new one.`,
  );
}

function fileOf(file: string): ReturnType<typeof readRegularFile> | undefined {
  try {
    return readRegularFile(file, {
      flags: constants.O_NOFOLLOW,
      advice: 'Delete it to get a new token.',
    });
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    if (hasCode(error, 'ELOOP'))
      throw new Error(`${file} is a symbolic link. The token must be a regular file.`);
    throw error;
  }
}

/** Atomic: written to a temporary file, then linked. If another process was first, its token stays. */
async function placeToken(file: string, token: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, `${token}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(aside, file);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(aside);
  }
}
