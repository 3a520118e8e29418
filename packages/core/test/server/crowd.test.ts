import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test, type TestContext } from 'node:test';
import type { HttpServer } from '../../src/server/http.ts';
import { ask, authorized, post, rpc, serving } from '@handeye/testing/serving';

/** As many as an open-files limit of 4,096 lets one process hold both ends of. */
const CROWD = 1_100;

/** Connections that each send `opening`, read the answer if there is one, and then do nothing more. */
async function open(t: TestContext, server: HttpServer, { count = CROWD, opening = '' }): Promise<Caller[]> {
  const callers = Array.from({ length: count }, () => new Caller(server.port));
  t.after(() => {
    for (const { socket } of callers) socket.destroy();
  });
  await Promise.all(
    callers.map(async ({ socket }) => {
      await once(socket, 'connect');
      if (opening !== '') socket.write(opening);
    }),
  );
  return callers;
}

/** One connection, and what it heard. */
class Caller {
  readonly socket: Socket;
  readonly closed: Promise<unknown>;
  readonly answered: Promise<unknown>;
  heard = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').on('error', () => undefined);
    this.closed = new Promise((resolve) => this.socket.once('close', resolve));
    this.answered = new Promise((resolve) => this.socket.once('data', resolve).once('close', resolve));
    this.socket.on('data', (chunk: Buffer) => (this.heard += chunk.toString()));
  }
}

const HEALTH = 'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n';
const SLOW_HEAD = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: ';
const SLOW_BODY =
  'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n{';

for (const [name, opening] of Object.entries({
  'idle after /health': HEALTH,
  'silent from the start': '',
  'slow with their headers': SLOW_HEAD,
  'slow with a body, without a token': SLOW_BODY,
})) {
  test(`a crowd of connections that are ${name} does not keep the right user out`, async (t) => {
    const { server } = await serving(t);
    const callers = await open(t, server, { opening });
    if (opening === HEALTH) await Promise.all(callers.map(({ answered }) => answered));
    for (let calls = 0; calls < 20; calls++) {
      assert.equal((await post(server, rpc('ping'))).status, 200);
    }
  });
}

test('only the newest connections of one address without a token are kept', async (t) => {
  const { server } = await serving(t, { limits: { unauthenticatedPerAddress: 10 } });
  const early = await open(t, server, { count: 20, opening: HEALTH });
  await Promise.all(early.map(({ answered }) => answered));
  const late = await open(t, server, { count: 10 });
  await Promise.all(early.map(({ closed }) => closed));
  assert.deepEqual(new Set(late.map(({ socket }) => socket.destroyed)), new Set([false]));
});

test('a connection without a token is kept for a moment only, and is told so', async (t) => {
  const { server } = await serving(t, { limits: { unauthenticatedIdleTime: 1_000 } });
  const [caller] = await open(t, server, { count: 1, opening: HEALTH });
  await caller?.closed;
  assert.match(caller?.heard ?? '', /^Keep-Alive: timeout=1\r$/im);
});

test('a body that never ends, without a token, ends with the moment that such a connection is kept', async (t) => {
  const { server } = await serving(t, { limits: { unauthenticatedIdleTime: 20 } });
  const [caller] = await open(t, server, { count: 1, opening: SLOW_BODY });
  await caller?.closed;
  assert.match(caller?.heard ?? '', /^HTTP\/1\.1 401 /);
});

test('connections that showed the right token are kept, however many others come', async (t) => {
  const limits = { unauthenticated: 20, unauthenticatedPerAddress: 10, unauthenticatedIdleTime: 20 };
  const { server } = await serving(t, { limits });
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  t.after(() => {
    agent.destroy();
  });
  const ports = new Set<number | undefined>();
  agent.on('free', (socket: Socket) => ports.add(socket.localPort));
  const round = () =>
    Promise.all(
      Array.from({ length: 50 }, () =>
        ask(server, {
          method: 'POST',
          path: '/mcp',
          headers: authorized,
          body: JSON.stringify(rpc('ping')),
          agent,
        }),
      ),
    );
  const first = await round();
  const others = await open(t, server, { count: 60, opening: HEALTH });
  await Promise.all(others.map(({ closed }) => closed));
  const second = await round();
  assert.deepEqual(new Set([...first, ...second].map(({ status }) => status)), new Set([200]));
  assert.equal(ports.size, 50, 'the connections of the first round served the second');
});
