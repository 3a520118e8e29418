/** Writes the build that docs/everyday-tasks.md installs into a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_NAME, loginBuild } from '../test/real/android/everyday/build.ts';

const [, , folder] = process.argv;
if (folder === undefined) {
  console.error('usage: npm run example:apk -- FOLDER');
  process.exit(2);
}
await mkdir(folder, { recursive: true });
await writeFile(join(folder, BUILD_NAME), loginBuild());
console.log(`${join(folder, BUILD_NAME)} written`);
