import type { Program, ProgramContext } from '../kernel/process.ts';

/** A running command: its context, and methods for printing to stdout and stderr. */
export interface CommandCall extends ProgramContext {
  /** Writes text to stdout as it is. */
  print(text: string): Promise<void>;
  /** Writes text to stderr as it is. */
  complain(text: string): Promise<void>;
}

/** What a command does; returns its exit code, or undefined for success. */
export type CommandHandler = (call: CommandCall) => Promise<number | undefined>;

/** Makes a program of a handler. */
export function command(work: CommandHandler): Program {
  return async (context) => (await work(callOf(context))) ?? 0;
}

function callOf(context: ProgramContext): CommandCall {
  const encoder = new TextEncoder();
  return {
    ...context,
    print: (text) => context.stdout.write(encoder.encode(text)),
    complain: (text) => context.stderr.write(encoder.encode(text)),
  };
}

/** The same call with other arguments, for subcommands. */
export function withArgs(call: CommandCall, args: readonly string[]): CommandCall {
  return { ...call, args };
}

/** Arguments without `--user ID`: this phone has only one user. */
export function withoutUser(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--user');
  return at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
}
