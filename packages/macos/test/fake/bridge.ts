// A bridge under test: the real process, over the fake library.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { readLines } from '../../src/bridge/lines.ts';
import type { RequestName, BridgeRequests, Failure } from '../../src/bridge/protocol.ts';
import { type Ending, FakeMac } from './mac.ts';
import type { FakeWorld } from './world.ts';

interface Line {
  id: number | null;
  result?: unknown;
  error?: Failure;
}

/** How the child's program is started from sources. */
export const bridgeProgram = ['--import=tsx', join(import.meta.dirname, '../../src/bridge/main.ts')];

export class TestBridge {
  readonly #process: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncGenerator<string, undefined>;
  readonly #exit: Promise<[code: number | null, signal: NodeJS.Signals | null]>;
  #id = 0;
  /** Its output on stderr. */
  complaints = '';

  readonly #mac: FakeMac;

  constructor(end: Ending, mac: FakeMac) {
    this.#mac = mac;
    this.#process = spawn(process.execPath, [...bridgeProgram, JSON.stringify(mac.libraries)], {
      env: { ...process.env, ...mac.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#process.stderr.on('data', (chunk: Buffer) => (this.complaints += chunk.toString()));
    this.#lines = readLines(this.#process.stdout);
    this.#exit = once(this.#process, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
    end.after(async () => {
      this.kill();
      await this.#exit;
    });
  }

  /** The result; throws for an error. */
  async ask<Name extends RequestName>(
    name: Name,
    params: BridgeRequests[Name]['params'],
  ): Promise<BridgeRequests[Name]['result']> {
    const { result, error } = await this.request(name, params);
    if (error) throw new Error(`${name}: ${error.kind}: ${error.message}`);
    return result as BridgeRequests[Name]['result'];
  }

  /** The error; throws for a result. */
  async fails<Name extends RequestName>(
    name: Name,
    params: BridgeRequests[Name]['params'],
  ): Promise<Failure> {
    const { result, error } = await this.request(name, params);
    if (!error) throw new Error(`${name} succeeded: ${JSON.stringify(result)}`);
    return error;
  }

  /** Sends any line and reads one back; undefined if the bridge ended instead. */
  async line(text: string): Promise<Line | undefined> {
    this.send(`${text}\n`);
    return this.next();
  }

  /** The next line of its output; undefined if it ended instead. */
  async next(): Promise<Line | undefined> {
    const next = await this.#lines.next();
    return next.done === true ? undefined : (JSON.parse(next.value) as Line);
  }

  send(bytes: string | Buffer): void {
    this.#process.stdin.write(bytes);
  }

  /** Resolves when what was sent is in the pipe. */
  async flushed(): Promise<void> {
    await new Promise((resolve) => this.#process.stdin.write('', resolve));
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Closes its stdin; how it ended. */
  async close(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    this.#process.stdin.end();
    return this.ended();
  }

  async ended(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    const [code, signal] = await this.#exit;
    return { code, signal };
  }

  objects(): { alive: number; made: number } {
    return this.#mac.objects(this.#process.pid ?? 0);
  }

  /** The result or the error; throws if objects created for the request are still alive. */
  async request(method: RequestName, params: object): Promise<Line> {
    const id = ++this.#id;
    const response = await this.line(JSON.stringify({ ...params, id, method }));
    if (!response) throw new Error(`the bridge ended: ${this.complaints}`);
    if (response.id !== id) throw new Error(`request ${id} got the response to ${response.id ?? 'none'}`);
    const { alive } = this.objects();
    if (alive !== 0) throw new Error(`${method} left ${alive} objects alive`);
    return response;
  }
}

/** One bridge for a file of tests: it starts once, and its Mac becomes another world for each of them. */
export function sharedBridge(end: Ending) {
  const mac = new FakeMac(end, {});
  const bridge = new TestBridge(end, mac);
  return (world: FakeWorld) => {
    mac.become(world);
    mac.forget();
    return { mac, bridge };
  };
}
