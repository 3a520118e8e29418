import { closeSync, mkdirSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '@handeye/core/device/error-code';
import type { KeptPicture } from '../pictures.ts';
import type { RecordingState } from '../wire/timeline.ts';
import type { KeptCall } from './call-history.ts';

const CALLS_FILE = 'calls.jsonl';

export interface RecordingOptions {
  /** The folder of --record; each run makes its own folder in it. */
  readonly folder: string;
  /** Called when writing fails, and when it works again. */
  readonly onChange: (state: RecordingState) => void;
  readonly now?: () => Date;
  /** Writes to an open file and returns the number of bytes; replaced in tests to simulate a full disk. */
  readonly write?: (file: number, bytes: Buffer) => number;
}

/** The calls of one run on disk: a JSON line each, with the pictures beside it. Only its owner can read it. */
export class Recording {
  readonly #folder: string;
  readonly #onChange: (state: RecordingState) => void;
  readonly #write: (file: number, bytes: Buffer) => number;
  #problem: string | undefined;
  /** A full disk cut the last line off. */
  #isTorn = false;
  /** Number of calls that could not be written since the last one that was. */
  #missed = 0;

  /** Throws the system's error if the folder is not writable. */
  constructor({ folder, onChange, now = () => new Date(), write = writeSync }: RecordingOptions) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#folder = newFolder(join(folder, now().toISOString().replaceAll(':', '-').replace(/\..*/, '')));
    this.#onChange = onChange;
    this.#write = write;
  }

  get state(): RecordingState {
    return { folder: this.#folder, problem: this.#problem };
  }

  /** Writes a call. Never throws: a full disk is reported, and the calls go on. */
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
      // An incomplete picture is removed.
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

function lineOf({ at, arguments: args, ...call }: KeptCall): object {
  return { time: new Date(at).toISOString(), ...call, arguments: parsed(args) };
}

/** A shortened value is no longer JSON. */
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
