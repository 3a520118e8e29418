import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const NAMESPACE = ['unshare', '--map-user=1000', '--map-group=1000', '--'];

/** The scope of a walk: everything that Handeye reads, or only the bare minimum. */
export type Depth = 'same' | 'bare';

export interface Walk {
  readonly nodes: number;
  readonly milliseconds: number;
}

/** An application that libatspi walks, through pyatspi in a Python process. */
export class Libatspi {
  readonly #python;
  readonly #answers: AsyncIterator<string, undefined>;

  constructor(pid: number, env: NodeJS.ProcessEnv, asUser: boolean) {
    const script = join(import.meta.dirname, 'walk.py');
    // Debian's own Python, which has its pyatspi package.
    const python = ['/usr/bin/python3', '-W', 'ignore', script, String(pid)];
    // A session of an ordinary user does not serve other users, root included.
    const inNamespace = asUser && process.getuid?.() === 0;
    const [program = '', ...args] = inNamespace ? [...NAMESPACE, ...python] : python;
    this.#python = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#answers = createInterface(this.#python.stdout)[Symbol.asyncIterator]();
  }

  async walk(depth: Depth): Promise<Walk> {
    this.#python.stdin.write(`${depth}\n`);
    const answer = await this.#answers.next();
    if (answer.done) throw new Error('the walk by libatspi ended early');
    return JSON.parse(answer.value) as Walk;
  }

  async close(): Promise<void> {
    this.#python.stdin.end();
    if (this.#python.exitCode === null) await once(this.#python, 'exit');
  }
}
