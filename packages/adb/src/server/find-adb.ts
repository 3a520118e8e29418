import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { posix, win32 } from 'node:path';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The adb program, or the places where it was not found. */
export type AdbSearch = { readonly found: string } | { readonly tried: readonly string[] };

export interface SearchOptions {
  readonly platform?: NodeJS.Platform;
  /** Whether the file exists and can be run. */
  readonly isProgram?: (file: string) => Promise<boolean>;
}

/** Looks for adb in the usual places: ADB, the SDK's variables, the SDK's usual folders, PATH, package managers. */
export async function findAdb(
  env: Environment,
  {
    platform = process.platform,
    isProgram = platform === 'win32' ? isFile : isExecutable,
  }: SearchOptions = {},
): Promise<AdbSearch> {
  const tried = [...new Set(platform === 'win32' ? onWindows(env) : onUnix(env, platform))];
  for (const candidate of tried) if (await isProgram(candidate)) return { found: candidate };
  return { tried };
}

function onUnix(env: Environment, platform: NodeJS.Platform): string[] {
  const home = given(env.HOME);
  const isMac = platform === 'darwin';
  // An empty PATH means that no system program is to be used. A phone has none of these folders; Termux' are in its PATH.
  const hasNoPrograms = env.PATH === '' || platform === 'android';
  const sdks = [
    ...given(env.ANDROID_HOME),
    ...given(env.ANDROID_SDK_ROOT),
    ...home.map((folder) =>
      posix.join(folder, ...(isMac ? ['Library', 'Android', 'sdk'] : ['Android', 'Sdk'])),
    ),
    ...(isMac || hasNoPrograms ? [] : ['/usr/lib/android-sdk']), // Debian's package
  ];
  // Folders missing from the PATH of an MCP client that was not started from a terminal.
  const more = isMac ? ['/opt/homebrew/bin', '/usr/local/bin', '/opt/local/bin'] : ['/usr/bin', '/snap/bin'];
  const folders = [
    ...sdks.map((sdk) => posix.join(sdk, 'platform-tools')),
    ...(env.PATH ?? '').split(':').filter(Boolean),
    ...(hasNoPrograms ? [] : more),
  ];
  // ADB may name the program or its folder.
  const named = given(env.ADB).flatMap((adb) => [adb, posix.join(adb, 'adb')]);
  return [...named, ...folders.map((folder) => posix.join(folder, 'adb'))];
}

/** Names of variables ignore case on Windows: PATH is mostly spelled Path. */
function onWindows(env: Environment): string[] {
  const variables = new Map(Object.entries(env).map(([name, value]) => [name.toUpperCase(), value]));
  const variable = (name: string) => given(unquoted(variables.get(name) ?? ''));
  const below = (name: string, ...folders: string[]) =>
    variable(name).map((folder) => win32.join(folder, ...folders));
  const sdks = [
    ...variable('ANDROID_HOME'),
    ...variable('ANDROID_SDK_ROOT'),
    ...below('LOCALAPPDATA', 'Android', 'Sdk'), // Android Studio
    ...below('PROGRAMFILES(X86)', 'Android', 'android-sdk'), // Visual Studio
    ...below('PROGRAMFILES', 'Android', 'android-sdk'),
  ];
  const folders = [
    ...sdks.map((sdk) => win32.join(sdk, 'platform-tools')),
    ...entriesOf(variables.get('PATH') ?? ''),
    ...below('SCOOP', 'shims'),
    ...below('USERPROFILE', 'scoop', 'shims'),
    ...below('CHOCOLATEYINSTALL', 'bin'),
    ...below('PROGRAMDATA', 'chocolatey', 'bin'),
    ...below('LOCALAPPDATA', 'Microsoft', 'WinGet', 'Links'),
  ];
  const named = variable('ADB').flatMap((adb) => [adb, `${adb}.exe`, win32.join(adb, 'adb.exe')]);
  // Of PATHEXT only .exe: scripts (.cmd, .bat) cannot be started without a shell.
  return [...named, ...folders.map((folder) => win32.join(folder, 'adb.exe'))];
}

/** On Windows, entries of PATH may be quoted, and may then contain a semicolon. */
function entriesOf(list: string): string[] {
  return (list.match(/(?:"[^"]*"|[^;"])+/g) ?? []).map(unquoted).filter(Boolean);
}

function unquoted(value: string): string {
  return value.trim().replace(/^"(.*)"$/, '$1');
}

function given(value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [value];
}

/** Windows has no execute permission, so being a file is all there is to check. */
async function isFile(file: string): Promise<boolean> {
  return stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function isExecutable(file: string): Promise<boolean> {
  const mayRun = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  return mayRun && isFile(file); // folders have the permission, too
}
