import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Call } from '../../../call/call.ts';
import { orAborted } from '../../../call/call.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The adb program, or where it was looked for in vain. */
export type AdbSearch = { readonly found: string } | { readonly tried: readonly string[] };

/** Looks for adb where people have it: ADB, the SDK's variables, the SDK's usual folders, PATH. */
export async function findAdb(
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): Promise<AdbSearch> {
  const name = platform === 'win32' ? 'adb.exe' : 'adb';
  const sdks = [...given(env.ANDROID_HOME), ...given(env.ANDROID_SDK_ROOT), ...sdkFolders(env, platform)];
  const folders = [
    ...sdks.map((sdk) => join(sdk, 'platform-tools')),
    ...(env.PATH ?? '').split(delimiter).filter(Boolean),
    ...moreFolders(platform),
  ];
  const tried = [...given(env.ADB), ...folders.map((folder) => join(folder, name))];
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

/** Where Android Studio puts the SDK. */
function sdkFolders(env: Environment, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') return given(env.LOCALAPPDATA).map((folder) => join(folder, 'Android', 'Sdk'));
  return given(env.HOME).map((home) =>
    join(home, ...(platform === 'darwin' ? ['Library', 'Android', 'sdk'] : ['Android', 'Sdk'])),
  );
}

/** What an MCP client that was not started from a terminal does not have in its PATH. */
function moreFolders(platform: NodeJS.Platform): string[] {
  return platform === 'darwin' ? ['/opt/homebrew/bin', '/usr/local/bin'] : [];
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
