import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { everyCall, idsIn } from './every-call.ts';
import { underNode22 } from './node22.ts';
import { servedOverHttp, TOKEN } from './scripted-house.ts';
import { toolsets } from '@handeye/core/tools/toolsets';

const LAUNCHER = '@modelcontextprotocol/inspector/clients/launcher/build/index.js';

/** Runs the Inspector's command line and returns the JSON that it prints. */
async function inspect(target: readonly string[], args: readonly string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await underNode22(LAUNCHER, ['--cli', ...target, ...args]);
  assert.equal(code, 0, `${args.join(' ')}\n${stdout}\n${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const callOf = (name: string, args: object) => [
  ...['--method', 'tools/call', '--tool-name', name],
  ...Object.entries(args).flatMap(([key, value]) => [
    '--tool-arg',
    `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  ]),
];

async function listEveryTool(target: readonly string[]): Promise<void> {
  const { tools } = (await inspect(target, ['--method', 'tools/list'])) as { tools: { name: string }[] };
  assert.equal(tools.length, toolsets.device.length);
}

test('the Inspector calls every tool over HTTP', async (t) => {
  const { url, toolbox } = await servedOverHttp(t);
  const target = [url.href, '--transport', 'http', '--header', `Authorization: Bearer ${TOKEN}`];
  await listEveryTool(target);
  const state = await toolbox.call('get_screen_state', {}, { signal: new AbortController().signal });
  const calls = everyCall(
    idsIn(JSON.stringify(state.content).replaceAll('\\n', '\n').replaceAll('\\t', '\t')),
  );
  for (const [name, args] of Object.entries(calls)) {
    const { content, isError } = await inspect(target, callOf(name, args));
    assert.ok(!isError, `${name}: ${JSON.stringify(content)}`);
  }
});

test('the Inspector lists and calls tools over stdio', async () => {
  const server = fileURLToPath(new URL('scripted-stdio.ts', import.meta.url));
  const tsx = fileURLToPath(import.meta.resolve('tsx'));
  const target = [process.execPath, '--import', tsx, server];
  await listEveryTool(target);
  const { content } = await inspect(target, callOf('tap', { x: 5, y: 6 }));
  assert.deepEqual(content, [{ type: 'text', text: 'Tap executed at (5, 6)' }]);
});
