import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Handeye's own files and its configuration are small: a larger file is another one. */
const MOST_BYTES = 1_048_576;

/** A path that leads to something else than a file of a sensible size. */
export class UnfitFile extends Error {
  override readonly name = 'UnfitFile';

  constructor(
    path: string,
    /** The problem, in place of a code of the system. */
    readonly code: string,
    advice?: string,
  ) {
    super(`${path} is ${code}.${advice === undefined ? '' : ` ${advice}`}`);
  }
}

/**
 * Reads a file that must be a regular one: a pipe or a terminal in its place would let the start wait forever, without a
 * word. `flags` are more of `open`'s; `advice` ends the complaint.
 */
export function readRegularFile(
  path: string,
  { flags = 0, advice }: { readonly flags?: number; readonly advice?: string } = {},
): { readonly text: string; readonly mode: number } {
  // Without O_NONBLOCK opening a pipe would wait for a writer.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new UnfitFile(path, 'not a regular file', advice);
    if (status.size > MOST_BYTES) throw new UnfitFile(path, 'larger than 1 MiB', advice);
    return { text: readFileSync(file, 'utf8'), mode: status.mode };
  } finally {
    closeSync(file);
  }
}
