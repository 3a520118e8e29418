import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ask, authorized, rpc, serving } from '@handeye/testing/serving';
import type { Mount } from '../../src/server/mount.ts';

/** A page that lets no one in: with it the server hears of each request that offers another protocol. */
const mount: Mount = {
  path: '/page',
  headers: {},
  answer(_, response) {
    response.writeHead(403).end();
    return Promise.resolve(false);
  },
  upgrade: () => false,
  close: () => undefined,
};

const head = (...lines: string[]) => [...lines, 'Host: localhost', '', ''].join('\r\n');
const H2C = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAA'];

const floods = {
  'GET /health': head('GET /health HTTP/1.1'),
  'GET /health that offers HTTP/2': head('GET /health HTTP/1.1', ...H2C),
  'GET /mcp without a token': head('GET /mcp HTTP/1.1'),
  'GET /mcp with a wrong token': head('GET /mcp HTTP/1.1', 'Authorization: Bearer wrong'),
  'GET of a page': head('GET /page/ HTTP/1.1'),
};

/** Fails the test if Node warns meanwhile (MaxListenersExceededWarning). */
function withoutWarnings(t: TestContext): void {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error) => warnings.push(message);
  process.on('warning', onWarning);
  t.after(() => {
    process.off('warning', onWarning);
    assert.deepEqual(warnings, []);
  });
}

for (const [name, request] of Object.entries(floods)) {
  test(`a thousand requests at once on one connection (${name}) have one answer, and it closes`, async (t) => {
    withoutWarnings(t);
    const { server } = await serving(t, { mount });
    const socket = connect(server.port, '127.0.0.1');
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
    // What is still unread when it closes makes it a reset.
    socket.on('error', () => undefined);
    socket.write(request.repeat(1_000));
    await once(socket, 'close');
    assert.ok(heard.split('HTTP/1.1 ').length <= 2, heard.slice(0, 1_000));
  });
}

test('without a token a connection may ask one thing after another, and its last answer says that it closes', async (t) => {
  const { server } = await serving(t);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => {
    agent.destroy();
  });
  const connections: (string | undefined)[] = [];
  while (connections.at(-1) !== 'close') {
    const { status, headers } = await ask(server, { path: '/health', agent });
    assert.equal(status, 200);
    connections.push(headers.connection);
  }
  assert.equal(connections.length, 32);
  assert.equal((await ask(server, { path: '/health', agent })).status, 200);
});

test('a client with the token may offer HTTP/2 with every request on one connection', async (t) => {
  withoutWarnings(t);
  const { server } = await serving(t, { mount });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => {
    agent.destroy();
  });
  const offer = {
    Connection: 'Upgrade, HTTP2-Settings',
    Upgrade: 'h2c',
    'HTTP2-Settings': 'AAMAAABkAARAAAAA',
  };
  const body = JSON.stringify(rpc('ping'));
  const ports = new Set<number | undefined>();
  agent.on('free', (socket: { localPort?: number }) => ports.add(socket.localPort));
  for (let calls = 0; calls < 30; calls += 1) {
    const headers = { ...authorized, ...offer };
    assert.equal((await ask(server, { method: 'POST', path: '/mcp', headers, body, agent })).status, 200);
  }
  // The client's own agent ends a connection after it offered another protocol.
  assert.ok(ports.size <= 1);
});

/** Sends a request over and over on one connection, without waiting for answers; connects again where it is closed. */
const FLOODER = `
  const { connect } = require('node:net');
  const { parentPort, workerData } = require('node:worker_threads');
  const chunk = Buffer.from(workerData.request.repeat(Math.ceil(65536 / workerData.request.length)));
  function flood() {
    const socket = connect(workerData.port, '127.0.0.1');
    socket.once('data', () => parentPort.postMessage('flooding'));
    const send = () => { while (socket.writable && socket.write(chunk)); };
    socket.on('connect', send).on('drain', send).on('error', () => undefined).on('close', flood).resume();
  }
  flood();
`;

/** Milliseconds of a call, the median of some, while a connection without a token floods the server. */
async function duringFlood(port: number, request: string): Promise<number> {
  const flooder = new Worker(FLOODER, { eval: true, workerData: { port, request } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    await once(flooder, 'message');
    const times: number[] = [];
    while (times.length < 3) {
      const start = performance.now();
      const body = JSON.stringify(rpc('ping'));
      const answer = await ask(
        { port },
        {
          method: 'POST',
          path: '/mcp',
          headers: authorized,
          body,
          agent,
        },
      );
      assert.equal(answer.status, 200);
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[1] ?? Infinity;
  } finally {
    agent.destroy();
    await flooder.terminate();
  }
}

/** A longer request: short ones would only make the bare server slower. */
const padded = (request: string) => request.replace('Host:', `X-Padding: ${'x'.repeat(800)}\r\nHost:`);

for (const name of ['GET /health', 'GET /health that offers HTTP/2'] as const) {
  test(`a flood without a token (${name}) delays a call at most twice as long as GET /health delays one at a bare server of Node`, async (t) => {
    const { server } = await serving(t, { mount });
    const bare = createServer((request, response) => {
      request.resume().once('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(bare, 'listening');
    t.after(() => {
      bare.closeAllConnections();
      bare.close();
    });
    const { port } = bare.address() as AddressInfo;
    let [ours, theirs] = [Infinity, 0];
    // The machine may be busy with something else in one round.
    for (let round = 0; round < 5 && ours > 2 * theirs; round += 1) {
      theirs = await duringFlood(port, padded(floods['GET /health']));
      ours = await duringFlood(server.port, padded(floods[name]));
    }
    t.diagnostic(`${ours.toFixed(1)} ms, a bare server ${theirs.toFixed(1)} ms`);
    assert.ok(ours <= 2 * theirs, `${ours.toFixed(1)} ms, a bare server ${theirs.toFixed(1)} ms`);
  });
}
