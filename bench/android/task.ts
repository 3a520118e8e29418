import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import type { TierName } from '@handeye/android/tier-choice';
import { type Figure, timed } from './goals.ts';
import { realProgram } from '../real-programs.ts';
import { startPhone, type Workplace } from './workplace.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const keys = ['digit_7', 'op_add', 'digit_3', 'eq'];
/** The labels of the same keys on the screen. */
const labels = ['7', 'plus', '3', 'equals'];

/** An agent's hands: calls a tool, and counts the tokens of its answers. */
class Agent {
  #tokens = 0;
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** The counts since the last call of this function. */
  taken(): number {
    const tokens = this.#tokens;
    this.#tokens = 0;
    return tokens;
  }

  async call(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const result = await this.#client.callTool({ name, arguments: args });
    const parts = result.content as readonly { readonly text?: string }[];
    const text = parts.map((part) => part.text ?? '').join('\n');
    if (result.isError === true) throw new Error(`${name}: ${text}`);
    this.#tokens += encode(text).length;
    return text;
  }
}

/**
 * The same task by Handeye and by mobile-mcp (over plain adb, as its users run it): open the calculator, read the
 * screen, press 7 + 3 =, read the result. By coordinates, as read from one look; in lean by ids, which are looked for again.
 */
export async function task(place: Workplace): Promise<Figure[]> {
  // The companion would keep mobile-mcp from reading the screen while it runs: it gets a phone of its own.
  const ours = await handeye(place, place.serial, 'plain');
  const lean = await handeye(place, place.serial, 'plain', ['--screen-format', 'lean']);
  const { serial } = await startPhone(place.cleanUps);
  const quick = await handeye(place, `tcp:${serial}`, 'companion');
  const theirs = await agent(place, [realProgram('@mobilenext/mobile-mcp/lib/index.js')], {
    ANDROID_HOME: await androidHome(place),
    MOBILEMCP_LEGACY_ROBOT: '1',
    MOBILEMCP_DISABLE_TELEMETRY: '1',
  });
  place.cleanUps.push(() => endDaemon(place.home));
  const device = place.serial;
  // Each once to warm up: the work at a first call is not part of the task.
  await ours.call('get_screen_state');
  await quick.call('get_screen_state');
  await theirs.call('mobile_get_screen_size', { device });
  await place.adb('-s', device, 'shell', 'input keyevent 3');
  await lean.call('press_home');
  lean.taken();
  const leanTime = await timed(() => byLeanHandeye(lean));
  const leanTokens = lean.taken();
  await place.adb('-s', device, 'shell', 'am force-stop com.android.calculator2; input keyevent 3');
  ours.taken();
  const ourTime = await timed(() => byHandeye(ours));
  const ourTokens = ours.taken();
  await place.adb('-s', device, 'shell', 'am force-stop com.android.calculator2; input keyevent 3');
  const quickTime = await timed(() => byHandeye(quick));
  theirs.taken();
  const theirTime = await timed(() => byMobileMcp(theirs, device));
  const theirTokens = theirs.taken();
  const figure = (what: string, mine: number, other: number): Figure => ({
    what: `7 + 3 in the calculator, ${what}, against mobile-mcp`,
    measured: other / mine,
    unit: what.startsWith('time') ? 'x faster' : 'x fewer',
    goal: undefined,
    how: `${mine.toFixed(0)} against ${other.toFixed(0)} ${what.startsWith('time') ? 'ms' : 'tokens of all results'}`,
  });
  return [
    figure('time (plain ADB)', ourTime, theirTime),
    figure('time (companion)', quickTime, theirTime),
    figure('tokens', ourTokens, theirTokens),
    figure('time (plain ADB, format lean)', leanTime, theirTime),
    figure('tokens (format lean)', leanTokens, theirTokens),
  ];
}

/** In compact no tool starts an application by its name: an agent goes by the home screen, as a person does. */
async function byHandeye(agent: Agent): Promise<void> {
  await agent.call('press_home');
  await agent.call('tap', rowCentre(await agent.call('get_screen_state'), 'Calculator'));
  const screen = await agent.call('get_screen_state');
  for (const key of keys) await agent.call('tap', rowCentre(screen, key));
  mustHold(await agent.call('find_elements', { by: 'resource_id', value: 'formula' }), '10');
}

/** In lean an answer tells the new screen, and several steps are one call. Each element is looked for before it is pressed. */
async function byLeanHandeye(agent: Agent): Promise<void> {
  const screen = await agent.call('open_app', { app: 'Calculator' });
  const presses = labels.map((label) => ({
    tool: 'click_element',
    arguments: { element_id: listedId(screen, label) },
  }));
  mustHold(await agent.call('run_steps', { steps: presses }), '10');
}

async function byMobileMcp(agent: Agent, device: string): Promise<void> {
  const elements = () => agent.call('mobile_list_elements_on_screen', { device });
  await agent.call('mobile_launch_app', { device, packageName: 'com.android.calculator2' });
  const screen = await elements();
  for (const key of keys) {
    await agent.call('mobile_click_on_screen_at_coordinates', { device, ...listedCentre(screen, key) });
  }
  mustHold(await elements(), '10');
}

/** The id of the line of lean that has a label among its parts. */
function listedId(screen: string, label: string): string {
  const lines = screen.split('\n').map((line) => /^ *(\d+) (?:\[[^\]]*\] )?(.*)$/.exec(line) ?? []);
  return lines.find(([, , said = '']) => said.split(' | ').includes(label))?.[1] ?? '';
}

/** The middle of the element in a row of compact. */
function rowCentre(screen: string, name: string): { x: number; y: number } {
  const rows = screen.split('\n').map((line) => line.split('\t'));
  const row = rows.find((cells) =>
    cells.slice(2, 5).some((cell) => cell === name || cell.endsWith(`/${name}`)),
  );
  const [a = NaN, b = NaN, c = NaN, d = NaN] = (row?.[5] ?? '').split(',').map(Number);
  return { x: Math.round((a + c) / 2), y: Math.round((b + d) / 2) };
}

function listedCentre(screen: string, id: string): { x: number; y: number } {
  const line = screen.split('\n').find((candidate) => candidate.includes(`/${id}"`));
  const [, x, y, width, height] = /at=(\d+),(\d+) size=(\d+)x(\d+)/.exec(line ?? '') ?? [];
  return { x: Math.round(Number(x) + Number(width) / 2), y: Math.round(Number(y) + Number(height) / 2) };
}

function handeye(
  place: Workplace,
  device: string,
  tier: TierName,
  options: readonly string[] = [],
): Promise<Agent> {
  const cli = join(ROOT, 'packages/handeye/src/cli/bin.ts');
  return agent(place, [cli, 'stdio', '--tier', tier, '--device', device, ...options], {});
}

async function agent(place: Workplace, program: readonly string[], env: NodeJS.ProcessEnv): Promise<Agent> {
  const client = new Client({ name: 'bench', version: '0' });
  const full = Object.entries({ ...place.env, ...env }).filter(([, value]) => value !== undefined);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ['--import', 'tsx', ...program],
      cwd: ROOT,
      env: Object.fromEntries(full) as Record<string, string>, // entries without a value were left out
      stderr: 'ignore',
    }),
  );
  place.cleanUps.push(() => client.close());
  return new Agent(client);
}

/** A folder that looks like an Android SDK: its adb is the real one. */
async function androidHome({ home }: Workplace): Promise<string> {
  const tools = join(home, 'sdk', 'platform-tools');
  await mkdir(tools, { recursive: true });
  await symlink(execFileSync('which', ['adb']).toString().trim(), join(tools, 'adb'));
  return join(home, 'sdk');
}

/** mobile-mcp leaves a process behind, which names itself in its home. */
async function endDaemon(home: string): Promise<void> {
  const file = await readFile(join(home, '.mobilecli', 'daemon.pid'), 'utf8').catch(() => undefined);
  if (file !== undefined) process.kill((JSON.parse(file) as { readonly pid: number }).pid);
}

function mustHold(screen: string, result: string): void {
  if (!new RegExp(`\\b${result}\\b`).test(screen)) throw new Error(`no ${result} on the screen: ${screen}`);
}
