/** Patterns against the file system: `/sdcard/*.png`. */
import type { FileSystem } from '../../kernel/file-system.ts';
import type { Field } from './fields.ts';
import { isPattern, Pattern, type Piece } from './pattern.ts';

/** The paths that match, in order; none where nothing does (the pattern then stands for itself). */
export function glob(field: Field, files: FileSystem, cwd: string): string[] {
  const segments = splitAtSlashes(field);
  let found = [''];
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    const name = segment.map((piece) => piece.text).join('');
    found = found.flatMap((base) => {
      if (!isPattern(segment)) return [`${base}${name}`];
      const pattern = new Pattern(segment);
      return namesIn(files, absolute(base, cwd))
        .filter((entry) => (entry.startsWith('.') ? name.startsWith('.') : true) && pattern.matches(entry))
        .map((entry) => `${base}${entry}`);
    });
    if (!isLast) found = found.map((path) => `${path}/`);
  }
  return found.filter((path) => exists(files, absolute(path, cwd))).sort();
}

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
