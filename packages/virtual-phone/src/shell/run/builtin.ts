import type { Interpreter } from './interpreter.ts';

/** A command that the shell itself knows. Gets its arguments and the name it was called by; returns its exit code. */
export type Builtin = (shell: Interpreter, args: readonly string[], name: string) => number | Promise<number>;

/** Where the script comes from, as messages name it. */
export type Origin = 'command' | 'file' | 'stdin' | 'terminal';
