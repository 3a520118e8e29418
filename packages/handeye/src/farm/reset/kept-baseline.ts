import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '../../device/make-folder.ts';
import { readRegularFile } from '../../device/regular-file.ts';
import type { ChangedFile } from '../host/changed-files.ts';
import type { Baseline } from '../host/reset.ts';
import { hasCode } from '../../device/error-code.ts';

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

/** Flushed: a file may be changed only when it is certain that it can be put back. */
const PRIVATE = { mode: 0o600, flush: true } as const;

const NOTE = '.json';
const BYTES = '.bytes';

const noteSchema = z.object({ location: z.string(), path: z.string(), isAbsent: z.boolean() });

/** The files that holders of one device changed, with what was there before, in a folder of the host's disk. */
class KeptFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws if it cannot be written. */
  keep({ place: { location, path }, before }: ChangedFile): void {
    mkdirSync(this.#folder, { mode: 0o700, recursive: true });
    const name = join(this.#folder, String(this.#notes().length + 1).padStart(8, '0'));
    // The note comes last: where there is one, all of it is there.
    if (before !== 'absent') writeFileSync(name + BYTES, before, PRIVATE);
    writeFileSync(name + NOTE, JSON.stringify({ location, path, isAbsent: before === 'absent' }), PRIVATE);
  }

  /** In the order in which they were changed. */
  list(): readonly ChangedFile[] {
    return this.#notes().flatMap((file) => {
      const note = noteOf(join(this.#folder, file));
      // Half of a note: the host was killed before it changed the file.
      if (!note) return [];
      const { isAbsent, ...place } = note;
      const bytes = join(this.#folder, file.slice(0, -NOTE.length) + BYTES);
      return [{ place, before: isAbsent ? ('absent' as const) : readFileSync(bytes) }];
    });
  }

  forget(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #notes(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith(NOTE))
        .sort();
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw error;
    }
  }
}

function noteOf(file: string): z.infer<typeof noteSchema> | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return noteSchema.safeParse(read).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
