import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Call } from '@handeye/core/call/call';
import { HelperFailed } from './errors.ts';

/** Package managers and how they install; packages have the same names everywhere. */
const installers: readonly (readonly [string, string])[] = [
  ['apt-get', 'sudo apt install'],
  ['dnf', 'sudo dnf install'],
  ['pacman', 'sudo pacman -S'],
  ['zypper', 'sudo zypper install'],
  ['apk', 'sudo apk add'],
];

/** Programs that handle file descriptors for us, and their packages. */
const packages = {
  wtype: 'wtype',
  grim: 'grim',
  'wl-copy': 'wl-clipboard',
  'wl-paste': 'wl-clipboard',
  'gst-launch-1.0': 'gstreamer1.0-tools',
} as const;
export type Program = keyof typeof packages;

export function isInstalled(program: string, { PATH = '' }: NodeJS.ProcessEnv): boolean {
  return PATH.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}

/** The command that installs a program with this machine's package manager. */
export function installCommand(program: Program, environment: NodeJS.ProcessEnv): string {
  const [, command] = installers.find(([name]) => isInstalled(name, environment)) ?? [];
  return command === undefined ? `install ${packages[program]}` : `run: ${command} ${packages[program]}`;
}

export interface ProgramRun {
  readonly args: readonly string[];
  /** Written to its standard input, which no other program can read. */
  readonly input?: string;
  /** The program forks into the background, where it keeps its output open. */
  readonly stays?: boolean;
}

/** The exit code and the output of a program. */
export interface ProgramResult {
  readonly exitCode: number;
  readonly output: Buffer;
  readonly complaint: string;
}

/** Runs a program without a shell until it ends. A call that ends first ends it. */
export function runProgram(
  program: Program,
  { args, input = '', stays = false }: ProgramRun,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<ProgramResult> {
  const out = stays ? 'ignore' : 'pipe';
  // wtype and wl-paste take text in the locale's encoding, and a session may have none.
  const env = { ...environment, LC_ALL: 'C.UTF-8' };
  const child = spawn(program, args, { env, signal: call.signal, stdio: ['pipe', out, out] });
  const output: Buffer[] = [];
  const complaint: Buffer[] = [];
  child.stdout?.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr?.on('data', (bytes: Buffer) => complaint.push(bytes));
  // A program that ends before it has read everything says so by its exit code.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', (error) => {
      reject(new HelperFailed(`${program} cannot be used: ${error.message}`, { cause: error }));
    });
    child.once(stays ? 'exit' : 'close', (code: number | null) => {
      resolve({
        exitCode: code ?? -1,
        output: Buffer.concat(output),
        complaint: Buffer.concat(complaint).toString().trim(),
      });
    });
  });
}

/** The same for a program that must succeed; returns its output. */
export async function outputOf(
  program: Program,
  run: ProgramRun,
  environment: NodeJS.ProcessEnv,
  call: Call,
): Promise<Buffer> {
  const { exitCode, output, complaint } = await runProgram(program, run, environment, call);
  if (exitCode === 0) return output;
  throw new HelperFailed(`${program} failed (exit ${exitCode})${complaint === '' ? '' : `: ${complaint}`}`);
}
