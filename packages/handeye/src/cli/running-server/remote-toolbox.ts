import { actionFailed } from '../../device/errors.ts';
import { EXPLAIN_METHOD } from '../../server/explain.ts';
import { isObject } from '../../server/json.ts';
import type { CallOptions, Toolbox, ToolListing, ToolResult } from '../../tools/frame/toolbox.ts';
import type { RemoteServer } from './remote-server.ts';

/** The tools of a server that runs: calls are passed on to it. */
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

  /** A read-only server says so itself, about tools that it does not list. */
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

/** Looks at what is used of a listing. */
function isListing(tool: unknown): tool is ToolListing {
  return isObject(tool) && typeof tool.name === 'string' && isObject(tool.inputSchema);
}

/** Leaves out what the protocol adds, so that `--json` prints the same whoever answers. */
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
