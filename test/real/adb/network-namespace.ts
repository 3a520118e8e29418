import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const IS_ROOT = process.getuid?.() === 0;

/** A network of a test's own with nothing but a loopback: what programs send there stays there. */
export class NetworkNamespace {
  readonly #holder: ChildProcessWithoutNullStreams;
  readonly #ends: (() => Promise<unknown>)[] = [];

  private constructor(holder: ChildProcessWithoutNullStreams) {
    this.#holder = holder;
  }

  /** Ends with the test, after what `beforeEnd` was given. Other programs that are started in it have to be ended by the test. */
  static async start(t: Pick<TestContext, 'after'>): Promise<NetworkNamespace> {
    const asRoot = IS_ROOT ? [] : ['--map-root-user'];
    const script = 'ip link set lo up && echo ready && exec cat';
    const holder = spawn('unshare', [...asRoot, '--net', '--', 'sh', '-c', script]);
    const network = new NetworkNamespace(holder);
    t.after(() => network.#end());
    const [first] = (await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')])) as [unknown];
    if (!String(first).startsWith('ready')) {
      throw new Error('These tests need a network namespace: unshare --net and ip have to work here.');
    }
    return network;
  }

  /** The test's hooks run in the order in which they were set, so that one set later finds no network any more. */
  beforeEnd(work: () => Promise<unknown>): void {
    this.#ends.unshift(work);
  }

  async #end(): Promise<void> {
    for (const end of this.#ends) await end();
    this.#holder.kill();
  }

  spawn(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = process.env) {
    return spawn('nsenter', [...this.#enter(), program, ...args], { env: environment });
  }

  /** Runs a program to its end, whatever that is. */
  async run(program: string, args: readonly string[], environment: NodeJS.ProcessEnv = process.env) {
    const options = { env: environment, timeout: 60_000, maxBuffer: 64 * 1024 * 1024 };
    const { stdout, stderr } = await run('nsenter', [...this.#enter(), program, ...args], options).catch(
      (error: unknown) => error as { stdout: string; stderr: string }, // execFile adds both to its errors
    );
    return { stdout, stderr };
  }

  #enter(): readonly string[] {
    const user = IS_ROOT ? [] : ['--user', '--preserve-credentials'];
    return ['--target', String(this.#holder.pid), '--net', ...user, '--'];
  }
}
