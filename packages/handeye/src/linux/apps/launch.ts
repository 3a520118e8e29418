import { spawn } from 'node:child_process';
import { actionFailed } from '../../device/errors.ts';
import type { DesktopEntry } from './desktop-entry.ts';
import { argumentsOf } from './desktop-entry.ts';

/** What Debian calls the user's terminal. */
const TERMINAL = 'x-terminal-emulator';

/** A program that was started. It lives on without us. */
export interface Launched {
  readonly pid: number;
  /** Its exit code once it has ended; a program that hands over to one that runs already ends with 0. */
  readonly exitCode: number | null;
}

/** Starts what an entry describes: no shell, in a session of its own, so that it outlives the server. */
export async function launch(
  entry: DesktopEntry,
  environment: NodeJS.ProcessEnv,
  uri?: string,
): Promise<Launched> {
  const own = argumentsOf(entry, uri);
  const [program, ...args] = entry.terminal ? [TERMINAL, '-e', ...own] : own;
  if (program === undefined) throw actionFailed(`The desktop entry of ${entry.name} names no program.`);
  const { GIO_LAUNCHED_DESKTOP_FILE: _file, GIO_LAUNCHED_DESKTOP_FILE_PID: _pid, ...env } = environment;
  const child = spawn(program, args, {
    env,
    cwd: entry.folder ?? environment.HOME,
    detached: true,
    stdio: 'ignore',
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => {
      reject(actionFailed(`${entry.name} cannot be started: ${error.message}`, error));
    });
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    get exitCode() {
      return child.exitCode;
    },
  };
}
