import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { detectorOf } from '../scripts/test-run/leaks.ts';
import { runTests } from '../scripts/test-run/run.ts';

/** Not the one of the tests themselves, which must not be found in what this test leaves. */
const CANARY = 'Qw8zTf51';
const VALUE = `a secret ${CANARY} &1`;
const IN_PARTS = `['Qw8z', 'Tf51'].join('')`;

/** Runs one test whose body is this, as `npm test` does. */
async function ran(t: TestContext, body: string) {
  const folder = await mkdtemp(join(tmpdir(), 'handeye-run-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'one.test.mjs');
  await writeFile(
    file,
    `import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
const value = 'it is ' + ${IN_PARTS};
const folder = () => mkdtempSync(join(tmpdir(), 'handeye-'));
test('one', async (t) => { ${body} });`,
  );
  // A test inside of a test is told apart by this variable, and then reports in another form.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return runTests({ files: [file], concurrency: 1, env, cwd: folder, stdio: 'ignore', canary: CANARY });
}

/** Where a test may leave a secret, and how the run names that place. */
const leaks: Readonly<Record<string, { body: string; says: RegExp }>> = {
  'prints it': { body: 'console.log(value);', says: /is in heard\/report,/ },
  'fails with it': { body: 'throw new Error(value);', says: /is in heard\/report,/ },
  'is answered with it over HTTP': {
    body: `const server = createServer((_, answer) => answer.end(JSON.stringify({ value }))).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      await (await fetch('http://127.0.0.1:' + server.address().port + '/mcp')).text();
      server.closeAllConnections();
      server.close();`,
    says: /is in heard\/heard-\d+,/,
  },
  'starts a command that prints it': {
    body: `const child = spawn(process.execPath, ['-e', 'console.error(process.env.SECRET)'],
        { env: { SECRET: value }, stdio: 'pipe' });
      child.stderr.resume();
      await new Promise((resolve) => child.once('close', resolve));`,
    says: /is in heard\/heard-\d+,/,
  },
  'writes it to a file that it removes': {
    body: `const own = folder();
      writeFileSync(join(own, 'audit.jsonl'), Buffer.from('x' + value).toString('base64'));
      await rm(own, { recursive: true });`,
    says: /is in found\/\d+-1\/handeye-\w+\/audit\.jsonl,/,
  },
  'writes it to a file that it leaves': {
    body: `writeFileSync(join(folder(), 'film.mp4'), value);`,
    says: /is in t\/handeye-\w+\/film\.mp4,/,
  },
};

suite('a run of tests', () => {
  test('in which nothing tells a secret has no problem, also where a file gives secrets to a server', async (t) => {
    const body = `const own = folder();
      writeFileSync(join(own, 'secrets.env'), 'A=' + value);
      rmSync(own, { recursive: true });
      if (process.env.ANDROID_ADB_SERVER_PORT === '5037') throw new Error('the port of others');`;
    assert.deepEqual(await ran(t, body), { code: 0, problems: [] });
  });

  // The runner is kept from following promises: light-tracking.ts.
  for (const [what, body] of [
    ['an error after a test has ended', `setImmediate(() => { throw new Error('late'); });`],
    ['a rejection that nobody handles', `void Promise.reject(new Error('lost'));`],
    ['a failed test in a test', `await t.test('inner', () => { throw new Error('inner'); });`],
  ] as const)
    test(`fails by ${what}`, async (t) => {
      assert.deepEqual(await ran(t, body), { code: 1, problems: [] });
    });

  for (const [what, { body, says }] of Object.entries(leaks)) {
    test(`in which a test ${what} has the problem that a secret is told, and where`, async (t) => {
      const { problems } = await ran(t, body);
      const kept = / is kept in (.*)$/.exec(problems.at(-1) ?? '')?.[1];
      assert.ok(kept, problems.join('\n'));
      t.after(() => rm(kept, { recursive: true }));
      assert.equal(problems.length, 2, problems.join('\n'));
      assert.match(problems[0] ?? '', says);
      assert.ok(!problems.join('\n').includes(CANARY), 'the problem does not tell it again');
    });
  }

  // Only Linux tells which processes belong to a run.
  if (process.platform === 'linux')
    test('that leaves a process has the problem that it does, and ends it', async (t) => {
      // As adb's server: of no terminal, with nothing of the run but its home.
      const body = `const home = folder();
      const child = spawn('sleep', ['600'], { env: { HOME: home }, cwd: '/', detached: true, stdio: 'ignore' });
      child.unref();`;
      const { code, problems } = await ran(t, body);
      assert.deepEqual(
        { code, problems },
        {
          code: 0,
          problems: ['a process was left behind, and was ended: sleep 600 '],
        },
      );
    });
});

test('a secret is found in every form that it may take, and in nothing else', () => {
  const isLeak = detectorOf(CANARY);
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  for (const form of [
    VALUE,
    VALUE.toLowerCase(),
    JSON.stringify(JSON.stringify(VALUE)),
    encodeURIComponent(VALUE),
    Array.from(VALUE).join(' '),
    'Qw8z Tf51',
    'Qw8z-Tf51',
    Buffer.from(VALUE, 'utf16le').toString('latin1'),
    Buffer.from(VALUE).toString('hex'),
    ...['', 'x', 'xy', 'demo:'].map((before) => base64(`${before}${CANARY}!`)),
    ...['', 'x', 'xy'].map((before) => Buffer.from(`${before}${VALUE}`).toString('base64url')),
  ])
    assert.ok(isLeak(`before ${form} after`), form);
  for (const text of ['', '{{PASSWORD}}', 'Qw8z', base64('a secret &1'), CANARY.slice(1)])
    assert.ok(!isLeak(text), text);
});
