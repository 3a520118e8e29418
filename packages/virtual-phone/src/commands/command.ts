import type { Program, ProgramContext } from '../kernel/process.ts';

/** A running command: its context, and methods for printing to stdout and stderr. */
export interface CommandCall extends ProgramContext {
  /** Writes text to stdout as it is. */
  print(text: string): Promise<void>;
  /** Writes text to stderr as it is. */
  complain(text: string): Promise<void>;
}

/** The work of a command; returns its exit code, or undefined for success. */
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

/** The user of a work profile; undefined for the phone's own (0, `current`, `all`). */
export function userOf(text: string | undefined): number | undefined {
  return /^[1-9]\d*$/.test(text ?? '') ? Number(text) : undefined;
}

/** The profile that `--user ID` names, if it does. */
export function profileIn(args: readonly string[]): number | undefined {
  const at = args.indexOf('--user');
  return at === -1 ? undefined : userOf(args[at + 1]);
}

/** Arguments without `--user ID`. */
export function withoutUser(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--user');
  return at === -1 ? args : [...args.slice(0, at), ...args.slice(at + 2)];
}
