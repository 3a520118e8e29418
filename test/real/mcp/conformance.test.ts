import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { bearerProxy } from './bearer-proxy.ts';
import { type Expected, type Line, lines } from './conformance-list.ts';
import { underNode22 } from './node22.ts';
import { servedOverHttp } from './scripted-house.ts';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

/** The checks of every scenario that ran, by the scenario's name. */
async function run(line: Line, url: URL, folder: string): Promise<Map<string, readonly Check[]>> {
  const args = ['server', '--url', url.href, ...line.args, '-o', folder];
  const { stderr } = await underNode22(`${line.package}/dist/index.js`, args);
  const ran = await readdir(folder).catch(() => assert.fail(`nothing ran: ${stderr}`));
  const entries = ran.map(async (name) => {
    const checks = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')) as Check[];
    // server-tools-list-2026-11-15T08-39-25-571Z
    return [name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, ''), checks] as const;
  });
  return new Map(await Promise.all(entries));
}

function judge(
  name: string,
  checks: readonly Check[] | undefined,
  { checks: wanted, beyond = [] }: Expected,
): void {
  assert.ok(checks, `the scenario ${name} did not run`);
  const passed = new Set(checks.filter(({ status }) => status === 'SUCCESS').map(({ id }) => id));
  assert.deepEqual(
    wanted.filter((id) => !passed.has(id)),
    [],
    `checks of ${name} that must pass`,
  );
  const failed = checks.filter(({ id, status }) => status === 'FAILURE' && !beyond.includes(id));
  assert.deepEqual(
    failed.map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
    [],
    `failures of ${name}`,
  );
}

for (const [title, line] of Object.entries(lines)) {
  test(`conformance suite, ${title}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'handeye-conformance-'));
    t.after(() => rm(folder, { recursive: true, force: true }));
    const { url } = await servedOverHttp(t);
    const scenarios = await run(line, await bearerProxy(t, url), folder);
    for (const [name, expected] of Object.entries(line.scenarios)) judge(name, scenarios.get(name), expected);
  });
}
