import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import { hostname } from 'node:os';
import { realClock, type Clock } from '../call/clock.ts';
import { DEFAULT_HOST, DEFAULT_PORT, isLoopback } from './address.ts';
import { CallsInFlight } from './calls.ts';
import { firstGenerationPaths } from './first-generation.ts';
import { UnauthenticatedConnections, type UnauthenticatedLimits } from './gate/unauthenticated.ts';
import { digestOf, HEALTH_PATH, type GateRules } from './gate/gate.ts';
import { errorName } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Choices, Toolbox } from '../tools/frame/toolbox.ts';
import { createMcpHandler } from './mcp-handler.ts';
import type { McpHandler, McpServing } from './mcp-messages.ts';
import { listenForUpgrades, type Mount } from './mount.ts';
import { MCP_PATH, METRICS_PATH, RequestHandler } from './request-handler.ts';
import { SuspendedCalls } from './suspended-calls.ts';
import type { KeyPair } from './tls.ts';

/** Limits for one client, or for all clients together. Times are in milliseconds. */
export interface HttpLimits extends UnauthenticatedLimits {
  readonly bodyBytes: number;
  /** Calls beyond this number wait. */
  readonly calls: number;
  /** How long a client may take to send a request's head, including the time before its first byte. */
  readonly headTime: number;
  /** How long a client may take to send a whole request. */
  readonly requestTime: number;
  /** How long an idle connection that showed the token is kept. */
  readonly idleTime: number;
}

const defaultLimits: HttpLimits = {
  bodyBytes: 4 * 1024 * 1024,
  unauthenticated: 1_024,
  unauthenticatedPerAddress: 128,
  unauthenticatedIdleTime: 5_000,
  calls: 128,
  headTime: 10_000,
  requestTime: 30_000,
  idleTime: 60_000,
};

/** How long cancelled calls have to be answered before their connections are closed. */
const CANCELLED_CALLS_GRACE_MS = 500;

export interface HttpOptions extends McpServing {
  /** Without it every client is served, which is allowed only on a loopback address. */
  readonly token: string | undefined;
  /** A second token, new at each start, for commands of the same user; it also proves to them that this is their server. */
  readonly runToken?: string;
  readonly host?: string;
  readonly port?: number;
  readonly tls?: KeyPair;
  /** Serves the plain endpoints of the first generation too. */
  readonly firstGeneration?: boolean;
  /** Further names under which clients reach us, and whose web pages may call us. */
  readonly allowedHosts?: readonly string[];
  /** A page that is served beside MCP. */
  readonly mount?: Mount | undefined;
  /** Only the page and the metrics are served: MCP is spoken elsewhere. */
  readonly onlyMount?: boolean;
  /** The content of /metrics; without it there is no such path. */
  readonly metrics?: Metrics | undefined;
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
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, toolbox, token, tls, log, clock = realClock } = options;
  if (token === undefined && !isLoopback(host)) {
    throw new Error(
      `Serving without a token is only allowed on a loopback address, but ${host} is reachable from the network.`,
    );
  }
  const limits = { ...defaultLimits, ...options.limits };
  const calls = new CallsInFlight(limits.calls);
  const suspended = new SuspendedCalls();
  const mcp = mcpHandlers({ ...options, suspended });
  const rules = gateRules({ ...options, host }, limits.bodyBytes);
  const server = serverWithin(limits, tls);
  const unauthenticated = new UnauthenticatedConnections(limits);
  unauthenticated.watch(server);
  const handler = new RequestHandler({
    rules,
    calls,
    mcp,
    toolbox,
    log,
    clock,
    unauthenticated,
    runToken: options.runToken,
    mount: options.mount,
    metrics: options.metrics,
  });
  if (options.mount) listenForUpgrades(server, { mount: options.mount, rules, unauthenticated });
  server.on('request', (request, response) => {
    void handler.handle(request, response);
  });
  const bound = await listen(server, host, port);
  // For example too many open files at an accept: one connection is lost, but the server goes on.
  server.on('error', (error) => {
    log('error', 'server_error', { error: errorName(error) });
  });
  return {
    port: bound,
    url: `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${bound}`,
    async close({ grace }) {
      handler.stopping = true;
      // No client can return with an answer.
      suspended.close();
      options.mount?.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
      await calls.finish(grace);
      await calls.drained(CANCELLED_CALLS_GRACE_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The handler for a client's choices, created when it is first needed. */
function mcpHandlers(options: HttpOptions): (choices: Choices) => McpHandler {
  const { toolbox } = options;
  const handlers = new Map<Toolbox, McpHandler>();
  return (choices) => {
    const chosen = toolbox.servedAs?.(choices) ?? toolbox;
    const handler = handlers.get(chosen) ?? createMcpHandler({ ...options, toolbox: chosen });
    handlers.set(chosen, handler);
    return handler;
  };
}

function gateRules(options: HttpOptions & { host: string }, maxBodyBytes: number): GateRules {
  const { host, token, runToken, allowedHosts = [], firstGeneration, onlyMount = false, metrics } = options;
  const webHosts = allowedHosts.map((name) => name.toLowerCase());
  const own = hostname().toLowerCase();
  const routes = new Map<string, 'GET' | 'POST'>([[HEALTH_PATH, 'GET']]);
  if (!onlyMount) routes.set(MCP_PATH, 'POST');
  if (metrics) routes.set(METRICS_PATH, 'GET');
  if (firstGeneration) {
    routes.set(firstGenerationPaths.list, 'GET');
    routes.set(firstGenerationPaths.call, 'POST');
  }
  return {
    ownHosts: new Set([own, `${own}.local`, ...(isIP(host) ? [] : [host.toLowerCase()]), ...webHosts]),
    webHosts: new Set(webHosts),
    tokenDigest: token === undefined ? undefined : digestOf(token),
    runTokenDigest: runToken === undefined ? undefined : digestOf(runToken),
    routes,
    maxBodyBytes,
  };
}

function serverWithin(limits: HttpLimits, tls: KeyPair | undefined): Server {
  const options = {
    headersTimeout: limits.headTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    // How often Node checks for connections that exceed their time.
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
