import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { emptyHome } from '../../packages/handeye/test/config/given.ts';
import { FakeMac } from '../../packages/macos/test/fake/mac.ts';
import type { FakeWorld } from '../../packages/macos/test/fake/world.ts';
import { FakePrograms, optionsOf } from '../../packages/macos/test/house.ts';
import { bridgesOf } from '../../packages/macos/test/processes.ts';
import { application, desk } from '../../packages/macos/test/worlds.ts';

/** An MCP client, connected to Handeye as it would be started by any client, with the Mac as its device. */
async function connected(t: TestContext, world: FakeWorld) {
  const mac = new FakeMac(t, world);
  const options = optionsOf(mac, new FakePrograms(t));
  const program = join(import.meta.dirname, 'handeye-on-fake-mac.ts');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ['--import=tsx', program, JSON.stringify(options), 'stdio', '--device', 'macos'],
    env: { PATH: process.env.PATH ?? '', HOME: emptyHome(t) },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'test', version: '1' });
  t.after(() => client.close());
  await client.connect(transport);
  const text = async (name: string, args: Record<string, unknown> = {}) => {
    const { content } = (await client.callTool({ name, arguments: args })) as { content: { text: string }[] };
    return content[0]?.text ?? '';
  };
  return { mac, client, text, server: transport.pid ?? 0 };
}

/** Waits for a condition, never for a fixed time. */
async function until(holds: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!holds()) {
    assert.ok(Date.now() < end);
    await sleep(20);
  }
}

test('no bridge survives the server, however the server ends', async (t) => {
  const stuck = application(666, 'Stuck', { fault: 'hang' });
  const world = desk();
  const withStuck = { ...world, applications: [...world.applications!, stuck.app] };
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { text, server } = await connected(t, withStuck);
    // One bridge waits for an application that hangs until its client is gone; meanwhile another bridge works.
    text('get_ui_tree', { app: 'Stuck' }).catch(() => undefined);
    await text('get_ui_tree', { app: 'Notes' });
    await until(() => bridgesOf(server).length === 2);
    const bridges = bridgesOf(server);
    process.kill(server, signal);
    await until(() => bridges.every((pid) => !isAlive(pid)));
  }
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
