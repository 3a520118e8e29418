/**
 * The cost of the protocol, from one run, as ratios: CPU for a call over HTTP against a minimal server, the start of a stdio
 * server against the start of Node, and memory after many calls against before. Ratios, because machines differ and this one
 * may be busy. Ends with 1 if a goal is missed.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
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

/** At most this many times as much as the least that is possible. */
const COLD_START_GOAL = 2;
const CALL_GOAL = 2;

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
  print(
    `CPU per tools/call over HTTP, against bare node:http with the same checks (goal: at most ${CALL_GOAL}x)`,
  );
  print(`  bare node:http            1.0x   ${base.toFixed(0)} us`);
  print(
    `  initialize era            ${judged(median(cost.legacy) / base, CALL_GOAL)}   ${median(cost.legacy).toFixed(0)} us`,
  );
  print(
    `  2026-07-28                ${judged(median(cost.modern) / base, CALL_GOAL)}   ${median(cost.modern).toFixed(0)} us`,
  );
  print('Heap of the server after a collection, against after the warm-up (goal: flat)');
  print(
    `  after ${CALLS_PER_ROUND} calls         ${ratio(after.heapUsed, before.heapUsed)}   ${megabytes(after.heapUsed)}`,
  );
  print(
    `  after ${CALLS_PER_ROUND * 2 * ROUNDS} calls        ${ratio(end.heapUsed, before.heapUsed)}   ${megabytes(end.heapUsed)}`,
  );
}

async function benchColdStart(): Promise<void> {
  const bare: number[] = [];
  const first: number[] = [];
  const listed: number[] = [];
  for (let start = 0; start < COLD_STARTS; start++) {
    bare.push(await timeOfBareNode());
    const { initialized, toolsListed } = await timesOfStart();
    first.push(initialized);
    listed.push(toolsListed);
  }
  // The fastest of each: a busy machine can only make a start slower.
  const [base, time] = [Math.min(...bare), Math.min(...first)];
  print(
    `Cold start of handeye stdio, from its spawn to an answer, against node -e 0 (goal: at most ${COLD_START_GOAL}x)`,
  );
  print(`  node -e 0                 1.0x   ${base.toFixed(0)} ms`);
  print(`  initialize                ${judged(time / base, COLD_START_GOAL)}   ${time.toFixed(0)} ms`);
  const last = Math.min(...listed);
  print(`  then tools/list           ${ratio(last, base)}   ${last.toFixed(0)} ms`);
}

async function timeOfBareNode(): Promise<number> {
  const start = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit');
  return performance.now() - start;
}

/** Milliseconds from the spawn to the answer of initialize, and to that of the list that a client asks for then. */
async function timesOfStart(): Promise<{ initialized: number; toolsListed: number }> {
  const start = performance.now();
  const child = spawn(process.execPath, [PRODUCT, 'stdio'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const exit = once(child, 'exit');
  const clientInfo = { name: 'bench', version: '0' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const say = (id: number, method: string, rest = {}) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, ...rest })}\n`);
  say(1, 'initialize', { params });
  const times: number[] = [];
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    const answers = text.split('\n').length - 1;
    if (answers > times.length) times.push(performance.now() - start);
    if (answers === 1) say(2, 'tools/list');
    if (answers === 2) break;
  }
  child.stdin.end();
  await exit;
  const [initialized = NaN, toolsListed = NaN] = times;
  return { initialized, toolsListed };
}

/** The ratio, and whether it meets the goal. */
function judged(measured: number, goal: number): string {
  const isMet = measured <= goal;
  if (!isMet) process.exitCode = 1;
  return `${measured.toFixed(1)}x ${isMet ? 'met' : 'MISSED'}`;
}

const ratio = (value: number, base: number) => `${(value / base).toFixed(1)}x`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const print = (line: string) => {
  console.log(line);
};

const FOLDER = await mkdtemp(join(tmpdir(), 'handeye-bench-'));
try {
  await build({
    entryPoints: [join(HERE, 'http-server.ts')],
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
  await benchColdStart();
} finally {
  await rm(FOLDER, { recursive: true });
}
