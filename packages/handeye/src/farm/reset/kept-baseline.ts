import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../device/make-folder.ts';
import { readRegularFile } from '../../device/regular-file.ts';
import type { ChangedFile } from '../host/changed-files.ts';
import type { Baseline } from '../host/reset.ts';
import { KeptFiles } from './kept-files.ts';

const FOLDER = 'farm-leases';

const fileSchema = z.object({
  home: z.string().optional(),
  installed: z.array(z.string()).optional(),
  running: z.array(z.object({ name: z.string(), pid: z.number(), windows: z.number() })).optional(),
  state: z.record(z.string(), z.string().nullable()).optional(),
});

/**
 * What devices that are lent were like before, on disk: a host that is killed in the middle of a lease would otherwise take
 * what the holder left for how the device is to be. There is a file only from the begin of a lease to the reset after it, so that
 * what an owner changes while nobody has the device stays.
 */
export class KeptBaselines {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, FOLDER);
  }

  async makeFolder(): Promise<void> {
    await makeFolder(this.#folder);
  }

  /** Throws if it cannot be written. At once: the holder may begin. */
  keep({ identity, home, installed, running, state }: Baseline): void {
    if (identity === undefined) return;
    const text = JSON.stringify({ home, installed, running, state });
    writeFileSync(this.#file(identity), text, { mode: 0o600, flush: true });
  }

  /** Before a file of the device is changed. Throws if it cannot be written. */
  keepFile({ identity }: Baseline, file: ChangedFile): void {
    if (identity !== undefined) this.#files(identity).keep(file);
  }

  /** Undefined where no lease was cut off, or its file is not whole: then the lease had not begun. */
  find(identity: string): Baseline | undefined {
    const parsed = this.#read(identity);
    return parsed && { ...parsed, identity, files: this.#files(identity).list() };
  }

  forget(identity: string): void {
    this.#files(identity).forget();
    rmSync(this.#file(identity), { force: true });
  }

  /** Where a person finds what is kept of a device, below Handeye's folder. */
  nameOf(identity: string): string {
    return `${FOLDER}/${fileName(identity)}`;
  }

  #read(identity: string): z.infer<typeof fileSchema> | undefined {
    try {
      const read: unknown = JSON.parse(readRegularFile(this.#file(identity)).text);
      return fileSchema.safeParse(read).data;
    } catch {
      return undefined;
    }
  }

  #file(identity: string): string {
    return join(this.#folder, fileName(identity));
  }

  #files(identity: string): KeptFiles {
    return new KeptFiles(join(this.#folder, `${encodeURIComponent(identity)}.files`));
  }
}

/** An identity is a hash or the name of a desktop; anything else is no name of a file. */
function fileName(identity: string): string {
  return `${encodeURIComponent(identity)}.json`;
}
