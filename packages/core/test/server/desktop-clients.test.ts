import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { desktopBench, desktopCalculator } from '@handeye/testing/scripted-desktop';
import { serving, TOKEN } from '@handeye/testing/serving';

const me = { name: 'test', version: '1' };
const withToken = { requestInit: { headers: { Authorization: `Bearer ${TOKEN}` } } };

const calls = [
  ['get_ui_tree', { app: 'Calculator', depth: 10, include_attributes: ['text-length', 'placeholder'] }],
  ['find_element', { app: 123, role: 'button', max_results: 5 }],
  ['get_focused_element', {}],
  ['list_windows', { include_minimized: true }],
] as const;

for (const [name, connect] of [
  [
    'the v2 client',
    async (url: URL) => {
      const client = new ClientV2(me);
      await client.connect(new HttpV2(url, withToken));
      return client;
    },
  ],
  [
    'the v1 client',
    async (url: URL) => {
      const client = new ClientV1(me);
      await client.connect(new HttpV1(url, withToken));
      return client;
    },
  ],
] as const) {
  // Both clients check structured answers against the schema that the server listed, and throw where they differ.
  test(`${name} accepts the answers and the failures of the desktop tools`, async (t) => {
    const { toolbox } = desktopBench([desktopCalculator()]);
    const { server } = await serving(t, { toolbox });
    const client = await connect(new URL('/mcp', server.url));
    t.after(() => client.close());
    const { tools } = await client.listTools();
    for (const [tool, args] of calls) {
      assert.ok(tools.find((listed) => listed.name === tool)?.outputSchema);
      const result = await client.callTool({ name: tool, arguments: args });
      assert.equal(result.isError, undefined);
      assert.ok(result.structuredContent);
      const failed = await client.callTool({ name: tool, arguments: { app: 'Nobody', role: 'x' } });
      assert.equal(failed.isError, true);
    }
  });
}
