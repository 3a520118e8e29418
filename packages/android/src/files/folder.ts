import type { Call } from '@handeye/core/call/call';
import { actionFailed, elementNotFound, invalidParams, permissionDenied } from '@handeye/core/device/errors';
import type { FilePlace } from '@handeye/core/device/services/files';
import { isWellFormed } from '@handeye/screen/sanitize';
import type { ShellCommand } from '@handeye/adb/shell/quote';
import { MOST_PATH_BYTES } from '@handeye/adb/sync';
import { outputOf, type Phone, sh } from '../phone.ts';
import { locationPath, TEMPORARY_FILES } from './locations.ts';

/** The longest name in a phone's file systems (NAME_MAX). */
const MOST_NAME_BYTES = 255;

/** The exit codes of our own checks; those of the shell and of programs are below 3, or 126 and more. */
const OUTSIDE = 40;
export const IS_FOLDER = 41;
export const IS_MISSING = 42;

/** A folder of a location, by the names that lead to it. */
export interface Folder {
  readonly root: string;
  readonly names: readonly string[];
}

/** The names on the way to a place; a path that leads up or begins elsewhere is refused before the phone sees it. */
export function namesOf(path: string): readonly string[] {
  const names = path.split('/').filter((name) => name !== '' && name !== '.');
  if (path.startsWith('/') || names.includes('..')) throw outside(path);
  if (path.includes('\0') || !isWellFormed(path)) {
    throw invalidParams('A path must be text: no NUL and no half of a character.');
  }
  if (names.some((name) => Buffer.byteLength(name) > MOST_NAME_BYTES)) {
    throw invalidParams(`A name on a phone has at most ${MOST_NAME_BYTES} bytes.`);
  }
  return names;
}

/** The folder of a place. */
export function folderAt({ location, path }: FilePlace): Folder {
  return { root: locationPath(location), names: namesOf(path) };
}

/** The folder that holds a file, and the file's name. */
export function fileAt(place: FilePlace): { readonly folder: Folder; readonly name: string } {
  const { root, names } = folderAt(place);
  const name = names.at(-1);
  if (name === undefined) throw invalidParams('`path` must name a file below the location.');
  return { folder: { root, names: names.slice(0, -1) }, name };
}

/** The prefix of everything that Handeye itself keeps on a phone, in the folder for temporary files. */
const OWN_FILES = 'handeye-';

/**
 * The same for a file to be changed. Our own files are refused: the companion runs from one of them with all permissions of the
 * shell, and puts back the settings that another one lists.
 */
export function fileToChange(place: FilePlace): ReturnType<typeof fileAt> {
  const { folder, name } = fileAt(place);
  if (folder.root === TEMPORARY_FILES && [...folder.names, name].some((one) => one.startsWith(OWN_FILES))) {
    throw permissionDenied(
      "Files whose name begins with 'handeye-' are Handeye's own there and cannot be changed. Choose another name; `handeye clean` removes them.",
    );
  }
  return { folder, name };
}

/**
 * Runs a command in a folder of a location, or fails. `cd -P` and `pwd -P` are the shell's own on every release (Android 5 has
 * no realpath). After each step the shell stands in a real folder, and only goes on if that is below the location: a link that
 * is swapped in meanwhile cannot lead it elsewhere. The command should use `./NAME`, which stays in that folder whatever
 * happens to its path.
 */
export function inFolder(
  { root, names }: Folder,
  then: ShellCommand,
  { make = false }: { readonly make?: boolean } = {},
): ShellCommand {
  const start = sh`cd -P ${root} && root=$(pwd -P)`;
  // The trailing slash keeps line feeds at the end of a name, which $( ) would drop.
  const isInside = sh`case $(pwd -P && echo /) in "$root"/*) ;; "$root"?/) ;; *) exit ${OUTSIDE} ;; esac`;
  const steps = names.reduce((before, name) => {
    const step = sh`cd -P ${`./${name}`} && ${isInside}`;
    if (!make) return sh`${before} && ${step}`;
    return sh`${before} && { [ -d ${`./${name}`} ] || mkdir ${`./${name}`}; } && ${step}`;
  }, start);
  return sh`( ${steps} && ${then} ) 2>&1`;
}

/** The real path of a folder; missing folders on the way are made on request. */
export async function enter(
  phone: Phone,
  place: FilePlace,
  folder: Folder,
  { call, ...how }: { readonly call: Call; readonly make?: boolean; readonly toRead?: boolean },
): Promise<string> {
  const may = how.toRead ? sh`{ [ -r . ] || { echo Permission denied; exit 1; }; } && ` : sh``;
  const result = await phone.run(inFolder(folder, sh`${may}pwd -P && echo /`, how), call);
  const printed = outputOf(result);
  if (result.code !== 0 || !printed.endsWith('\n/\n')) throw refusal(printed, place, result.code);
  return printed.slice(0, -'\n/\n'.length);
}

/** The path of an entry of a folder, if the daemon takes a path of that length. */
export function pathIn(folder: string, name: string): string {
  const path = `${folder}/${name}`;
  if (Buffer.byteLength(path) > MOST_PATH_BYTES) {
    throw invalidParams(`The path is too long: ADB takes at most ${MOST_PATH_BYTES} bytes.`);
  }
  return path;
}

/** The phone's reason: strerror's words, after the prefix that each program prints. */
export function refusal(words: string, { location, path }: FilePlace, code = 1): Error {
  const what = path === '' ? `the location '${location}'` : `'${path}' in '${location}'`;
  if (code === OUTSIDE) return outside(path);
  if (code === IS_FOLDER) {
    return invalidParams(
      `${what} is a folder. Only files can be read, written and deleted; list_files shows it.`,
    );
  }
  if (code === IS_MISSING || words.includes('No such file')) {
    return elementNotFound(`There is no ${what}. list_files shows what is there.`);
  }
  if (/Not a directory|File exists/.test(words)) {
    return invalidParams(`A part of the path of ${what} is a file, not a folder.`);
  }
  if (/Permission denied|not permitted/.test(words)) {
    return permissionDenied(
      `Android does not let ADB's shell use ${what}. Apps' own folders are closed to it, often also Android/data and Android/obb.`,
    );
  }
  if (words.includes('Read-only')) return permissionDenied(`${what} is on a read-only file system.`);
  if (words.includes('No space')) {
    return actionFailed(`The phone has no room for ${what}. Nothing was changed; delete something first.`);
  }
  if (/too long/i.test(words)) return invalidParams(`The name of ${what} is too long for the phone.`);
  if (words.includes('symbolic links')) return outside(path);
  return actionFailed(`The phone could not use ${what}: ${words.trim().slice(0, 200)}`);
}

function outside(path: string): Error {
  return invalidParams(
    `'${path}' leads out of its location. Pass a path relative to it, without '..' and without links that lead elsewhere.`,
  );
}
