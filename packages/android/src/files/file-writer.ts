import { randomBytes } from 'node:crypto';
import type { Call } from '@handeye/core/call/call';
import { withinLimit } from '@handeye/core/call/call';
import { actionFailed, isTimeout, timedOut } from '@handeye/core/device/errors';
import type { FilePlace, WriteOptions } from '@handeye/core/device/services/files';
import type { Remark } from '@handeye/core/device/port';
import { isConnectionLost, isUnreachable } from '../errors.ts';
import { outputOf, type Phone, sh } from '../phone.ts';
import { repeated, short, whileMoving } from './connection.ts';
import { type Folder, IS_FOLDER, inFolder, pathIn, refusal } from './folder.ts';

/** The time that a phone has to come back before its temporary file is left for later. */
const CLEANING_LIMIT = 3_000;

export interface FileToPut {
  readonly place: FilePlace;
  readonly folder: Folder;
  /** The real path of the folder. */
  readonly at: string;
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface PutOptions extends WriteOptions {
  /** The owner and permissions of the replaced file. */
  readonly permissions: number | undefined;
}

interface Part {
  readonly folder: Folder;
  readonly name: string;
}

/** The connection broke while a file was renamed, and the outcome is unknown. */
class Undecided extends Error {
  constructor(cause: unknown) {
    super('The phone went away while a file was renamed.', { cause });
  }
}

/** Puts files on the phone: whole, under a temporary name in the same folder, then renamed, which is one step. */
export class FileWriter {
  readonly #phone: Phone;
  /** Temporary files of a phone that was unreachable when they should have been removed. */
  readonly #leftovers = new Set<Part>();

  constructor(phone: Phone) {
    this.#phone = phone;
  }

  async put(file: FileToPut, options: PutOptions, call: Call): Promise<Remark> {
    await this.sweep(call);
    const part = { folder: file.folder, name: `.handeye-${randomBytes(6).toString('hex')}.part` };
    try {
      const attempts = await this.#push(file, part, options, call);
      await this.#rename(file, part, options, call);
      return attempts > 1 ? 'The connection broke on the way, and the transfer was repeated' : undefined;
    } catch (error) {
      throw await this.#failed(error, file, part, call);
    }
  }

  /** Removes the temporary files that were left because the phone was unreachable. */
  async sweep(call: Call): Promise<void> {
    for (const part of this.#leftovers) await short(call, (own) => this.#remove(part, own));
  }

  /** Writing the temporary file may be repeated: nothing reads it. */
  async #push({ at, bytes }: FileToPut, part: Part, options: PutOptions, call: Call): Promise<number> {
    const { modified, onProgress } = options;
    const file = { path: pathIn(at, part.name), bytes, modified };
    const { attempts } = await repeated(this.#phone, call, () =>
      whileMoving(call, (own, moved) => {
        const hear = (count: number) => {
          moved();
          onProgress?.(count);
        };
        return this.#phone.push({ ...file, onProgress: hear }, own);
      }),
    );
    return attempts;
  }

  async #rename(file: FileToPut, part: Part, options: PutOptions, call: Call): Promise<void> {
    try {
      await short(call, (own) => this.#move(file, part, options, own));
    } catch (error) {
      if (!isConnectionLost(error) && !hasLeft(error)) throw error;
      // Whether it was renamed is unknown: the phone knows, if it is back.
      const isRenamed = await this.#isRenamed(file, part, call).catch(() => undefined);
      if (isRenamed === undefined) throw new Undecided(error);
      if (!isRenamed) throw error;
    }
  }

  async #move(file: FileToPut, part: Part, { permissions }: PutOptions, call: Call): Promise<void> {
    const { place, folder, at, name, bytes } = file;
    const [from, to] = [`./${part.name}`, `./${name}`];
    // Shared storage has no permissions of its own, and may refuse to set any.
    const mode = permissions === undefined ? sh`:` : sh`chmod ${permissions.toString(8)} ${from} 2>/dev/null`;
    // If a folder has taken the place by now, the file would get into it.
    const command = sh`{ if [ -d ${to} ]; then exit ${IS_FOLDER}; fi; ${mode}; mv -f ${from} ${to}; }`;
    const result = await this.#phone.run(inFolder(folder, command), call);
    if (result.code !== 0) throw refusal(outputOf(result), place, result.code);
    const now = await this.#phone.stat(pathIn(at, name), call);
    if (now?.size === bytes.length) return;
    throw actionFailed(
      `'${place.path}' was written, but the phone says that it has ${now?.size ?? 'no'} bytes instead of ${bytes.length}.`,
    );
  }

  async #isRenamed({ at, name, bytes }: FileToPut, part: Part, call: Call): Promise<boolean> {
    const { result } = await repeated(this.#phone, call, () =>
      short(call, async (own) => {
        if (await this.#phone.stat(pathIn(at, part.name), own)) return false;
        return (await this.#phone.stat(pathIn(at, name), own))?.size === bytes.length;
      }),
    );
    return result;
  }

  /** Removes the temporary file, with a time limit of its own; the remark names what is left. */
  async #failed(error: unknown, { place }: FileToPut, part: Part, call: Call): Promise<unknown> {
    this.#leftovers.add(part);
    const limits = { clock: call.clock, limit: CLEANING_LIMIT };
    await withinLimit(limits, (own) => this.#remove(part, own)).catch(() => undefined);
    const cause = error instanceof Undecided ? error.cause : error;
    if (!isConnectionLost(cause) && !hasLeft(cause)) return error;
    const left = this.#leftovers.has(part)
      ? `A temporary file '${part.name}' may be left beside it; it is removed when the phone is back.`
      : 'No temporary file is left.';
    const fail = hasLeft(cause) ? timedOut : actionFailed;
    const what = hasLeft(cause) ? 'The phone stopped answering' : 'The connection to the phone was lost';
    const now =
      error instanceof Undecided
        ? 'It is whole, but the old one or the new one: look when the phone is back.'
        : 'It was not replaced: what was there is as before. Try again.';
    return fail(`${what} while '${place.path}' was written. ${now} ${left}`, cause);
  }

  async #remove(part: Part, call: Call): Promise<void> {
    try {
      const removal = inFolder(part.folder, sh`rm -f ${`./${part.name}`}`);
      const { result } = await repeated(this.#phone, call, () => this.#phone.run(removal, call));
      if (result.code === 0) this.#leftovers.delete(part);
    } catch {
      // Later, when the phone is back.
    }
  }
}

/** Whether the phone stopped answering, or cannot be reached any more. */
function hasLeft(error: unknown): boolean {
  return isTimeout(error) || isUnreachable(error);
}
