/** `trap … SIGNAL`: a shell that catches signals, and what it does then. */
import { Killed } from '../../kernel/process.ts';
import type { Interpreter } from './interpreter.ts';
import { runText } from './run-text.ts';
import { signalName } from '../signals.ts';

export class Traps {
  readonly #shell: Interpreter;
  /** Signals that were caught and whose commands have not run yet. */
  #pending: number[] = [];
  /** Ends what the shell itself does (`read`, `wait`); set once a signal is caught. */
  #ownInterrupt: AbortController | undefined;
  /** Ends what the shell waits for: a program hears only of signals to its group. */
  #groupInterrupt: AbortController | undefined;

  constructor(shell: Interpreter) {
    this.#shell = shell;
  }

  /** What the shell's children end by. */
  get childSignal(): AbortSignal {
    const { signal } = this.#shell;
    return this.#groupInterrupt && signal === this.#ownInterrupt?.signal
      ? this.#groupInterrupt.signal
      : signal;
  }

  /** Sets what a signal does: '' ignores it, undefined lets it end the shell again. EXIT is kept with them. */
  set(name: string, action: string | undefined): void {
    const { state, task } = this.#shell;
    if (action === undefined) state.traps.delete(name);
    else state.traps.set(name, action);
    if (action === undefined || name === 'EXIT' || this.#ownInterrupt) return;
    this.#listenAnew();
    task.catchSignals((signal, toGroup) => this.catch(signal, toGroup));
    task.signal.addEventListener('abort', () => {
      this.#ownInterrupt?.abort(task.signal.reason);
      this.#groupInterrupt?.abort(task.signal.reason);
    });
  }

  ignores(signal: number): boolean {
    return this.#actionOf(signal) === '';
  }

  /** Whether the shell has a trap for a signal that came; its command runs as soon as it can. */
  catch(signal: number, toGroup: boolean): boolean {
    const action = this.#actionOf(signal);
    if (action === undefined) return false;
    if (action === '') return true;
    if (!this.#pending.includes(signal)) this.#pending.push(signal);
    const reason = new Killed(signal);
    if (toGroup) this.#groupInterrupt?.abort(reason);
    this.#ownInterrupt?.abort(reason);
    return true;
  }

  /** Runs the commands of the signals that came; `$?` stays as it was. */
  async runPending(): Promise<void> {
    const { state, task } = this.#shell;
    if (this.#pending.length === 0 || task.signal.aborted) return;
    const signals = this.#pending;
    this.#pending = [];
    this.#listenAnew();
    const { status } = state;
    for (const signal of signals) {
      const action = this.#actionOf(signal);
      if (action !== undefined) await runText(this.#shell, action);
    }
    state.status = status;
  }

  /** What a command that a caught signal broke off ends with; undefined where the error is another. */
  async recover(error: unknown): Promise<number | undefined> {
    const { state, task } = this.#shell;
    if (!(error instanceof Killed) || this.#pending.length === 0 || task.signal.aborted) return undefined;
    state.status = 128 + error.signal;
    await this.runPending();
    return state.status;
  }

  #actionOf(signal: number): string | undefined {
    return this.#shell.state.traps.get(signalName(signal) ?? '');
  }

  /** An interrupt happens once; the next signal needs new ones. A line at a terminal has a signal of its own. */
  #listenAnew(): void {
    const { task, signal } = this.#shell;
    const isReplaceable = signal === task.signal || signal === this.#ownInterrupt?.signal;
    this.#ownInterrupt = new AbortController();
    this.#groupInterrupt = new AbortController();
    if (isReplaceable) this.#shell.signal = this.#ownInterrupt.signal;
  }
}
