import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { handClock } from '@handeye/testing/hand-clock';
import type { HttpServer } from '../../src/server/http.ts';
import {
  ask,
  authorized,
  post,
  rpc,
  serving,
  toolCall,
  type Answer,
  type Serving,
} from '@handeye/testing/serving';

/** Reads a socket to its end. */
async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // A reset is an end like any other here: what was said before counts.
  socket.on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

/** A call that has begun and does not end by itself. The answer is wrapped, so that awaiting this is not awaiting it. */
async function slowCall({ server, toolbox }: Serving) {
  const begun = once(toolbox.events, 'slow');
  const answer = post(server, toolCall('slow'));
  await begun;
  return { answer };
}

/** Whether a call has no answer yet when many that were asked after it have theirs. */
async function isWaiting(server: HttpServer, answer: Promise<Answer>): Promise<boolean> {
  let waits = true;
  const answered = () => (waits = false);
  answer.then(answered, answered);
  for (let others = 0; others < 20; others++) await ask(server, { path: '/health' });
  return waits;
}

test('a body over the limit is 413, announced or not', async (t) => {
  const { server } = await serving(t);
  const large = Buffer.alloc(4 * 1024 * 1024 + 1, ' ');
  const announced = await ask(server, { method: 'POST', path: '/mcp', headers: authorized, body: large });
  assert.equal(announced.status, 413);
  assert.equal(announced.headers.connection, 'close');
  const headers = { ...authorized, 'Transfer-Encoding': 'chunked' };
  const chunked = await ask(server, { method: 'POST', path: '/mcp', headers, body: large });
  assert.equal(chunked.status, 413);
  assert.equal((await post(server, rpc('ping'))).status, 200);
});

test('a body of exactly the limit is read', async (t) => {
  const { server } = await serving(t);
  const message = JSON.stringify(rpc('ping'));
  const { status } = await post(server, message.padEnd(4 * 1024 * 1024, ' '));
  assert.equal(status, 200);
});

test('an endless body without a token is never read into memory and ends with the time for a request', async (t) => {
  const { server } = await serving(t, { limits: { requestTime: 200, headTime: 100 } });
  const socket = connect(server.port, '127.0.0.1');
  socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
  const writing = setInterval(() => socket.write(chunk), 10);
  const text = await readAll(socket);
  clearInterval(writing);
  assert.match(text, /^HTTP\/1\.1 401 /);
});

test('a client that sends its headers slowly, or nothing at all, is cut off', async (t) => {
  const { server } = await serving(t, { limits: { headTime: 150 } });
  const silent = connect(server.port, '127.0.0.1');
  const slow = connect(server.port, '127.0.0.1');
  slow.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\n');
  const dripping = setInterval(() => slow.write('X-Drip: 1\r\n'), 20);
  const [nothing, text] = await Promise.all([readAll(silent), readAll(slow)]);
  clearInterval(dripping);
  assert.match(text, /^HTTP\/1\.1 408 /);
  assert.match(nothing, /^(HTTP\/1\.1 408 |$)/);
});

test('an idle connection is closed', async (t) => {
  const { server } = await serving(t, { limits: { idleTime: 50 } });
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
  assert.match(await readAll(socket), /"healthy"/);
});

test('a request with two Host headers is refused', async (t) => {
  const { server } = await serving(t);
  const socket = connect(server.port, '127.0.0.1');
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nhost: evil.example\r\nConnection: close\r\n\r\n');
  assert.match(await readAll(socket), /^HTTP\/1\.1 400 /);
});

test('a client that hangs up cancels its call', async (t) => {
  const { server, toolbox } = await serving(t);
  const begun = once(toolbox.events, 'slow');
  const cancelled = once(toolbox.events, 'cancelled');
  const outgoing = request({
    host: '127.0.0.1',
    port: server.port,
    path: '/mcp',
    method: 'POST',
    headers: authorized,
  });
  outgoing.on('error', () => undefined);
  outgoing.end(JSON.stringify(toolCall('slow')));
  await begun;
  outgoing.destroy();
  const [reason] = (await cancelled) as [Error];
  assert.equal(reason.message, 'The client hung up.');
  assert.equal((await post(server, rpc('ping'))).status, 200);
});

test('a client that hangs up while sending its body leaves nothing behind', async (t) => {
  const { server, lines } = await serving(t, { limits: { calls: 1 } });
  const socket = connect(server.port, '127.0.0.1');
  const head = Object.entries({ Host: 'localhost', ...authorized, 'Content-Length': '100' });
  socket.write(
    `POST /mcp HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n{"json`,
  );
  // The one call that may be open is taken, so the next waits; that it is answered shows that the hang-up was seen.
  while (!(await isWaiting(server, post(server, rpc('ping'))))) continue;
  const next = post(server, rpc('ping'));
  socket.destroy();
  assert.equal((await next).status, 200);
  assert.deepEqual(lines, []);
});

test('calls beyond the limit wait for their turn, and the others are not disturbed', async (t) => {
  const served = await serving(t, { limits: { calls: 2 } });
  const { server, toolbox } = served;
  const first = await slowCall(served);
  const second = await slowCall(served);
  const third = post(server, rpc('ping'));
  assert.equal(await isWaiting(server, third), true);
  assert.equal((await ask(server, { path: '/health' })).status, 200);
  toolbox.release();
  assert.deepEqual([(await first.answer).status, (await second.answer).status], [200, 200]);
  assert.equal((await third).status, 200);
});

test('a call that waits for its turn is told when the server stops', async (t) => {
  const served = await serving(t, { limits: { calls: 1 } });
  const { server } = served;
  const first = await slowCall(served);
  const second = post(server, rpc('ping'));
  assert.equal(await isWaiting(server, second), true);
  await server.close({ grace: 0 });
  assert.deepEqual([(await second).status, (await second).json.message], [503, 'The server is stopping.']);
  await first.answer;
});

test('1,000 simultaneous connections with the right token are all answered and kept', async (t) => {
  // A busy machine takes long to send so many requests.
  const { server } = await serving(t, { limits: { headTime: 600_000, requestTime: 600_000 } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  t.after(() => {
    agent.destroy();
  });
  const body = JSON.stringify(toolCall('echo', { text: 'hi' }));
  const round = () =>
    Promise.all(
      Array.from({ length: 1_000 }, () =>
        ask(server, { method: 'POST', path: '/mcp', headers: authorized, body, agent }),
      ),
    );
  for (const answer of [...(await round()), ...(await round())]) {
    assert.deepEqual(answer.json.result?.content, [{ type: 'text', text: '{"text":"hi"}' }]);
  }
  assert.equal((await post(server, rpc('ping'))).status, 200);
});

test('after repeated wrong tokens, wrong ones wait longer and longer, right ones never', async (t) => {
  const { clock, pass, waiting } = handClock();
  const { server } = await serving(t, { clock });
  const wrong = () => post(server, rpc('ping'), { Authorization: 'Bearer wrong' });
  for (let tries = 0; tries < 5; tries++) assert.equal((await wrong()).status, 401);
  for (const delay of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
    let answered = false;
    const held = wrong().finally(() => (answered = true));
    while (waiting() === 0) await post(server, rpc('ping'));
    pass(delay - 1);
    assert.equal((await post(server, rpc('ping'))).status, 200);
    assert.equal(answered, false);
    pass(1);
    assert.equal((await held).status, 401);
  }
  pass(60_000);
  assert.equal((await wrong()).status, 401);
});

test('a crowd of guessers is cut off instead of held', async (t) => {
  const { clock, waiting } = handClock();
  const { server } = await serving(t, { clock });
  const guess = () => post(server, rpc('ping'), { Authorization: 'Bearer wrong' });
  for (let tries = 0; tries < 5; tries++) await guess();
  const held = Array.from({ length: 64 }, () => guess().catch((error: unknown) => error));
  while (waiting() < 64) await post(server, rpc('ping'));
  await assert.rejects(guess(), { code: 'ECONNRESET' });
  assert.equal((await post(server, rpc('ping'))).status, 200);
  await server.close({ grace: 0 });
  await Promise.all(held);
});

test('a graceful stop lets a call finish, turns new ones away and frees the port', async (t) => {
  const served = await serving(t);
  const { server, toolbox } = served;
  const agent = new Agent({ keepAlive: true });
  t.after(() => {
    agent.destroy();
  });
  await ask(server, { path: '/health', agent });
  const slow = await slowCall(served);
  const closed = server.close({ grace: 10_000 });
  await assert.rejects(post(server, rpc('ping')), { code: 'ECONNREFUSED' });
  toolbox.release();
  assert.deepEqual((await slow.answer).json.result?.content, [{ type: 'text', text: 'done' }]);
  assert.equal((await slow.answer).headers.connection, 'close');
  await closed;
  const again = await serving(t, { port: server.port });
  assert.equal(again.server.port, server.port);
});

test('what does not finish within the grace is cancelled and told so', async (t) => {
  const served = await serving(t);
  const { server, toolbox } = served;
  const slow = await slowCall(served);
  const cancelled = once(toolbox.events, 'cancelled');
  await server.close({ grace: 20 });
  const [reason] = (await cancelled) as [Error];
  assert.equal(reason.message, 'The server is stopping.');
  assert.deepEqual(
    [(await slow.answer).status, (await slow.answer).json.message],
    [503, 'The server is stopping.'],
  );
});
