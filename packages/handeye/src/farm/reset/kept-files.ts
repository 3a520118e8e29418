import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { hasCode } from '../../device/error-code.ts';
import type { ChangedFile } from '../host/changed-files.ts';

/** Flushed: a file may be changed only when it is certain that it can be put back. */
const PRIVATE = { mode: 0o600, flush: true } as const;

const NOTE = '.json';
const BYTES = '.bytes';

const noteSchema = z.object({ location: z.string(), path: z.string(), isAbsent: z.boolean() });

/** The files that holders of one device changed, with what was there before, in a folder of the host's disk. */
export class KeptFiles {
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
