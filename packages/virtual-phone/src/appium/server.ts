import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RunningAndroid } from '../commands/running-android.ts';
import { Body } from './body.ts';
import { ServerContext, type Handler } from './context.ts';
import { ServerError } from './errors.ts';
import { connectTo } from './http-connection.ts';
import { deviceRoutes } from './routes/device.ts';
import { elementRoutes } from './routes/elements.ts';
import { sessionRoutes } from './routes/session.ts';
import { touchRoutes } from './routes/touch.ts';

const ADDRESS = 'tcp:6790';
/** The session id in answers that belong to no session. */
const NO_SESSION = 'None';

interface Route {
  readonly method: string;
  readonly parts: readonly string[];
  readonly handle: Handler;
}

const routes: readonly Route[] = Object.entries({
  ...sessionRoutes,
  ...elementRoutes,
  ...touchRoutes,
  ...deviceRoutes,
}).map(([route, handle]) => {
  const [method = '', path = ''] = route.split(' ');
  return { method, parts: path.split('/'), handle };
});

/**
 * Starts the server on the phone's port 6790; the returned function ends it. Undefined if the port is taken. `onStop`
 * is called when a client has deleted the session, which is how the server is told to end.
 */
export function startServer(android: RunningAndroid, onStop: () => void): (() => void) | undefined {
  const end = new AbortController();
  const context = new ServerContext(android, end.signal, onStop);
  const sockets = new Set<Duplex>();
  const http = createServer((request, response) => {
    void answer(context, request, response);
  });
  // The real server keeps a connection until its client closes it.
  http.keepAliveTimeout = 0;
  const leavePort = android.ports.listen(ADDRESS, () =>
    connectTo(http, (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }),
  );
  if (leavePort === undefined) return undefined;
  return () => {
    leavePort();
    context.endSession();
    end.abort(new Error('the server has ended'));
    for (const socket of sockets) socket.destroy();
  };
}

async function answer(
  context: ServerContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = new URL(request.url ?? '/', 'http://phone').pathname;
  const { status, value, sessionId } = await outcome(context, request, path);
  const text = JSON.stringify({ sessionId, value });
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=UTF-8',
    'Content-Length': Buffer.byteLength(text),
  });
  response.end(text);
}

interface Outcome {
  readonly status: number;
  readonly value: unknown;
  readonly sessionId: string | null;
}

async function outcome(context: ServerContext, request: IncomingMessage, path: string): Promise<Outcome> {
  let sessionId: string | null = null;
  try {
    const found = findRoute(request.method ?? '', path);
    if (found === undefined) throw new ServerError('unknownCommand');
    const { handle, params } = found;
    sessionId = params.sessionId ?? NO_SESSION;
    if (params.sessionId !== undefined && params.sessionId !== context.session?.id)
      throw new ServerError('noSuchDriver', `The session identified by ${sessionId} is not known`);
    const value = await handle(context, { path: params, body: Body.parse(await bodyOf(request)) });
    return { status: 200, value: value ?? null, sessionId: context.session?.id ?? sessionId };
  } catch (error) {
    const told = error instanceof ServerError ? error : new ServerError('unknown', String(error));
    return { status: told.status, value: told, sessionId };
  }
}

function findRoute(
  method: string,
  path: string,
): { handle: Handler; params: Readonly<Record<string, string>> } | undefined {
  const parts = path.replace(/\/$/, '').split('/');
  for (const route of routes) {
    if (route.method !== method || route.parts.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = route.parts.every((wanted, place) => {
      const part = parts[place] ?? '';
      if (!wanted.startsWith(':')) return wanted === part;
      params[wanted.slice(1)] = decodeURIComponent(part);
      return true;
    });
    if (fits) return { handle: route.handle, params };
  }
  return undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array)); // chunks are bytes, because no encoding is set
  return Buffer.concat(chunks).toString();
}
