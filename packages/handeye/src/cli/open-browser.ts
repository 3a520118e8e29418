import { spawn } from 'node:child_process';

/** The command that opens an address in the user's browser, by platform. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  // The first argument of start would be a title. An & would end the command; our addresses contain none.
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
  android: ['termux-open-url'],
};

export interface BrowserEnvironment {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Opens an address in the browser of the person at this computer; false where there is none, or nothing to open it with. */
export function openInBrowser(url: string, { platform, env }: BrowserEnvironment): Promise<boolean> {
  const opener = openers[platform];
  const hasScreen = platform !== 'linux' || Boolean(env.DISPLAY ?? env.WAYLAND_DISPLAY);
  if (opener === undefined || !hasScreen) return Promise.resolve(false);
  const [program, ...args] = opener;
  return new Promise((resolve) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true, env });
    child.once('error', () => {
      resolve(false);
    });
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
