import * as z from 'zod';

const answer = z.object({
  result: z.object({
    content: z.array(z.object({ type: z.string(), text: z.string().optional() })),
    isError: z.boolean().optional(),
    _meta: z.object({ 'handeye/error': z.object({ kind: z.string() }).optional() }).optional(),
  }),
});

export interface McpAnswer {
  readonly text: string;
  /** The kind of its error; undefined if there was none. */
  readonly kind: string | undefined;
}

/** No answer came to a request. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';

  constructor(
    /** No listener: the request did not arrive. */
    readonly isRefused: boolean,
    cause: unknown,
  ) {
    super(textOf(cause), { cause });
  }
}

/** Calls a tool over MCP and HTTP, as a client of that name. */
export async function callTool(
  server: string,
  { client, tool, args }: { readonly client: string; readonly tool: string; readonly args: object },
  signal: AbortSignal,
): Promise<McpAnswer> {
  const text = await post(`${server}/mcp?client=${client}`, { name: tool, arguments: args }, signal);
  const { content, isError, _meta } = answer.parse(JSON.parse(text)).result;
  const said = content.map((item) => item.text ?? `(${item.type})`).join('\n');
  return { text: said, kind: isError === true ? (_meta?.['handeye/error']?.kind ?? 'none') : undefined };
}

async function post(url: string, params: object, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A separate connection: a kept one may be closed by the other side just when it is used.
      headers: { 'content-type': 'application/json', connection: 'close' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal,
    });
    return await response.text();
  } catch (error) {
    throw new NoAnswer(textOf(error).includes('ECONNREFUSED'), error);
  }
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? ` (${String(error.code)})` : '';
  return `${error.message}${code}${error.cause === undefined ? '' : `: ${textOf(error.cause)}`}`;
}
