import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../../packages/handeye/dist/cli.js', import.meta.url));

/** Number of lines of a program's output that are shown after a failure. */
const MOST_LINES = 400;

/** The built command as a process that can be killed, suspended and restarted. */
export class Program {
  readonly name: string;
  /** The last output of its runs. */
  readonly lines: string[] = [];
  readonly #args: readonly string[];
  readonly #env: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;

  constructor(name: string, args: readonly string[], env: Readonly<Record<string, string>>) {
    this.name = name;
    this.#args = args;
    this.#env = env;
  }

  /** Starts it. Resolves when it reports that it is ready. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [CLI, ...this.#args], {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    const ready = new Promise<boolean>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.#note(line);
        resolve(true);
      });
      child.once('exit', (code, signal) => {
        this.#note(`(ended: ${signal ?? code})`);
        resolve(false);
      });
    });
    createInterface({ input: child.stderr }).on('line', (line) => {
      this.#note(line);
    });
    const isThere = await ready;
    // A kill during the start is no fault of the program.
    if (!isThere && child.exitCode !== null)
      throw new Error(`${this.name}: ${this.lines.slice(-8).join('\n')}`);
  }

  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    assert.ok(this.#process?.kill(name), `${this.name} does not run`);
  }

  /** Ends it at once. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    const child = this.#process;
    const force = setTimeout(() => child?.kill('SIGKILL'), 20_000);
    await this.#end('SIGTERM');
    clearTimeout(force);
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    // A suspended process ignores other signals.
    child.kill('SIGCONT');
    await ended;
  }

  #note(line: string): void {
    this.lines.push(line);
    if (this.lines.length > MOST_LINES) this.lines.shift();
  }
}
