import type { Call } from '../device/call.ts';
import { orAborted } from '../device/call.ts';
import type { BridgeOptions } from './bridge-process.ts';
import { Bridge } from './bridge-process.ts';
import { BridgeError } from './bridge/errors.ts';
import type { AskName, Asks } from './bridge/protocol.ts';

const MOST_BRIDGES = 4;

/** What is posted ends by itself, and has to: a button that is pressed would stay pressed. */
const posting: ReadonlySet<AskName> = new Set(['pointer', 'wheel', 'key', 'text']);

interface Waiting {
  readonly pid: number | undefined;
  readonly begin: (bridge: Bridge) => void;
  readonly refuse: (error: Error) => void;
}

/**
 * Bridges for whoever asks. Each serves one request at a time, and one application is asked by one bridge at a time: an
 * application that hangs costs one bridge and its own callers' time, nobody else's. A request that is given up ends its
 * bridge, because nothing less stops a call into the system; the next one gets a fresh bridge.
 */
export class BridgePool {
  readonly #options: BridgeOptions;
  #idle: Bridge[] = [];
  readonly #busy = new Set<Bridge>();
  readonly #posting = new Set<Bridge>();
  /** The applications that are being asked. */
  readonly #engaged = new Set<number>();
  #waiting: Waiting[] = [];
  #closed = false;

  constructor(options: BridgeOptions = {}) {
    this.#options = options;
  }

  /** Asks as part of a call, and gives up when the call does. */
  async ask<Name extends AskName>(
    name: Name,
    what: Asks[Name]['ask'],
    call: Call,
  ): Promise<Asks[Name]['answer']> {
    const pid = applicationIn(what);
    const bridge = await this.#bridgeFor(pid, call);
    if (posting.has(name)) this.#posting.add(bridge);
    const answer = bridge.ask(name, what);
    const done = () => {
      this.#posting.delete(bridge);
      this.#giveBack(bridge, pid);
    };
    answer.then(done, done);
    try {
      return await orAborted(answer, call.signal);
    } finally {
      if (call.signal.aborted && !posting.has(name)) bridge.kill();
    }
  }

  /** Ends the bridges that have nothing to do. What the system allows a process may be settled when it starts. */
  async renew(): Promise<void> {
    const old = this.#idle;
    this.#idle = [];
    await Promise.all(old.map((bridge) => bridge.end()));
  }

  /** Ends all bridges, those at work at once; those that post get a moment to let go. Who waits for one hears of it. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { refuse } of this.#waiting) refuse(closed());
    this.#waiting = [];
    for (const bridge of this.#busy) if (!this.#posting.has(bridge)) bridge.kill();
    await Promise.all([...this.#idle, ...this.#busy].map((bridge) => bridge.end()));
    this.#idle = [];
  }

  /** First come, first served, among those whose application nobody else asks. */
  async #bridgeFor(pid: number | undefined, call: Call): Promise<Bridge> {
    if (this.#closed) throw closed();
    let waiting: Waiting | undefined;
    const bridge = new Promise<Bridge>((begin, refuse) => {
      waiting = { pid, begin, refuse };
      this.#waiting.push(waiting);
    });
    this.#serve();
    try {
      return await orAborted(bridge, call.signal);
    } catch (error) {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      // It may have been given one in the moment in which the call ended.
      bridge.then(
        (unused) => {
          this.#giveBack(unused, pid);
        },
        () => undefined,
      );
      throw error;
    }
  }

  #serve(): void {
    for (const waiting of [...this.#waiting]) {
      if (this.#busy.size === MOST_BRIDGES) return;
      const { pid, begin } = waiting;
      if (pid !== undefined && this.#engaged.has(pid)) continue;
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      if (pid !== undefined) this.#engaged.add(pid);
      const bridge = this.#idleOne() ?? new Bridge(this.#options);
      this.#busy.add(bridge);
      begin(bridge);
    }
  }

  #idleOne(): Bridge | undefined {
    this.#idle = this.#idle.filter(({ alive }) => alive);
    return this.#idle.pop();
  }

  #giveBack(bridge: Bridge, pid: number | undefined): void {
    this.#busy.delete(bridge);
    if (pid !== undefined) this.#engaged.delete(pid);
    if (this.#closed) return;
    if (bridge.alive) this.#idle.push(bridge);
    this.#serve();
  }
}

function closed(): BridgeError {
  return new BridgeError('internal', 'the server stops');
}

/** The application that a request is about, if it is about one. */
function applicationIn(what: object): number | undefined {
  const named = 'element' in what && typeof what.element === 'object' ? (what.element ?? what) : what;
  return 'pid' in named && typeof named.pid === 'number' ? named.pid : undefined;
}
