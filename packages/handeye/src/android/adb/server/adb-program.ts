import { spawn } from 'node:child_process';
import type { Call } from '../../../call/call.ts';
import { orAborted } from '../../../call/call.ts';
import type { Environment } from './find-adb.ts';

/**
 * Starts an adb server on a port of this computer. It keeps running when we end, as after any adb command. Only for a
 * port on which nothing listens: `start-server` would replace a server of another version.
 */
export async function startAdbServer(
  adb: string,
  { port, env }: { port: number; env: Environment },
  call: Call,
): Promise<void> {
  const child = spawn(adb, ['-P', String(port), 'start-server'], {
    env: { ...env, ADB_SERVER_SOCKET: undefined },
    stdio: 'ignore', // the server would inherit a pipe and keep it open
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject).once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`"${adb} start-server" failed with exit code ${String(code)}`));
    });
  });
  await orAborted(ended, call.signal);
}
