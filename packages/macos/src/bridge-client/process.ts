import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { BridgeError } from '../bridge/errors.ts';
import { readLines } from '../bridge/lines.ts';
import type { RequestName, BridgeRequests, Libraries, Response } from '../bridge/protocol.ts';

/** How to start a bridge. `libraries` defaults to those of the system. */
export interface BridgeOptions {
  readonly libraries?: Libraries;
  readonly environment?: NodeJS.ProcessEnv;
}

/** How long an idle bridge may take to exit. */
const EXIT_TIMEOUT_MS = 500;
/** How much of a bridge's error output is kept to explain a crash. */
const MAX_ERROR_OUTPUT = 300;

interface PendingRequest {
  readonly id: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The child process that calls the Mac's libraries. It handles one request at a time. */
export class Bridge {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  #pending: PendingRequest | undefined;
  #lastId = 0;
  #errorOutput = '';
  #alive = true;

  constructor({ libraries, environment = process.env }: BridgeOptions) {
    const args = libraries === undefined ? [] : [JSON.stringify(libraries)];
    this.#child = spawn(process.execPath, [...program, ...args], { env: environment });
    const outputEnded = this.#readOutput();
    this.#ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#end(why);
        resolve();
      };
      this.#child.once('error', (error) => {
        end(`it cannot be started: ${error.message}`);
      });
      this.#child.once('close', (code, signal) => {
        // Its last output may say why it ended.
        void outputEnded.then(() => {
          end(signal === null ? `it ended with exit code ${code}` : `it was ended by ${signal}`);
        });
      });
    });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-MAX_ERROR_OUTPUT);
    });
    // Writing to a bridge that has just ended fails here; the process's own events report its end.
    this.#child.stdin.on('error', () => undefined);
  }

  get alive(): boolean {
    return this.#alive;
  }

  /** Sends a request. The previous one must be finished. */
  async ask<Name extends RequestName>(
    name: Name,
    params: BridgeRequests[Name]['params'],
  ): Promise<BridgeRequests[Name]['result']> {
    const result = await new Promise<unknown>((resolve, reject) => {
      if (!this.#alive) {
        reject(this.#endError('it ended'));
        return;
      }
      this.#pending = { id: ++this.#lastId, resolve, reject };
      this.#child.stdin.write(`${JSON.stringify({ ...params, id: this.#lastId, method: name })}\n`);
    });
    // The bridge is our own program; the protocol fixes the result of each request.
    return result as BridgeRequests[Name]['result'];
  }

  /** Kills it at once. Nothing less stops an AX call that hangs. */
  kill(): void {
    this.#alive = false;
    this.#child.kill('SIGKILL');
  }

  /** Lets it exit by itself; kills it if it does not. */
  async end(): Promise<void> {
    this.#alive = false;
    this.#child.stdin.end();
    const timer = setTimeout(() => {
      this.kill();
    }, EXIT_TIMEOUT_MS);
    await this.#ended;
    clearTimeout(timer);
  }

  /** Resolves when its output ends. */
  async #readOutput(): Promise<void> {
    try {
      for await (const line of readLines(this.#child.stdout)) this.#handleLine(line);
    } catch {
      // Its output broke off; the process's own events report its end.
    }
  }

  #handleLine(line: string): void {
    const pending = this.#pending;
    const response = parseResponse(line);
    if (!pending || response === undefined || (response.id !== null && response.id !== pending.id)) return;
    this.#pending = undefined;
    if ('error' in response) pending.reject(new BridgeError(response.error.kind, response.error.message));
    else pending.resolve(response.result);
  }

  #end(why: string): void {
    this.#alive = false;
    this.#pending?.reject(this.#endError(why));
    this.#pending = undefined;
  }

  #endError(why: string): BridgeError {
    const output = this.#errorOutput.trim();
    return new BridgeError('internal', output === '' ? why : `${why}: ${output}`);
  }
}

/** In the build, the bridge is a separate file next to the chunks. From the sources it needs a loader of TypeScript. */
const program = import.meta.url.endsWith('.ts')
  ? [`--import=${import.meta.resolve('tsx')}`, fileOf('../bridge/main.ts')]
  : [fileOf('../macos-bridge.js')];

function fileOf(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}

/** Undefined for other output, which a library may print. */
function parseResponse(line: string): Response | undefined {
  try {
    const response: unknown = JSON.parse(line);
    return typeof response === 'object' && response !== null ? (response as Response) : undefined;
  } catch {
    return undefined;
  }
}
