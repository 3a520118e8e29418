/** A phone with only files and a shell, and the ways to use it from outside. */
import type { TestContext } from 'node:test';
import { phoneFiles } from '../../src/files/layout.ts';
import { UserFiles } from '../../src/files/user-files.ts';
import { ROOT, shellUser } from '../../src/files/users.ts';
import type { FileSystem } from '../../src/kernel/file-system.ts';
import type { AndroidRelease } from '../../src/kernel/release.ts';
import type { Process, Program, Source, TerminalSize } from '../../src/kernel/process.ts';
import { type Clock, realClock } from '../../src/shell/clock.ts';
import { generalPrograms } from '../../src/programs/general-programs.ts';
import { createShell, type Shell, type ShellOptions } from '../../src/shell/shell.ts';

export interface Answer {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

export interface TestPhone {
  readonly shell: Shell;
  readonly files: FileSystem;
  /** Runs a command line to its end. */
  run(commandLine: string, input?: string): Promise<Answer>;
}

export interface TestPhoneOptions {
  readonly release?: AndroidRelease;
  readonly programs?: ReadonlyMap<string, Program>;
  readonly root?: boolean;
  readonly clock?: Clock;
  readonly processes?: ShellOptions['processes'];
  readonly capacity?: number;
  readonly onCrash?: ShellOptions['onCrash'];
}

/** 2026-11-15 07:30:00 UTC; the clock stands still. */
export const NOON = Date.UTC(2026, 10, 15, 7, 30);

export const stillClock: Clock = { ...realClock, now: () => NOON };

export function createPhone(t: Pick<TestContext, 'after'>, options: TestPhoneOptions = {}): TestPhone {
  const { release = 14, programs = new Map<string, Program>(), root = false, clock = stillClock } = options;
  const tools = generalPrograms(release);
  const disk = phoneFiles({
    release,
    now: () => clock.now(),
    tools: tools.keys(),
    programs: programs.keys(),
    buildProperties: 'ro.product.model=Handeye Virtual Phone\n',
    ...(options.capacity === undefined ? {} : { capacity: options.capacity }),
  });
  const user = root ? ROOT : shellUser(release);
  const files = new UserFiles(disk, user);
  const { processes, onCrash } = options;
  const shell = createShell({
    release,
    files,
    tools,
    programs,
    clock,
    user,
    onCrash,
    ...(processes ? { processes } : {}),
  });
  t.after(() => {
    shell.close();
  });
  return { shell, files, run: (commandLine, input = '') => finish(shell.spawn(commandLine), input) };
}

/** Writes a process's input and waits for all its output. */
export async function finish(process: Process, input = ''): Promise<Answer> {
  const writing = process.stdin
    .write(new TextEncoder().encode(input))
    .catch(() => undefined)
    .finally(() => {
      process.stdin.end();
    });
  const [out, err, code] = await Promise.all([text(process.stdout), text(process.stderr), process.exit]);
  await writing;
  return { out, err, code };
}

/** The whole content of a source, as text. */
export async function text(source: Source): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export const SCREEN: TerminalSize = { rows: 24, columns: 80 };

/** Prints its arguments, each in brackets, to show what reached a program. */
export const argumentsProgram: Program = async ({ args, stdout }) => {
  await stdout.write(new TextEncoder().encode(`${args.map((arg) => `[${arg}]`).join('')}\n`));
  return 0;
};
