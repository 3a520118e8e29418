import type { PackageFile } from '@handeye/core/device/services/app-manager';
import { invalidParams } from '@handeye/core/device/errors';
import { type Apk, readApk } from './apk.ts';
import { type ZipEntry, zipEntries } from './zip.ts';

/** The limit for the unpacked files of an archive together: a small archive may hold more than fits into memory. */
const MOST_APK_BYTES = 1024 * 1024 * 1024;

/**
 * The APKs in the given files: each file is one, or an archive of them (.apks of bundletool and others, .xapk, .apkm, .zip).
 */
export function apksIn(files: readonly PackageFile[]): readonly Apk[] {
  const apks = files.flatMap(({ name, bytes }) =>
    apksOf(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
  );
  if (apks.length === 0) throw invalidParams('There is no .apk file in it.');
  return apks;
}

function apksOf(name: string, bytes: Buffer): readonly Apk[] {
  const apk = readApk(name, bytes);
  if (apk) return [apk];
  if (name.toLowerCase().endsWith('.apk')) throw noApk(name);
  let left = MOST_APK_BYTES;
  return archived(name, bytes).map((entry) => {
    const unpacked = unpack(name, entry, left);
    left -= unpacked.length;
    const inner = readApk(entry.name, unpacked);
    if (!inner) throw noApk(`${entry.name} in ${name}`);
    return inner;
  });
}

function archived(name: string, bytes: Buffer): readonly ZipEntry[] {
  const entries = entriesOf(name, bytes).filter((entry) => entry.name.toLowerCase().endsWith('.apk'));
  if (entries.length === 0) throw invalidParams(`'${name}' holds no .apk file.`);
  const installed = entries.filter((entry) => !isForOthers(entry.name));
  return installed.length > 0 ? installed : entries;
}

/** bundletool adds whole apps for phones before Android 5, and parts that run without being installed. */
function isForOthers(path: string): boolean {
  return /^(standalones|instant)\//.test(path);
}

function entriesOf(name: string, bytes: Buffer): readonly ZipEntry[] {
  try {
    return zipEntries(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidParams(
      `'${name}' is neither an APK nor an archive of APKs, or it is damaged. Pass an .apk or .apks file, or a folder of .apk files.`,
    );
  }
}

function unpack(name: string, entry: ZipEntry, limit: number): Buffer {
  try {
    return entry.read(limit);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw invalidParams(
      `'${name}' is damaged or larger than 1 GB: ${entry.name} cannot be read from it. Copy or download it again.`,
    );
  }
}

function noApk(name: string): Error {
  return invalidParams(`'${name}' is not an APK, or it is damaged. Build, copy or download it again.`);
}
