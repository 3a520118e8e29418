import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type AndroidRelease, startPhone, type VirtualPhone } from '@handeye/virtual-phone';
import { eventually, scratchFolder } from '@handeye/testing/attached';
import { PrivateAdb } from '@handeye/testing/private-adb';
import { companionsOn } from './on-phone.ts';

/** `kill -9` of the built command: its programs on the phone then have to end by themselves. */

const CLI = fileURLToPath(new URL('../../../../packages/handeye/dist/cli.js', import.meta.url));
/** For each of the three phones; `npm run soak` takes more. */
const KILLS = Number(process.env.SOAK_KILLS ?? 2);
const SEED = Number(process.env.SOAK_SEED ?? Date.now() % 2 ** 31);
/** The most signs of life on the phone before a kill: the start of the companion, then its requests. */
const MOST_SIGNS = 14;
const SERVICE = 'com.example.talk/.TalkService';

interface Case {
  readonly what: string;
  readonly release: AndroidRelease;
  readonly throughAdb: boolean;
}

const cases: readonly Case[] = [
  { what: 'straight to the phone', release: 14, throughAdb: false },
  { what: 'through the adb server', release: 14, throughAdb: true },
  { what: 'Android 5, where the companion has to switch off a service', release: 5, throughAdb: false },
];

for (const { what, release, throughAdb } of cases) {
  test(`${KILLS} times kill -9 of the server: nothing runs on, nothing is changed (${what}, SOAK_SEED=${SEED})`, async (t) => {
    const signs = new Signs();
    const phone = await startPhone({
      release,
      idleWaitMs: 10,
      onCommand: ([name]) => {
        if (name === 'app_process') signs.add();
      },
      onCompanionRequest: () => {
        signs.add();
      },
    });
    t.after(() => phone.close());
    await serviceOn(phone);
    const before = await settingsOf(phone);
    const start = await launcher(t, phone, throughAdb);
    const random = randomFrom(SEED);
    const times: number[] = [];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const server = await start();
      const enough = signs.reach(1 + random(MOST_SIGNS));
      server.works();
      await enough;
      await new Promise((resolve) => setTimeout(resolve, random(30)));
      times.push(await goneAfter(phone, () => server.kill()));
      assert.deepEqual(phone.framework.accessibilityServices.bound, [SERVICE]);
      assert.deepEqual(await settingsOf(phone), before);
      assert.match(await shell(phone, 'uiautomator dump /data/local/tmp/x.xml'), /dumped to/, 'it is free');
      assert.doesNotMatch(await shell(phone, 'ls /data/local/tmp'), /handeye-restore/);
    }
    t.diagnostic(`gone after ${times.map(Math.round).join(', ')} ms`);
  });
}

/** Counts a server's actions on the phone. */
class Signs {
  #count = 0;
  #awaited: { readonly count: number; readonly resolve: () => void } | undefined;

  add(): void {
    this.#count += 1;
    if (this.#awaited && this.#count >= this.#awaited.count) this.#awaited.resolve();
  }

  /** Resolves after so many from now on. */
  reach(more: number): Promise<void> {
    this.#count = 0;
    return new Promise((resolve) => {
      this.#awaited = { count: more, resolve };
    });
  }
}

interface Server {
  /** Lets it work without end; the outcome does not matter. */
  readonly works: () => void;
  readonly kill: () => Promise<unknown>;
}

/** Starts the built command on a phone, with a home of its own. */
async function launcher(t: TestContext, phone: VirtualPhone, throughAdb: boolean) {
  const home = await scratchFolder(t);
  const adb = throughAdb ? await PrivateAdb.start(t) : undefined;
  const device = adb ? await adb.connect(phone.port) : `tcp:${phone.serial}`;
  const { width, height } = phone.framework.display.size;
  const middle = { x: Math.round(width / 2), y: Math.round(height / 2) };
  const calls: readonly { name: string; arguments: Record<string, unknown> }[] = [
    { name: 'get_screen_state', arguments: { include_screenshot: true } },
    { name: 'tap', arguments: middle },
    { name: 'long_press', arguments: { ...middle, duration: 300 } },
    { name: 'set_clipboard', arguments: { text: 'a' } },
    { name: 'scroll', arguments: { direction: 'down' } },
    { name: 'press_home', arguments: {} },
  ];
  return async (): Promise<Server> => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [CLI, 'stdio', '--device', device, '--tier', 'companion', '--writes-per-second', '1000'],
      env: { HOME: home, XDG_CONFIG_HOME: home, PATH: '', ...environmentOf(adb) },
      stderr: 'ignore',
    });
    const client = new Client({ name: 'tests', version: '1' });
    await client.connect(transport);
    const { pid } = transport;
    assert.ok(pid);
    const isOver = new AbortController();
    return {
      works: () => {
        void (async () => {
          for (let at = 0; !isOver.signal.aborted; at += 1) {
            const call = calls[at % calls.length];
            if (call) await client.callTool(call);
          }
        })().catch(() => undefined);
      },
      kill: async () => {
        isOver.abort();
        const closed = new Promise<void>((resolve) => {
          client.onclose = resolve;
        });
        process.kill(pid, 'SIGKILL');
        await closed;
      },
    };
  };
}

function environmentOf(adb: PrivateAdb | undefined): Record<string, string> {
  return { ANDROID_ADB_SERVER_PORT: adb ? String(adb.serverPort) : '1' };
}

/** Milliseconds from the end of a server until no companion runs on the phone. */
async function goneAfter(phone: VirtualPhone, kill: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await kill();
  await eventually(() => companionsOn(phone).length === 0, 'the companion ends');
  return performance.now() - start;
}

async function serviceOn(phone: VirtualPhone): Promise<void> {
  await shell(phone, `settings put secure enabled_accessibility_services ${SERVICE}`);
  await shell(phone, 'settings put secure accessibility_enabled 1');
  assert.deepEqual(phone.framework.accessibilityServices.bound, [SERVICE]);
}

async function settingsOf(phone: VirtualPhone): Promise<readonly unknown[]> {
  const lists = await Promise.all(
    ['system', 'secure', 'global'].map((table) => shell(phone, `settings list ${table}`)),
  );
  return [...lists, phone.framework.display.rotation];
}

async function shell({ android }: VirtualPhone, command: string): Promise<string> {
  const { stdout, exit } = android.spawn(command);
  const pieces: Uint8Array[] = [];
  for await (const piece of stdout) pieces.push(piece);
  await exit;
  return Buffer.concat(pieces).toString();
}

/** Whole numbers below a limit, the same for the same seed (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}
