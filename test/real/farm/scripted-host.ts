import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import type { Leases } from '@handeye/core/device/leases';
import type { Bus } from '@handeye/farm/bus/bus';
import { connectBus } from '@handeye/farm/bus/nats-bus';
import {
  type CallEvent,
  type CallReply,
  callRequest,
  type CallRequest,
  cancelRequest,
  encoded,
} from '../../../packages/farm/src/protocol/messages.ts';
import { leasedName, leasedNameOf, leaseIdOf, newSecret, subjects } from '@handeye/farm/protocol/names';
import { RemoteCalls } from '../../../packages/farm/src/server/remote-calls.ts';
import type { Asker } from '@handeye/core/guard/questions';
import { createToolbox, type ToolboxOptions } from '@handeye/core/tools/create-toolbox';
import type { Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import { startNats } from './nats.ts';

/** Milliseconds that a host waits for an answer of a server. */
const ASK_LIMIT = 5_000;

export const HOST = 'rack-1';
export const DEVICE = 'pixel';
export const LEASED = leasedName({ host: HOST, device: DEVICE, secret: newSecret() });

/** A call as the scripted host received it. */
export class HostedCall {
  readonly cancelled: Promise<void>;
  readonly request: CallRequest;
  readonly #bus: Bus;
  cancel!: () => void;

  constructor(bus: Bus, request: CallRequest) {
    this.#bus = bus;
    this.request = request;
    this.cancelled = new Promise((resolve) => (this.cancel = resolve));
  }

  /** The server's answer to an event that is a request. */
  async ask(event: CallEvent): Promise<unknown> {
    const reply = await withinLimit({ clock: realClock, limit: ASK_LIMIT }, (call) =>
      this.#bus.request(this.#subject, encoded(event), call),
    );
    return JSON.parse(new TextDecoder().decode(reply));
  }

  tell(event: CallEvent): void {
    this.#bus.publish(this.#subject, encoded(event));
  }

  answer(result: ToolResult, parts = 1): void {
    const json = JSON.stringify(result);
    const size = Math.ceil(json.length / parts);
    for (let part = 0; part < parts; part += 1) {
      this.tell({ event: 'answer', part, parts, json: json.slice(part * size, (part + 1) * size) });
    }
  }

  get #subject(): string {
    return subjects.answers(this.request.id);
  }
}

/** Writes the lease as its host would. */
export async function keepLease(bus: Bus): Promise<void> {
  const { secret } = leasedNameOf(LEASED) ?? assert.fail();
  const lease = { id: leaseIdOf(secret), offer: 'one', holder: 'Ada', minutes: 15, accepted: true };
  const bucket = await bus.bucket('leases');
  await withinLimit({ clock: realClock, limit: ASK_LIMIT }, (call) =>
    bucket.put(`${HOST}.${DEVICE}`, lease, call),
  );
}

export type Play = (call: HostedCall) => Promise<void> | void;

/** A host that handles each call as the test wants. */
export async function scriptedHost(
  bus: Bus,
  play: Play,
  reply: (request: CallRequest) => CallReply | undefined = () => ({ taken: true }),
): Promise<HostedCall[]> {
  const calls: HostedCall[] = [];
  const { ready } = bus.subscribe(subjects.host(HOST, 'call'), (message) => {
    const request = callRequest.parse(JSON.parse(new TextDecoder().decode(message.data)));
    const said = reply(request);
    if (said) message.reply(encoded(said));
    if (!said || 'failure' in said) return;
    const call = new HostedCall(bus, request);
    calls.push(call);
    void play(call);
  });
  bus.subscribe(subjects.host(HOST, 'cancel'), (message) => {
    const { id } = cancelRequest.parse(JSON.parse(new TextDecoder().decode(message.data)));
    calls.find(({ request }) => request.id === id)?.cancel();
  });
  await Promise.all([ready, keepLease(bus)]);
  return calls;
}

/** A clock that the test advances. */
export class HandClock implements Clock {
  #now = 0;
  #timers: { at: number; then: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, then: () => void): () => void {
    const timer = { at: this.#now + milliseconds, then };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }

  pass(milliseconds: number): void {
    this.#now += milliseconds;
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.#timers = this.#timers.filter((other) => other !== timer);
      timer.then();
    }
  }
}

interface ServerOptions {
  readonly clock?: Clock;
  readonly askers?: readonly Asker[];
  readonly frame?: Partial<ToolboxOptions>;
}

interface ToolServer {
  readonly toolbox: Toolbox;
  /** Calls a tool on the leased device. */
  readonly call: (tool: string, args: object, signal?: AbortSignal) => Promise<ToolResult>;
}

/** The tools of a server of the farm. These tests are not about leases. */
export function serverOn(
  bus: Bus,
  { clock = realClock, askers = [], frame = {} }: ServerOptions = {},
): ToolServer {
  const registry = new Registry({ sources: [], configured: [], elsewhere: 'Call lease_device.' });
  const remote = new RemoteCalls({ bus, clock, askers });
  const toolbox = createToolbox({ registry, remote, leases: noLeases, clock, ...frame });
  return {
    toolbox,
    call: (tool, args, signal = new AbortController().signal) =>
      toolbox.call(tool, { device: LEASED, ...args }, { signal }),
  };
}

const noLeases: Leases = {
  isConnected: true,
  claims: () => true,
  lease: () =>
    Promise.resolve({ name: LEASED, title: 'Pixel', platform: 'android', version: '14', minutes: 15 }),
  renew: (_, minutes) => Promise.resolve(minutes),
  release: () => Promise.resolve(),
  devices: () => Promise.resolve([]),
};

export async function connected(t: TestContext, count = 2): Promise<Bus[]> {
  const servers = (await startNats(t)).map(({ url }) => url);
  const connect = () => connectBus({ servers, name: 'test', inboxPrefix: '_INBOX', makesBuckets: true });
  const buses = await Promise.all(Array.from({ length: count }, connect));
  t.after(() => Promise.all(buses.map((bus) => bus.close())));
  return buses;
}

/** The one text of a failure, and its kind. */
export function failureIn({ content, isError, _meta: meta }: ToolResult): { kind: string; text: string } {
  assert.equal(isError, true, JSON.stringify(content));
  const [item] = content;
  assert.ok(item?.type === 'text');
  return { kind: meta?.['handeye/error'].kind ?? '', text: item.text };
}
