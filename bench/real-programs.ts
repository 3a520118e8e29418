import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of a package that only tests and benches drive. */
export function realProgram(path: string): string {
  const file = fileURLToPath(new URL(`../test/real/node_modules/${path}`, import.meta.url));
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm ci in test/real`);
  return file;
}
