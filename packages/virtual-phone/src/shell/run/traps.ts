/** `trap … SIGNAL`: catches signals and runs their commands. */
import { Killed } from '../../kernel/process.ts';
import type { Interpreter } from './interpreter.ts';
import { runText } from './run-text.ts';
import { signalName } from '../signals.ts';

export class Traps {
  readonly #shell: Interpreter;
  /** Caught signals whose commands have not run yet. */
  #pending: number[] = [];
  /** Interrupts what the shell itself does (`read`, `wait`); set once a signal is caught. */
  #ownInterrupt: AbortController | undefined;
  /** Interrupts what the shell waits for: a program is interrupted only by signals to its group. */
  #groupInterrupt: AbortController | undefined;

  constructor(shell: Interpreter) {
    this.#shell = shell;
  }

  /** The signal that ends the shell's children. */
  get childSignal(): AbortSignal {
    const { signal } = this.#shell;
    return this.#groupInterrupt && signal === this.#ownInterrupt?.signal
      ? this.#groupInterrupt.signal
      : signal;
  }

  /** Sets what a signal does: '' ignores it, undefined restores the default. EXIT is kept in the same table. */
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

  /** Whether the shell has a trap for this signal; its command runs as soon as possible. */
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

  /** Runs the commands of caught signals; `$?` does not change. */
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

  /** The status of a command that a caught signal interrupted; undefined if the error is another one. */
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

  /** An AbortController fires only once, so the next signal needs new ones. A line at a terminal has its own signal. */
  #listenAnew(): void {
    const { task, signal } = this.#shell;
    const isReplaceable = signal === task.signal || signal === this.#ownInterrupt?.signal;
    this.#ownInterrupt = new AbortController();
    this.#groupInterrupt = new AbortController();
    if (isReplaceable) this.#shell.signal = this.#ownInterrupt.signal;
  }
}
