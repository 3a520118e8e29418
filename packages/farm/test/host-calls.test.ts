import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause } from '@handeye/core/call/call';
import type { Bus } from '../src/bus/bus.ts';
import { beginWrite, HostCalls } from '../src/host/host-calls.ts';
import { LeaseUnchecked } from '../src/leases/ports.ts';
import { encoded } from '../src/protocol/messages.ts';
import type { Toolbox } from '@handeye/core/tools/frame/toolbox';
import { SkippingClock } from '@handeye/testing/clock';

const request = {
  ...{ id: 'one', device: 'pixel', secret: 'secret', tool: 'tap', args: {}, limit: 1_000 },
  ...{ screen: 'lean', canAsk: true, wantsProgress: false },
};

/** The last event that a server gets for a call whose tool does this. */
async function answered(call: Toolbox['call'], asked: Bus['request']): Promise<string> {
  const sent: string[] = [];
  const bus: Pick<Bus, 'maxPayload' | 'publish' | 'request'> = {
    maxPayload: 1024 * 1024,
    publish: (_, data) => sent.push(new TextDecoder().decode(data)),
    request: asked,
  };
  const toolbox = { instructions: '', tools: [], has: () => true, call };
  const calls = new HostCalls({
    // The test uses no more of it.
    bus: bus as Bus,
    clock: new SkippingClock(),
    lent: () => ({
      holder: 'tester',
      signal: new AbortController().signal,
      toolbox: () => Promise.resolve(toolbox),
    }),
    onFault: (_, error) => assert.fail(String(error)),
  });
  calls.onCall({ subject: '', data: encoded(request), reply: () => undefined });
  await calls.idle();
  return sent.at(-1) ?? '';
}

test('the time of a call stands still while the person at the client thinks, as it does at the server', async () => {
  const told = await answered(
    async (_tool, _args, { asker, signal }) => {
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
    },
    async (_subject, _data, call) => {
      await pause(30_000, call);
      return encoded({ answer: 'once' });
    },
  );
  assert.match(told, /told: .*once/);
});

test('a call that the farm does not let go on in the middle does not say that nothing was done', async () => {
  const unchecked = () =>
    Promise.reject(new LeaseUnchecked('the farm does not answer whether the lease holds', undefined));
  const writing = (...checks: (() => Promise<void>)[]) =>
    answered(
      async () => {
        for (const check of checks) await beginWrite(check);
        return { content: [] };
      },
      () => Promise.resolve(encoded({ go: true })),
    );
  assert.match(await writing(unchecked), /Nothing was done: the farm does not answer/);
  const second = await writing(() => Promise.resolve(), unchecked);
  assert.match(second, /unknown outcome: the farm does not answer whether .*Look at the screen first/);
  assert.doesNotMatch(second, /Nothing was done|ended/);
});
