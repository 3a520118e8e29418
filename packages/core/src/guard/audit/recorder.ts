import { permissionDenied } from '../../device/errors.ts';
import { AuditFile, type AuditFileOptions } from './audit-file.ts';
import { entryOf, type RecordedCall } from './entry.ts';
import type { Entry } from './chain.ts';
import type { RedactOptions } from './redact.ts';

export interface RecorderOptions extends AuditFileOptions, Partial<RedactOptions> {
  /** The fields of the first line, about this run. */
  readonly run: Entry;
  /** Hears why lines cannot be written, once until they can be again. */
  readonly onProblem?: (problem: string) => void;
}

/** Keeps the record of a server: every call a line, before it is answered. */
export class Recorder {
  readonly #file: AuditFile;
  readonly #redact: RedactOptions;
  readonly #onProblem: (problem: string) => void;
  #problem: string | undefined;

  /** Throws if the file is not fit to be a record. */
  constructor(
    path: string,
    { run, mask = (text) => text, screens = false, onProblem, ...file }: RecorderOptions,
  ) {
    this.#redact = { mask, screens };
    this.#onProblem = onProblem ?? (() => undefined);
    this.#file = new AuditFile(path, file);
    try {
      this.#file.start(run);
    } catch (error) {
      this.#file.close();
      throw error;
    }
  }

  /** The end of the previous run, for the person who starts this one. */
  get notices(): readonly string[] {
    const { torn } = this.#file.found;
    if (!torn) return [];
    return [
      `The last line of the audit file is torn (${torn.bytes} bytes): an earlier run was killed while it wrote. The chain goes on behind it.`,
    ];
  }

  /** Refuses what could not be written down. */
  mustBeWritable(): void {
    try {
      this.#file.recover();
      this.#problem = undefined;
    } catch (error) {
      throw permissionDenied(
        `This server records every call, and the audit file cannot be written (${codeOf(error)}), so nothing is changed on a device until it can be. Reading is allowed. Nothing was done; tell the user.`,
      );
    }
  }

  /** Writes a call down; returns why it could not be. */
  add(call: RecordedCall): string | undefined {
    // A read that was allowed changes nothing: it is written without waiting for the disk.
    const durable = call.writes || call.outcome === 'permission_denied';
    try {
      this.#file.append(entryOf(call, this.#redact), { durable });
      this.#problem = undefined;
      return undefined;
    } catch (error) {
      const problem = codeOf(error);
      if (this.#problem !== problem) this.#onProblem(problem);
      this.#problem = problem;
      return problem;
    }
  }

  close(): void {
    try {
      this.#file.append({ event: 'end' });
    } finally {
      this.#file.close();
    }
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}
