import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@handeye/testing/ports';
import type { Ending } from '../../test/real/farm/nats.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/handeye/dist/cli.js', import.meta.url));
const TOKEN = 'a-token-of-this-bench';

/** Milliseconds for a program to be ready, and to end. */
const START_LIMIT = 120_000;

/** Starts `handeye` with these arguments, as a user does, and waits until it is ready. It ends with the benchmark. */
async function started(ending: Ending, args: readonly string[]): Promise<ChildProcess> {
  const home = mkdtempSync(join(tmpdir(), 'handeye-bench-'));
  const env = { PATH: process.env.PATH, HOME: home, HANDEYE_TOKEN: TOKEN };
  const child = spawn(process.execPath, [PROGRAM, ...args, '--log-level', 'error'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  ending.after(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill();
      await exit;
    }
    rmSync(home, { recursive: true, force: true });
  });
  const end = AbortSignal.timeout(START_LIMIT);
  let said = '';
  while (!said.includes('Press Ctrl-C')) {
    const [chunk] = (await once(child.stdout, 'data', { signal: end })) as [Buffer];
    said += chunk.toString();
  }
  child.stdout.resume();
  return child;
}

/** A host of the farm with that many virtual phones. */
export async function startHost(ending: Ending, url: string, phones: number): Promise<ChildProcess> {
  const settings = ['--virtual-phones', String(phones), '--writes-per-second', '1000'];
  return started(ending, ['host', '--farm', url, '--name', 'bench', ...settings]);
}

/** A server for agents, whose tools answer as they do to models. */
export async function startServer(ending: Ending, args: readonly string[]): Promise<Client> {
  const port = await freePort();
  const settings = ['--no-studio', '--writes-per-second', '1000', '--port', String(port)];
  await started(ending, ['serve', ...args, ...settings]);
  return new Client(`http://127.0.0.1:${port}/mcp?screen=lean&observe=none`);
}

/** An MCP client of such a server. */
export class Client {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  /** The text that a tool answers with. */
  async call(name: string, args: Readonly<Record<string, unknown>>): Promise<string> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const text = await response.text();
    const answer = JSON.parse(text) as {
      readonly result?: {
        readonly isError?: boolean;
        readonly content: readonly { readonly text?: string }[];
      };
    };
    if (!answer.result || answer.result.isError === true) throw new Error(`${name}: ${text}`);
    return answer.result.content[0]?.text ?? '';
  }
}
