import { createHash, randomBytes } from 'node:crypto';
import { rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { stateItems } from '@handeye/core/device/services/device-state';
import { makeFolder } from '@handeye/core/device/make-folder';
import { isLive, ownerSchema, thisProcess } from '@handeye/core/device/process-owner';
import { readRegularFile } from '@handeye/core/device/regular-file';
import { journalNames, JOURNALS } from './journal-folder.ts';

/*
 * Changes on phones are written down before they are made, so that a later run can put back those of a killed one. Each run has
 * a file of its own for each phone, `device-state/PHONE-RUN.json`: two servers never write to the same one.
 */

const entrySchema = z.object({
  cell: z.string(),
  item: z.enum(stateItems),
  /** Null: it was not set. */
  was: z.string().nullable(),
  /** The value that we set. If the present value differs, someone else has changed it. */
  set: z.string().nullable(),
});

const fileSchema = z.object({
  /** The phone itself, whatever its address. */
  phone: z.string(),
  /** The name by which it was served. */
  device: z.string(),
  /** The process that wrote this. */
  owner: ownerSchema,
  /** The change was meant to stay. */
  kept: z.boolean(),
  /** In the order of the first change. */
  entries: z.array(entrySchema),
});

/** A value that was changed. */
export type Entry = Readonly<z.infer<typeof entrySchema>>;
type Contents = Readonly<z.infer<typeof fileSchema>>;

/** A journal that another run wrote. */
export interface OtherJournal {
  readonly path: string;
  readonly contents: Contents;
  /** The run that wrote it is still running, and will put back its changes itself. */
  readonly isLive: boolean;
}

/** A phone's identity for the journal, from properties of its own that survive a restart. */
export function phoneIdentity(serial: string, androidId: string): string {
  return createHash('sha256').update(`${serial}\n${androidId}`).digest('hex').slice(0, 16);
}

/** This run's own journal of one phone. Without a folder it lives in memory only. */
export class StateJournal {
  readonly #folder: string | undefined;
  readonly #path: string | undefined;
  readonly #phone: string;
  readonly #device: string;
  #entries: readonly Entry[] = [];
  /** Why nothing can be written down. */
  problem: string | undefined;

  constructor({ folder, phone, device }: { folder: string | undefined; phone: string; device: string }) {
    this.#folder = folder;
    this.#phone = phone;
    this.#device = device;
    const run = `${process.pid}-${randomBytes(4).toString('hex')}`;
    this.#path = folder === undefined ? undefined : join(folder, JOURNALS, `${phone}-${run}.json`);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }

  /** Replaces the content; the file is never half written. */
  async save(entries: readonly Entry[], { kept = false } = {}): Promise<void> {
    this.#entries = entries;
    if (this.#folder === undefined || this.#path === undefined) return;
    const owner = thisProcess();
    const contents = { phone: this.#phone, device: this.#device, owner, kept, entries: [...entries] };
    try {
      await makeFolder(join(this.#folder, JOURNALS));
      await writeWhole(this.#path, contents);
      this.problem = undefined;
    } catch (error) {
      this.problem = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    }
  }

  /** The journals of other runs for this phone. */
  others(): readonly OtherJournal[] {
    const { path: own } = { path: this.#path };
    return journalsIn(this.#folder).filter(
      ({ path, contents }) => contents.phone === this.#phone && path !== own,
    );
  }
}

/** Replaces the content of another run's journal; that run has ended. Without entries the file is removed. */
export async function saveOther({ path, contents }: OtherJournal, entries: readonly Entry[]): Promise<void> {
  if (entries.length !== contents.entries.length)
    await writeWhole(path, { ...contents, entries: [...entries] }).catch(() => undefined);
}

async function writeWhole(path: string, contents: Contents): Promise<void> {
  if (contents.entries.length === 0) {
    await unlink(path).catch(() => undefined);
    return;
  }
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(aside, `${JSON.stringify(contents)}\n`, { mode: 0o600, flag: 'wx', flush: true });
  await rename(aside, path);
}

/** The changes that killed runs left, for the person who starts the next one. */
export function leftBehind(folder: string): readonly { readonly device: string; readonly items: string }[] {
  return journalsIn(folder)
    .filter(({ isLive, contents }) => !isLive && !contents.kept && contents.entries.length > 0)
    .map(({ contents: { device, entries } }) => ({
      device,
      items: [...new Set(entries.map(({ item }) => item))].join(', '),
    }));
}

function journalsIn(folder: string | undefined): readonly OtherJournal[] {
  if (folder === undefined) return [];
  const place = join(folder, JOURNALS);
  return journalNames(place).flatMap((name) => {
    const path = join(place, name);
    const contents = contentsOf(path);
    return contents === undefined ? [] : [{ path, contents, isLive: isLive(contents.owner) }];
  });
}

/** Undefined if it cannot be read, or is of another version. */
function contentsOf(path: string): Contents | undefined {
  try {
    return fileSchema.safeParse(JSON.parse(readRegularFile(path).text)).data;
  } catch {
    return undefined;
  }
}
