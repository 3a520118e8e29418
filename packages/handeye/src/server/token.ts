import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, mkdir, open, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Reads the token kept in the configuration folder, or makes one there. Refuses one that others could know. */
export async function keptToken(folder: string): Promise<string> {
  const file = join(folder, 'token');
  await privateFolder(folder);
  const kept = await readToken(file);
  if (kept !== undefined) return kept;
  await placeToken(file, randomBytes(32).toString('base64url'));
  const made = await readToken(file);
  if (made === undefined) throw new Error(`The token could not be kept in ${file}.`);
  return made;
}

/** Makes the folder for its owner only; refuses one in which others could replace what we keep. */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { mode } = await stat(folder);
  if (process.platform !== 'win32' && mode & 0o022) {
    throw new Error(`Others can write to ${folder}. Take that away: chmod 700 '${folder}'`);
  }
}

async function readToken(file: string): Promise<string | undefined> {
  let handle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    if (isCode(error, 'ELOOP')) throw new Error(`${file} is a link. The token must be a file of its own.`);
    throw error;
  }
  try {
    const { mode } = await handle.stat();
    if (process.platform !== 'win32' && mode & 0o077) {
      throw new Error(`Others can read ${file}. Delete it to get a new token, or: chmod 600 '${file}'`);
    }
    const token = (await handle.readFile('utf8')).trim();
    if (!/^[\x21-\x7e]{16,}$/.test(token)) {
      throw new Error(
        `${file} holds no usable token (16 or more printable characters). Delete it to get a new one.`,
      );
    }
    return token;
  } finally {
    await handle.close();
  }
}

/** Whole or not at all: written aside, then linked into place. If another process was first, its token stays. */
async function placeToken(file: string, token: string): Promise<void> {
  const aside = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, `${token}\n`, { mode: 0o600, flag: 'wx' });
  try {
    await link(aside, file);
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  } finally {
    await unlink(aside);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
