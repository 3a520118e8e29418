import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';
import type { ScreenFormat } from '@handeye/core/tools/frame/define';
import type { Policy } from '@handeye/core/guard/policy';
import { type OpenScreen, PrivateDesktop, start, stopped, until } from '../desktop-session.ts';

const run = promisify(execFile);

interface SwayOptions {
  /** Added to sway's configuration. */
  readonly config?: string;
  readonly policy?: Partial<Policy>;
  readonly screenFormat?: ScreenFormat;
}

/** A private desktop whose screen is a headless sway, with Xwayland for programs that need X. */
export function startSway(
  t: Pick<TestContext, 'after'>,
  { config = '', policy = {}, screenFormat = 'compact' }: SwayOptions = {},
): Promise<PrivateDesktop> {
  const openSway: OpenScreen = async (environment) => {
    const runtime = environment.XDG_RUNTIME_DIR ?? '';
    const file = join(runtime, 'sway.conf');
    const variables = join(runtime, 'variables');
    // sway alone knows the number of its Xwayland: a program that it starts writes it down.
    await writeFile(
      file,
      `output * resolution 1280x1024\nexec env > ${variables}.new && mv ${variables}.new ${variables}\n${config}\n`,
    );
    Object.assign(environment, {
      WLR_BACKENDS: 'headless',
      WLR_LIBINPUT_NO_DEVICES: '1',
      WLR_RENDERER: 'pixman',
    });
    const sway = start('sway', ['-c', file], environment);
    await until('sway', () => existsSync(variables));
    const names = await readdir(runtime);
    const text = await readFile(variables, 'utf8');
    environment.XDG_SESSION_TYPE = 'wayland';
    environment.WAYLAND_DISPLAY = names.find((name) => /^wayland-\d+$/.test(name));
    environment.SWAYSOCK = /^SWAYSOCK=(.*)$/m.exec(text)?.[1];
    environment.DISPLAY = /^DISPLAY=(.*)$/m.exec(text)?.[1];
    return { end: () => stopped(sway) };
  };
  return PrivateDesktop.open(t, { policy, screenFormat, openScreen: openSway });
}

/** Runs a command of the session's own user, such as swaymsg or wl-paste, and returns its output. */
export async function inSession(
  { environment }: PrivateDesktop,
  program: string,
  ...args: string[]
): Promise<string> {
  const { stdout } = await run(program, args, { env: environment });
  return stdout;
}
