/**
 * The cost of the protocol, from one run, as ratios: CPU for a call over HTTP against a minimal server, the start of a stdio
 * server against the start of Node, and memory after many calls against before. Ratios, because machines differ and this one
 * may be busy.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { median } from './android/goals.ts';

const ROUNDS = 5;
const CALLS_PER_ROUND = 10_000;
const WARM_UP_CALLS = 3_000;
const CONNECTIONS = 8;
const COLD_STARTS = 15;

const HERE = fileURLToPath(new URL('protocol/', import.meta.url));
const PRODUCT = fileURLToPath(new URL('../packages/handeye/dist/cli.js', import.meta.url));
const TOKEN = randomUUID();

interface Use {
  cpu: number;
  rss: number;
  heapUsed: number;
}

/** A server in a process of its own. */
class Measured {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
  }

  static async start(script: string, kind: 'floor' | 'ours'): Promise<Measured> {
    const child = fork(script, [kind], {
      execArgv: ['--expose-gc'],
      env: { ...process.env, BENCH_TOKEN: TOKEN },
    });
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    return new Measured(child, port);
  }

  async use(): Promise<Use> {
    this.#child.send('use');
    return ((await once(this.#child, 'message')) as [Use])[0];
  }

  /** Microseconds of CPU for each of many calls. */
  async cpuPerCall(call: Call, count: number): Promise<number> {
    const before = await this.use();
    let left = count;
    const worker = async () => {
      while (left-- > 0) await this.#send(call);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, worker));
    return ((await this.use()).cpu - before.cpu) / count;
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    const exit = once(this.#child, 'exit');
    this.#child.disconnect();
    await exit;
  }

  #send({ headers, body }: Call): Promise<void> {
    return new Promise((resolve, reject) => {
      const options = {
        host: '127.0.0.1',
        port: this.#port,
        agent: this.#agent,
        path: '/mcp',
        method: 'POST',
        headers,
      };
      const outgoing = request(options, (incoming) => {
        if (incoming.statusCode !== 200) reject(new Error(`Answered ${incoming.statusCode ?? 0}`));
        incoming.resume().once('end', resolve);
      });
      outgoing.once('error', reject).end(body);
    });
  }
}

interface Call {
  headers: Record<string, string | number>;
  body: string;
}

function toolCall(era: 'legacy' | 'modern'): Call {
  const version = '2026-07-28';
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '0' },
  };
  const params = {
    name: 'tool_7',
    arguments: { x: 500, y: 1000 },
    ...(era === 'modern' && { _meta: envelope }),
  };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const mirrored = { 'MCP-Protocol-Version': version, 'Mcp-Method': 'tools/call', 'Mcp-Name': params.name };
  return {
    body,
    headers: {
      Authorization: `Bearer ${TOKEN}`,
      'Content-Type': 'application/json',
      'Content-Length': body.length,
      ...(era === 'modern' && mirrored),
    },
  };
}

async function benchHttp(script: string): Promise<void> {
  const [floor, ours] = await Promise.all([Measured.start(script, 'floor'), Measured.start(script, 'ours')]);
  const [legacy, modern] = [toolCall('legacy'), toolCall('modern')];
  await floor.cpuPerCall(legacy, WARM_UP_CALLS);
  await ours.cpuPerCall(legacy, WARM_UP_CALLS);
  await ours.cpuPerCall(modern, WARM_UP_CALLS);
  const before = await ours.use();
  const cost: Record<'floor' | 'legacy' | 'modern', number[]> = { floor: [], legacy: [], modern: [] };
  let after = before;
  // Taken in turns, so that a busy moment of the machine falls on all of them.
  for (let round = 0; round < ROUNDS; round++) {
    cost.floor.push(await floor.cpuPerCall(legacy, CALLS_PER_ROUND));
    cost.legacy.push(await ours.cpuPerCall(legacy, CALLS_PER_ROUND));
    if (round === 0) after = await ours.use();
    cost.modern.push(await ours.cpuPerCall(modern, CALLS_PER_ROUND));
  }
  const end = await ours.use();
  await Promise.all([floor.stop(), ours.stop()]);

  const base = median(cost.floor);
  print('CPU per tools/call over HTTP, against bare node:http with the same checks (goal: at most 12x)');
  print(`  bare node:http            1.0x   ${base.toFixed(0)} us`);
  print(
    `  initialize era            ${ratio(median(cost.legacy), base)}   ${median(cost.legacy).toFixed(0)} us`,
  );
  print(
    `  2026-07-28                ${ratio(median(cost.modern), base)}   ${median(cost.modern).toFixed(0)} us`,
  );
  print('Heap of the server after a collection, against after the warm-up (goal: flat)');
  print(
    `  after ${CALLS_PER_ROUND} calls         ${ratio(after.heapUsed, before.heapUsed)}   ${megabytes(after.heapUsed)}`,
  );
  print(
    `  after ${CALLS_PER_ROUND * 2 * ROUNDS} calls        ${ratio(end.heapUsed, before.heapUsed)}   ${megabytes(end.heapUsed)}`,
  );
}

async function benchColdStart(script: string): Promise<void> {
  const bare: number[] = [];
  const ours: number[] = [];
  const command = existsSync(PRODUCT) ? [PRODUCT, 'stdio'] : [script];
  for (let start = 0; start < COLD_STARTS; start++) {
    bare.push(await timeOfBareNode());
    ours.push(await timeToToolsList(command));
  }
  // The fastest of each: a busy machine can only make a start slower.
  const [base, time] = [Math.min(...bare), Math.min(...ours)];
  print('Cold start over stdio, spawn to tools/list, against node -e 0 (goal: at most 3x)');
  print(`  node -e 0                 1.0x   ${base.toFixed(0)} ms`);
  const what = existsSync(PRODUCT) ? 'handeye stdio' : 'server alone ';
  print(`  ${what}             ${ratio(time, base)}   ${time.toFixed(0)} ms`);
}

async function timeOfBareNode(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

async function timeToToolsList(command: string[]): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  const clientInfo = { name: 'bench', version: '0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`);
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.split('\n').length > 2) break;
  }
  const time = performance.now() - start;
  child.stdin.end();
  await exit;
  return time;
}

const ratio = (value: number, base: number) => `${(value / base).toFixed(1)}x`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const print = (line: string) => {
  console.log(line);
};

const FOLDER = await mkdtemp(join(tmpdir(), 'handeye-bench-'));
try {
  await build({
    entryPoints: [join(HERE, 'http-server.ts'), join(HERE, 'stdio-server.ts')],
    outdir: FOLDER,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Bundled CommonJS asks for Node's own modules by require, which an ES module does not have.
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
  await benchHttp(join(FOLDER, 'http-server.mjs'));
  await benchColdStart(join(FOLDER, 'stdio-server.mjs'));
} finally {
  await rm(FOLDER, { recursive: true });
}
