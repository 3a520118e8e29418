import type { Call } from '@handeye/core/call/call';
import { HelperFailed } from './errors.ts';
import { outputOf, runProgram } from './programs.ts';

/** The complaints of wl-paste about a clipboard that is empty or holds no text. */
const NO_TEXT = /nothing is copied|no selection|no suitable type|not available as requested/i;

/** The clipboard, by wl-copy and wl-paste: its content goes through file descriptors. */
export class WlClipboard {
  readonly #environment: NodeJS.ProcessEnv;

  constructor(environment: NodeJS.ProcessEnv) {
    this.#environment = environment;
  }

  /** Null when it holds no text. */
  async read(call: Call): Promise<string | null> {
    const args = ['--no-newline', '--type', 'text'];
    const { exitCode, output, complaint } = await runProgram('wl-paste', { args }, this.#environment, call);
    if (exitCode === 0) return output.toString();
    if (NO_TEXT.test(complaint)) return null;
    throw new HelperFailed(`wl-paste failed (exit ${exitCode}): ${complaint}`);
  }

  /** wl-copy stays in the background until something else is copied, so the text outlives us. */
  async write(text: string, call: Call): Promise<void> {
    const run = text === '' ? { args: ['--clear'] } : { args: ['--type', 'text/plain'], input: text };
    await outputOf('wl-copy', { ...run, stays: true }, this.#environment, call);
  }
}
