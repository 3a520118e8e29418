import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

/** The content of a window, from the top down: a kind of widget and its text. */
export type Part = readonly ['button' | 'field' | 'password' | 'label' | 'hidden', string];

/** An ordinary window; one above all that takes no focus; an unmanaged one, which may let clicks through. */
export type WindowKind = 'window' | 'above' | 'popup' | 'through' | 'notification';

export interface ShownWindow {
  readonly title: string;
  readonly parts: readonly Part[];
  readonly kind?: WindowKind;
}

/** A GTK program whose windows tests open; see programs.py. */
export class Program {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    this.#lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** It ends with the desktop whose environment it has. */
  static async start(name: string, harmFile: string, environment: NodeJS.ProcessEnv): Promise<Program> {
    const script = join(import.meta.dirname, 'programs.py');
    const child = spawn('/usr/bin/python3', [script, name, harmFile], {
      env: environment,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const program = new Program(child);
    await program.#answers('ready');
    return program;
  }

  async show(window: ShownWindow): Promise<void> {
    await this.#obey({ do: 'show', ...window });
  }

  /** Gives a button another label. */
  async rename(before: string, after: string): Promise<void> {
    await this.#obey({ do: 'rename', before, after });
  }

  /** Closes all windows. */
  async clear(): Promise<void> {
    await this.#obey({ do: 'clear' });
  }

  async #obey(command: object): Promise<void> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    await this.#answers('done');
  }

  async #answers(word: string): Promise<void> {
    const line = await this.#lines.next();
    assert.ok(line.done !== true, 'the program has ended');
    assert.equal(line.value, word);
  }
}
