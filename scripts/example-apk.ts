/** Writes login-2.0.apk, a build of the virtual phone's own Login app, into a folder: what docs/everyday-tasks.md installs. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeApk } from '../packages/virtual-phone/src/commands/apk/write-apk.ts';

export const EXAMPLE_APK = 'login-2.0.apk';

export function exampleApk(): Buffer {
  return writeApk({
    package: 'com.example.login',
    versionCode: 200,
    versionName: '2.0',
    label: 'Login',
    launcher: '.LoginActivity',
    targetSdk: 34,
  });
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder] = process.argv;
  if (folder === undefined) {
    console.error('usage: npm run example:apk -- FOLDER');
    process.exit(2);
  }
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, EXAMPLE_APK), exampleApk());
  console.log(`${join(folder, EXAMPLE_APK)} written`);
}
