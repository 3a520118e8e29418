import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { release } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import type { DesktopStateParts } from '@handeye/core/device/desktop-state';

const run = promisify(execFile);

const POWER_FOLDER = '/sys/class/power_supply';

type Facts = Omit<DesktopStateParts, 'desktop' | 'screen'>;

/** The state of a Linux desktop: from system files, the session's environment, and gsettings for the theme. */
export function linuxFacts(environment: NodeJS.ProcessEnv, powerFolder = POWER_FOLDER): Facts {
  return {
    system: async () => {
      const text = await readFile('/etc/os-release', 'utf8').catch(() => '');
      const name = /^PRETTY_NAME="?([^"\n]*)"?$/m.exec(text)?.[1];
      return `${name ?? 'Linux'}, kernel ${release()}`;
    },
    locale: () => Promise.resolve(localeOf(environment)),
    darkTheme: (call) => darkTheme(environment, call),
    battery: () => batteryIn(powerFolder),
  };
}

/** The first of these that is set counts; `en_US.UTF-8` becomes en-US, and C is no language. */
function localeOf({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string | undefined {
  const name = [LC_ALL, LC_MESSAGES, LANG].find((one) => one !== undefined && one !== '');
  const tag = name?.replace(/[.@].*$/, '').replaceAll('_', '-');
  return tag === 'C' || tag === 'POSIX' ? undefined : tag;
}

/** The setting of GNOME 42; older versions and desktops that follow GTK alone have only the name of the theme. */
async function darkTheme(environment: NodeJS.ProcessEnv, call: Call): Promise<boolean> {
  const setting = async (name: string) => {
    const asked = ['get', 'org.gnome.desktop.interface', name];
    const { stdout } = await orAborted(
      run('gsettings', asked, { env: environment, signal: call.signal }),
      call.signal,
    );
    return stdout.trim();
  };
  const scheme = await setting('color-scheme').catch(() => '');
  if (scheme.includes('prefer-dark')) return true;
  if (scheme.includes('prefer-light')) return false;
  return /-dark'?$/i.test(await setting('gtk-theme'));
}

async function batteryIn(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => one.startsWith('BAT')).sort()) {
    const value = async (file: string) => (await readFile(join(folder, name, file), 'utf8')).trim();
    const level = await value('capacity').catch(() => undefined);
    if (level === undefined) continue;
    const state = await value('status').catch(() => undefined);
    return state === undefined ? `${level}%` : `${level}%, ${state.toLowerCase()}`;
  }
  return undefined;
}
