import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** The files of a record that were rotated out, the oldest first: FILE.1, FILE.2 and so on. */
export function rotatedFiles(path: string): { readonly path: string; readonly number: number }[] {
  const folder = dirname(path);
  const start = `${basename(path)}.`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && /^[1-9]\d*$/.test(name.slice(start.length)))
    .map((name) => ({ path: join(folder, name), number: Number(name.slice(start.length)) }))
    .sort((one, other) => one.number - other.number);
}

/** Where the number and the hash of the last line are kept, so that lines cut off at the end are missed. */
export function headFile(path: string): string {
  return `${path}.head`;
}

export function lockFile(path: string): string {
  return `${path}.lock`;
}
