import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMcpHandler } from '../../src/server/mcp-handler.ts';
import type { McpHandler, McpMessage } from '../../src/server/mcp-messages.ts';
import { createSdkHandler } from '../../src/server/mcp.ts';
import { identity, modern, rpc, toolCall } from '@handeye/testing/serving';
import { runs } from '@handeye/testing/runs';
import { TestToolbox } from '@handeye/testing/toolbox';
import { almost } from './messages.ts';

const initialize = (params: object) =>
  rpc('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'a', version: '1' },
    ...params,
  });

type Sent = Pick<McpMessage, 'message' | 'headers'>;

function sentModern(method: string, params?: Record<string, unknown>): Sent {
  const { message, headers } = modern(method, params);
  const mirrored = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    message,
    headers: {
      protocolVersion: mirrored['mcp-protocol-version'],
      method: mirrored['mcp-method'],
      name: mirrored['mcp-name'],
    },
  };
}

async function answered(handler: McpHandler, sent: Sent): Promise<string> {
  const client = (given: string) => `client ${given}`;
  return JSON.stringify(await handler.answer({ ...sent, signal: new AbortController().signal, client }));
}

test('what is answered without the SDK is answered as the SDK answers it, byte for byte', async () => {
  const serving = { toolbox: new TestToolbox(), ...identity, log: () => undefined };
  const own = createMcpHandler(serving);
  const sdk = await createSdkHandler(serving);
  const ordinary: readonly Sent[] = [
    ...['2025-11-25', '2025-06-18', '2024-11-05', '2026-07-28', 'x'].map((protocolVersion) => ({
      message: initialize({ protocolVersion }),
    })),
    {
      message: initialize({
        capabilities: { roots: { listChanged: true }, sampling: {}, elicitation: { form: {} } },
      }),
    },
    { message: initialize({ clientInfo: { name: 'a', version: '1', title: 'A' } }) },
    { message: rpc('ping') },
    { message: rpc('tools/list') },
    { message: rpc('tools/list', { _meta: { progressToken: 1 } }) },
    { message: toolCall('echo', { a: [1, { b: null }] }) },
    { message: { ...toolCall('echo'), id: 'seven' } },
    { message: rpc('tools/call', { name: 'echo', arguments: null }) },
    ...['image', 'structured', 'failing', 'throwing'].flatMap((name) => [
      { message: toolCall(name) },
      sentModern('tools/call', { name }),
    ]),
    sentModern('tools/list'),
    sentModern('tools/call', { name: 'echo', arguments: { a: 1 } }),
  ];
  for (const sent of ordinary)
    assert.equal(await answered(own, sent), await answered(sdk, sent), JSON.stringify(sent));
});

test("of what is nearly such a request, the answer is the SDK's too", async () => {
  const serving = { toolbox: new TestToolbox(), ...identity, log: () => undefined };
  const own = createMcpHandler(serving);
  const sdk = await createSdkHandler(serving);
  const headers = fc.option(
    fc.record({
      protocolVersion: fc.constantFrom(undefined, '2026-07-28', '2025-11-25', '2024-11-05'),
      method: fc.constantFrom(undefined, 'tools/call', 'tools/list', 'ping'),
      name: fc.constantFrom(undefined, 'echo', '=?base64?ZWNobw==?='),
    }),
    { nil: undefined },
  );
  await fc.assert(
    fc.asyncProperty(almost, headers, async (message, mirrored) => {
      const sent = {
        message: JSON.parse(JSON.stringify(message)) as unknown,
        ...(mirrored && { headers: mirrored }),
      };
      assert.equal(await answered(own, sent), await answered(sdk, sent));
    }),
    { numRuns: runs(400) },
  );
});
