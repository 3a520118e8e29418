import type { Asker } from '../guard/questions.ts';
import { callTool } from './call-tool.ts';
import { isObject } from './json.ts';
import {
  legacyVersions,
  type McpAnswer,
  type McpHandler,
  type McpHeaders,
  type McpMessage,
  type McpServing,
  MODERN_VERSION,
  progressTo,
  TOOL_LIST_LIFETIME,
} from './mcp-messages.ts';

/**
 * Serves a toolbox in both protocol eras. The requests that nearly all messages are, in their ordinary form, are answered
 * here; all others by the SDK, which is loaded for the first of them: it takes longer to load than the rest of a start, and as
 * long for a message as all else. The answers are the same (packages/core/test/server/ordinary.test.ts).
 */
export function createMcpHandler(serving: McpServing): McpHandler {
  let sdk: Promise<McpHandler> | undefined;
  return {
    async answer(sent) {
      const request = ordinaryRequest(sent);
      if (request && isServedHere(request, serving)) return ordinaryAnswer(request, sent, serving);
      sdk ??= import('./mcp.ts').then(({ createSdkHandler }) => createSdkHandler(serving));
      return (await sdk).answer(sent);
    },
  };
}

type Params = Readonly<Record<string, unknown>>;
type ProgressToken = string | number | undefined;

/** A request in its ordinary form, with nothing in it that the era does not have. */
interface OrdinaryRequest {
  readonly era: 'legacy' | 'modern';
  readonly id: string | number;
  readonly method: string;
  readonly params: Params;
  readonly progressToken: ProgressToken;
  /** The name that a client of the modern era gives itself. */
  readonly client: string;
}

const META = 'io.modelcontextprotocol/';

/** The same request in that form; undefined if there is anything unusual about it. */
function ordinaryRequest({ message, headers }: McpMessage): OrdinaryRequest | undefined {
  if (!isObject(message) || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return undefined;
  const { jsonrpc, id, method, params = {} } = message;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId(id) || !isObject(params)) return undefined;
  const { _meta: meta = {} } = params;
  if (!isObject(meta)) return undefined;
  const { progressToken } = meta;
  if (progressToken !== undefined && !isId(progressToken)) return undefined;
  const request = { id, method, params, progressToken };
  if (meta[`${META}protocolVersion`] === undefined) {
    const isOrdinary = hasOnly(meta, ['progressToken']) && areLegacy(headers);
    return isOrdinary ? { ...request, era: 'legacy', client: '' } : undefined;
  }
  const client = modernClient(meta);
  if (client === undefined || (headers && !doMirror(headers, request))) return undefined;
  return { ...request, era: 'modern', client };
}

function hasOnly(object: Params, keys: readonly string[]): boolean {
  for (const key of Object.keys(object)) if (!keys.includes(key)) return false;
  return true;
}

function isId(value: unknown): value is string | number {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function areLegacy(headers: McpHeaders | undefined): boolean {
  if (headers === undefined) return true;
  const { protocolVersion: version, method, name } = headers;
  const isKnown = version === undefined || legacyVersions.includes(version);
  return isKnown && method === undefined && name === undefined;
}

const modernKeys = ['protocolVersion', 'clientCapabilities', 'clientInfo'].map((key) => META + key);

/** The name of a client whose `_meta` is ordinary: it has nothing that the server could ask of it. */
function modernClient(meta: Params): string | undefined {
  const capabilities = meta[`${META}clientCapabilities`];
  const info = meta[`${META}clientInfo`];
  const isOrdinary =
    meta[`${META}protocolVersion`] === MODERN_VERSION &&
    isObject(capabilities) &&
    Object.keys(capabilities).length === 0 &&
    (info === undefined || isClientInfo(info)) &&
    hasOnly(meta, [...modernKeys, 'progressToken']);
  if (!isOrdinary) return undefined;
  return isObject(info) ? String(info.name) : '';
}

function isClientInfo(info: unknown): boolean {
  return (
    isObject(info) &&
    hasOnly(info, ['name', 'version', 'title']) &&
    typeof info.name === 'string' &&
    typeof info.version === 'string' &&
    (info.title === undefined || typeof info.title === 'string')
  );
}

function doMirror(
  { protocolVersion, method, name }: McpHeaders,
  request: Pick<OrdinaryRequest, 'method' | 'params'>,
): boolean {
  const named = request.method === 'tools/call' ? request.params.name : undefined;
  return protocolVersion === MODERN_VERSION && method === request.method && name === named;
}

/** Whether the method is one of those here, with ordinary parameters. */
function isServedHere({ era, method, params }: OrdinaryRequest, { toolbox }: McpServing): boolean {
  switch (method) {
    case 'initialize':
      return era === 'legacy' && isInitialize(params);
    case 'ping':
      return era === 'legacy' && hasOnly(params, ['_meta']);
    case 'tools/list':
      return hasOnly(params, ['_meta']);
    case 'tools/call': {
      const { name, arguments: args } = params;
      const hasArguments = args === undefined || args === null || isObject(args);
      const isOrdinary = hasArguments && hasOnly(params, ['name', 'arguments', '_meta']);
      return isOrdinary && typeof name === 'string' && toolbox.has(name);
    }
    default:
      return false;
  }
}

function isInitialize(params: Params): boolean {
  const { protocolVersion, capabilities, clientInfo } = params;
  return (
    hasOnly(params, ['protocolVersion', 'capabilities', 'clientInfo', '_meta']) &&
    typeof protocolVersion === 'string' &&
    isClientInfo(clientInfo) &&
    isObject(capabilities) &&
    Object.entries(capabilities).every(([name, value]) => isCapability(name, value))
  );
}

/** What clients declare: roots, which may change, and the ways to ask them. */
function isCapability(name: string, value: unknown): boolean {
  if (!isObject(value)) return false;
  if (name === 'roots')
    return hasOnly(value, ['listChanged']) && typeof (value.listChanged ?? true) === 'boolean';
  const parts = Object.values(value);
  const isPlain = parts.every((part) => isObject(part) && Object.keys(part).length === 0);
  return ['sampling', 'elicitation'].includes(name) && isPlain;
}

async function ordinaryAnswer(
  request: OrdinaryRequest,
  sent: McpMessage,
  serving: McpServing,
): Promise<McpAnswer | undefined> {
  const { signal } = sent;
  if (signal.aborted) return undefined;
  const { era, id, method } = request;
  const result = method === 'tools/call' ? await called(request, sent, serving) : stated(request, serving);
  if (result === undefined) return undefined;
  const { name, version } = serving;
  const own = { [`${META}serverInfo`]: { name, version } };
  const whole = era === 'legacy' ? result : inModernEra(result, method, own);
  return { status: 200, body: { jsonrpc: '2.0', id, result: whole } };
}

/** In the order of the SDK: a list says how long it holds, and each answer which server gave it. */
function inModernEra(result: Params, method: string, own: Params): Params {
  const list = method === 'tools/list' && { ttlMs: TOOL_LIST_LIFETIME, cacheScope: 'private' };
  const { _meta: meta } = result;
  return { ...result, resultType: 'complete', ...list, _meta: { ...(isObject(meta) && meta), ...own } };
}

/** The answers that are always the same. */
function stated({ method, params }: OrdinaryRequest, { toolbox, name, version }: McpServing): Params {
  if (method === 'ping') return {};
  if (method === 'tools/list') return { tools: toolbox.tools };
  const wanted = params.protocolVersion;
  return {
    protocolVersion: legacyVersions.find((served) => served === wanted) ?? legacyVersions[0],
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name, version },
    instructions: toolbox.instructions,
  };
}

/** The result of a call; undefined once the client does not wait any more. */
async function called(
  { era, params, progressToken, client: given }: OrdinaryRequest,
  { signal, notify, request, client }: McpMessage,
  serving: McpServing,
): Promise<Params | undefined> {
  const result = await orUndefined(
    callTool(serving, {
      name: String(params.name),
      args: params.arguments ?? undefined,
      signal,
      client: client(given),
      progress: progressTo(notify, progressToken),
      asker: era === 'legacy' && request ? await askerOf(request) : undefined,
    }),
    signal,
  );
  if (result === undefined) return undefined;
  // In the order of the SDK.
  const { _meta, content, structuredContent, isError } = result;
  return {
    ...(_meta && { _meta }),
    content,
    ...(structuredContent && { structuredContent }),
    ...(isError && { isError }),
  };
}

async function askerOf(request: NonNullable<McpMessage['request']>): Promise<Asker> {
  const { elicitingAsker } = await import('./elicitation.ts');
  return elicitingAsker(request);
}

/** The value, or nothing as soon as the signal fires. */
function orUndefined<T>(value: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      resolve(undefined);
    };
    signal.addEventListener('abort', leave, { once: true });
    value.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', leave);
    });
  });
}
