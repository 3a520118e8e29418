import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { realClock, type Clock } from '../call/clock.ts';
import { CallsInFlight } from './calls.ts';
import { firstGenerationPaths } from './first-generation.ts';
import { Strangers, type StrangerLimits } from './connections.ts';
import { digestOf, HEALTH_PATH, type GateRules } from './gate.ts';
import { errorName } from './log.ts';
import { speakMcp, type McpServing } from './mcp.ts';
import { Reception, MCP_PATH } from './reception.ts';
import type { KeyPair } from './tls.ts';

/** What one client, or all of them together, may take from the server. Times in milliseconds. */
export interface HttpLimits extends StrangerLimits {
  readonly bodyBytes: number;
  /** Calls beyond this many wait for their turn. */
  readonly calls: number;
  /** How long a client may take to send the head of a request, also before its first byte. */
  readonly headTime: number;
  /** How long a client may take to send a whole request. */
  readonly requestTime: number;
  /** How long an idle connection that showed the token is kept. */
  readonly idleTime: number;
}

const defaultLimits: HttpLimits = {
  bodyBytes: 4 * 1024 * 1024,
  strangers: 1_024,
  strangersPerAddress: 128,
  strangerIdleTime: 5_000,
  calls: 128,
  headTime: 10_000,
  requestTime: 30_000,
  idleTime: 60_000,
};

/** How long cancelled calls have to be answered before their connections are closed. */
const TIME_TO_SAY_GOODBYE = 500;

export interface HttpOptions extends McpServing {
  /** Undefined serves everybody, which is allowed only on a loopback address. */
  readonly token: string | undefined;
  readonly host?: string;
  readonly port?: number;
  readonly tls?: KeyPair;
  /** Serves the plain endpoints of the first generation too. */
  readonly firstGeneration?: boolean;
  /** Further names under which clients reach us, and whose web pages may call us. */
  readonly allowedHosts?: readonly string[];
  readonly limits?: Partial<HttpLimits>;
  readonly clock?: Clock;
}

export interface HttpServer {
  readonly url: string;
  readonly port: number;
  /** Takes no new requests, lets calls finish for `grace` milliseconds, cancels the rest, frees the port. */
  close(options: { grace: number }): Promise<void>;
}

/** Serves a toolbox over HTTP, or HTTPS if a key pair is given. */
export async function startHttp(options: HttpOptions): Promise<HttpServer> {
  const { host = '127.0.0.1', port = 8080, toolbox, token, tls, log, clock = realClock } = options;
  if (token === undefined && !isLoopback(host)) {
    throw new Error(`Without a token only this machine may be served, but ${host} is reachable by others.`);
  }
  const limits = { ...defaultLimits, ...options.limits };
  const calls = new CallsInFlight(limits.calls);
  const mcp = await speakMcp(options);
  const rules = gateRules({ ...options, host }, limits.bodyBytes);
  const server = serverWithin(limits, tls);
  const strangers = new Strangers(limits);
  strangers.watch(server);
  const reception = new Reception({ rules, calls, mcp, toolbox, log, clock, strangers });
  server.on('request', (request, response) => {
    void reception.receive(request, response);
  });
  const bound = await listen(server, host, port);
  // Such as too many open files at an accept: the connection is lost, the server is not.
  server.on('error', (error) => {
    log('error', 'server_error', { error: errorName(error) });
  });
  return {
    port: bound,
    url: `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${bound}`,
    async close({ grace }) {
      reception.stopping = true;
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      await calls.finish(grace);
      await calls.drained(TIME_TO_SAY_GOODBYE);
      server.closeAllConnections();
      await closed;
    },
  };
}

function gateRules(options: HttpOptions & { host: string }, maxBodyBytes: number): GateRules {
  const { host, token, allowedHosts = [], firstGeneration } = options;
  const webHosts = allowedHosts.map((name) => name.toLowerCase());
  const own = hostname().toLowerCase();
  const routes = new Map<string, 'GET' | 'POST'>([
    [HEALTH_PATH, 'GET'],
    [MCP_PATH, 'POST'],
  ]);
  if (firstGeneration) {
    routes.set(firstGenerationPaths.list, 'GET');
    routes.set(firstGenerationPaths.call, 'POST');
  }
  return {
    ownHosts: new Set([own, `${own}.local`, ...(isIP(host) ? [] : [host.toLowerCase()]), ...webHosts]),
    webHosts: new Set(webHosts),
    tokenDigest: token === undefined ? undefined : digestOf(token),
    routes,
    maxBodyBytes,
  };
}

function serverWithin(limits: HttpLimits, tls: KeyPair | undefined): Server {
  const options = {
    headersTimeout: limits.headTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    // How often Node looks for connections that are over their time.
    connectionsCheckingInterval: Math.min(1_000, limits.headTime),
  };
  return tls
    ? createTlsServer({ ...options, ...tls, minVersion: 'TLSv1.2', handshakeTimeout: limits.headTime })
    : createServer(options);
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

function isLoopback(host: string): boolean {
  return host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
}
