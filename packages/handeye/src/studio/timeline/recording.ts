import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../../device/error-code.ts';
import type { KeptPicture } from '../pictures.ts';
import type { RecordingState } from '../wire/timeline.ts';
import type { KeptCall } from './call-history.ts';

const CALLS_FILE = 'calls.jsonl';

export interface RecordingOptions {
  /** What --record names: each run makes a folder of its own in it. */
  readonly folder: string;
  /** Hears when it cannot be written any more, and when it can be again. */
  readonly onChange: (state: RecordingState) => void;
  readonly now?: () => Date;
  /** Writes to an open file and tells how many bytes were written; tests let disks be full. */
  readonly write?: (file: number, bytes: Buffer) => number;
}

/** The calls of one run on disk: a JSON line each, and the pictures beside it. Only its owner can read it. */
export class Recording {
  readonly #folder: string;
  readonly #onChange: (state: RecordingState) => void;
  readonly #write: (file: number, bytes: Buffer) => number;
  #problem: string | undefined;
  /** The last line was cut off by a full disk. */
  #isTorn = false;
  /** Calls that could not be written down since the last one that was. */
  #missed = 0;

  /** Throws the system's error if there is no way to write there. */
  constructor({ folder, onChange, now = () => new Date(), write = writeSync }: RecordingOptions) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = newFolder(join(folder, now().toISOString().replaceAll(':', '-').replace(/\..*/, '')));
    this.#onChange = onChange;
    this.#write = write;
  }

  get state(): RecordingState {
    return { folder: this.#folder, problem: this.#problem };
  }

  /** Writes a call down. Never throws: a full disk is told, and the calls go on. */
  add(
    call: KeptCall,
    pictures: { readonly before: KeptPicture | undefined; readonly after: KeptPicture | undefined },
  ): void {
    try {
      const before = this.#picture(`${call.number}-before`, pictures.before);
      const after = this.#picture(`${call.number}-after`, pictures.after);
      this.#line({ ...lineOf(call), before, after });
      this.#missed = 0;
      this.#tell(undefined);
    } catch (error) {
      this.#missed += 1;
      this.#tell(problemText(error, this.#folder));
    }
  }

  #line(line: object): void {
    const missed = this.#missed > 0 ? { missed: this.#missed } : {};
    const file = openSync(join(this.#folder, CALLS_FILE), 'a', 0o600);
    try {
      this.#append(file, `${this.#isTorn ? '\n' : ''}${JSON.stringify({ ...line, ...missed })}\n`);
    } finally {
      closeSync(file);
    }
  }

  #append(file: number, text: string): void {
    let rest = Buffer.from(text);
    while (rest.length > 0) {
      const written = this.#write(file, rest);
      this.#isTorn ||= written < rest.length;
      rest = rest.subarray(written);
    }
    this.#isTorn = false;
  }

  /** The name of the file; undefined if there is no picture. */
  #picture(name: string, picture: KeptPicture | undefined): string | undefined {
    if (!picture) return undefined;
    const file = `${name}.jpg`;
    const path = join(this.#folder, file);
    try {
      writeFileSync(path, picture.bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      // Half a picture is none.
      rmSync(path, { force: true });
      throw error;
    }
    return file;
  }

  #tell(problem: string | undefined): void {
    const isNew = problem !== this.#problem;
    this.#problem = problem;
    if (isNew) this.#onChange(this.state);
  }
}

/** A run that began in the same second has the name already. */
function newFolder(path: string): string {
  for (let number = 1; ; number += 1) {
    const own = number === 1 ? path : `${path}-${number}`;
    try {
      mkdirSync(own, { mode: 0o700 });
      return own;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
  }
}

function lineOf({ at, arguments: args, summary: _, told: __, ...call }: KeptCall): object {
  return { time: new Date(at).toISOString(), ...call, arguments: parsed(args) };
}

/** What was too long to be kept whole is no JSON any more. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function problemText(error: unknown, folder: string): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  const why = code === 'ENOSPC' ? 'the disk is full' : code;
  return `Calls are not recorded: ${folder} cannot be written (${why}). Make room; recording goes on by itself.`;
}
