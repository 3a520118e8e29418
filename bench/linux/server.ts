import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { timed } from '../android/goals.ts';
import { residentMegabytes } from './memory.ts';

const PROGRAM = join(import.meta.dirname, '../../packages/handeye/dist/cli.js');
/** Long enough that slow calls show up as a figure instead of a timeout. */
const PATIENCE = 120_000;
const limits = { look: PATIENCE, tree: PATIENCE, find: PATIENCE, focus: PATIENCE, windows: PATIENCE };

/** The built server on a desktop, in a process of its own, and an MCP client that uses it. */
export class Server {
  readonly #client = new Client({ name: 'bench', version: '0' });
  readonly #transport: StdioClientTransport;

  private constructor(environment: NodeJS.ProcessEnv, config: string) {
    const env = Object.fromEntries(
      Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'stdio', '--device', 'linux', '--config', config],
      env,
      stderr: 'ignore',
    });
  }

  static async start(environment: NodeJS.ProcessEnv): Promise<Server> {
    const config = join(environment.HOME ?? '', 'handeye.json');
    await writeFile(config, JSON.stringify({ limits }));
    const server = new Server(environment, config);
    await server.#client.connect(server.#transport);
    return server;
  }

  /** Duration of a call in milliseconds, as the client sees it. */
  async call(name: string, args: Record<string, unknown>): Promise<number> {
    return timed(async () => {
      const { isError, content } = await this.#client.callTool({ name, arguments: args }, undefined, {
        timeout: PATIENCE,
      });
      if (isError === true) throw new Error(`${name} failed: ${JSON.stringify(content)}`);
    });
  }

  /** Resident memory of the server in megabytes. */
  memory(): number {
    return residentMegabytes(this.#transport.pid ?? 0);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
