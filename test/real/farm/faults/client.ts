import { setTimeout as sleep } from 'node:timers/promises';
import type { CallEntry, LeaseEntry } from './journal.ts';
import { machineTime } from './machine-time.ts';
import { callTool, NoAnswer } from './mcp-calls.ts';
import { toldOf } from './outcomes.ts';
import type { Random } from './random.ts';
import { pointOf } from './writes.ts';

/** Milliseconds after which a call counts as hanging. */
const HANG = 90_000;

/** Seconds that a client waits for a device. */
const WAIT_SECONDS = 30;

const MINUTE = 60_000;

/** The shared state of all clients of a run. */
export interface Run {
  readonly servers: readonly string[];
  /** Fires when the run is over. */
  readonly over: AbortSignal;
  readonly leases: LeaseEntry[];
  readonly calls: CallEntry[];
  /** A number for the next write. */
  nextWrite(): number;
  /** The phone behind a device's name in the farm. */
  phoneOf(device: string): number;
}

/** How a client ends a lease. */
type Ending = 'releases' | 'vanishes' | 'oversleeps' | 'hurries';

interface Made {
  readonly tool: string;
  readonly args: object;
  readonly writes?: readonly number[];
  readonly lease?: LeaseEntry;
  /** Aborts the call after this many milliseconds. */
  readonly patience?: number;
}

interface Answered {
  readonly text: string;
  readonly isDone: boolean;
}

/** One agent: gets a device, works, gives it back or fails to, and again. */
export class FarmClient {
  readonly name: string;
  readonly #run: Run;
  readonly #random: Random;
  readonly #wants: object;
  /** Endings that it still has to show. */
  readonly #endings: Ending[];

  constructor(
    run: Run,
    {
      name,
      random,
      wants,
      endings,
    }: { name: string; random: Random; wants: object; endings: readonly Ending[] },
  ) {
    this.name = name;
    this.#run = run;
    this.#random = random;
    this.#wants = wants;
    this.#endings = [...endings];
  }

  /** Works until the run is over, and then finishes its current lease. */
  async work(isOver: () => boolean): Promise<void> {
    while (!isOver() && !this.#run.over.aborted) {
      const patience = this.#random.chance(0.08) ? this.#random.between(100, 4_000) : undefined;
      const leased = await this.lease(this.#wants, WAIT_SECONDS, patience);
      if (leased) await this.#use(leased, isOver);
      await this.#breathe();
    }
  }

  async lease(wants: object, waitSeconds: number, patience?: number) {
    const asked = machineTime();
    const minutes = 1;
    const { text, isDone } = await this.#call({
      tool: 'lease_device',
      args: { wants, minutes, wait_seconds: waitSeconds },
      ...(patience !== undefined && { patience }),
    });
    const device = /^device: (\S+#\S+)$/m.exec(text)?.[1];
    if (!isDone || device === undefined) return undefined;
    const phone = this.#run.phoneOf(device.slice(0, device.indexOf('#')));
    const lease: LeaseEntry = { client: this.name, phone, asked, granted: machineTime(), minutes };
    this.#run.leases.push(lease);
    return { device, lease };
  }

  /** A write, a look and the end of the lease. */
  async touchOnce({ device, lease }: { device: string; lease: LeaseEntry }): Promise<boolean> {
    const isTapped = await this.#tap(device, lease);
    const isSeen = await this.#look(device, lease);
    return (await this.#release(device, lease)) && isTapped && isSeen;
  }

  async #use({ device, lease }: { device: string; lease: LeaseEntry }, isOver: () => boolean): Promise<void> {
    const ending = this.#endings.pop() ?? (this.#random.chance(0.1) ? 'hurries' : 'releases');
    const turns = 2 + Math.floor(this.#random.next() * 5);
    for (let turn = 0; turn < turns; turn += 1) {
      await this.#breathe();
      const holds = await this.#turn(device, lease);
      if (!holds) return;
    }
    switch (ending) {
      case 'vanishes':
        await this.#tap(device, lease, 30);
        return;
      case 'oversleeps':
        await this.#oversleep(device, lease, isOver);
        return;
      case 'hurries':
        // It does not wait for its last write before it gives the device back.
        await Promise.all([this.#tap(device, lease), this.#release(device, lease)]);
        return;
      case 'releases':
        await this.#release(device, lease);
    }
  }

  /** Returns when its minute is over, and continues as if nothing had happened. */
  async #oversleep(device: string, lease: LeaseEntry, isOver: () => boolean): Promise<void> {
    const wake = lease.granted + lease.minutes * MINUTE + this.#random.between(-500, 5_000);
    while (machineTime() < wake) {
      if (isOver()) return;
      await sleep(Math.min(1_000, Math.max(0, wake - machineTime())));
    }
    for (let write = 0; write < 3; write += 1) await this.#tap(device, lease);
    await this.#release(device, lease);
  }

  /** Makes one call for the device; returns false if the client no longer holds it. */
  async #turn(device: string, lease: LeaseEntry): Promise<boolean> {
    const dice = this.#random.next();
    if (dice < 0.55) await this.#tap(device, lease);
    else if (dice < 0.75) await this.#taps(device, lease);
    else if (dice < 0.8) await this.#call({ tool: 'open_app', args: { device, app: 'Paint' }, lease });
    else await this.#look(device, lease);
    const last = this.#run.calls.findLast(({ client }) => client === this.name);
    return last?.kind !== 'permission_denied';
  }

  async #tap(device: string, lease: LeaseEntry, patience?: number): Promise<boolean> {
    const write = this.#run.nextWrite();
    const args = { device, ...pointOf(write) };
    const made = { tool: 'tap', args, writes: [write], lease, ...(patience !== undefined && { patience }) };
    return (await this.#call(made)).isDone;
  }

  async #taps(device: string, lease: LeaseEntry): Promise<void> {
    const writes = Array.from({ length: 4 }, () => this.#run.nextWrite());
    const steps = writes.map((write) => ({ tool: 'tap', arguments: pointOf(write) }));
    await this.#call({ tool: 'run_steps', args: { device, steps }, writes, lease });
  }

  async #look(device: string, lease: LeaseEntry): Promise<boolean> {
    return (await this.#call({ tool: 'get_screen_state', args: { device }, lease })).isDone;
  }

  async #release(device: string, lease: LeaseEntry): Promise<boolean> {
    lease.releaseAsked = machineTime();
    const { isDone } = await this.#call({ tool: 'release_device', args: { device }, lease });
    if (isDone) lease.released = machineTime();
    return isDone;
  }

  #breathe(): Promise<void> {
    return sleep(this.#random.between(200, 800));
  }

  /** Makes a call at one of the servers, and notes the answer. */
  async #call({ tool, args, writes = [], lease, patience }: Made): Promise<Answered> {
    const server = this.#random.pick(this.#run.servers);
    const began = machineTime();
    const signal = AbortSignal.timeout(Math.round(patience ?? HANG));
    const said = await callTool(server, { client: this.name, tool, args }, signal).catch((error: unknown) => {
      if (!(error instanceof NoAnswer)) throw error;
      return error;
    });
    const brokeOff = signal.aborted ? (patience === undefined ? 'hang' : 'abandoned') : undefined;
    this.#run.calls.push({
      client: this.name,
      server,
      tool,
      began,
      ended: machineTime(),
      ...(lease && { lease }),
      ...toldOf(tool, said, { writes, brokeOff }),
    });
    const isAnswered = !(said instanceof NoAnswer);
    return { text: isAnswered ? said.text : '', isDone: isAnswered && said.kind === undefined };
  }
}
