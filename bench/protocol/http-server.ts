import { createServer } from 'node:http';
import { checkRequest, digestOf, type GateRules } from '@handeye/core/server/gate/gate';
import { readBody } from '../../packages/core/src/server/request-handler.ts';
import { startHttp } from '@handeye/core/server/http';
import { trivialToolbox } from './toolbox.ts';

/** A server to measure, in a process of its own: sends its port and, on request, its CPU and memory so far. */
const TOKEN = process.env.BENCH_TOKEN ?? '';

const PORT = process.argv[2] === 'floor' ? await startFloor() : await startOurs();
process.send?.({ port: PORT });
process.on('message', () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ cpu: user + system, rss, heapUsed });
});
process.on('disconnect', () => process.exit());

async function startOurs(): Promise<number> {
  const serving = { toolbox: trivialToolbox, name: 'bench', version: '0', log: () => undefined };
  return (await startHttp({ ...serving, token: TOKEN, port: 0 })).port;
}

/** The minimal server: Node's, with the same gate and the same body limit, without any protocol. */
function startFloor(): Promise<number> {
  const rules: GateRules = {
    ownHosts: new Set(),
    webHosts: new Set(),
    tokenDigest: digestOf(TOKEN),
    routes: new Map([['/mcp', 'POST']]),
    maxBodyBytes: 4 * 1024 * 1024,
  };
  const server = createServer((request, response) => {
    const { headers, method = '', url: path = '', socket } = request;
    const verdict = checkRequest(
      {
        method,
        path,
        host: headers.host,
        origin: headers.origin,
        authorization: headers.authorization,
        contentType: headers['content-type'],
        contentLength: headers['content-length'],
        localAddress: socket.localAddress,
      },
      rules,
    );
    if (!verdict.pass) {
      response.writeHead(verdict.status).end();
      return;
    }
    void readBody(request, rules.maxBodyBytes).then(async (body) => {
      const { id, params } = JSON.parse(String(body)) as { id: number; params: { name: string } };
      const signal = new AbortController().signal;
      const result = await trivialToolbox.call(params.name, {}, { signal });
      const payload = JSON.stringify({ jsonrpc: '2.0', id, result });
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) })
        .end(payload);
    });
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}
