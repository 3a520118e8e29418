import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { timed } from '../android/goals.ts';

const PROGRAM = join(import.meta.dirname, '../../packages/handeye/dist/cli.js');
/** Long enough that slow calls show up as a figure instead of a timeout. */
const PATIENT = { timeout: 120_000 };

/** The built server on a desktop, in a process of its own, and an MCP client that uses it. */
export class Server {
  readonly #client = new Client({ name: 'bench', version: '0' });
  readonly #transport: StdioClientTransport;

  constructor(environment: NodeJS.ProcessEnv) {
    const env = Object.fromEntries(
      Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
    );
    this.#transport = new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM, 'stdio', '--device', 'linux'],
      env,
      stderr: 'ignore',
    });
  }

  async start(): Promise<void> {
    await this.#client.connect(this.#transport);
  }

  /** Duration of a call in milliseconds, as the client sees it. */
  async call(name: string, args: Record<string, unknown>): Promise<number> {
    return timed(async () => {
      const { isError, content } = await this.#client.callTool({ name, arguments: args }, undefined, PATIENT);
      if (isError === true) throw new Error(`${name} failed: ${JSON.stringify(content)}`);
    });
  }

  /** Resident memory of the server in megabytes. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#transport.pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? NaN) / 1024;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
