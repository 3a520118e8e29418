import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startHttp } from '@handeye/core/server/http';
import type { Toolbox, ToolResult } from '@handeye/core/tools/frame/toolbox';
import { callers } from '@handeye/testing/tools';

const TOKEN = 'a-token-for-the-tests-only';
/** How long the client waits. The server's own limits end every call sooner. */
const TIMEOUT = 300_000;

/** The tools as an agent sees them: served over HTTP and called by a real MCP client, which checks every answer. */
export async function toolsOverMcp(
  toolbox: Toolbox,
): Promise<{ tools: ReturnType<typeof callers>; end: () => Promise<void> }> {
  const server = await startHttp({
    toolbox,
    name: 'handeye',
    version: '0',
    token: TOKEN,
    port: 0,
    log: () => undefined,
  });
  const client = new Client({ name: 'agent', version: '1' });
  const headers = { Authorization: `Bearer ${TOKEN}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), { requestInit: { headers } }),
  );
  // The client checks answers against their schemas only after this.
  await client.listTools();
  // The client's type of a result allows more than our tools ever answer.
  const call: Toolbox['call'] = async (name, args) =>
    (await client.callTool(
      { name, arguments: args as Record<string, unknown> },
      { timeout: TIMEOUT },
    )) as unknown as ToolResult;
  return {
    tools: callers({ ...toolbox, call }),
    end: async () => {
      await client.close();
      await server.close({ grace: 0 });
    },
  };
}
