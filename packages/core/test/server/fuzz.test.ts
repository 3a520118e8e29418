import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import fc from 'fast-check';
import type { HttpServer } from '../../src/server/http.ts';
import { post, rpc, serving, TOKEN } from '@handeye/testing/serving';
import { runs } from '@handeye/testing/runs';
import { almost, headers } from './messages.ts';

/** How many of each: enough to find what is fragile, few enough for every run of the tests. */
const cases = { numRuns: runs(400), interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true };

function assertHarmless(text: string): void {
  assert.doesNotMatch(text, /\n\s+at |node:internal|\.ts:\d|\.mjs:\d|node_modules|someone|prototype/);
}

test('whatever JSON comes, one proper answer goes back and the server goes on', async (t) => {
  const { server, lines } = await serving(t);
  const check = async (message: unknown, sent: Record<string, string>) => {
    const answer = await post(server, JSON.stringify(message), sent);
    assert.ok([200, 202, 400, 404].includes(answer.status), `${answer.status}`);
    assert.equal(answer.text === '', answer.status === 202);
    if (answer.status !== 202) assert.equal(answer.json.jsonrpc, '2.0');
    assertHarmless(JSON.stringify(answer.json.error ?? {}));
  };
  await fc.assert(fc.asyncProperty(almost, headers, check), cases);
  await fc.assert(fc.asyncProperty(fc.jsonValue(), headers, check), cases);
  assert.deepEqual(
    lines.filter(({ event }) => event !== 'tool_threw'),
    [],
  );
});

test('JSON nested to the limit of the body neither crashes nor hangs the server', async (t) => {
  const { server } = await serving(t);
  const deep = 2_000_000;
  const open = '['.repeat(deep) + ']'.repeat(deep);
  for (const body of [
    open,
    '['.repeat(deep),
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":${open}}}}`,
  ]) {
    const { status, text } = await post(server, body);
    assert.ok([200, 400, 500].includes(status), `${status}`);
    assertHarmless(text);
  }
  assert.equal((await post(server, rpc('ping'))).status, 200);
});

/** Sends bytes and waits for the server to close, which it must: no request follows. */
function throwAt(server: HttpServer, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(server.port, '127.0.0.1');
    socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve(text);
    });
    socket.end(bytes);
  });
}

test('whatever bytes come, the server answers or hangs up, and goes on', async (t) => {
  const { server } = await serving(t, { limits: { headTime: 500, requestTime: 500, idleTime: 1 } });
  const line = fc.constantFrom(
    'POST /mcp HTTP/1.1\r\n',
    'GET /health HTTP/1.1\r\n',
    'Host: localhost\r\n',
    `Authorization: Bearer ${TOKEN}\r\n`,
    'Content-Type: application/json\r\n',
    'Content-Length: 5\r\n',
    'Content-Length: -1\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Expect: 100-continue\r\n',
    'Upgrade: websocket\r\nConnection: upgrade\r\n',
    '\r\n',
    '5\r\n{"a":\r\n',
    '0\r\n\r\n',
  );
  const nearly = fc.array(line, { maxLength: 12 }).map((lines) => Buffer.from(lines.join('')));
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), nearly);
  const check = async (sent: Uint8Array) => {
    assertHarmless(await throwAt(server, sent));
  };
  await fc.assert(fc.asyncProperty(bytes, check), cases);
  assert.equal((await post(server, rpc('ping'))).status, 200);
});
