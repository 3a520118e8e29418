import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Call } from '../../call/call.ts';
import { orAborted } from '../../call/call.ts';

/** Whether a program is installed, by the PATH of the session. */
export function isInstalled(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  return PATH.split(delimiter).some((folder) => folder !== '' && isExecutable(join(folder, program)));
}

/** What a program printed, and how it ended. */
interface Ended {
  readonly output: Buffer;
  readonly error: string;
  /** Null if a signal ended it. */
  readonly code: number | null;
}

interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly input?: string;
  /** It leaves a copy of itself behind, which must not keep us waiting: what it prints is not read. */
  readonly staysBehind?: boolean;
  readonly timeout: number;
}

/** Runs a program of the desktop. It is ended when its time or the call is over. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { environment, input, staysBehind = false, timeout }: RunOptions,
  call: Call,
): Promise<Ended> {
  const printed = staysBehind ? 'ignore' : 'pipe';
  const limit = Math.min(timeout, call.remaining());
  const child = spawn(program, args, {
    env: environment,
    stdio: ['pipe', printed, printed],
    timeout: Math.max(1, limit),
    killSignal: 'SIGKILL',
  });
  const output: Buffer[] = [];
  let error = '';
  child.stdout?.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => (error += bytes.toString('utf8')));
  // A program that does not read its input to the end says so by how it ends.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input ?? '');
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once(staysBehind ? 'exit' : 'close', resolve);
  });
  try {
    const code = await orAborted(ended, call.signal);
    return { output: Buffer.concat(output), error: error.trim(), code };
  } catch (failure) {
    child.kill('SIGKILL');
    throw failure;
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
