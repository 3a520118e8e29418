import { createInterface } from 'node:readline/promises';
import { type ProcessEnvironment, UsageError } from '../command.ts';

/** A line that the person at the terminal types; rejects if the input ends before (Ctrl-D). */
export async function typedLine(
  question: string,
  { stdin, stdout, stopped }: Pick<ProcessEnvironment, 'stdin' | 'stdout' | 'stopped'>,
  given: AbortSignal = stopped,
): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stdout, terminal: false });
  // Before Node 24 a question whose input ends is never answered.
  const ended = new Promise<never>((_, reject) => {
    terminal.once('close', () => {
      reject(new UsageError('No code was typed.'));
    });
  });
  try {
    const typed = terminal.question(question, { signal: AbortSignal.any([stopped, given]) });
    return await Promise.race([typed, ended]);
  } finally {
    terminal.close();
  }
}
