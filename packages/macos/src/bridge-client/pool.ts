import type { Call } from '@handeye/core/call/call';
import { orAborted } from '@handeye/core/call/call';
import type { BridgeOptions } from './process.ts';
import { Bridge } from './process.ts';
import { BridgeError } from '../bridge/errors.ts';
import type { RequestName, BridgeRequests } from '../bridge/protocol.ts';

const MAX_BRIDGES = 4;

/** Input events finish by themselves and must not be interrupted: a pressed button would stay pressed. */
const inputRequests: ReadonlySet<RequestName> = new Set(['pointer', 'wheel', 'key', 'text']);

interface Waiting {
  readonly pid: number | undefined;
  readonly resolve: (bridge: Bridge) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A pool of bridges. Each handles one request at a time, and each application is used by one bridge at a time, so an
 * application that hangs blocks one bridge and only its own callers. Cancelling a request kills its bridge, because
 * nothing less stops a system call; the next request gets a new bridge.
 */
export class BridgePool {
  readonly #options: BridgeOptions;
  #idle: Bridge[] = [];
  readonly #busy = new Set<Bridge>();
  readonly #sendingInput = new Set<Bridge>();
  /** The applications that are in use. */
  readonly #usedPids = new Set<number>();
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(options: BridgeOptions = {}) {
    this.#options = options;
  }

  /** Sends a request as part of a call; aborting the call cancels it. */
  async ask<Name extends RequestName>(
    name: Name,
    params: BridgeRequests[Name]['params'],
    call: Call,
  ): Promise<BridgeRequests[Name]['result']> {
    const pid = pidIn(params);
    const bridge = await this.#acquire(pid, call);
    if (inputRequests.has(name)) this.#sendingInput.add(bridge);
    const result = bridge.ask(name, params);
    const done = () => {
      this.#sendingInput.delete(bridge);
      this.#release(bridge, pid);
    };
    result.then(done, done);
    try {
      return await orAborted(result, call.signal);
    } finally {
      if (call.signal.aborted && !inputRequests.has(name)) bridge.kill();
    }
  }

  /** Ends the idle bridges. A process may learn about new permissions only when it starts. */
  async restartIdle(): Promise<void> {
    const idle = this.#idle;
    this.#idle = [];
    await Promise.all(idle.map((bridge) => bridge.end()));
  }

  /** Ends all bridges. Busy ones are killed, except those that send input: they may finish. Waiting requests fail. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#waiting) reject(closed());
    this.#waiting = [];
    for (const bridge of this.#busy) if (!this.#sendingInput.has(bridge)) bridge.kill();
    await Promise.all([...this.#idle, ...this.#busy].map((bridge) => bridge.end()));
    this.#idle = [];
  }

  /** First come, first served, among those whose application is free. */
  async #acquire(pid: number | undefined, call: Call): Promise<Bridge> {
    if (this.#closed) throw closed();
    let waiting: Waiting | undefined;
    const bridge = new Promise<Bridge>((resolve, reject) => {
      waiting = { pid, resolve, reject };
      this.#waiting.push(waiting);
    });
    this.#assign();
    try {
      return await orAborted(bridge, call.signal);
    } catch (error) {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      // A bridge may have been assigned just as the call ended.
      bridge.then(
        (unused) => {
          this.#release(unused, pid);
        },
        () => undefined,
      );
      throw error;
    }
  }

  #assign(): void {
    for (const waiting of [...this.#waiting]) {
      if (this.#busy.size === MAX_BRIDGES) return;
      const { pid, resolve } = waiting;
      if (pid !== undefined && this.#usedPids.has(pid)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      if (pid !== undefined) this.#usedPids.add(pid);
      const bridge = this.#takeIdle() ?? new Bridge(this.#options);
      this.#busy.add(bridge);
      resolve(bridge);
    }
  }

  #takeIdle(): Bridge | undefined {
    this.#idle = this.#idle.filter(({ alive }) => alive);
    return this.#idle.pop();
  }

  #release(bridge: Bridge, pid: number | undefined): void {
    this.#busy.delete(bridge);
    if (pid !== undefined) this.#usedPids.delete(pid);
    if (this.#closed) return;
    if (bridge.alive) this.#idle.push(bridge);
    this.#assign();
  }
}

function closed(): BridgeError {
  return new BridgeError('internal', 'the server is stopping');
}

/** The process id of the application that a request is about, if any. */
function pidIn(params: object): number | undefined {
  const target =
    'element' in params && typeof params.element === 'object' ? (params.element ?? params) : params;
  return 'pid' in target && typeof target.pid === 'number' ? target.pid : undefined;
}
