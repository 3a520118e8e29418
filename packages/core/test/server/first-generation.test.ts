import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, authorized, rpc, serving, toolCall, type Serving } from '@handeye/testing/serving';

function call({ server }: Serving, message: unknown, headers: Record<string, string> = authorized) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return ask(server, { method: 'POST', path: '/mcp/v1/tools/call', headers, body });
}

test('the plain list names each tool with its description and schema', async (t) => {
  const { server, toolbox } = await serving(t, { firstGeneration: true });
  const { status, json } = await ask(server, { path: '/mcp/v1/tools/list', headers: authorized });
  assert.equal(status, 200);
  assert.deepEqual(json, {
    tools: toolbox.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  });
});

test('the plain endpoints need the same token, and exist only when asked for', async (t) => {
  const on = await serving(t, { firstGeneration: true });
  assert.equal((await ask(on.server, { path: '/mcp/v1/tools/list' })).status, 401);
  assert.equal((await call(on, toolCall('echo'), { 'Content-Type': 'application/json' })).status, 401);
  const off = await serving(t);
  assert.equal((await ask(off.server, { path: '/mcp/v1/tools/list', headers: authorized })).status, 404);
  assert.equal((await call(off, toolCall('echo'))).status, 404);
});

test('a plain call answers with the content, and an image says its size', async (t) => {
  const plain = await serving(t, { firstGeneration: true });
  assert.deepEqual((await call(plain, toolCall('echo', { a: 1 }, 'x'))).json, {
    jsonrpc: '2.0',
    id: 'x',
    result: { content: [{ type: 'text', text: '{"a":1}' }] },
  });
  assert.deepEqual((await call(plain, toolCall('image'))).json.result?.content, [
    { type: 'image', data: 'AAAA', mimeType: 'image/jpeg', width: 1080, height: 2400 },
  ]);
});

test('a failure is a JSON-RPC error with the code of its kind', async (t) => {
  const plain = await serving(t, { firstGeneration: true });
  assert.deepEqual((await call(plain, toolCall('failing', {}, 9))).json, {
    jsonrpc: '2.0',
    id: 9,
    error: { code: -32002, message: 'No element with that id. Call get_screen_state for the current ones.' },
  });
  const code = async (message: unknown) => (await call(plain, message)).json.error?.code;
  assert.equal(await code('{'), -32700);
  assert.equal(await code([]), -32600);
  assert.equal(await code({ id: 1, method: 'tools/call', params: { name: 'echo' } }), -32600);
  assert.equal(await code({ jsonrpc: '2.0', id: 1 }), -32600);
  assert.equal(await code(rpc('tools/list')), -32601);
  assert.equal(await code(toolCall('nothing')), -32601);
  assert.equal(await code({ jsonrpc: '2.0', id: 1, method: 'tools/call' }), -32602);
  assert.equal(await code(rpc('tools/call', { name: 1 })), -32602);
  assert.equal(await code(toolCall('throwing')), -32603);
});

test('a plain call never observes, even if it is asked to', async (t) => {
  const plain = await serving(t, { firstGeneration: true });
  const { json } = await call(plain, toolCall('echo', { a: 1, observe: 'screen' }));
  assert.deepEqual(json.result?.content, [{ type: 'text', text: '{"a":1}' }]);
});
