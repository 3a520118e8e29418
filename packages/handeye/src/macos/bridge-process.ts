import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BridgeError } from './bridge/errors.ts';
import { readLines } from './bridge/lines.ts';
import type { AskName, Asks, Libraries, Response } from './bridge/protocol.ts';

/** How a bridge is started, and which libraries it loads; without any, those of the system. */
export interface BridgeOptions {
  readonly libraries?: Libraries;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Milliseconds that a bridge without work may take to end when it is asked to. */
const ENDING = 500;
/** What a bridge says before it breaks off is kept this far, to tell the reason. */
const LONGEST_LAST_WORDS = 300;

interface Question {
  readonly id: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A child process that alone touches the Mac's libraries. It answers one request at a time. */
export class Bridge {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  #question: Question | undefined;
  #asked = 0;
  #lastWords = '';
  #alive = true;

  constructor({ libraries, environment = process.env }: BridgeOptions) {
    const args = libraries === undefined ? [] : [JSON.stringify(libraries)];
    this.#child = spawn(process.execPath, [...program, ...args], { env: environment });
    const heard = this.#listen();
    this.#ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#end(why);
        resolve();
      };
      this.#child.once('error', (error) => {
        end(`it cannot be started: ${error.message}`);
      });
      this.#child.once('close', (code, signal) => {
        // What it said last may be why it ended.
        void heard.then(() => {
          end(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`);
        });
      });
    });
    this.#child.stderr.setEncoding('utf8').on('data', (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-LONGEST_LAST_WORDS);
    });
    // A write to a bridge that has just ended fails here; its end is told by the process itself.
    this.#child.stdin.on('error', () => undefined);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Asks one thing; the one before must have been answered. */
  async ask<Name extends AskName>(name: Name, what: Asks[Name]['ask']): Promise<Asks[Name]['answer']> {
    const answer = await new Promise<unknown>((resolve, reject) => {
      if (!this.#alive) {
        reject(this.#ending('it ended'));
        return;
      }
      this.#question = { id: ++this.#asked, resolve, reject };
      this.#child.stdin.write(`${JSON.stringify({ ...what, id: this.#asked, ask: name })}\n`);
    });
    // The bridge is our own program and its answer to each request is fixed by the protocol.
    return answer as Asks[Name]['answer'];
  }

  /** Ends it at once, whatever it does. An AX call that hangs listens to nothing less. */
  kill(): void {
    this.#alive = false;
    this.#child.kill('SIGKILL');
  }

  /** Lets it end by itself, and makes sure that it does. */
  async end(): Promise<void> {
    this.#alive = false;
    this.#child.stdin.end();
    const impatience = setTimeout(() => {
      this.kill();
    }, ENDING);
    await this.#ended;
    clearTimeout(impatience);
  }

  /** Resolves when it can say no more. */
  async #listen(): Promise<void> {
    try {
      for await (const line of readLines(this.#child.stdout)) this.#hear(line);
    } catch {
      // Its output broke off; its end is told by the process itself.
    }
  }

  #hear(line: string): void {
    const question = this.#question;
    const response = parsed(line);
    if (!question || response === undefined || (response.id !== null && response.id !== question.id)) return;
    this.#question = undefined;
    if ('error' in response) question.reject(new BridgeError(response.error.kind, response.error.message));
    else question.resolve(response.answer);
  }

  #end(why: string): void {
    this.#alive = false;
    this.#question?.reject(this.#ending(why));
    this.#question = undefined;
  }

  #ending(why: string): BridgeError {
    const said = this.#lastWords.trim();
    return new BridgeError('internal', said === '' ? why : `${why}: ${said}`);
  }
}

/** In the build the bridge is a file of its own beside the parts; from the sources it needs the loaders that we have. */
const program = import.meta.url.endsWith('.ts')
  ? [...process.execArgv, fileOf('./bridge/main.ts')]
  : [fileOf('../macos-bridge.js')];

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Whatever else is printed to a bridge's output (by a library) is no answer. */
function parsed(line: string): Response | undefined {
  try {
    const response: unknown = JSON.parse(line);
    return typeof response === 'object' && response !== null ? (response as Response) : undefined;
  } catch {
    return undefined;
  }
}
