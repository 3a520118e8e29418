import type { Call } from '@handeye/core/call/call';
import { KeptShell } from './kept-shell.ts';
import type { Result } from './kept-shell.ts';
import type { ShellCommand } from './quote.ts';
import { startProgram } from './program.ts';
import type { Program } from './program.ts';
import type { Transport } from '../transport.ts';

/** The most idle shells that are kept; further ones are closed after their command. */
const MOST_IDLE_SHELLS = 4;

/** The phone's shell. Commands in sequence share a kept shell; concurrent ones get a shell each. */
export class Shell {
  readonly #transport: Transport;
  readonly #idle: KeptShell[] = [];
  #isClosed = false;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Runs a command to its end, without stdin. Its exit code is a result, not an error. */
  async run(command: ShellCommand, call: Call): Promise<Result> {
    const [result] = await this.script([command], call);
    if (!result) throw new Error('one command has one result');
    return result;
  }

  /** Runs several commands one after the other, whatever their exit codes, in one round trip. */
  async script(commands: readonly ShellCommand[], call: Call): Promise<Result[]> {
    const shell = this.#takeIdle() ?? (await KeptShell.open(this.#transport, call));
    try {
      return await shell.turn(commands, call);
    } finally {
      this.#giveBack(shell);
    }
  }

  /** Starts a program that keeps running and has stdin; it ends with the call, or by `close`. */
  stream(command: ShellCommand, call: Call): Promise<Program> {
    return startProgram(this.#transport, command, call);
  }

  close(): void {
    this.#isClosed = true;
    for (const shell of this.#idle.splice(0)) shell.close();
  }

  #takeIdle(): KeptShell | undefined {
    for (;;) {
      const shell = this.#idle.pop();
      if (!shell || shell.isUsable) return shell;
      shell.close();
    }
  }

  #giveBack(shell: KeptShell): void {
    if (shell.isUsable && !this.#isClosed && this.#idle.length < MOST_IDLE_SHELLS) this.#idle.push(shell);
    else shell.close();
  }
}
