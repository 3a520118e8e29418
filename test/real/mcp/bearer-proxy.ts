import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { TOKEN } from './scripted-house.ts';

/**
 * The conformance suite cannot send a token: this loopback proxy adds it and changes nothing else, so the
 * suite meets the real gate.
 */
export async function bearerProxy(t: TestContext, target: URL): Promise<URL> {
  const server = createServer((incoming, answer) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${TOKEN}` };
    const outgoing = request(
      { host: target.hostname, port: target.port, path: incoming.url, method: incoming.method, headers },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    outgoing.on('error', () => answer.destroy());
    incoming.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return new URL(target.pathname, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}
