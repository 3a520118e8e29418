import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import type { Decision } from '../../src/guard/rules.ts';
import { serveStdio } from '../../src/server/stdio.ts';
import type { Toolbox } from '../../src/tools/frame/toolbox.ts';
import {
  ask,
  authorized,
  identity,
  type Json,
  modern,
  post,
  rpc,
  serving,
  toolCall,
} from '@handeye/testing/serving';
import { Behind, everyWrite, hostFolder } from '@handeye/testing/every-write';

/*
 * Every tool that writes, against every form of a rule, through every door: none gets past a rule that denies it, or that asks
 * where no person can be asked.
 */

type Door = (t: TestContext, toolbox: Toolbox) => Promise<(tool: string, args: unknown) => Promise<Json>>;

/** A failure, however the door says it. */
const failureIn = ({ result, error }: Json): string => JSON.stringify(error ?? result);

const doors: Readonly<Record<string, Door>> = {
  'HTTP 2026-07-28': async (t, toolbox) => {
    const { server } = await serving(t, { toolbox });
    return async (name, args) => {
      const { message, headers } = modern('tools/call', { name, arguments: args });
      return (await post(server, message, headers)).json;
    };
  },
  'HTTP 2025-11-25': async (t, toolbox) => {
    const { server } = await serving(t, { toolbox });
    return async (name, args) => (await post(server, toolCall(name, args))).json;
  },
  steps: async (t, toolbox) => {
    const { server } = await serving(t, { toolbox });
    return async (name, args) =>
      (await post(server, toolCall('run_steps', { steps: [{ tool: name, arguments: args }] }))).json;
  },
  'first generation': async (t, toolbox) => {
    const { server } = await serving(t, { toolbox, firstGeneration: true });
    const path = '/mcp/v1/tools/call';
    return async (name, args) =>
      (
        await ask(server, {
          method: 'POST',
          path,
          headers: authorized,
          body: JSON.stringify(toolCall(name, args)),
        })
      ).json;
  },
  stdio: (t, toolbox) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const served = serveStdio({ toolbox, ...identity, log: () => undefined, input, output });
    t.after(async () => {
      input.end();
      await served;
    });
    const waiting = new Map<unknown, (answer: Json) => void>();
    let rest = '';
    output.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const answer = JSON.parse(line) as Json;
        waiting.get(answer.id)?.(answer);
      }
    });
    let last = 0;
    return Promise.resolve((name, args) => {
      const id = (last += 1);
      const answer = new Promise<Json>((resolve) => waiting.set(id, resolve));
      input.write(`${JSON.stringify(rpc('tools/call', { name, arguments: args }, id))}\n`);
      return answer;
    });
  },
};

describe('no write gets past a rule', () => {
  for (const [door, open] of Object.entries(doors)) {
    test(`through ${door}`, async (t) => {
      const files = await hostFolder(t);
      const behind = new Behind();
      const call = await open(t, behind);
      const passed: string[] = [];
      let tried = 0;
      for (const then of ['deny', 'ask'] as const satisfies readonly Decision[]) {
        for (const { tool, args, says, writes } of everyWrite(behind, { then, files })) {
          const answer = failureIn(await call(tool.name, args));
          if (!answer.includes('policy of this server') || writes.length > 0)
            passed.push(`${then} ${says}: ${tool.name}: ${writes.join()} ${answer}`);
          tried += 1;
        }
      }
      assert.deepEqual(passed, []);
      assert.ok(tried > 300, `only ${tried} calls`);
      t.diagnostic(`${tried} calls, none let through`);
    });
  }
});
