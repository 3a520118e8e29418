import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { actionFailed, deviceErrorOf, permissionDenied } from '@handeye/core/device/errors';
import { makeFolder } from '@handeye/core/device/make-folder';
import type { FileEntry } from '@handeye/core/device/services/files';
import { HostFolder } from '@handeye/core/tools/files/host-folder';
import type { FilesFolder, HostFile } from '@handeye/core/tools/frame/define';
import type { Guarded } from './fenced-device.ts';

/** The subfolder for the folders of leases, in the folder of --files. */
const LEASES = '.handeye-leases';

interface LeaseFolderOptions {
  /** The folder that the owner chose with --files. */
  readonly files: string;
  /** The full name of the device. */
  readonly device: string;
  readonly guarded: Guarded;
}

/** Makes the folder that holds the folders of leases; throws if the folder of --files is not writable. */
export async function makeLeasesFolder(files: string): Promise<void> {
  await makeFolder(join(files, LEASES));
}

/**
 * The files of one lease: the holder writes to a folder of its own, which is removed with the lease. The owner's files in the
 * --files folder can be read, not changed. Other leases are not visible.
 */
export class LeaseFolder implements FilesFolder {
  readonly #folder: string;
  readonly #own: HostFolder;
  readonly #owners: HostFolder;
  readonly #guarded: Guarded;

  private constructor(folder: string, { files, guarded }: LeaseFolderOptions) {
    this.#folder = folder;
    this.#own = new HostFolder(folder);
    this.#owners = new HostFolder(files, { without: LEASES });
    this.#guarded = guarded;
  }

  /**
   * Makes an empty folder, and removes what a killed host left of earlier leases. Each folder has a random name, so tools of
   * the last holder that close late remove only their own.
   */
  static async make(options: LeaseFolderOptions): Promise<LeaseFolder> {
    const ofDevice = join(options.files, LEASES, encodeURIComponent(options.device));
    await removed(ofDevice);
    const folder = join(ofDevice, randomUUID());
    await makeFolder(folder);
    return new LeaseFolder(folder, options);
  }

  remove(): Promise<void> {
    return removed(this.#folder);
  }

  path(): Promise<string> {
    return this.#own.path();
  }

  async read(path: string, most?: number): Promise<Buffer> {
    return (await this.readFile(path, most)).bytes;
  }

  async readFile(path: string, most?: number): Promise<HostFile> {
    return (await ifThere(this.#own.readFile(path, most))) ?? (await this.#owners.readFile(path, most));
  }

  write(path: string, bytes: Uint8Array, call: Call): Promise<void> {
    return this.#guarded(call, () => this.#own.write(path, bytes));
  }

  /** The holder's files and the owner's. */
  async list(path?: string): Promise<readonly FileEntry[]> {
    const own = await ifThere(this.#own.list(path));
    const owners = own ? await ifThere(this.#owners.list(path)) : await this.#owners.list(path);
    const names = new Set(own?.map(({ name }) => name));
    return [...(own ?? []), ...(owners ?? []).filter(({ name }) => !names.has(name))];
  }

  async kindOf(path: string): Promise<FileEntry['kind'] | undefined> {
    return (await this.#own.kindOf(path)) ?? (await this.#owners.kindOf(path));
  }

  async delete(path: string, call: Call): Promise<void> {
    const isOwners =
      (await this.#own.kindOf(path)) === undefined && (await this.#owners.kindOf(path)) === 'file';
    if (isOwners)
      throw permissionDenied(`'${path}' belongs to the host: a lease can read it, not delete it.`);
    await this.#guarded(call, () => this.#own.delete(path));
  }
}

async function removed(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true }).catch((error: unknown) => {
    throw actionFailed(
      `The files of the last holder could not be removed: delete ${LEASES} in the folder that --files names.`,
      error,
    );
  });
}

async function ifThere<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (deviceErrorOf(error)?.kind === 'element_not_found') return undefined;
    throw error;
  }
}
