import { request, type IncomingHttpHeaders, type RequestOptions } from 'node:http';
import type { TestContext } from 'node:test';
import { startHttp, type HttpOptions, type HttpServer } from '@handeye/core/server/http';
import { TestToolbox } from './toolbox.ts';

export const TOKEN = 'a-token-for-the-tests-only';
export const identity = { name: 'handeye-test', version: '1.2.3' };

export interface LogLine {
  level: string;
  event: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface Serving {
  server: HttpServer;
  toolbox: TestToolbox;
  lines: LogLine[];
}

/** A server on a free port that ends with its test. */
export async function serving(t: TestContext, options: Partial<HttpOptions> = {}): Promise<Serving> {
  const toolbox = new TestToolbox();
  const lines: LogLine[] = [];
  const server = await startHttp({
    toolbox,
    ...identity,
    token: TOKEN,
    port: 0,
    log: (level, event, fields = {}) => lines.push({ level, event, fields }),
    ...options,
  });
  t.after(() => server.close({ grace: 0 }));
  return { server, toolbox, lines };
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  json: Json;
}

/** Whatever an answer holds: tests read it, and a wrong guess fails the test. */
export interface Json {
  [key: string]: Json;
}

export interface Ask extends RequestOptions {
  body?: string | Buffer;
}

/** One request, with exactly the headers given: nothing is added but Host and Content-Length. */
export function ask(server: Pick<HttpServer, 'port'>, { body, ...options }: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: server.port, ...options }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.once('error', reject);
      incoming.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers,
          text,
          json: (text.startsWith('{') ? JSON.parse(text) : {}) as Json,
        });
      });
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

export const authorized = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

/** POST /mcp with the token. */
export function post(server: HttpServer, message: unknown, headers: Record<string, string> = {}) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  return ask(server, { method: 'POST', path: '/mcp', headers: { ...authorized, ...headers }, body });
}

export function rpc(method: string, params: Record<string, unknown> = {}, id: unknown = 1) {
  return { jsonrpc: '2.0', id, method, params };
}

export function toolCall(name: string, args?: unknown, id: unknown = 1) {
  return rpc('tools/call', { name, ...(args !== undefined && { arguments: args }) }, id);
}

/** A request of 2026-07-28 and the headers that mirror it. */
export function modern(
  method: string,
  params: Record<string, unknown> = {},
  { version = '2026-07-28', client = 'test' } = {},
) {
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: client, version: '1' },
  };
  return {
    message: rpc(method, { ...params, _meta: envelope }),
    headers: {
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...(typeof params.name === 'string' && { 'Mcp-Name': params.name }),
    } as Record<string, string>,
  };
}
