import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AdbDevices } from '@handeye/adb/adb-devices';
import { sh } from '@handeye/adb/shell/quote';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { startPhone, type StartPhoneOptions, type VirtualPhone } from '@handeye/virtual-phone';
import { hostKey, NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { endings } from '../../../support/endings.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** The command line as it was built, for node to run: the sources take tsx a second to load. */
export const cli = [join(ROOT, 'packages/handeye/dist/cli.js')];

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface OnPhone {
  readonly phone: VirtualPhone;
  /** The value for --device. */
  readonly device: string;
  /** A folder for the test's own files. */
  readonly folder: string;
  readonly spawnOptions: { readonly cwd: string; readonly env: Readonly<Record<string, string>> };
  /** Runs a command of Handeye to its end as a process of its own; for this phone unless another is named. */
  handeye(...args: string[]): Promise<Ran>;
  /** Runs a line in the phone's shell, past Handeye; returns its output. */
  shell(command: string): Promise<string>;
}

/** A virtual phone for commands as a user runs them, without adb and without settings. */
export async function onPhone(t: TestContext, options: StartPhoneOptions): Promise<OnPhone> {
  const atEnd = endings(t);
  const folder = await scratchFolder(t);
  const phone = await startPhone(options);
  atEnd(() => phone.close());
  const others = new AdbDevices({ key: hostKey, env: NO_ADB });
  atEnd(() => others.close());
  const device = `tcp:${phone.serial}`;
  const env = { PATH: '', HOME: folder, XDG_CONFIG_HOME: folder, ANDROID_ADB_SERVER_PORT: '1' };
  const spawnOptions = { cwd: ROOT, env };
  return {
    phone,
    device,
    folder,
    spawnOptions,
    handeye: (...args) =>
      new Promise((resolve) => {
        const chosen = args.includes('--device') ? [] : ['--device', device];
        const argv = [...cli, ...args, ...chosen];
        execFile(process.execPath, argv, spawnOptions, (error, out, err) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
          resolve({ code, out, err });
        });
      }),
    async shell(command) {
      const { stdout } = await withinLimit({ clock: realClock, limit: 20_000 }, (call) =>
        others.phone(device).run(sh`sh -c ${command}`, call),
      );
      return Buffer.from(stdout).toString().trim();
    },
  };
}
