import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMcpHandler } from '../../src/server/mcp-handler.ts';
import { calculator } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';
import { identity, toolCall, type Json } from '@handeye/testing/serving';

test('a request with 100,000 unknown keys is answered in a line', async () => {
  const { toolbox } = bench(calculator());
  const mcp = createMcpHandler({ toolbox, ...identity, log: () => undefined });
  const answer = (message: unknown) =>
    mcp.answer({ message, signal: new AbortController().signal, client: () => 'test' });
  const keys = Array.from({ length: 100_000 }, (_, index): [string, number] => [`key${index}`, index]);
  const text = JSON.stringify(toolCall('tap', { ...Object.fromEntries(keys), x: 1, y: 1 }));
  const message = JSON.parse(text) as unknown;
  const body = (await answer(message))?.body as Json | undefined;
  assert.equal(
    body?.result?.content?.[0]?.text,
    "Unknown parameter 'key0', 'key1', 'key2', 'key3', 'key4' and 99995 more. Valid parameters: x, y.",
  );
});
