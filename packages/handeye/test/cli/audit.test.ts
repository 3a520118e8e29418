import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { createLog } from '../../src/cli/log.ts';
import { services as real } from '../../src/cli/wiring.ts';
import { readCommandLine } from '../../src/config/flags.ts';
import { loadConfig } from '../../src/config/load.ts';
import { settings } from '../../src/config/settings.ts';
import { Recorder } from '@handeye/core/guard/audit/recorder';
import { defaultPolicy } from '@handeye/core/guard/policy';
import { emptyHome } from '../config/given.ts';
import { entriesIn, recordPath } from '@handeye/testing/audit-stage';
import { form } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';
import { run } from './run.ts';

/** A record of a few calls by two clients. */
async function recordedCalls(t: TestContext): Promise<string> {
  const path = recordPath(t);
  const record = new Recorder(path, { run: { version: '1.2.3', policy: 'open' } });
  const policy = { ...defaultPolicy, blockedApps: ['com.example.app'] };
  const { toolbox } = bench(form({ focused: 'name' }), { record, policy });
  const call = (client: string, name: string, args: unknown) =>
    toolbox.call(name, args, { signal: new AbortController().signal, client });
  await call('x\tada', 'get_screen_state', {});
  await call('x\tada', 'press_home', {});
  await call('x\tbob\u001b[31m\nlines', 'tap', { x: 500, y: 500 });
  record.close();
  return path;
}

describe('handeye audit', () => {
  test('verify says that a record is fine, and where it is not, with exit code 1', async (t) => {
    const path = await recordedCalls(t);
    const fine = await run(t, ['audit', 'verify', path]);
    assert.equal(fine.code, 0);
    assert.match(fine.out, /: fine, 5 lines in 1 file; the last is 5, [0-9a-f]{64}$/m);
    writeFileSync(path, readFileSync(path, 'utf8').replace('press_home', 'press_back'));
    const { code, out } = await run(t, ['audit', 'verify', path]);
    assert.equal(code, 1);
    assert.match(out, /calls\.jsonl:4: the chain is broken: line 3 was changed after it was written/);
  });

  test('show prints a line per call, the newest last, and filters', async (t) => {
    const path = await recordedCalls(t);
    const { out } = await run(t, ['audit', 'show', path]);
    const lines = out.trimEnd().split('\n');
    assert.equal(lines.length, 5, out);
    assert.match(lines[0] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}-- start +version 1\.2\.3 +policy open/);
    assert.match(lines[2] ?? '', /ada +scripted .*press_home +ok/);
    assert.doesNotMatch(out, /\u001b/, 'what a client calls itself is no order to a terminal');
    const shown = async (...options: string[]) =>
      (await run(t, ['audit', 'show', path, ...options])).out.trimEnd().split('\n');
    const [denied, ...more] = await shown('--denied');
    assert.match(denied ?? '', /tap +permission_denied +--block-app com\.example\.app/);
    assert.deepEqual(more, []);
    assert.equal((await shown('--client', 'ada')).length, 2);
    assert.equal((await shown('--tool', 'tap')).length, 1);
    assert.equal((await shown('--writes')).length, 2);
    assert.deepEqual(await shown('--device', 'another'), ['']);
    const [json = ''] = await shown('--writes', '--json');
    assert.equal((JSON.parse(json) as { tool: string }).tool, 'press_home');
  });

  test('reports wrong arguments or a wrong file', async (t) => {
    const wrong = await run(t, ['audit', 'prove', 'x']);
    assert.deepEqual([wrong.code, wrong.err], [2, 'handeye audit takes verify FILE, or show FILE.\n']);
    const path = recordPath(t);
    for (const action of ['verify', 'show']) {
      const { code, err } = await run(t, ['audit', action, path]);
      assert.deepEqual([code, err], [2, `${path}: cannot be read (ENOENT)\n`]);
    }
  });
});

describe('--audit', () => {
  const log = createLog({ level: 'error', plain: true, write: () => undefined, now: () => new Date() });
  const opened = (t: TestContext, ...flags: string[]) => {
    const home = emptyHome(t);
    const { given } = readCommandLine(['--device', 'virtual', ...flags], settings);
    const { config } = loadConfig(given, { env: {}, platform: 'linux', home });
    return real.openTools(config, { log, folder: home, version: '1.2.3' });
  };

  test('begins with the version and the policy, ends with the server, and lets one server write', async (t) => {
    const path = recordPath(t);
    const { close } = await opened(t, '--audit', path, '--policy', 'careful', '--hold', '30');
    await assert.rejects(opened(t, '--audit', path), /--audit: .* process \d+ writes to it/);
    await close();
    const [start, end] = entriesIn(path);
    assert.deepEqual(
      [start?.event, start?.version, start?.policy, start?.hold, end?.event],
      ['start', '1.2.3', 'careful', 30, 'end'],
    );
    assert.match(String(start?.policyHash), /^[0-9a-f]{64}$/);
    await (await opened(t, '--audit', path)).close();
    const [, , next] = entriesIn(path);
    assert.notEqual(next?.policyHash, start?.policyHash);
    assert.equal(next?.before, undefined);
  });

  test('that cannot be written means no start', async (t) => {
    const path = join(dirname(recordPath(t)), 'missing', 'calls.jsonl');
    await assert.rejects(opened(t, '--audit', path), /--audit: .*missing.* cannot be written: ENOENT/);
    assert.equal(existsSync(path), false);
    const { code, err } = await run(t, ['stdio', '--audit', path], { services: real });
    assert.deepEqual([code, err.includes('cannot be written')], [2, true]);
    assert.throws(() => loadConfigWith(t, '--audit-screens'), /--audit-screens: needs --audit as well/);
  });
});

function loadConfigWith(t: TestContext, ...flags: string[]) {
  const { given } = readCommandLine(flags, settings);
  return loadConfig(given, { env: {}, platform: 'linux', home: emptyHome(t) });
}
