import {
  classifyInboundRequest,
  CLIENT_CAPABILITIES_META_KEY,
  type InboundLegacyRoute,
  type InboundModernRoute,
  inputRequired,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type JSONRPCResultResponse,
  McpServer,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { noArguments, unknownTool } from '../tools/frame/error-texts.ts';
import { callTool, noteUnknownTool } from './call-tool.ts';
import { EXPLAIN_METHOD, explained, explainParams } from './explain.ts';
import { nameIn } from './client-key.ts';
import { answerIn, elicitingAsker, formOf } from './elicitation.ts';
import { idOf, isObject, showsForms } from './json.ts';
import {
  legacyVersions,
  type McpAnswer,
  type McpHandler,
  type McpHeaders,
  type McpMessage,
  type McpServing,
  MODERN_VERSION,
  progressTo,
  servedVersions,
  TOOL_LIST_LIFETIME,
} from './mcp-messages.ts';
import {
  type CallIdentity,
  type Leg,
  type NotContinued,
  type Outcome,
  SuspendedCalls,
} from './suspended-calls.ts';

const HEADER_MISMATCH_CODE = -32020;

const capabilities = { tools: {} };

type Reply = Pick<JSONRPCResultResponse, 'result'> | Pick<JSONRPCErrorResponse, 'error'>;

/** Serves a toolbox in both protocol eras, with one long-lived SDK server for each. */
export async function createSdkHandler(serving: McpServing): Promise<McpHandler> {
  const modern = await connect(serving, { era: 'modern', revision: MODERN_VERSION });
  const legacy = await connect(serving, { era: 'legacy' });
  return { answer: (message) => answer({ modern, legacy }, message) };
}

interface Eras {
  readonly modern: Channel;
  readonly legacy: Channel;
}

async function answer(eras: Eras, sent: McpMessage): Promise<McpAnswer | undefined> {
  const { message, headers } = sent;
  if (Array.isArray(message)) {
    const text = 'Batches were removed from the protocol in 2025-06-18. Send one message at a time.';
    return refusal(message, { code: ProtocolErrorCode.InvalidRequest, message: text });
  }
  const route = classifyInboundRequest({ httpMethod: 'POST', body: message, ...sdkHeaders(headers) });
  switch (route.kind) {
    case 'reject':
      return refusal(message, route, route.httpStatus);
    case 'modern':
      return answerModern(eras.modern, sent, route);
    case 'legacy':
      return answerLegacy(eras.legacy, sent, route);
  }
}

async function answerModern(
  channel: Channel,
  { message, headers, client, ...sender }: McpMessage,
  route: InboundModernRoute,
): Promise<McpAnswer | undefined> {
  const { revision = 'unknown' } = route.classification;
  if (revision !== MODERN_VERSION) return refusal(message, unsupportedVersion(revision));
  if (route.messageKind === 'notification') return { status: 202 };
  const mismatch = headers && headerMismatch(headers, route.message);
  if (mismatch) return refusal(message, { code: HEADER_MISMATCH_CODE, message: mismatch });
  const from = client(clientName(route.message));
  const reply = await channel.request(withoutNullArguments(route.message), { ...sender, client: from });
  return reply && { status: isUnknownMethod(reply) ? 404 : 200, body: envelope(route.message, reply) };
}

async function answerLegacy(
  channel: Channel,
  { message, headers: _, client, ...sender }: McpMessage,
  { reason, requestedVersion }: InboundLegacyRoute,
): Promise<McpAnswer | undefined> {
  if (reason === 'notification' || reason === 'response') return { status: 202 };
  if (reason === 'no-claim' && requestedVersion && !legacyVersions.includes(requestedVersion)) {
    return refusal(message, unsupportedVersion(requestedVersion));
  }
  // The classifier has already rejected everything except well-formed requests.
  const request = message as JSONRPCRequest;
  const reply = await channel.request(withoutNullArguments(request), { ...sender, client: client('') });
  // Older clients take a 404 for the end of their session, so only the method that they do not know is answered with
  // one.
  const status = request.method === 'subscriptions/listen' ? 404 : 200;
  return reply && { status, body: envelope(request, reply) };
}

/** The name that a client of 2026-07-28 gives itself in each request; empty if it gives none. */
function clientName({ params }: JSONRPCRequest): string {
  return nameIn(params?._meta?.['io.modelcontextprotocol/clientInfo']);
}

/** Some clients send `"arguments": null` for a tool without parameters; the SDK's schema refuses it. */
function withoutNullArguments(request: JSONRPCRequest): JSONRPCRequest {
  if (request.params?.arguments !== null) return request;
  const { arguments: _, ...params } = request.params;
  return { ...request, params };
}

function isUnknownMethod(reply: Reply): boolean {
  return 'error' in reply && reply.error.code === (ProtocolErrorCode.MethodNotFound as number);
}

function envelope({ id }: JSONRPCRequest, reply: Reply) {
  return { jsonrpc: '2.0', id, ...reply };
}

interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

function refusal(message: unknown, { code, message: text, data }: Refusal, status = 400): McpAnswer {
  const error = { code, message: text, ...(data !== undefined && { data }) };
  return { status, body: { jsonrpc: '2.0', id: idOf(message), error } };
}

function unsupportedVersion(requested: string): Refusal {
  return {
    code: ProtocolErrorCode.UnsupportedProtocolVersion,
    message: `Unsupported protocol version: ${requested}`,
    data: { supported: servedVersions, requested },
  };
}

function sdkHeaders(headers: McpHeaders | undefined) {
  return {
    ...(headers?.protocolVersion !== undefined && { protocolVersionHeader: headers.protocolVersion }),
    ...(headers?.method !== undefined && { mcpMethodHeader: headers.method }),
    ...(headers?.name !== undefined && { mcpNameHeader: headers.name }),
  };
}

async function connect(serving: McpServing, classification: MessageClassification): Promise<Channel> {
  const { toolbox, name, version } = serving;
  const { server } = new McpServer(
    { name, version },
    {
      supportedProtocolVersions: servedVersions,
      capabilities,
      instructions: toolbox.instructions,
      cacheHints: { 'tools/list': { ttlMs: TOOL_LIST_LIFETIME, cacheScope: 'private' } },
    },
  );
  const channel = new Channel({ classification });
  const tools = [...toolbox.tools];
  server.setRequestHandler('tools/list', () => ({ tools }));
  const suspended = serving.suspended ?? new SuspendedCalls();
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = params.name;
    const { args, signal, client, notify, request } = channel.opened(mcpReq.id);
    if (!toolbox.has(tool)) {
      await noteUnknownTool(serving, { name: tool, args, signal, client });
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        toolbox.aboutUnknown?.(tool) ?? unknownTool(tool),
      );
    }
    // Not a wrong argument but a wrong request: the protocol wants its own error.
    if (args !== undefined && !isObject(args)) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, noArguments(tool));
    }
    const progress = progressTo(notify, params._meta?.progressToken);
    if (classification.era === 'legacy') {
      const asker = request && elicitingAsker(request);
      return resultOf(await callTool(serving, { name: tool, args, signal, client, progress, asker }));
    }
    // The SDK does not type what a client says of itself in each request.
    const { envelope } = mcpReq;
    const asks = isObject(envelope) && showsForms(envelope[CLIENT_CAPABILITIES_META_KEY]);
    const identity = { toolbox, tool, args, client };
    return resultOf(
      await callOrResume(serving, suspended, { identity, leg: { signal, progress, asks }, mcpReq }),
    );
  });
  server.setRequestHandler(
    EXPLAIN_METHOD,
    { params: explainParams },
    ({ name: tool, arguments: args }, ctx) =>
      explained(serving, { tool, args, signal: channel.opened(ctx.mcpReq.id).signal }),
  );
  // The SDK lists only the modern versions; a client that can speak several should see all we serve.
  server.setRequestHandler('server/discover', () => ({
    supportedVersions: servedVersions,
    capabilities,
    instructions: toolbox.instructions,
  }));
  await server.connect(channel);
  return channel;
}

/** The name of the one question in an answer that asks for input. */
const QUESTION = 'allow';

/** Begins a call, or continues one that waited for an answer of the client's user. */
async function callOrResume(
  serving: McpServing,
  suspended: SuspendedCalls,
  { identity, leg, mcpReq }: { identity: CallIdentity; leg: Leg; mcpReq: ServerContext['mcpReq'] },
): Promise<Outcome | NotContinued> {
  const state = mcpReq.requestState<string>();
  const { tool: name, args, client } = identity;
  if (state !== undefined) {
    return suspended.resume(state, { identity, leg, answer: answerIn(mcpReq.inputResponses?.[QUESTION]) });
  }
  if (!leg.asks) return callTool(serving, { name, args, client, ...leg });
  return suspended.begin(identity, leg, (own) => callTool(serving, { name, args, client, ...own }));
}

function resultOf(outcome: Outcome | NotContinued) {
  if ('refused' in outcome) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, outcome.refused, {
      reason: 'invalid_request_state',
    });
  }
  if ('content' in outcome) return { ...outcome, content: [...outcome.content] };
  const inputRequests = { [QUESTION]: inputRequired.elicit(formOf(outcome.question)) };
  return inputRequired({ inputRequests, requestState: outcome.state });
}

/** Who waits for an answer, and how long. */
type Sender = Pick<McpMessage, 'signal' | 'notify' | 'request'> & { readonly client: string };

interface OpenRequest extends Sender {
  readonly settle: (reply: Reply) => void;
  readonly args: unknown;
}

/**
 * A tool call's arguments bypass the SDK. The tool checks them, and answers a list with a sentence. The SDK's own schema
 * answers with its validator's JSON, and looks at each key several times: two seconds for 300,000 keys, during which no other
 * client is served.
 */
function splitArguments(message: JSONRPCRequest): { args: unknown; rest: JSONRPCRequest } {
  const args = message.params?.arguments;
  if (message.method !== 'tools/call' || args === undefined) return { args: undefined, rest: message };
  return { args, rest: { ...message, params: { ...message.params, arguments: {} } } };
}

/**
 * An in-process transport that lives as long as the server and gives every request an id of its own, so that
 * requests of different clients never meet. Building a server and a transport for each request, as the SDK's own
 * HTTP entry does, costs several times the call. It extends the per-request transport because connecting one is
 * the only public way (SDK 2.4.0) to bind a server to 2026-07-28; nothing else of that class is used.
 */
class Channel extends PerRequestHTTPServerTransport {
  readonly #open = new Map<number, OpenRequest>();
  #lastId = 0;

  /** Resolves with the server's reply, or with nothing once the signal fires. */
  request(message: JSONRPCRequest, sender: Sender): Promise<Reply | undefined> {
    const { signal } = sender;
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      if (signal.aborted) {
        resolve(undefined);
        return;
      }
      const cancel = () => {
        this.#open.delete(id);
        resolve(undefined);
      };
      const settle = (reply: Reply) => {
        this.#open.delete(id);
        signal.removeEventListener('abort', cancel);
        resolve(reply);
      };
      signal.addEventListener('abort', cancel, { once: true });
      const { args, rest } = splitArguments(message);
      this.#open.set(id, { ...sender, settle, args });
      this.onmessage?.({ ...rest, id });
    });
  }

  /** Who waits for a request, and what a tool is called with: anything, since only the tool checks it. */
  opened(id: string | number): Partial<OpenRequest> & Pick<OpenRequest, 'signal'> {
    return this.#open.get(Number(id)) ?? { signal: AbortSignal.abort() };
  }

  override send(message: JSONRPCMessage): Promise<void> {
    if ('result' in message) this.#open.get(Number(message.id))?.settle({ result: message.result });
    else if ('error' in message) this.#open.get(Number(message.id))?.settle({ error: message.error });
    return Promise.resolve();
  }
}

interface MirroredRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** Which field of the parameters the Mcp-Name header repeats. */
const nameField: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    'tools/call': 'name',
    'prompts/get': 'name',
    'resources/read': 'uri',
  }),
);

/** The problem of a 2026-07-28 request's headers, or undefined. */
function headerMismatch(headers: McpHeaders, request: MirroredRequest): string | undefined {
  if (headers.protocolVersion === undefined) return 'The header MCP-Protocol-Version is missing.';
  if (headers.method === undefined) return 'The header Mcp-Method is missing.';
  const field = nameField.get(request.method);
  const name = field === undefined ? undefined : request.params?.[field];
  if (typeof name !== 'string') return undefined;
  if (headers.name === undefined) return 'The header Mcp-Name is missing.';
  if (decoded(headers.name) !== name) return `The header Mcp-Name differs from params.${field}.`;
  return undefined;
}

/** A value that is not plain ASCII travels as `=?base64?…?=`. */
function decoded(header: string): string | undefined {
  const value = header.trim();
  const base64 = /^=\?base64\?(.*)\?=$/.exec(value)?.[1];
  if (base64 === undefined) return value;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 ? bytes.toString('utf8') : undefined;
}
