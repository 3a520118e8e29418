import type { PackageFile } from '../../device/services/app-manager.ts';
import { invalidParams } from '../../device/errors.ts';
import type { FilesFolder } from '../frame/define.ts';

/** Larger than what goes through the file tools: games have hundreds of megabytes. */
const MOST_APP_BYTES = 1024 * 1024 * 1024;

/** The files of an app in the folder for files: one file, or all packages of a folder. */
export async function packageFiles(folder: FilesFolder, path: string): Promise<readonly PackageFile[]> {
  if ((await folder.kindOf(path)) !== 'folder')
    return [{ name: path, bytes: await folder.read(path, MOST_APP_BYTES) }];
  const names = (await folder.list(path)).map(({ name }) => name);
  const packages = names.filter((name) => name.toLowerCase().endsWith('.apk')).sort();
  if (packages.length === 0) throw invalidParams(`The folder '${path}' has no .apk files in it.`);
  const files: PackageFile[] = [];
  let left = MOST_APP_BYTES;
  for (const name of packages) {
    const bytes = await folder.read(`${path}/${name}`, left);
    left -= bytes.length;
    files.push({ name, bytes });
  }
  return files;
}
