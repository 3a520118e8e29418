import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';
import {
  ask,
  authorized,
  identity,
  modern,
  post,
  rpc,
  serving,
  TOKEN,
  toolCall,
} from '@handeye/testing/serving';
import { clientName } from '../../src/guard/client.ts';
import { shownName } from '../../src/server/client-key.ts';
import { form } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';

const run = promisify(execFile);

test('the curl line of the tool reference works as printed', async (t) => {
  const { server } = await serving(t);
  const { stdout } = await run('curl', [
    ...['-s', '-X', 'POST', `http://localhost:${server.port}/mcp`],
    ...['-H', `Authorization: Bearer ${TOKEN}`, '-H', 'Content-Type: application/json'],
    ...[
      '-d',
      `{\n "jsonrpc": "2.0", "id": 1, "method": "tools/call",\n "params": { "name": "echo", "arguments": { "by": "text", "value": "Submit" } }\n }`,
    ],
  ]);
  assert.deepEqual(JSON.parse(stdout), {
    jsonrpc: '2.0',
    id: 1,
    result: { content: [{ type: 'text', text: '{"by":"text","value":"Submit"}' }] },
  });
});

test('whatever a client accepts, it gets JSON', async (t) => {
  const { server } = await serving(t);
  for (const accept of [
    undefined,
    '*/*',
    'application/json',
    'text/event-stream',
    'application/json, text/event-stream',
  ]) {
    const answer = await post(server, toolCall('echo'), accept === undefined ? {} : { Accept: accept });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers['content-type'], 'application/json');
  }
});

test('initialize negotiates 2025-11-25 and 2025-06-18, and offers the newest to everybody else', async (t) => {
  const { server, toolbox } = await serving(t);
  const offered = async (protocolVersion: string) => {
    const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    const { status, json } = await post(server, rpc('initialize', params));
    assert.equal(status, 200);
    assert.deepEqual(json.result?.serverInfo, identity);
    assert.equal(json.result.instructions, toolbox.instructions);
    return json.result.protocolVersion;
  };
  assert.equal(await offered('2025-11-25'), '2025-11-25');
  assert.equal(await offered('2025-06-18'), '2025-06-18');
  for (const other of ['2024-11-05', '2025-03-26', '2026-07-28', '2099-01-01', 'nonsense']) {
    assert.equal(await offered(other), '2025-11-25', other);
  }
});

test('a 2026-07-28 request is answered with its result type, the server and how long a list holds', async (t) => {
  const { server, toolbox } = await serving(t);
  const list = modern('tools/list');
  const { status, json } = await post(server, list.message, list.headers);
  assert.equal(status, 200);
  assert.equal(json.result?.resultType, 'complete');
  assert.equal(json.result.cacheScope, 'private');
  assert.equal(typeof json.result.ttlMs, 'number');
  assert.deepEqual(json.result._meta, { 'io.modelcontextprotocol/serverInfo': identity });
  assert.deepEqual(json.result.tools, toolbox.tools);
  const call = modern('tools/call', { name: 'echo', arguments: { text: 'hi' } });
  const called = await post(server, call.message, call.headers);
  assert.deepEqual(called.json.result?.content, [{ type: 'text', text: '{"text":"hi"}' }]);
  assert.equal(called.json.result.resultType, 'complete');
});

test('server/discover lists every version that is served', async (t) => {
  const { server } = await serving(t);
  const discover = modern('server/discover');
  const { json } = await post(server, discover.message, discover.headers);
  assert.deepEqual(json.result?.supportedVersions, ['2026-07-28', '2025-11-25', '2025-06-18']);
  assert.deepEqual(json.result.capabilities, { tools: {} });
});

test('an unsupported version is refused with a list of those that are supported', async (t) => {
  const { server } = await serving(t);
  const future = modern('tools/list', {}, { version: '2099-01-01' });
  const { status, json } = await post(server, future.message, future.headers);
  assert.equal(status, 400);
  assert.equal(json.error?.code, -32022);
  assert.deepEqual(json.error.data?.supported, ['2026-07-28', '2025-11-25', '2025-06-18']);
  for (const version of ['2024-11-05', '1', 'nonsense', '2099-01-01']) {
    const old = await post(server, rpc('tools/list'), { 'MCP-Protocol-Version': version });
    assert.equal(old.status, 400, version);
  }
  for (const version of ['2025-11-25', '2025-06-18']) {
    const served = await post(server, rpc('tools/list'), { 'MCP-Protocol-Version': version });
    assert.equal(served.status, 200, version);
  }
});

test('headers of 2026-07-28 must be present and must mirror the body', async (t) => {
  const { server } = await serving(t);
  const { message, headers } = modern('tools/call', { name: 'echo' });
  const changed = async (change: Record<string, string | undefined>) => {
    const sent = Object.entries({ ...headers, ...change }).filter(([, value]) => value !== undefined);
    const { status, json } = await post(server, message, Object.fromEntries(sent) as Record<string, string>);
    return [status, json.error?.code];
  };
  assert.deepEqual(await changed({}), [200, undefined]);
  assert.deepEqual(await changed({ 'Mcp-Name': '=?base64?ZWNobw==?=' }), [200, undefined]);
  assert.deepEqual(await changed({ 'MCP-Protocol-Version': undefined }), [400, -32020]);
  assert.deepEqual(await changed({ 'MCP-Protocol-Version': '2025-11-25' }), [400, -32020]);
  assert.deepEqual(await changed({ 'Mcp-Method': undefined }), [400, -32020]);
  assert.deepEqual(await changed({ 'Mcp-Method': 'tools/list' }), [400, -32020]);
  assert.deepEqual(await changed({ 'Mcp-Name': undefined }), [400, -32020]);
  assert.deepEqual(await changed({ 'Mcp-Name': 'slow' }), [400, -32020]);
  assert.deepEqual(await changed({ 'Mcp-Name': '=?base64?***?=' }), [400, -32020]);
});

test('an unknown method is 404 in 2026-07-28 and a plain JSON-RPC error before', async (t) => {
  const { server } = await serving(t);
  for (const method of ['nothing/here', 'subscriptions/listen', 'ping', 'initialize', 'resources/list']) {
    const { message, headers } = modern(method);
    const { status, json } = await post(server, message, headers);
    assert.deepEqual([status, json.error?.code], [404, -32601], method);
  }
  const old = await post(server, rpc('nothing/here'));
  assert.deepEqual([old.status, old.json.error?.code], [200, -32601]);
  const listen = await post(server, rpc('subscriptions/listen'));
  assert.deepEqual([listen.status, listen.json.error?.code], [404, -32601]);
  assert.deepEqual((await post(server, rpc('ping'))).json.result, {});
});

test('notifications and responses get no answer', async (t) => {
  const { server } = await serving(t);
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 7, result: {} },
    { jsonrpc: '2.0', id: 7, error: { code: 1, message: 'x' } },
  ]) {
    const { status, text } = await post(server, message);
    assert.deepEqual([status, text], [202, '']);
  }
});

test('one client cannot cancel the call of another', async (t) => {
  const { server, toolbox } = await serving(t);
  const begun = new Promise((resolve) => toolbox.events.once('slow', resolve));
  const slow = post(server, toolCall('slow', {}, 5));
  await begun;
  for (const requestId of [1, 5]) {
    await post(server, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
  }
  toolbox.release();
  assert.deepEqual((await slow).json.result?.content, [{ type: 'text', text: 'done' }]);
});

test('anything but a single JSON-RPC message is refused with the matching code', async (t) => {
  const { server } = await serving(t);
  const code = async (body: unknown) => {
    const { status, json } = await post(server, body);
    return [status, json.error?.code, json.id];
  };
  for (const text of ['', '{', 'nonsense', '{"a":1}}', '\u0000'])
    assert.deepEqual(await code(text), [400, -32700, null]);
  for (const body of [[], [rpc('ping')], [rpc('ping'), rpc('ping')], 'null', '1', '"x"', 'true', '{}']) {
    assert.deepEqual(await code(body), [400, -32600, null], JSON.stringify(body));
  }
  assert.deepEqual(await code({ id: 3, method: 'ping' }), [400, -32600, 3]);
  assert.deepEqual(await code({ jsonrpc: '1.0', id: 3, method: 'ping' }), [400, -32600, 3]);
  assert.deepEqual(await code({ jsonrpc: '2.0', id: 3, method: 4 }), [400, -32600, 3]);
  assert.deepEqual(await code({ jsonrpc: '2.0', id: {}, method: 'ping' }), [400, -32600, null]);
  assert.deepEqual(await code({ jsonrpc: '2.0', id: 3, method: 'ping', params: [] }), [400, -32600, 3]);
});

test('a call without a tool, or with invalid arguments, is -32602; null arguments count as absent', async (t) => {
  const { server } = await serving(t);
  const code = async (params: Record<string, unknown>) =>
    (await post(server, rpc('tools/call', params))).json.error?.code;
  assert.equal(await code({ name: 'nothing' }), -32602);
  assert.equal(await code({}), -32602);
  assert.equal(await code({ name: 7 }), -32602);
  assert.equal(await code({ name: 'echo', arguments: 'text' }), -32602);
  assert.equal(await code({ name: 'echo', arguments: [1] }), -32602);
  assert.equal(await code({ name: 'echo', arguments: null }), undefined);
});

test('arguments that are no object are refused with a sentence, in both eras', async (t) => {
  const { server } = await serving(t);
  for (const args of [[], [{ text: 'x' }], 'text', 7, false]) {
    const params = { name: 'echo', arguments: args };
    const { message, headers } = modern('tools/call', params);
    for (const answer of [
      await post(server, rpc('tools/call', params)),
      await post(server, message, headers),
    ]) {
      const { error } = answer.json;
      assert.equal(error?.code, -32602);
      assert.match(JSON.stringify(error.message), /^"The arguments of 'echo' must be an object\. Pass /);
    }
  }
});

test('arguments that are nested without end are wrong arguments, and the server goes on', async (t) => {
  const { toolbox } = bench(form(), { toolsets: ['device', 'apps'], screenFormat: 'lean' });
  const { server } = await serving(t, { toolbox, firstGeneration: true });
  const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  for (const [tool, args] of [
    ['tap', nested(200_000)],
    ['press_back', nested(70)],
    ['send_intent', `{"type":"activity","action":"x","extras":${nested(100_000)}}`],
    ['run_steps', `{"steps":[{"tool":"tap","arguments":${nested(100_000)}}]}`],
  ]) {
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${tool}","arguments":${args}}}`;
    const { result } = (await post(server, call)).json;
    assert.equal(result?._meta?.['handeye/error']?.kind, 'invalid_params', tool);
    const plainly = await ask(server, {
      method: 'POST',
      path: '/mcp/v1/tools/call',
      headers: authorized,
      body: call,
    });
    assert.equal(plainly.json.error?.code, tool === 'run_steps' ? -32601 : -32602, tool);
  }
});

test('an unknown tool that another toolset has is refused with the way to it', async (t) => {
  const { server } = await serving(t, { toolbox: bench(form()).toolbox });
  const { error } = (await post(server, toolCall('open_uri', {}))).json;
  assert.equal(error?.code, -32602);
  assert.match(JSON.stringify(error.message), /^"Unknown tool: open_uri\. It belongs to the toolset 'apps'/);
});

test('the line ends of Unicode are escaped in answers', async (t) => {
  const { server } = await serving(t);
  const { text, json } = await post(server, toolCall('echo', { text: 'one\u2028two\u2029three' }));
  assert.doesNotMatch(text, /[\u2028\u2029]/);
  assert.match(JSON.stringify(json.result), /one\u2028two\u2029three/);
});

test('ids come back as they were sent', async (t) => {
  const { server } = await serving(t);
  for (const id of [0, -1, 'x', '', '1', Number.MAX_SAFE_INTEGER]) {
    assert.equal((await post(server, toolCall('echo', {}, id))).json.id, id);
  }
});

test("a tool's failure is a result; its own fault reveals nothing of its inside", async (t) => {
  const { server, lines } = await serving(t);
  const failed = await post(server, toolCall('failing'));
  assert.equal(failed.json.result?.isError, true);
  assert.deepEqual(failed.json.result._meta, {
    'handeye/error': { kind: 'element_not_found', code: -32002 },
  });
  const threw = await post(server, toolCall('throwing'));
  assert.deepEqual(threw.json.result, {
    content: [
      {
        type: 'text',
        text: "throwing failed because of a fault in Handeye itself. Trying another way may work; the server's log has the details.",
      },
    ],
    isError: true,
    _meta: { 'handeye/error': { kind: 'internal', code: -32603 } },
  });
  const [line] = lines;
  assert.deepEqual([lines.length, line?.level, line?.event], [1, 'error', 'tool_threw']);
  const { stack, ...fields } = line?.fields ?? {};
  assert.deepEqual(fields, { tool: 'throwing', error: 'TypeError' });
  assert.match(String(stack), /test\/support\/toolbox\.ts:\d+:\d+/);
  assert.doesNotMatch(String(stack), /a secret|home\/someone/);
});

test('structured content and pictures pass through unchanged', async (t) => {
  const { server } = await serving(t);
  const structured = await post(server, toolCall('structured'));
  assert.deepEqual(structured.json.result?.structuredContent, { answer: 42 });
  const image = await post(server, toolCall('image'));
  assert.deepEqual(image.json.result?.content, [
    { type: 'image', data: 'AAAA', mimeType: 'image/jpeg', _meta: { width: 1080, height: 2400 } },
  ]);
});

test('GET and DELETE of /mcp are 405 and name POST; other paths are 404', async (t) => {
  const { server } = await serving(t);
  for (const method of ['GET', 'DELETE']) {
    const { status, headers } = await ask(server, { method, path: '/mcp', headers: authorized });
    assert.deepEqual([status, headers.allow], [405, 'POST']);
  }
  for (const path of ['/', '/sse', '/mcp/v1/tools/list', '/.well-known/oauth-protected-resource']) {
    assert.equal((await ask(server, { path, headers: authorized })).status, 404, path);
  }
});

test('health says healthy to anybody and nothing else', async (t) => {
  const { server } = await serving(t);
  const { status, text } = await ask(server, { path: '/health' });
  assert.deepEqual([status, text], [200, '{"status":"healthy"}']);
});

test('a refusal tells a program and a person what to do', async (t) => {
  const { server } = await serving(t);
  const { status, headers, json } = await ask(server, { method: 'POST', path: '/mcp' });
  assert.equal(status, 401);
  assert.equal(headers['www-authenticate'], 'Bearer');
  assert.deepEqual(json, {
    error: 'unauthorized',
    message: 'Missing Authorization header. Expected: Bearer <token>',
  });
});

test('an evil Host or Origin is 403 even with the right token', async (t) => {
  const { server } = await serving(t, { allowedHosts: ['Phone.Example'] });
  assert.equal((await post(server, rpc('ping'), { Host: 'evil.example' })).status, 403);
  assert.equal((await post(server, rpc('ping'), { Origin: 'https://evil.example' })).status, 403);
  assert.equal((await post(server, rpc('ping'), { Origin: 'null' })).status, 403);
  assert.equal((await post(server, rpc('ping'), { Host: 'phone.example' })).status, 200);
  assert.equal((await post(server, rpc('ping'), { Origin: 'https://phone.example' })).status, 200);
});

test('the IPv6 loopback is served like the other', async (t) => {
  const { server } = await serving(t, { host: '::1' });
  assert.equal(server.url, `http://[::1]:${server.port}`);
  const answer = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: authorized,
    body: JSON.stringify(toolCall('echo')),
  });
  assert.equal(answer.status, 200);
});

test('without a token only this machine is served', async (t) => {
  const { server } = await serving(t, { token: undefined });
  const body = JSON.stringify(toolCall('echo'));
  const answer = await ask(server, {
    method: 'POST',
    path: '/mcp',
    headers: { 'Content-Type': 'application/json' },
    body,
  });
  assert.equal(answer.status, 200);
  for (const host of ['0.0.0.0', '::', '192.168.1.7', 'workbench']) {
    await assert.rejects(
      serving(t, { token: undefined, host }),
      /without a token is only allowed on a loopback address/,
    );
  }
});

test('no log line holds a token, an argument or an answer', async (t) => {
  const { server, lines } = await serving(t);
  await post(server, toolCall('echo', { text: 'my password' }));
  await post(server, toolCall('throwing', { text: 'my password' }));
  await post(server, rpc('ping'), { Authorization: 'Bearer another-secret' });
  await post(server, rpc('ping'), { Origin: 'https://evil.example/my-password' });
  const log = JSON.stringify(lines);
  assert.ok(lines.length >= 3);
  for (const secret of [TOKEN, 'another-secret', 'password', 'someone'])
    assert.ok(!log.includes(secret), secret);
});

test('over HTTP a client is known by its token and, since 2026-07-28, by its name', async (t) => {
  const { server, toolbox } = await serving(t);
  const named = async (client: string) => {
    const { message, headers } = modern('tools/call', { name: 'echo' }, { client });
    await post(server, message, headers);
    return toolbox.clients.at(-1);
  };
  const anonymous = async () => {
    await post(server, toolCall('echo'));
    return toolbox.clients.at(-1);
  };
  const known = [await named('one'), await named('two'), await anonymous()];
  assert.equal(new Set(known).size, 3);
  assert.deepEqual([await named('one'), await named('two'), await anonymous()], known);
  assert.ok(!known.join().includes(TOKEN));
});

test('over HTTP a client is called by the name of its initialize, where it repeats the session id, not by its program', async (t) => {
  const { server, toolbox } = await serving(t);
  const agent = { 'User-Agent': 'node' };
  const initialize = (name: unknown) =>
    post(
      server,
      rpc('initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name, version: '1' },
      }),
      agent,
    );
  const called = async (headers: Record<string, string>) => {
    await post(server, toolCall('echo'), { ...agent, ...headers });
    return clientName(toolbox.clients.at(-1) ?? '');
  };
  for (const name of ['Claude Code', 'Größe 😀', 'a\tb\u202e']) {
    const { headers } = await initialize(name);
    const id = headers['mcp-session-id'];
    assert.ok(typeof id === 'string' && /^[\x21-\x7e]{1,600}$/.test(id));
    assert.equal(await called({ 'Mcp-Session-Id': id }), shownName(name));
  }
  assert.equal(
    (await initialize('x'.repeat(10_000))).headers['mcp-session-id']?.length,
    'client.'.length + 134,
  );
  for (const name of ['', 7]) assert.equal((await initialize(name)).headers['mcp-session-id'], undefined);
  for (const id of ['', 'of-another-server', 'client.', 'client.***']) {
    assert.equal(await called({ 'Mcp-Session-Id': id }), 'node');
  }
  const { headers } = await post(server, toolCall('echo'));
  assert.equal(headers['mcp-session-id'], undefined);
});
