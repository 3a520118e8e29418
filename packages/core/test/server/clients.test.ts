import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { clientName } from '../../src/guard/client.ts';
import { bundled } from '@handeye/testing/bundled';
import { identity, serving, TOKEN } from '@handeye/testing/serving';
import { TestToolbox } from '@handeye/testing/toolbox';

const me = { name: 'test', version: '1' };
const withToken = { requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } } };
const program = { command: process.execPath, args: [''] };
let folder = '';

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'handeye-clients-'));
  program.args = [await bundled(fileURLToPath(new URL('stdio-server.ts', import.meta.url)), folder)];
});

after(() => rm(folder, { recursive: true }));

type Connect = (t: TestContext, url: URL | undefined) => Promise<ClientV1 | ClientV2>;

/** The same client over HTTP if there is an address, else over the pipes of a program that it starts. */
const clients: Record<string, { version: string; connect: Connect }> = {
  'the v2 client in 2026-07-28': { version: '2026-07-28', connect: v2({ pin: '2026-07-28' }) },
  'the v2 client that finds out by itself': { version: '2026-07-28', connect: v2('auto') },
  'the v2 client with initialize': { version: '2025-11-25', connect: v2('legacy') },
  'the v1 client': { version: '2025-11-25', connect: v1 },
};

function v2(mode: 'auto' | 'legacy' | { pin: string }): Connect {
  return async (t, url) => {
    const client = new ClientV2(me, { versionNegotiation: { mode } });
    await client.connect(url ? new HttpV2(url, withToken) : new StdioV2(program));
    t.after(() => client.close());
    return client;
  };
}

async function v1(t: TestContext, url: URL | undefined) {
  const client = new ClientV1(me);
  await client.connect(url ? new HttpV1(url, withToken) : new StdioV1(program));
  t.after(() => client.close());
  return client;
}

async function useEverything(client: ClientV1 | ClientV2) {
  const { tools } = await client.listTools();
  assert.deepEqual(tools, new TestToolbox().tools);
  assert.deepEqual(client.getServerVersion(), identity);
  assert.equal(client.getInstructions(), 'Tools of the tests.');
  const echo = await client.callTool({ name: 'echo', arguments: { text: 'é😀' } });
  assert.deepEqual(echo.content, [{ type: 'text', text: '{"text":"é😀"}' }]);
  const structured = await client.callTool({ name: 'structured' });
  assert.deepEqual(structured.structuredContent, { answer: 42 });
  const image = await client.callTool({ name: 'image' });
  assert.equal((image.content as { type: string }[])[0]?.type, 'image');
  const failing = await client.callTool({ name: 'failing' });
  assert.equal(failing.isError, true);
  await assert.rejects(client.callTool({ name: 'nothing' }), { code: -32602 });
}

for (const [name, { version, connect }] of Object.entries(clients)) {
  test(`${name} uses every tool over HTTP`, async (t) => {
    const { server, lines, toolbox } = await serving(t);
    const client = await connect(t, new URL('/mcp', server.url));
    await useEverything(client);
    if (client instanceof ClientV2) assert.equal(client.getNegotiatedProtocolVersion(), version);
    assert.deepEqual(new Set(toolbox.clients.map((key) => key && clientName(key))), new Set([me.name]));
    // The clients that know of it first try the stream that is not served here; nothing else goes wrong.
    const refused = lines.filter(({ fields }) => fields.status !== 405);
    assert.deepEqual(refused, []);
  });

  test(`${name} uses every tool over stdio`, async (t) => {
    const client = await connect(t, undefined);
    await useEverything(client);
    if (client instanceof ClientV2) assert.equal(client.getNegotiatedProtocolVersion(), version);
  });
}

test('a v2 client that gives up a call in 2026-07-28 cancels it', async (t) => {
  const { server, toolbox } = await serving(t);
  const client = new ClientV2(me, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
  await client.connect(new HttpV2(new URL('/mcp', server.url), withToken));
  t.after(() => client.close());
  const begun = once(toolbox.events, 'slow');
  const cancelled = once(toolbox.events, 'cancelled');
  const patience = new AbortController();
  const call = client.callTool({ name: 'slow' }, { signal: patience.signal });
  await begun;
  patience.abort();
  await assert.rejects(call);
  await cancelled;
});

test('a client with a wrong token is told so and gets nothing', async (t) => {
  const { server } = await serving(t);
  const client = new ClientV2(me);
  const wrong = { requestInit: { headers: { Authorization: 'Bearer wrong' } } };
  await assert.rejects(
    client.connect(new HttpV2(new URL('/mcp', server.url), wrong)),
    /Invalid bearer token/,
  );
});
