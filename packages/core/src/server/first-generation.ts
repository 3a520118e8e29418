import { unknownTool } from '../tools/frame/error-texts.ts';
import type { ContentItem, Toolbox, ToolResult } from '../tools/frame/toolbox.ts';
import { callTool, noteUnknownTool } from './call-tool.ts';
import { idOf, isObject } from './json.ts';
import type { Log } from './log.ts';

/**
 * The first generation's plain endpoints, from before it spoke MCP: a list of tools, and a call whose failures are
 * JSON-RPC errors. They exist for old clients; new ones should use /mcp.
 */
export const firstGenerationPaths = {
  list: '/mcp/v1/tools/list',
  call: '/mcp/v1/tools/call',
} as const;

type Id = string | number | null;
type Answer = Readonly<Record<string, unknown>>;

/** The answer of GET /mcp/v1/tools/list. */
export function listPlainly(toolbox: Toolbox): Answer {
  return {
    tools: toolbox.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  };
}

/** The answer of POST /mcp/v1/tools/call. */
export async function callPlainly(
  serving: { toolbox: Toolbox; log: Log },
  message: unknown,
  from: { readonly signal: AbortSignal; readonly client: string },
): Promise<Answer> {
  if (!isObject(message)) return failure(null, -32600, 'The request must be a JSON object.');
  const { jsonrpc, method, params } = message;
  const id = idOf(message);
  if (jsonrpc !== '2.0') return failure(id, -32600, `"jsonrpc" must be "2.0".`);
  if (typeof method !== 'string') return failure(id, -32600, '"method" must be a string.');
  if (method !== 'tools/call') return failure(id, -32601, 'Only the method tools/call is supported here.');
  if (!isObject(params)) return failure(id, -32602, '"params" must be an object.');
  if (typeof params.name !== 'string') return failure(id, -32602, '"params.name" must be a string.');
  const call = { name: params.name, args: unobserved(params.arguments), ...from };
  if (!serving.toolbox.has(call.name)) {
    await noteUnknownTool(serving, call);
    return failure(id, -32601, unknownTool(call.name));
  }
  return plainly(id, await callTool(serving, call));
}

/** These clients know one item an answer, and are never shown what happened. */
function unobserved(args: unknown): unknown {
  if (!isObject(args)) return args;
  const { observe: _, ...rest } = args;
  return rest;
}

/** The answer to a body that is not JSON. */
export function notJsonPlainly(): Answer {
  return failure(null, -32700, 'The body is not valid JSON.');
}

function plainly(id: Id, result: ToolResult): Answer {
  if (!result.isError) return { jsonrpc: '2.0', id, result: { content: result.content.map(withSize) } };
  const text = result.content.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
  return failure(id, result._meta?.['handeye/error'].code ?? -32603, text);
}

/** Here an image item carries its size. MCP's image item has no such fields, so there it is in `_meta`. */
function withSize(item: ContentItem): Answer {
  if (item.type === 'text') return item;
  const { type, data, mimeType, _meta } = item;
  return { type, data, mimeType, width: _meta?.width, height: _meta?.height };
}

function failure(id: Id, code: number, message: string): Answer {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
