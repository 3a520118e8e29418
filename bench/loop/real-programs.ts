import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './mcp-client.ts';

/** A file of a package that only tests and benches drive. */
export function realProgram(path: string): string {
  const file = join(ROOT, 'test/real/node_modules', path);
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm ci in test/real`);
  return file;
}
