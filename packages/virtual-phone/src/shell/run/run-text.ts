/** Runs a script given as text, line by line: commands before a syntax error run before it is found. */
import { ExitShell } from './control.ts';
import { Cursor } from '../syntax/cursor.ts';
import type { Interpreter } from './interpreter.ts';
import { OutOfMemory } from '../memory.ts';
import { Parser } from '../syntax/parse.ts';
import { ShellSyntaxError, type Script } from '../syntax/syntax.ts';

export function cursorOver(shell: Interpreter, text: string, firstLine = 1): Cursor {
  return new Cursor(text, firstLine, shell.task.system.release === 5);
}

/** Stops `x='eval "$x"'; eval "$x"`. */
const DEEPEST_TEXT = 200;
/** A parsed script takes a hundred times the memory of its text. */
const LONGEST_SCRIPT = 1024 * 1024;

/** Runs all of it; a syntax error ends the shell, as in mksh. */
export async function runText(shell: Interpreter, text: string): Promise<number> {
  if (text.length > LONGEST_SCRIPT) throw new OutOfMemory();
  if (shell.textDepth >= DEEPEST_TEXT) {
    await shell.complain('recursion too deep');
    throw new ExitShell(1, true);
  }
  shell.textDepth++;
  try {
    return await runLines(shell, text);
  } finally {
    shell.textDepth--;
  }
}

async function runLines(shell: Interpreter, text: string): Promise<number> {
  const parser = new Parser(cursorOver(shell, text));
  for (;;) {
    const line = await nextLine(shell, parser);
    if (!line) return shell.state.status;
    if (!shell.state.options.has('noexec')) await shell.run(line);
  }
}

async function nextLine(shell: Interpreter, parser: Parser): Promise<Script | undefined> {
  try {
    return parser.nextLine();
  } catch (error) {
    if (!(error instanceof ShellSyntaxError)) throw error;
    await shell.complain(error.message, error.line);
    throw new ExitShell(1, true);
  }
}
