import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { hasCode } from '../../device/error-code.ts';
import { actionFailed, elementNotFound, invalidParams, permissionDenied } from '../../device/errors.ts';

const MEGABYTE = 1024 * 1024;
/** No file that goes through the server is larger, but for apps. */
export const MOST_FILE_BYTES = 50 * MEGABYTE;

const NO_FOLDER =
  'This server has no folder for files on its computer. Only its user can give it one: start it with --files FOLDER.';

/** The folder of the computer that the user chose for files; an error that names the flag if there is none. */
export function chosenFolder(folder: HostFolder | undefined): HostFolder {
  if (!folder) throw permissionDenied(NO_FOLDER);
  return folder;
}

/** The one folder of the computer whose files may be read and written. Nothing outside is reached, not by a link either. */
export class HostFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The names in a folder, sorted; undefined if the path is no folder. */
  async list(path: string): Promise<readonly string[] | undefined> {
    const folder = await this.#existing(path);
    try {
      return (await readdir(folder)).sort();
    } catch (error) {
      if (hasCode(error, 'ENOTDIR')) return undefined;
      throw actionFailed(`'${path}' cannot be read in the folder for files: ${reason(error)}.`);
    }
  }

  /** A whole file of at most `most` bytes. */
  async read(path: string, most = MOST_FILE_BYTES): Promise<Buffer> {
    const file = await this.#existing(path);
    // O_NONBLOCK: opening a pipe would wait for somebody to write to it. O_NOFOLLOW: links have been followed already.
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
    const handle = await open(file, flags).catch((error: unknown) => {
      throw actionFailed(`'${path}' cannot be read in the folder for files: ${reason(error)}.`);
    });
    try {
      const status = await handle.stat();
      if (!status.isFile()) throw invalidParams(`'${path}' in the folder for files is not a file.`);
      if (status.size > most) throw invalidParams(`'${path}' is larger than ${most / MEGABYTE} MB.`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /** Puts a whole file in its place at once: whatever fails leaves what was there, and no half of the new one. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    const file = await this.#placeFor(path);
    const part = join(dirname(file), `.${randomUUID()}.part`);
    try {
      await writeFile(part, bytes, { flag: 'wx' });
      await rename(part, file);
    } catch (error) {
      await rm(part, { force: true });
      throw actionFailed(`'${path}' could not be written in the folder for files: ${reason(error)}.`);
    }
  }

  /** The real path of something that is there. */
  async #existing(path: string): Promise<string> {
    const root = await this.#root();
    const wanted = join(root, ...partsOf(path));
    const real = await realpath(wanted).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) {
        throw elementNotFound(`There is no '${path}' in the folder for files.`);
      }
      throw actionFailed(`'${path}' cannot be read in the folder for files: ${reason(error)}.`);
    });
    return inside(root, real, path);
  }

  /** Where a file belongs. The folders on the way are made, one after the other, so that no link leads out between them. */
  async #placeFor(path: string): Promise<string> {
    const root = await this.#root();
    const parts = partsOf(path);
    const name = parts.pop();
    if (name === undefined) throw invalidParams('A file in the folder for files must have a name.');
    let folder = root;
    for (const part of parts) folder = inside(root, await madeFolder(join(folder, part), path), path);
    return join(folder, name);
  }

  async #root(): Promise<string> {
    return realpath(this.#folder).catch((error: unknown) => {
      throw permissionDenied(`The folder that --files names cannot be used: ${reason(error)}.`);
    });
  }
}

async function madeFolder(folder: string, path: string): Promise<string> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) {
      throw actionFailed(`The folder of '${path}' cannot be made in the folder for files: ${reason(error)}.`);
    }
  }
  return realpath(folder);
}

/** The names on the way; what leads up or begins elsewhere is refused before anything is touched. */
function partsOf(path: string): string[] {
  const parts = path.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  const isAbsolute = /^[/\\]|^[A-Za-z]:/.test(path);
  if (isAbsolute || parts.includes('..') || path.includes('\0')) throw outside(path);
  return parts;
}

function inside(root: string, real: string, path: string): string {
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : root + sep)) throw outside(path);
  return real;
}

function outside(path: string): Error {
  return invalidParams(
    `'${path}' is not a path inside the folder for files. Pass one relative to it, without '..'.`,
  );
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
