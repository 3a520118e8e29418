/** Matches patterns against the file system: `/sdcard/*.png`. */
import type { FileSystem } from '../../kernel/file-system.ts';
import { breathe } from '../clock.ts';
import type { Field } from './fields.ts';
import { isPattern, Pattern, type Piece } from './pattern.ts';

// A phone has some thousand files; only a pattern such as */../*/../* finds more paths than this.
const MOST_PATHS = 16_384;

/** Too many paths match. */
export class TooManyPaths extends Error {
  override readonly name = 'TooManyPaths';
}

/** The matching paths, sorted; none if nothing matches (the pattern is then used as it is). */
export async function glob(
  field: Field,
  { files, cwd }: { files: FileSystem; cwd: string },
  signal?: AbortSignal,
): Promise<string[]> {
  const segments = splitAtSlashes(field);
  if (segments.length > MOST_SEGMENTS) return []; // longer than any path
  let found = [''];
  for (const [index, segment] of segments.entries()) {
    const name = segment.map((piece) => piece.text).join('');
    const end = index === segments.length - 1 ? '' : '/';
    const pattern = isPattern(segment) ? new Pattern(segment) : undefined;
    const next: string[] = [];
    for (const base of found) {
      await breathe();
      signal?.throwIfAborted();
      for (const entry of pattern ? namesIn(files, absolute(base, cwd)) : [name]) {
        const isHidden = entry.startsWith('.') && !name.startsWith('.');
        if (!pattern || (!isHidden && pattern.matches(entry))) next.push(`${base}${entry}${end}`);
      }
      if (next.length > MOST_PATHS) throw new TooManyPaths('too many paths');
    }
    found = next;
  }
  return found.filter((path) => exists(files, absolute(path, cwd))).sort();
}

/** PATH_MAX is 4096, with a slash at every second character. */
const MOST_SEGMENTS = 2048;

function splitAtSlashes(field: Field): Piece[][] {
  const segments: Piece[][] = [[]];
  for (const { text, quoted } of field) {
    for (const [index, part] of text.split('/').entries()) {
      if (index > 0) segments.push([]);
      if (part !== '') segments.at(-1)?.push({ text: part, quoted });
    }
  }
  return segments;
}

function absolute(path: string, cwd: string): string {
  return path.startsWith('/') ? path : `${cwd}/${path}`;
}

function namesIn(files: FileSystem, directory: string): readonly string[] {
  try {
    return files.list(directory);
  } catch {
    return [];
  }
}

function exists(files: FileSystem, path: string): boolean {
  try {
    files.lstat(path);
    return true;
  } catch {
    return false;
  }
}
