import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Call, callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import type { Bus } from '@handeye/farm/bus/bus';
import {
  callEvent,
  type CallEvent,
  callReply,
  decoded,
  encoded,
  leaseAnswer,
} from '../../../packages/farm/src/protocol/messages.ts';
import { leaseIdOf, newSecret, subjects } from '@handeye/farm/protocol/names';
import { deviceRecord, type DeviceRecord } from '@handeye/farm/protocol/records';
import type { ToolResult } from '@handeye/core/tools/frame/toolbox';

const call: Call = callWithoutDeadline(realClock, new AbortController().signal);

/** Milliseconds until a wait for something that must come is given up: these machines are busy. */
const PATIENCE = 60_000;

/** A call from the server's side. */
export interface CallSeen {
  readonly id: string;
  readonly events: CallEvent['event'][];
  readonly result: Promise<ToolResult>;
  /** Resolves when the host has sent such an event; fails if the call ends without it. */
  heard(event: CallEvent['event']): Promise<void>;
}

interface Asked {
  readonly secret: string;
  readonly device?: string;
  /** The server's answer before a write. */
  readonly go?: boolean;
  readonly canAsk?: boolean;
  readonly toolsets?: readonly string[];
}

/** A server of a farm that sends exactly what a test wants. */
export class ScriptedServer {
  constructor(
    readonly bus: Bus,
    readonly host: string,
  ) {}

  /** The farm's record of a device. */
  async record(device: string): Promise<DeviceRecord | undefined> {
    const entry = await (await this.bus.bucket('devices')).get(`${this.host}.${device}`, call);
    return entry && deviceRecord.parse(entry.value);
  }

  /** Waits until a device has this state. */
  async until(device: string, state: DeviceRecord['state']): Promise<DeviceRecord> {
    const end = Date.now() + PATIENCE;
    for (;;) {
      const record = await this.record(device);
      if (record?.state === state) return record;
      assert.ok(Date.now() < end, `${device} is not ${state}: ${JSON.stringify(record)}`);
      await sleep(50);
    }
  }

  /** Leases a free device; returns the secret. */
  async lease(device: string, minutes = 5): Promise<string> {
    const { offer = '' } = await this.until(device, 'free');
    const secret = newSecret();
    const id = leaseIdOf(secret);
    const leases = await this.bus.bucket('leases');
    const record = { id, offer, holder: 'tester', minutes, accepted: false };
    const end = Date.now() + PATIENCE;
    while ((await leases.create(`${this.host}.${device}`, record, call)) === undefined) {
      assert.ok(Date.now() < end, 'the key stays taken');
      await sleep(50);
    }
    const answer = await this.ask('accept', { device, id, offer });
    assert.deepEqual(answer, { ok: true, minutes });
    return secret;
  }

  async ask(verb: 'accept' | 'renew' | 'release', request: object): Promise<unknown> {
    const data = await this.bus.request(subjects.host(this.host, verb), encoded(request), call);
    return decoded(leaseAnswer, data);
  }

  /** Makes a call, whose result must come. */
  async call(tool: string, args: unknown, asked: Asked): Promise<ToolResult> {
    return (await this.begin(tool, args, asked)).result;
  }

  /** Makes a call; rejects if the host does not take it. */
  async begin(
    tool: string,
    args: unknown,
    { secret, device = 'virtual-1', go = true, canAsk = false, toolsets }: Asked,
  ): Promise<CallSeen> {
    const id = randomBytes(8).toString('hex');
    const events: CallEvent['event'][] = [];
    let json = '';
    let resolve: (result: ToolResult) => void = () => undefined;
    const result = new Promise<ToolResult>((done) => (resolve = done));
    const answers = this.bus.subscribe(subjects.answers(id), (message) => {
      const event = decoded(callEvent, message.data);
      assert.ok(event);
      events.push(event.event);
      if (event.event === 'begin') message.reply(encoded({ go }));
      if (event.event === 'ask') message.reply(encoded({ answer: 'no' }));
      if (event.event !== 'answer') return;
      json += event.json;
      if (event.part < event.parts - 1) return;
      answers.close();
      resolve(JSON.parse(json) as ToolResult);
    });
    await answers.ready;
    const request = {
      id,
      device,
      secret,
      tool,
      args,
      limit: PATIENCE,
      screen: 'lean',
      observe: 'none',
      canAsk,
      toolsets,
      wantsProgress: false,
    };
    const reply = decoded(
      callReply,
      await this.bus.request(subjects.host(this.host, 'call'), encoded(request), call),
    );
    assert.ok(reply);
    if ('failure' in reply) {
      answers.close();
      throw new Error(`${reply.failure.kind}: ${reply.failure.message}`);
    }
    return {
      id,
      events,
      result,
      async heard(event) {
        let end: ToolResult | undefined;
        void result.then((ended) => (end = ended));
        while (!events.includes(event)) {
          assert.equal(end, undefined, `it ended without ${event}`);
          await sleep(10);
        }
      },
    };
  }

  cancel(id: string): void {
    this.bus.publish(subjects.host(this.host, 'cancel'), encoded({ id }));
  }
}

/** The text of an answer. */
export function textOf({ content }: ToolResult): string {
  return content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
}
