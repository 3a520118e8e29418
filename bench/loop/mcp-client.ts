import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { fileURLToPath } from 'node:url';
import type { Answer, Meter } from './meter.ts';
import { tokensOf } from './meter.ts';
import type { Place } from './place.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CALL_LIMIT_MS = 120_000;

export type Arguments = Readonly<Record<string, unknown>>;

/** An MCP server as a process of its own, and its tools as an agent calls them. */
export class McpTools {
  /** The list of tools, which a model reads before it calls any, and the server's instructions. */
  readonly listTokens: number;
  readonly #client: Client;
  readonly #meter: Meter;

  private constructor(client: Client, meter: Meter, listTokens: number) {
    this.#client = client;
    this.#meter = meter;
    this.listTokens = listTokens;
  }

  /** Starts `node program…`, which ends with the place. */
  static async start(
    { cleanUps }: Place,
    meter: Meter,
    { program, env }: { program: readonly string[]; env: NodeJS.ProcessEnv },
  ): Promise<McpTools> {
    const client = new Client({ name: 'bench', version: '0' });
    const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...program],
        cwd: ROOT,
        env: Object.fromEntries(set),
        stderr: 'ignore',
      }),
    );
    cleanUps.push(() => client.close());
    const { tools } = await client.listTools();
    const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const listTokens = tokensOf(JSON.stringify(seen)) + tokensOf(client.getInstructions() ?? '');
    return new McpTools(client, meter, listTokens);
  }

  /** Calls a tool; the agent reads its answer, an error too. */
  call(name: string, args: Arguments = {}): Promise<Answer> {
    return this.#meter.measure(`${name} ${JSON.stringify(args)}`, () => this.callUncounted(name, args));
  }

  /** For calls outside of any task: to let a server connect before the first call that counts. */
  async callUncounted(name: string, args: Arguments = {}): Promise<Answer> {
    const result = await this.#client.callTool({ name, arguments: args }, undefined, {
      timeout: CALL_LIMIT_MS,
    });
    const parts = result.content as readonly { readonly text?: string }[]; // the client has checked the result
    return { text: parts.map(({ text }) => text ?? '').join('\n'), failed: result.isError === true };
  }
}
