import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { makeFolder } from '@handeye/core/device/make-folder';
import { readRegularFile } from '@handeye/core/device/regular-file';
import type { ChangedFile } from '../host/changed-files.ts';
import type { Baseline } from '../host/reset.ts';
import { hasCode } from '@handeye/core/device/error-code';

const FOLDER = 'farm-leases';

const fileSchema = z.object({
  home: z.string().optional(),
  installed: z.array(z.string()).optional(),
  running: z.array(z.object({ name: z.string(), pid: z.number(), windows: z.number() })).optional(),
  state: z.record(z.string(), z.string().nullable()).optional(),
});

/**
 * The state of lent devices before their leases, on disk. Without it, a host killed during a lease would take the holder's
 * changes for the device's normal state. A file exists only from the begin of a lease to the reset after it, so an owner's
 * changes outside of leases stay.
 */
export class KeptBaselines {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = join(folder, FOLDER);
  }

  async makeFolder(): Promise<void> {
    await makeFolder(this.#folder);
  }

  /** Throws if it cannot be written. Synchronous: the holder may begin at once. */
  keep({ identity, home, installed, running, state }: Baseline): void {
    if (identity === undefined) return;
    const text = JSON.stringify({ home, installed, running, state });
    writeFileSync(this.#file(identity), text, { mode: 0o600, flush: true });
  }

  /** Keeps a file before it is changed. Throws if that fails. */
  keepFile({ identity }: Baseline, file: ChangedFile): void {
    if (identity !== undefined) this.#files(identity).keep(file);
  }

  /** Undefined if no lease was cut off, or if the file is incomplete: then the lease had not begun. */
  find(identity: string): Baseline | undefined {
    const parsed = this.#read(identity);
    return parsed && { ...parsed, identity, files: this.#files(identity).list() };
  }

  forget(identity: string): void {
    this.#files(identity).forget();
    rmSync(this.#file(identity), { force: true });
  }

  /** The path of a device's file below Handeye's folder, for people. */
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

/** An identity is a hash or the name of a desktop; it is escaped because it may be something else. */
function fileName(identity: string): string {
  return `${encodeURIComponent(identity)}.json`;
}

/** Flushed: a file may be changed only when its old content is certainly on disk. */
const PRIVATE = { mode: 0o600, flush: true } as const;

const NOTE = '.json';
const BYTES = '.bytes';

const noteSchema = z.object({ location: z.string(), path: z.string(), isAbsent: z.boolean() });

/** The files that holders of one device changed, with their old content, in a folder on the host's disk. */
class KeptFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Throws if it cannot be written. */
  keep({ place: { location, path }, before }: ChangedFile): void {
    mkdirSync(this.#folder, { mode: 0o700, recursive: true });
    const name = join(this.#folder, String(this.#notes().length + 1).padStart(8, '0'));
    // The note is written last: if it exists, everything does.
    if (before !== 'absent') writeFileSync(name + BYTES, before, PRIVATE);
    writeFileSync(name + NOTE, JSON.stringify({ location, path, isAbsent: before === 'absent' }), PRIVATE);
  }

  /** In the order in which they were changed. */
  list(): readonly ChangedFile[] {
    return this.#notes().flatMap((file) => {
      const note = noteOf(join(this.#folder, file));
      // An incomplete note: the host was killed before it changed the file.
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
