import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { everyCall, idsIn } from './every-call.ts';
import { servedOverHttp, TOKEN } from './scripted-house.ts';
import { toolsets } from '@handeye/core/tools/toolsets';

const me = { name: 'tests', version: '1' };
const withToken = { requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } } };
const program = {
  command: process.execPath,
  args: ['--import', 'tsx', fileURLToPath(new URL('scripted-stdio.ts', import.meta.url))],
};

/** The part that the two generations of clients share here. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<Record<string, unknown>>;
}

type Connect = (t: TestContext, url: URL | undefined) => Promise<AnyClient>;

const v2 =
  (mode: 'legacy' | { pin: string }): Connect =>
  async (t, url) => {
    const client = new ClientV2(me, { versionNegotiation: { mode } });
    await client.connect(url ? new HttpV2(url, withToken) : new StdioV2(program));
    t.after(() => client.close());
    return client;
  };

const v1: Connect = async (t, url) => {
  const client = new ClientV1(me);
  await client.connect(url ? new HttpV1(url, withToken) : new StdioV1(program));
  t.after(() => client.close());
  return client;
};

const clients: Readonly<Record<string, Connect>> = {
  'the v2 client in 2026-07-28': v2({ pin: '2026-07-28' }),
  'the v2 client with initialize': v2('legacy'),
  'the v1 client': v1,
};

async function callEveryTool(client: AnyClient): Promise<void> {
  const { tools } = await client.listTools();
  assert.equal(tools.length, toolsets.device.length);
  const state = await client.callTool({ name: 'get_screen_state', arguments: {} });
  const calls = everyCall(idsIn(firstText(state)));
  assert.deepEqual(
    tools.map(({ name }) => name).toSorted(),
    Object.keys(calls).toSorted(),
    'every listed tool is called',
  );
  for (const [name, args] of Object.entries(calls)) {
    // A client checks structured answers against the listed output schema by itself.
    const result = await client.callTool({ name, arguments: { ...args } });
    assert.ok(!result.isError, `${name}: ${firstText(result)}`);
  }
  const wrong = await client.callTool({ name: 'tap', arguments: { x: -1, y: 0 } });
  assert.equal(wrong.isError, true);
  assert.equal(firstText(wrong), "Parameter 'x' must be >= 0, got: -1");
}

function firstText(result: object): string {
  // The two generations type results differently; both carry content.
  const [first] = (result as { content: { text?: string }[] }).content;
  return first?.text ?? '';
}

for (const [name, connect] of Object.entries(clients)) {
  test(`${name} calls every tool over HTTP`, async (t) => {
    const { url } = await servedOverHttp(t);
    await callEveryTool(await connect(t, url));
  });

  test(`${name} calls every tool over stdio`, async (t) => {
    await callEveryTool(await connect(t, undefined));
  });
}
