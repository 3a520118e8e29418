import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Milliseconds for a program to end after SIGTERM, and after SIGKILL. */
const GRACE = 15_000;

/** Number of last lines shown when a program fails. */
const MOST_LINES = 8;

export interface ChildOptions {
  /** For people: `nats-server`, `host-1`. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Called with every line of its output and of its log. */
  readonly onLine: (line: string, from: 'out' | 'log') => void;
}

/** A program that runs as long as a trial. */
export class Child {
  readonly name: string;
  /** Resolves with the reason, for people, when it has ended. */
  readonly ended: Promise<string>;
  readonly #process: ChildProcess;
  readonly #lines: string[] = [];

  private constructor({ name, command, args, env, onLine }: ChildOptions) {
    this.name = name;
    // Its own process group: Ctrl-C reaches only this process, which ends the children in order.
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

  /** Starts a program; fails like spawn if it does not exist. */
  static async start(options: ChildOptions): Promise<Child> {
    const child = new Child(options);
    await once(child.#process, 'spawn');
    return child;
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Ends it, by force if needed. */
  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.#process.kill('SIGTERM');
    const force = setTimeout(() => {
      this.kill();
    }, GRACE);
    await this.ended;
    clearTimeout(force);
  }

  /** Kills it at once, when this process exits. */
  kill(): void {
    if (!this.#isOver) this.#process.kill('SIGKILL');
  }

  get #isOver(): boolean {
    const { exitCode, signalCode, pid } = this.#process;
    return pid === undefined || exitCode !== null || signalCode !== null;
  }
}
