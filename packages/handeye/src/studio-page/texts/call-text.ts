import type { ElementCall } from '../../studio/wire/screen.ts';

/** A call that names its element in another way. */
export function namedBy({ by, ...call }: ElementCall, name: string): ElementCall {
  const value = Array.isArray(call.arguments[by]) ? [name] : name;
  return { ...call, by, arguments: { ...call.arguments, [by]: value } };
}

/** A call as a model makes it. */
export function toolCallText({ tool, arguments: args }: ElementCall): string {
  return JSON.stringify({ name: tool, arguments: args }, undefined, 2);
}

/** The same as a command for a shell. The token is the reader's own to fill in: this page does not know it. */
export function curlText({ tool, arguments: args }: ElementCall, mcp: string): string {
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: args } };
  return [
    `curl -s ${quoted(mcp)}`,
    `-H "Authorization: Bearer $HANDEYE_TOKEN"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json, text/event-stream'`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(' \\\n  ');
}

/** One word for a POSIX shell: what a device wrote can say no more than itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
