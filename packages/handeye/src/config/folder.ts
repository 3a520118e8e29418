import { posix, win32 } from 'node:path';

/** The user's environment variables, platform and home folder; a parameter, so that tests can inject them. */
export interface UserEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The config folder: the user's settings, the token and the certificate. */
export function configFolder({ env, platform, home }: UserEnvironment): string {
  if (platform === 'win32') {
    const { APPDATA = '' } = env;
    return win32.join(APPDATA === '' ? win32.join(home, 'AppData', 'Roaming') : APPDATA, 'handeye');
  }
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support', 'handeye');
  // The XDG specification says to ignore a relative path.
  const base = env.XDG_CONFIG_HOME;
  return posix.join(base?.startsWith('/') ? base : posix.join(home, '.config'), 'handeye');
}
