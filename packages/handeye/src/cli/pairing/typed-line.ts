import { createInterface } from 'node:readline/promises';
import type { ProcessEnvironment } from '../command.ts';

/** A line that the person at the terminal types. */
export async function typedLine(
  question: string,
  { stdin, stdout, stopped }: ProcessEnvironment,
  given: AbortSignal = stopped,
): Promise<string> {
  const terminal = createInterface({ input: stdin, output: stdout, terminal: false });
  try {
    return await terminal.question(question, { signal: AbortSignal.any([stopped, given]) });
  } finally {
    terminal.close();
  }
}
