/** The headers that mirror a message's body since 2026-07-28, so that proxies can route without parsing it. */
export interface McpHeaders {
  readonly protocolVersion: string | undefined;
  readonly method: string | undefined;
  readonly name: string | undefined;
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

/** What is wrong with the headers of a 2026-07-28 request, or nothing. */
export function headerMismatch(headers: McpHeaders, request: MirroredRequest): string | undefined {
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
