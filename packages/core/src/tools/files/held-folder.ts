import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

/**
 * A folder that is kept open. Where the system names open folders (Linux, /proc/self/fd), a file in it is reached through that
 * name: moving the folder or putting a link in its place meanwhile changes nothing. Elsewhere the path is checked again by
 * `isStill`.
 */
export class HeldFolder {
  /** Its real path when it was opened. */
  readonly path: string;
  readonly #handle: FileHandle | undefined;
  readonly #byNumber: boolean;

  private constructor(path: string, handle: FileHandle | undefined, byNumber: boolean) {
    this.path = path;
    this.#handle = handle;
    this.#byNumber = byNumber;
  }

  /** Opens a folder, following the links on the way to it. */
  static async open(path: string, platform: NodeJS.Platform = process.platform): Promise<HeldFolder> {
    const real = await realpath(path);
    // Windows opens no folders.
    if (platform === 'win32') return new HeldFolder(real, undefined, false);
    const handle = await open(real, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const named = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => undefined);
    return new HeldFolder(named ?? real, handle, named !== undefined);
  }

  /** A path for something in it. */
  child(name: string): string {
    return join(this.#byNumber ? `/proc/self/fd/${String(this.#handle?.fd)}` : this.path, name);
  }

  /** Whether it is that folder, or below it. */
  isBelow(root: HeldFolder): boolean {
    const start = root.path.endsWith(sep) ? root.path : root.path + sep;
    return this.path === root.path || this.path.startsWith(start);
  }

  /** Whether its path still leads to it. */
  async isStill(): Promise<boolean> {
    if (this.#byNumber || this.#handle === undefined) return true;
    const [held, there, real] = await Promise.all([
      this.#handle.stat(),
      stat(this.path).catch(() => undefined),
      realpath(this.path).catch(() => undefined),
    ]);
    return held.ino === there?.ino && held.dev === there.dev && real === this.path;
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}
