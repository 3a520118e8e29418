import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '../call/clock.ts';
import { faultFields } from '../device/fault.ts';
import type { Choices, Toolbox } from '../tools/frame/toolbox.ts';
import { FailedLogins } from './gate/failed-logins.ts';
import type { CallsInFlight } from './calls.ts';
import type { UnauthenticatedConnections } from './gate/unauthenticated.ts';
import { callPlainly, firstGenerationPaths, listPlainly, notJsonPlainly } from './first-generation.ts';
import {
  bodyTooLarge,
  checkHost,
  checkRequest,
  HEALTH_PATH,
  isTrusted,
  showsRunToken,
  type GateRules,
  type Refused,
} from './gate/gate.ts';
import { headOf } from './gate/gate.ts';
import { METRICS_TYPE, type Metrics } from './metrics/metrics.ts';
import { jsonText, parseJson } from './json.ts';
import type { Log } from './log.ts';
import { below, type Mount } from './mount.ts';
import { httpClient, sessionHeaders } from './client-key.ts';
import { choicesIn, clientIn } from './query.ts';
import { CHALLENGE_HEADER, PROOF_HEADER, proofOf } from './proof.ts';
import { notJson, type McpHandler, type McpAnswer } from './mcp-messages.ts';

export const MCP_PATH = '/mcp';
export const METRICS_PATH = '/metrics';

/** How long a refused client may go on sending before its connection is closed. */
const DRAIN_MS = 1_000;
const healthy = { status: 200, body: { status: 'healthy' } };
const retryAfter = { 'Retry-After': '1' };

interface RequestHandlerOptions {
  readonly rules: GateRules;
  readonly calls: CallsInFlight;
  /** Who answers MCP in the format that a client chose. */
  readonly mcp: (choices: Choices) => McpHandler;
  readonly toolbox: Toolbox;
  readonly runToken: string | undefined;
  readonly log: Log;
  readonly clock: Clock;
  readonly unauthenticated: UnauthenticatedConnections;
  readonly mount: Mount | undefined;
  /** The text at METRICS_PATH; without it the gate refuses that path. */
  readonly metrics: Metrics | undefined;
}

/** One exchange: a request and the means to answer it. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  /** The query, without the question mark. */
  readonly query: string;
}

/** Receives requests, passes them through the gate and routes them. Every request gets exactly one answer. */
export class RequestHandler {
  /** Set when the server stops: no new requests are accepted. */
  stopping = false;
  readonly #failedLogins: FailedLogins;

  readonly #options: RequestHandlerOptions;

  constructor(options: RequestHandlerOptions) {
    this.#options = options;
    this.#failedLogins = new FailedLogins(options.clock);
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Of requests that a stranger sends all at once, each must cost as little as possible.
    if (this.#options.unauthenticated.isAnswering(request.socket)) return;
    const { path, query } = headOf(request);
    const exchange = { request, response, path, query };
    try {
      await this.#admit(exchange);
    } catch (error) {
      if (response.destroyed) return;
      this.#options.log('error', 'request_failed', { ...faultFields(error) });
      const body = { error: 'internal', message: 'Internal error' };
      if (response.headersSent) response.destroy();
      else await this.#send(exchange, { status: 500, body });
    }
  }

  async #admit(exchange: Exchange): Promise<void> {
    const head = headOf(exchange.request);
    const { mount } = this.#options;
    const rest = mount && below(mount, exchange.path);
    if (mount && rest !== undefined) exchange.response.setHeaders(new Map(Object.entries(mount.headers)));
    if (this.stopping) return this.#turnAway(exchange);
    if (mount && rest !== undefined) return this.#admitToMount(mount, { ...exchange, path: rest });
    const decision = checkRequest(head, this.#options.rules);
    const { socket } = exchange.request;
    if (isTrusted(head, this.#options.rules, decision)) {
      this.#options.unauthenticated.trusted(socket);
      return decision.pass ? this.#serve(exchange) : this.#refuse(exchange, decision);
    }
    if (!this.#admitUntrusted(exchange)) return;
    if (exchange.response.shouldKeepAlive && !exchange.response.hasHeader('Connection')) {
      // Node's own header would announce the longer idle time of connections that showed a token.
      exchange.response.setHeader('Connection', 'keep-alive');
      exchange.response.setHeader('Keep-Alive', `timeout=${this.#options.unauthenticated.idleSeconds}`);
    }
    await (decision.pass ? this.#serve(exchange) : this.#refuse(exchange, decision));
    this.#options.unauthenticated.answered(socket);
  }

  /** Whether a request without the right token is served. */
  #admitUntrusted({ request, response }: Exchange): boolean {
    const admission = this.#options.unauthenticated.asked(request.socket);
    if (admission === 'closes') response.setHeader('Connection', 'close');
    return admission !== 'ignored';
  }

  /** A mounted page knows its own people; of the gate's checks only that of the Host is for it. */
  async #admitToMount(mount: Mount, exchange: Exchange): Promise<void> {
    const { request, response, path, query } = exchange;
    const { rules, unauthenticated } = this.#options;
    const head = headOf(request);
    const decision = checkHost(head, rules);
    if (!decision.pass) return this.#refuse(exchange, decision);
    if (!this.#admitUntrusted(exchange)) return;
    const isOwnCommand = showsRunToken(head, rules);
    const isKnown = await mount.answer({ request, path, query, isOwnCommand }, response);
    if (isKnown) unauthenticated.trusted(request.socket);
    else unauthenticated.answered(request.socket);
  }

  async #serve(exchange: Exchange): Promise<void> {
    if (exchange.path === HEALTH_PATH)
      return this.#send(exchange, { ...healthy, headers: this.#proof(exchange) });
    const { calls, metrics } = this.#options;
    // Monitoring must work while the server is busy.
    if (metrics && exchange.path === METRICS_PATH)
      return this.#send(exchange, {
        status: 200,
        text: metrics.text(),
        headers: { 'Content-Type': METRICS_TYPE },
      });
    let call = calls.begin();
    const left = call ?? new AbortController();
    const hungUp = () => {
      const reason = new Error('The client hung up.');
      left.abort(reason);
      call?.abort(reason);
    };
    exchange.response.once('close', hungUp);
    try {
      call ??= await calls.beginInTurn(left.signal);
      await (call ? this.#answer(exchange, call.signal) : this.#turnAway(exchange));
    } finally {
      exchange.response.off('close', hungUp);
      if (call) calls.end(call);
    }
  }

  async #answer(exchange: Exchange, signal: AbortSignal): Promise<void> {
    if (exchange.path === firstGenerationPaths.list) {
      return this.#send(exchange, { status: 200, body: listPlainly(this.#firstGeneration) });
    }
    const isChosen = exchange.path === MCP_PATH && exchange.query !== '';
    const choices = isChosen ? choicesIn(exchange.query, this.#options.toolbox.toolsets ?? []) : {};
    if ('problem' in choices) {
      return this.#refuse(exchange, {
        pass: false,
        status: 400,
        error: 'invalid_query',
        message: choices.problem,
      });
    }
    const { maxBodyBytes } = this.#options.rules;
    const body = await readBody(exchange.request, maxBodyBytes);
    if (!body) return this.#refuse(exchange, bodyTooLarge(maxBodyBytes));
    const answer = await this.#answerTo(exchange, body, { signal, choices });
    // A cancelled call has no answer: its client has left, or the server is stopping.
    return answer ? this.#send(exchange, answer) : this.#turnAway(exchange);
  }

  async #answerTo(
    { request, path, query }: Exchange,
    body: Buffer,
    { signal, choices }: { signal: AbortSignal; choices: Choices },
  ): Promise<Outgoing | undefined> {
    const json = parseJson(body.toString('utf8'));
    const client = httpClient(request, path === MCP_PATH ? clientIn(query) : undefined);
    if (path === MCP_PATH) {
      if (!json) return notJson;
      const mcp = this.#options.mcp(choices);
      const answer = await mcp.answer({ message: json.value, headers: mcpHeaders(request), signal, client });
      return answer && { ...answer, headers: sessionHeaders(json.value) };
    }
    if (!json) return { status: 400, body: notJsonPlainly() };
    const serving = { toolbox: this.#firstGeneration, log: this.#options.log };
    const answer = await callPlainly(serving, json.value, { signal, client: client('') });
    return signal.aborted ? undefined : { status: 200, body: answer };
  }

  /** The proof for a command of the same user that this is its server. */
  #proof({ request }: Exchange): Outgoing['headers'] {
    const { runToken } = this.#options;
    const proof = runToken && proofOf(runToken, single(request.headers[CHALLENGE_HEADER]));
    return proof ? { [PROOF_HEADER]: proof } : undefined;
  }

  /** Old clients get the same as ever, independent of other settings. */
  get #firstGeneration(): Toolbox {
    const { toolbox } = this.#options;
    return toolbox.servedAs?.({ screen: 'compact', observe: 'none' }) ?? toolbox;
  }

  async #refuse(exchange: Exchange, refused: Refused): Promise<void> {
    const { status, error, message, headers, wrongToken = false } = refused;
    const remote = exchange.request.socket.remoteAddress ?? 'unknown';
    // Every SDK client first asks for a stream with GET, which is not served here; that is normal.
    const level = wrongToken ? 'warn' : status === 405 ? 'debug' : 'info';
    this.#options.log(level, 'refused', { status, error, wrongToken, remote });
    if (wrongToken && !(await this.#failedLogins.holdBack(remote, exchange.response))) return;
    await this.#send(exchange, { status, body: { error, message }, headers });
  }

  async #turnAway(exchange: Exchange): Promise<void> {
    const message = this.stopping ? 'The server is stopping.' : 'The server is busy. Try again shortly.';
    await this.#send(exchange, { status: 503, body: { error: 'unavailable', message }, headers: retryAfter });
  }

  /** Resolves when the answer was sent, or the client is gone. */
  async #send({ request, response }: Exchange, answer: Outgoing): Promise<void> {
    if (response.destroyed) return;
    const payload = answer.text ?? (answer.body ? jsonText(answer.body) : '');
    const tooLarge = answer.status === 413;
    response.writeHead(answer.status, {
      ...(answer.body && { 'Content-Type': 'application/json' }),
      'Content-Length': Buffer.byteLength(payload),
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      ...((tooLarge || this.stopping) && { Connection: 'close' }),
      ...answer.headers,
    });
    if (tooLarge) {
      response.write(payload);
      await discardRest(request, DRAIN_MS);
    }
    response.end(tooLarge ? undefined : payload);
    if (response.writableFinished) return;
    await new Promise<void>((resolve) => response.once('finish', resolve).once('close', resolve));
  }
}

interface Outgoing extends McpAnswer {
  /** In place of a body of JSON. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

function mcpHeaders({ headers }: IncomingMessage) {
  return {
    protocolVersion: single(headers['mcp-protocol-version']),
    method: single(headers['mcp-method']),
    name: single(headers['mcp-name']),
  };
}

/** Node joins repeated headers of this kind with commas; such a value matches nothing, which is what we want. */
function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}

/** Reads a body of at most `maxBytes`; undefined when more arrives. Rejects when the client goes away. */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) {
        chunks.length = 0;
        resolve(undefined);
      } else {
        chunks.push(chunk);
      }
    });
    request.once('end', () => {
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', reject);
    request.once('close', () => {
      // It is closed after its end as well, and an error costs as much as the rest of the reading.
      if (!request.complete) reject(new Error('The client went away.'));
    });
  });
}

/**
 * Reads and discards what a refused client still sends, for a moment: closing at once would reset the connection, and
 * the client would never read why it was refused.
 */
async function discardRest(request: IncomingMessage, milliseconds: number): Promise<void> {
  if (request.complete) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    request.once('end', done).once('close', done).resume();
  });
}
