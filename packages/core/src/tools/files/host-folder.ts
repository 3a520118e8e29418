import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { hasCode } from '../../device/error-code.ts';
import {
  actionFailed,
  DeviceError,
  elementNotFound,
  invalidParams,
  permissionDenied,
} from '../../device/errors.ts';
import { type FileEntry, MOST_FILE_BYTES } from '../../device/services/files.ts';
import type { FilesFolder, HostFile } from '../frame/define.ts';
import { HeldFolder } from './held-folder.ts';
import { isWellFormed } from '@handeye/screen/sanitize';

export { MOST_FILE_BYTES } from '../../device/services/files.ts';

const MEGABYTE = 1024 * 1024;

const NO_FOLDER =
  'This server has no folder for files on its computer. Only its user can give it one: start it with --files FOLDER.';

/** The folder of the computer that the user chose for files; an error that names the flag if there is none. */
export function chosenFolder(folder: FilesFolder | undefined): FilesFolder {
  if (!folder) throw permissionDenied(NO_FOLDER);
  return folder;
}

/** The one folder of the computer whose files may be read and written. Nothing outside is reached, not by a link either. */
export class HostFolder implements FilesFolder {
  readonly #folder: string;
  readonly #platform: NodeJS.Platform = process.platform;
  readonly #without: string | undefined;

  /** `without` names a folder directly in it that is neither listed nor reached. */
  constructor(folder: string, { without }: { readonly without?: string } = {}) {
    this.#folder = folder;
    this.#without = without;
  }

  /** Its real path. */
  async path(): Promise<string> {
    return this.#within([], {}, (folder) => Promise.resolve(folder.path));
  }

  async read(path: string, most = MOST_FILE_BYTES): Promise<Buffer> {
    return (await this.readFile(path, most)).bytes;
  }

  /** A file of at most `most` bytes, and when it was changed. A link to a file is not followed. */
  async readFile(path: string, most = MOST_FILE_BYTES): Promise<HostFile> {
    return this.#inFolderOf(path, {}, async (folder, name) => {
      // O_NONBLOCK: opening a pipe would wait for a writer.
      const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
      const handle = await open(folder.child(name), flags);
      try {
        const status = await handle.stat();
        if (!status.isFile()) throw invalidParams(`'${path}' in the folder for files is not a file.`);
        if (status.size > most) throw tooLarge(path, most);
        if (!(await folder.isStill())) throw outside(path);
        const bytes = await handle.readFile();
        if (bytes.length > most) throw tooLarge(path, most);
        return { bytes, modified: Math.floor(status.mtimeMs / 1000) };
      } finally {
        await handle.close();
      }
    });
  }

  /** Replaces a file atomically: a failure leaves the old one, and no half of the new one. */
  async write(path: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > MOST_FILE_BYTES) throw tooLarge(path);
    await this.#inFolderOf(path, { make: true }, async (folder, name) => {
      const file = folder.child(name);
      const before = await statusOf(file);
      if (before?.isDirectory()) throw invalidParams(`'${path}' in the folder for files is a folder.`);
      const part = folder.child(`.${randomUUID()}.part`);
      try {
        await writeFile(part, bytes, { flag: 'wx', ...(before?.isFile() && { mode: before.mode & 0o777 }) });
        if (!(await folder.isStill())) throw outside(path);
        await rename(part, file);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    });
  }

  /** Lists a folder in it. */
  async list(path = ''): Promise<readonly FileEntry[]> {
    const way = namesOf(path, this.#platform);
    return this.#within(way, { path }, async (folder) => {
      const names = await readdir(folder.child('.'));
      const shown = way.length === 0 ? names.filter((name) => name !== this.#without) : names;
      const entries = await Promise.all(shown.map((name) => entryOf(folder.child(name), name)));
      if (!(await folder.isStill())) throw outside(path);
      return entries.filter((entry) => entry !== undefined);
    });
  }

  /** The kind of the entry at a path; undefined if there is none. */
  async kindOf(path: string): Promise<FileEntry['kind'] | undefined> {
    if (namesOf(path, this.#platform).length === 0) return 'folder';
    try {
      return await this.#inFolderOf(
        path,
        {},
        async (folder, name) => (await entryOf(folder.child(name), name))?.kind,
      );
    } catch (error) {
      if (error instanceof DeviceError && error.kind === 'element_not_found') return undefined;
      throw error;
    }
  }

  /** Deletes a file or a link, never a folder. */
  async delete(path: string): Promise<void> {
    await this.#inFolderOf(path, {}, async (folder, name) => {
      const status = await lstat(folder.child(name));
      if (status.isDirectory()) {
        throw invalidParams(`'${path}' in the folder for files is a folder. Only files are deleted.`);
      }
      if (!(await folder.isStill())) throw outside(path);
      await unlink(folder.child(name));
    });
  }

  #inFolderOf<T>(
    path: string,
    how: { readonly make?: boolean },
    work: (folder: HeldFolder, name: string) => Promise<T>,
  ): Promise<T> {
    const names = namesOf(path, this.#platform);
    const name = names.pop();
    if (name === undefined) throw invalidParams('A file in the folder for files must have a name.');
    return this.#within(names, { ...how, path }, (folder) => work(folder, name));
  }

  /** Goes from folder to folder, so that no link leads out between them, and works in the last one. */
  async #within<T>(
    names: readonly string[],
    { make = false, path = '' }: { readonly make?: boolean; readonly path?: string },
    work: (folder: HeldFolder) => Promise<T>,
  ): Promise<T> {
    const root = await this.#root();
    const held = [root];
    try {
      let here = root;
      for (const name of names) {
        if (make) await made(here.child(name));
        here = await HeldFolder.open(here.child(name), this.#platform);
        held.push(here);
        if (!here.isBelow(root) || this.#isHidden(here, root)) throw outside(path);
      }
      return await work(here);
    } catch (error) {
      throw error instanceof DeviceError ? error : asDeviceError(error, path);
    } finally {
      await Promise.all(held.map((folder) => folder.close()));
    }
  }

  /** By its real path: a link leads there no more than its name. */
  #isHidden({ path }: HeldFolder, root: HeldFolder): boolean {
    if (this.#without === undefined) return false;
    const hidden = join(root.path, this.#without);
    return path === hidden || path.startsWith(hidden + sep);
  }

  async #root(): Promise<HeldFolder> {
    return HeldFolder.open(this.#folder, this.#platform).catch((error: unknown) => {
      const why = hasCode(error, 'ENOENT')
        ? 'it is not there'
        : hasCode(error, 'ENOTDIR')
          ? 'it is not a folder'
          : reason(error);
      throw permissionDenied(`The folder that --files names cannot be used: ${why}.`);
    });
  }
}

async function made(folder: string): Promise<void> {
  await mkdir(folder).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
}

async function statusOf(path: string) {
  return lstat(path).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  });
}

async function entryOf(path: string, name: string): Promise<FileEntry | undefined> {
  const status = await statusOf(path);
  if (!status) return undefined;
  const kind = status.isFile()
    ? 'file'
    : status.isDirectory()
      ? 'folder'
      : status.isSymbolicLink()
        ? 'link'
        : 'other';
  return { name, kind, size: status.size, modified: Math.floor(status.mtimeMs / 1000) };
}

function asDeviceError(error: unknown, path: string): Error {
  if (hasCode(error, 'ENOENT')) return elementNotFound(`There is no '${path}' in the folder for files.`);
  if (hasCode(error, 'ENOTDIR')) {
    return invalidParams(`A part of '${path}' in the folder for files is a file, not a folder.`);
  }
  // Opened with O_NOFOLLOW.
  if (hasCode(error, 'ELOOP')) {
    return invalidParams(`'${path}' in the folder for files is a link, and links are not followed.`);
  }
  if (hasCode(error, 'EACCES') || hasCode(error, 'EPERM') || hasCode(error, 'EROFS')) {
    return permissionDenied(
      `The computer does not let this server use '${path}' in the folder for files (${reason(error)}).`,
    );
  }
  if (hasCode(error, 'ENOSPC')) {
    return actionFailed(`The computer has no room for '${path}'. Nothing was changed.`);
  }
  return actionFailed(`'${path}' cannot be used in the folder for files: ${reason(error)}.`);
}

function tooLarge(path: string, most = MOST_FILE_BYTES): Error {
  const limit = `${most / MEGABYTE} MB`;
  return invalidParams(`'${path}' is larger than ${limit}, and larger files are not transferred.`);
}

function reason(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

/** No usual file system has longer names. */
const MOST_NAME_BYTES = 255;

/** Names that Windows takes for devices, with any extension and in any case. */
const WINDOWS_DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;
/** Characters that no name on Windows may hold: `a:b` would be a stream of the file `a`. */
const NOT_IN_WINDOWS = /[<>:"|?*\p{Cc}]/u;
/** Windows drops these from the end of a name, so that two names would mean one file. */
const WINDOWS_DROPS = /[. ]$/;

/**
 * The names on the way to a file of the folder for files. What leads up or begins elsewhere is refused before anything
 * is touched, and so is what is no plain name on this system.
 */
export function namesOf(path: string, platform: NodeJS.Platform): string[] {
  const names = path.split(/[/\\]/).filter((name) => name !== '' && name !== '.');
  const isAbsolute = /^[/\\]|^[A-Za-z]:/.test(path);
  if (isAbsolute || names.includes('..') || path.includes('\0')) throw outside(path);
  const strange = names.find((name) => !isPlain(name, platform));
  if (strange !== undefined) {
    throw invalidParams(`'${strange}' cannot be the name of a file on this computer. Choose a plain one.`);
  }
  return names;
}

function isPlain(name: string, platform: NodeJS.Platform): boolean {
  if (!isWellFormed(name) || Buffer.byteLength(name) > MOST_NAME_BYTES) return false;
  if (platform !== 'win32') return true;
  return !(WINDOWS_DEVICE.test(name) || NOT_IN_WINDOWS.test(name) || WINDOWS_DROPS.test(name));
}

export function outside(path: string): Error {
  return invalidParams(
    `'${path}' is not a path inside the folder for files. Pass one relative to it, without '..' and without links that lead elsewhere.`,
  );
}
