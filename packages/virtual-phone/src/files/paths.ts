/** Paths as text, independent of any file system. */

/** The absolute path of a path seen from a directory. */
export function join(cwd: string, path: string): string {
  return path.startsWith('/') ? path : `${cwd}/${path}`;
}

/** The path of the directory that holds a path. */
export function parentOf(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  const cut = trimmed.lastIndexOf('/');
  return cut <= 0 ? '/' : trimmed.slice(0, cut);
}

/** The last name of a path. */
export function nameOf(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' ? '/' : trimmed.slice(trimmed.lastIndexOf('/') + 1);
}
