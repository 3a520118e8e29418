import { randomBytes } from 'node:crypto';
import { rename, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@handeye/core/device/make-folder';
import { readRegularFile } from '@handeye/core/device/regular-file';

const FILE = 'remote-desktop-token';
/** The mode bits that let other users read or write a file. */
const OTHERS = 0o077;

/**
 * The token with which a desktop renews, without asking, an access that its user has granted once. It is as good as the user's
 * consent, so only the owner can read it. Each token works once; every start of a session gives the next.
 */
export class RestoreToken {
  readonly #file: string | undefined;
  #token: string | undefined;

  /** Without a folder it lives in memory only. */
  constructor(folder: string | undefined) {
    this.#file = folder === undefined ? undefined : join(folder, FILE);
  }

  get current(): string | undefined {
    if (this.#file === undefined || this.#token !== undefined) return this.#token;
    try {
      const { text, mode } = readRegularFile(this.#file);
      const token = text.trim();
      return token === '' || (mode & OTHERS) !== 0 ? undefined : token;
    } catch {
      return undefined;
    }
  }

  /** Undefined: the desktop keeps no consent, so the stored token is useless. */
  async replace(token: string | undefined): Promise<void> {
    this.#token = token;
    if (this.#file === undefined) return;
    if (token === undefined) {
      await unlink(this.#file).catch(() => undefined);
      return;
    }
    const aside = `${this.#file}.${randomBytes(6).toString('hex')}`;
    // Without the file the user is asked again the next time; that is all.
    await makeFolder(dirname(this.#file))
      .then(() => writeFile(aside, `${token}\n`, { mode: 0o600, flag: 'wx' }))
      .then(() => rename(aside, this.#file ?? ''))
      .catch(() => unlink(aside).catch(() => undefined));
  }
}
