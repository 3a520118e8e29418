import { isObject } from '@handeye/core/server/json';
import type {
  CallOptions,
  Choices,
  Toolbox,
  ToolListing,
  ToolResult,
} from '@handeye/core/tools/frame/toolbox';
import { type Connection, ServerProblem } from './connection.ts';
import type { ServerRecord } from './record.ts';
import { actionFailed } from '@handeye/core/device/errors';
import { EXPLAIN_METHOD } from '@handeye/core/server/explain';

const PROTOCOL = '2026-07-28';
const CLIENT_NAME = 'handeye call';

/** The MCP endpoint of a running server, with the chosen query. */
export class RemoteServer {
  readonly #connection: Connection;
  readonly #record: ServerRecord;
  readonly #path: string;
  readonly #version: string;

  constructor(
    connection: Connection,
    record: ServerRecord,
    { choices, version }: { readonly choices: Choices; readonly version: string },
  ) {
    this.#connection = connection;
    this.#record = record;
    this.#path = `/mcp${queryOf(choices)}`;
    this.#version = version;
  }

  get isReadOnly(): boolean {
    return this.#record.settings.readOnly === true;
  }

  /** The result of a request. */
  async request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>>> {
    const { status, json } = await this.#post(method, params, signal);
    if (!isObject(json)) throw this.answersWrongly();
    if (isObject(json.result)) return json.result;
    // An error of MCP is an object; one of the gate is a word with a message beside it.
    const { message } = isObject(json.error) ? json.error : json;
    if (typeof message !== 'string') throw this.answersWrongly();
    throw new ServerProblem(this.#record, `refused the request (${status}): ${message}`);
  }

  answersWrongly(): ServerProblem {
    return new ServerProblem(this.#record, 'gave an answer that this version does not understand.');
  }

  async #post(method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal) {
    const envelope = {
      'io.modelcontextprotocol/protocolVersion': PROTOCOL,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: CLIENT_NAME, version: this.#version },
    };
    const message = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: envelope } };
    const headers = {
      'MCP-Protocol-Version': PROTOCOL,
      'Mcp-Method': method,
      ...(typeof params.name === 'string' && { 'Mcp-Name': params.name }),
    };
    try {
      return await this.#connection.post(this.#path, message, { headers, signal });
    } catch (error) {
      if (signal.aborted) throw new Error('The call was cancelled.', { cause: error });
      const why = error instanceof Error ? error.message : String(error);
      throw new ServerProblem(this.#record, `broke off during the call (${why}).`, { cause: error });
    }
  }
}

function queryOf({ screen, observe, toolsets }: Choices): string {
  const query = Object.entries({ screen, observe, toolset: toolsets?.join(',') }).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`],
  );
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

/** The tools of a running server; calls are forwarded to it. */
export class RemoteToolbox implements Toolbox {
  readonly instructions = '';
  readonly tools: readonly ToolListing[];
  readonly #server: RemoteServer;

  private constructor(server: RemoteServer, tools: readonly ToolListing[]) {
    this.#server = server;
    this.tools = tools;
  }

  static async of(server: RemoteServer, signal: AbortSignal): Promise<RemoteToolbox> {
    const { tools } = await server.request('tools/list', {}, signal);
    if (!Array.isArray(tools) || !tools.every(isListing)) throw server.answersWrongly();
    return new RemoteToolbox(server, tools);
  }

  /** A read-only server itself refuses tools that it does not list. */
  has(name: string): boolean {
    return this.#server.isReadOnly || this.tools.some((tool) => tool.name === name);
  }

  async call(name: string, args: unknown, { signal }: CallOptions): Promise<ToolResult> {
    const result = withoutProtocol(
      await this.#server.request('tools/call', { name, arguments: args }, signal),
    );
    if (!isResult(result)) throw this.#server.answersWrongly();
    return result;
  }

  async explain(name: string, args: unknown, { signal }: CallOptions): Promise<string> {
    const { said, fails } = await this.#server.request(EXPLAIN_METHOD, { name, arguments: args }, signal);
    if (typeof fails === 'string') throw actionFailed(fails);
    if (typeof said !== 'string') throw this.#server.answersWrongly();
    return said;
  }
}

/** Validates the used parts of a listing. */
function isListing(tool: unknown): tool is ToolListing {
  return isObject(tool) && typeof tool.name === 'string' && isObject(tool.inputSchema);
}

/** Removes the protocol's additions, so that `--json` prints the same with and without a server. */
function withoutProtocol({ content, structuredContent, isError, _meta: meta }: Record<string, unknown>) {
  const failure = isObject(meta) ? meta['handeye/error'] : undefined;
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(isError === true && { isError }),
    ...(failure !== undefined && { _meta: { 'handeye/error': failure } }),
  };
}

function isResult(result: { readonly content: unknown }): result is ToolResult {
  return Array.isArray(result.content) && result.content.every(isItem);
}

function isItem(item: unknown): boolean {
  if (!isObject(item)) return false;
  return item.type === 'text' ? typeof item.text === 'string' : typeof item.data === 'string';
}
