import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Touch } from './journal.ts';
import { writeAt } from './writes.ts';

export type PhonesWish =
  | { readonly wish: 'start'; readonly count: number }
  | { readonly wish: 'die' | 'return'; readonly port: number };

export type PhonesMessage =
  | { readonly started: readonly number[] }
  | {
      readonly touched: {
        readonly port: number;
        readonly x: number;
        readonly y: number;
        readonly at: number;
      };
    }
  | { readonly failed: string };

const PROGRAM = fileURLToPath(new URL('phones-process.ts', import.meta.url));

/** The phones of a run, which outlive their hosts, with the touches that they received. */
export class Phones {
  readonly ports: readonly number[];
  readonly touches: Touch[] = [];
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, ports: readonly number[]) {
    this.#process = child;
    this.ports = ports;
    child.on('message', (message: PhonesMessage) => {
      assert.ok(!('failed' in message), JSON.stringify(message));
      if (!('touched' in message)) return;
      const { port, x, y, at } = message.touched;
      this.touches.push({ phone: port, at, write: writeAt({ x, y }) });
    });
  }

  static async start(count: number): Promise<Phones> {
    const child = fork(PROGRAM, [], { execArgv: ['--import', import.meta.resolve('tsx')] });
    const wish: PhonesWish = { wish: 'start', count };
    child.send(wish);
    const [message] = (await once(child, 'message')) as [PhonesMessage]; // what the program sends
    assert.ok('started' in message, JSON.stringify(message));
    return new Phones(child, message.started);
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  die(port: number): void {
    this.#wish({ wish: 'die', port });
  }

  return(port: number): void {
    this.#wish({ wish: 'return', port });
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.disconnect();
    await ended;
  }

  #wish(wish: PhonesWish): void {
    this.#process.send(wish);
  }
}
