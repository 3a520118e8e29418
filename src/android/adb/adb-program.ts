import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Call } from '../../device/call.ts';
import { orAborted } from '../../device/call.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The adb program, or where it was looked for in vain. */
export type AdbSearch = { readonly found: string } | { readonly tried: readonly string[] };

/** Looks for adb where people have it: ADB, the SDK's variables, the SDK's usual folders, PATH. */
export async function findAdb(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<AdbSearch> {
  const name = platform === 'win32' ? 'adb.exe' : 'adb';
  const tried = [
    ...given(env.ADB),
    ...[...given(env.ANDROID_HOME), ...given(env.ANDROID_SDK_ROOT), ...sdkFolders(env, platform)].map((sdk) =>
      join(sdk, 'platform-tools', name),
    ),
    ...(env.PATH ?? '')
      .split(delimiter)
      .filter(Boolean)
      .map((folder) => join(folder, name)),
  ];
  for (const candidate of new Set(tried)) if (await isExecutable(candidate)) return { found: candidate };
  return { tried: [...new Set(tried)] };
}

/**
 * Starts an adb server on a port of this computer where none runs; it stays when we end, as after any adb command.
 * Only for a port where nothing listens: `start-server` would replace a server of another version.
 */
export async function startAdbServer(
  adb: string,
  { port, env }: { port: number; env: Environment },
  call: Call,
): Promise<void> {
  const child = spawn(adb, ['-P', String(port), 'start-server'], {
    env: { ...env, ADB_SERVER_SOCKET: undefined },
    stdio: 'ignore', // a pipe would be inherited by the server, and stay open
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`"${adb} start-server" failed with exit code ${String(code)}`));
    });
  });
  await orAborted(ended, call.signal);
}

function given(value: string | undefined): string[] {
  return value === undefined || value === '' ? [] : [value];
}

/** Where Android Studio and the package managers put the SDK. */
function sdkFolders(env: Environment, platform: NodeJS.Platform): string[] {
  const home = env.HOME ?? env.USERPROFILE ?? '';
  if (platform === 'win32') return given(env.LOCALAPPDATA).map((folder) => join(folder, 'Android', 'Sdk'));
  return platform === 'darwin'
    ? [join(home, 'Library', 'Android', 'sdk'), '/opt/homebrew/share/android-commandlinetools']
    : [join(home, 'Android', 'Sdk'), '/usr/lib/android-sdk', '/opt/android-sdk'];
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
