import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Milliseconds that a program may take to end by itself, and to show that it was ended by force. */
const GRACE = 15_000;

/** The last lines of a program that are told if it fails. */
const MOST_LINES = 8;

export interface ChildOptions {
  /** For people: `nats-server`, `host-1`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Hears every line that it prints, of its output and of its log. */
  readonly onLine: (line: string, from: 'out' | 'log') => void;
}

/** A program that runs as long as a trial does. */
export class Child {
  readonly name: string;
  /** Resolves when it has ended, with why, for people. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];

  private constructor({ name, command, args, env, onLine }: ChildOptions) {
    this.name = name;
    // A group of its own: Ctrl-C reaches us alone, and we end them in order.
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    this.#process = child;
    const hear = (from: 'out' | 'log') => (line: string) => {
      this.#lines.push(line);
      if (this.#lines.length > MOST_LINES) this.#lines.shift();
      onLine(line, from);
    };
    createInterface({ input: child.stdout }).on('line', hear('out'));
    createInterface({ input: child.stderr }).on('line', hear('log'));
    this.ended = new Promise((resolve) => {
      child.once('error', (error) => {
        resolve(error.message);
      });
      child.once('close', (code, signal) => {
        const how = signal ?? `exit ${String(code)}`;
        resolve([`${name} ended (${how}).`, ...this.#lines].join('\n  '));
      });
    });
  }

  /** Starts a program; fails as spawn does if there is none of that name. */
  static async start(options: ChildOptions): Promise<Child> {
    const child = new Child(options);
    await once(child.#process, 'spawn');
    return child;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Asks it to end, by force if it does not. */
  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.#process.kill('SIGTERM');
    const force = setTimeout(() => {
      this.kill();
    }, GRACE);
    await this.ended;
    clearTimeout(force);
  }

  /** At once: for the end of our own process. */
  kill(): void {
    if (!this.#isOver) this.#process.kill('SIGKILL');
  }

  get #isOver(): boolean {
    const { exitCode, signalCode, pid } = this.#process;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }
}
