/** Writes the build that docs/everyday-tasks.md installs into a folder. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BUILD_NAME, loginBuild } from '../test/real/android/everyday/build.ts';

const FOLDER = process.argv[2];
if (FOLDER === undefined) {
  console.error('usage: npm run example:apk -- FOLDER');
  process.exit(2);
}
await mkdir(FOLDER, { recursive: true });
await writeFile(join(FOLDER, BUILD_NAME), loginBuild());
console.log(`${join(FOLDER, BUILD_NAME)} written`);
