import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../../packages/handeye/dist/cli.js', import.meta.url));

/** What a start may load for its first answer: less than the MCP SDK alone, or zod, or the words of the guard. */
const MOST_BYTES = 250_000;
const MOST_FILES = 10;

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-start-'));
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** The answers of the built command over stdio. With `covered`, V8 writes there what was run. */
function answersOf(t: TestContext, argv: readonly string[], messages: readonly object[], covered?: string) {
  const folder = temporary(t);
  const { PATH } = process.env;
  const { stdout } = spawnSync(process.execPath, [CLI, 'stdio', ...argv], {
    env: { PATH, HOME: folder, XDG_CONFIG_HOME: folder, ...(covered && { NODE_V8_COVERAGE: covered }) },
    input: messages.map((message) => `${JSON.stringify(message)}\n`).join(''),
    encoding: 'utf8',
  });
  return stdout.trimEnd().split('\n');
}

function filesIn(covered: string): string[] {
  return readdirSync(covered)
    .flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(covered, name), 'utf8')) as {
        result: readonly { url: string }[];
      };
      return result.map(({ url }) => url);
    })
    .filter((url) => url.startsWith('file:'))
    .map((url) => fileURLToPath(url));
}

test('the first answer over stdio loads a small part of the program', (t) => {
  const covered = temporary(t);
  const [answer = ''] = answersOf(t, [], [initialize], covered);
  assert.match(answer, /"serverInfo":\{"name":"handeye"/);
  const files = filesIn(covered);
  assert.ok(files.includes(CLI));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`);
  assert.ok(files.length <= MOST_FILES, `${files.length} files`);
});

test('tools that are listed before they are loaded are listed as the loaded ones are', (t) => {
  const configurations = [
    [],
    ['--screen-format', 'lean', '--toolset', 'all', '--policy', 'careful'],
    [
      '--device',
      'virtual',
      '--device',
      'x',
      '--toolset',
      'all',
      '--observe',
      'screen',
      '--tool-prefix',
      'x_',
    ],
  ];
  for (const argv of configurations) {
    const early = answersOf(t, argv, [initialize, list]);
    // With a record of calls everything is loaded first.
    const audit = ['--audit', join(temporary(t), 'audit')];
    const late = answersOf(t, [...argv, ...audit], [initialize, list]);
    assert.equal(early.length, 2);
    assert.deepEqual(early, late, argv.join(' '));
  }
});
