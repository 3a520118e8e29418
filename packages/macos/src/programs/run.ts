import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';

/** Programs of macOS that we run; they need no bridge. */
export interface Programs {
  readonly screencapture: string;
  readonly pbcopy: string;
  readonly pbpaste: string;
  readonly open: string;
  readonly osascript: string;
  readonly defaults: string;
  readonly pmset: string;
  readonly swVers: string;
}

export const macPrograms: Programs = {
  screencapture: '/usr/sbin/screencapture',
  pbcopy: '/usr/bin/pbcopy',
  pbpaste: '/usr/bin/pbpaste',
  open: '/usr/bin/open',
  osascript: '/usr/bin/osascript',
  defaults: '/usr/bin/defaults',
  pmset: '/usr/bin/pmset',
  swVers: '/usr/bin/sw_vers',
};

/** Runs a program and returns its output. The program does not outlive the call. */
export async function run(
  program: string,
  {
    args = [],
    input,
    env = process.env,
  }: { args?: readonly string[]; input?: string; env?: NodeJS.ProcessEnv },
  call: Call,
): Promise<Buffer> {
  const child = spawn(program, args, { env });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => {
      reject(actionFailed(`${program} cannot be started: ${error.message}`, error));
    });
    child.once('close', (code) => {
      if (code === 0) resolve();
      else
        void errorOutput.then((text) => {
          reject(actionFailed(`${program} failed (exit ${code}): ${text}`));
        });
    });
  });
  const output = buffer(child.stdout);
  const errorOutput = buffer(child.stderr).then((text) => text.toString('utf8').trim().slice(0, 300));
  // A program that exits early does not read its input; its exit code says why.
  child.stdin.on('error', () => undefined).end(input ?? '');
  try {
    await orAborted(done, call.signal);
    return await output;
  } finally {
    child.kill('SIGKILL');
  }
}
