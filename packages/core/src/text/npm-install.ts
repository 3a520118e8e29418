import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command that adds an npm package beside Handeye, in the way in which Handeye itself was installed. */
export function npmInstall(name: string, place = fileURLToPath(import.meta.url)): string {
  const [, folder] = /^(.*)[\\/]node_modules[\\/]handeye[\\/]/.exec(place) ?? [];
  if (folder === undefined) return `npm install ${name}`;
  // npx installs into a folder of its own, which is a project only for npm.
  if (/[\\/]_npx[\\/]/.test(folder)) return `npm install -g handeye ${name}`;
  return existsSync(join(folder, 'package.json')) ? `npm install ${name}` : `npm install -g ${name}`;
}
