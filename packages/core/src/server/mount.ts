import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { checkHost, checkRequest, type GateRules, headOf, isTrusted } from './gate/gate.ts';
import type { UnauthenticatedConnections } from './gate/unauthenticated.ts';

/** A page that is served beside MCP, below a path of its own, and decides itself who may see it. */
export interface Mount {
  /** `/studio`: this path and everything below it. */
  readonly path: string;
  /** Sent with every answer below the path, refusals included. */
  readonly headers: Readonly<Record<string, string>>;
  /** Answers a request that passed the gate. True: it came from a client that the page knows. */
  answer(request: MountedRequest, response: ServerResponse): Promise<boolean>;
  /** Takes over a connection that asks for another protocol; false if it is not wanted. */
  upgrade(request: MountedRequest, socket: Duplex, head: Buffer): boolean;
  /** The server stops: closes all connections. */
  close(): void;
}

export interface MountedRequest {
  readonly request: IncomingMessage;
  /** The rest of the path: empty, or from its slash on. */
  readonly path: string;
  readonly query: string;
  /** A command of the user who runs the server asks: it showed the token of this run. */
  readonly isOwnCommand: boolean;
}

/** The rest of a path that lies below a mount; undefined if it does not. */
export function below({ path: own }: Mount, path: string): string | undefined {
  if (path === own) return '';
  return path.startsWith(`${own}/`) ? path.slice(own.length) : undefined;
}

/** Lets a mount have the connections that become WebSockets below its path. */
export function listenForUpgrades(server: Server, options: UpgradeOptions): void {
  const { mount, rules, unauthenticated } = options;
  server.on('upgrade', (request, socket, first) => {
    // Node has taken its own listener away, and without one an error would end the process.
    const onError = () => socket.destroy();
    socket.on('error', onError);
    const head = headOf(request);
    const path = below(mount, head.path);
    if (path === undefined || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      const isKnown = isTrusted(head, rules, checkRequest(head, rules));
      if (!isKnown && unauthenticated.isAnswering(request.socket)) return;
      socket.off('error', onError);
      goOnWithoutUpgrade(server, { request, socket, first, closes: !isKnown });
      return;
    }
    const asked = { request, path, query: head.query, isOwnCommand: false };
    if (checkHost(head, rules).pass && mount.upgrade(asked, socket, first))
      unauthenticated.trusted(request.socket);
    else refuseUpgrade(socket, mount);
  });
}

interface UpgradeOptions {
  readonly mount: Mount;
  readonly rules: GateRules;
  readonly unauthenticated: UnauthenticatedConnections;
}

/** The headers that offer another protocol than HTTP/1.1. */
const OFFERS = /^(?:upgrade|connection|http2-settings)$/i;

/**
 * With a listener for upgrades, Node hands over every request that offers one, such as HTTP/2 by Java's client. An offer may be
 * ignored: the request is put back without it. Without the right token it is the connection's last.
 */
function goOnWithoutUpgrade(
  server: Server,
  {
    request,
    socket,
    first,
    closes,
  }: { request: IncomingMessage; socket: Duplex; first: Buffer; closes: boolean },
): void {
  const { method = 'GET', url = '/', httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!OFFERS.test(name)) lines.push(`${name}: ${value}`);
  }
  if (closes) lines.push('Connection: close');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), first]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

/** Answers in the place of a WebSocket that is not wanted. */
export function refuseUpgrade(socket: Duplex, { headers }: Pick<Mount, 'headers'>): void {
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 403 Forbidden\r\n${headerLines(headers)}\r\n`);
}

function headerLines(headers: Mount['headers']): string {
  const all = { ...headers, 'Content-Length': '0', Connection: 'close' };
  return Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}
