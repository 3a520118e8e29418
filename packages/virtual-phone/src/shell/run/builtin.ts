import type { Interpreter } from './interpreter.ts';

/** A builtin command. Gets its arguments and the name it was called by; returns its exit code. */
export type Builtin = (shell: Interpreter, args: readonly string[], name: string) => number | Promise<number>;

/** Where the script comes from, for messages. */
export type Origin = 'command' | 'file' | 'stdin' | 'terminal';
