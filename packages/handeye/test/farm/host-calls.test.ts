import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from '../../src/call/call.ts';
import type { Bus } from '../../src/farm/bus/bus.ts';
import { HostCalls } from '../../src/farm/host/host-calls.ts';
import { encoded } from '../../src/farm/protocol/json.ts';
import type { CallOptions } from '../../src/tools/frame/toolbox.ts';
import { SkippingClock } from '../support/clock.ts';

test('the time of a call stands still while the person at the client thinks, as it does at the server', async () => {
  const clock = new SkippingClock();
  const sent: string[] = [];
  const bus: Pick<Bus, 'maxPayload' | 'publish' | 'request'> = {
    maxPayload: 1024 * 1024,
    publish: (_, data) => sent.push(new TextDecoder().decode(data)),
    async request(_subject, _data, call) {
      await pause(30_000, call);
      return encoded({ answer: 'once' });
    },
  };
  const call = async (_tool: string, _args: unknown, { asker, signal }: CallOptions) => {
    const question = {
      tool: 'tap',
      device: 'rack.pixel',
      app: undefined,
      label: undefined,
      text: undefined,
      why: 'It may cost money.',
    };
    const answer = await asker?.ask(question, signal, 60_000);
    signal.throwIfAborted();
    return { content: [{ type: 'text' as const, text: `told: ${JSON.stringify(answer)}` }] };
  };
  const toolbox = { instructions: '', tools: [], has: () => true, call };
  const calls = new HostCalls({
    // No more of it is used.
    bus: bus as Bus,
    clock,
    lent: () => ({
      holder: 'tester',
      signal: new AbortController().signal,
      toolbox: () => Promise.resolve(toolbox),
    }),
    onFault: (_, error) => assert.fail(String(error)),
  });
  const request = {
    ...{ id: 'one', device: 'pixel', secret: 'secret', tool: 'tap', args: {}, limit: 1_000 },
    ...{ screen: 'lean', canAsk: true, wantsProgress: false },
  };
  calls.onCall({ subject: '', data: encoded(request), reply: () => undefined });
  await calls.idle();
  assert.match(sent.at(-1) ?? '', /told: .*once/);
});
