import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { createLog } from '../../src/cli/log.ts';
import { concealmentOf, readSecretsFile } from '../../src/cli/secrets-file.ts';
import { ConfigError } from '../../src/config/check.ts';
import { loadConfig } from '../../src/config/load.ts';
import { scratchFolder } from '@handeye/testing/attached';
import { emptyHome } from '../config/given.ts';
import { PASSWORD } from '@handeye/testing/canary';

const VALUE = `${PASSWORD}-and-more`;

async function fileOf(t: TestContext, text: string, mode = 0o600): Promise<string> {
  const path = join(await scratchFolder(t), 'secrets.env');
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

function problemsOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    assert.ok(error instanceof ConfigError, String(error));
    return error.message;
  }
  return assert.fail('it should not be read');
}

test('a file that others could read is refused, and the error says what to do', async (t) => {
  for (const mode of [0o644, 0o640, 0o604, 0o622, 0o660]) {
    const path = await fileOf(t, `A=${VALUE}`, mode);
    const problem = problemsOf(() => readSecretsFile(path, { platform: 'linux' }));
    assert.match(problem, /--secrets: others can read or change .*; run: chmod 600 '/);
    assert.ok(!problem.includes(VALUE));
  }
  for (const mode of [0o600, 0o400])
    assert.equal(
      readSecretsFile(await fileOf(t, `A=${VALUE}`, mode), { platform: 'linux' })[0]?.value,
      VALUE,
    );
});

test('on Windows, which has no modes, the file has to lie in the folder of its user', async (t) => {
  const path = await fileOf(t, `A=${VALUE}`, 0o644);
  assert.equal(readSecretsFile(path, { platform: 'win32', home: join(path, '..') }).length, 1);
  assert.match(
    problemsOf(() => readSecretsFile(path, { platform: 'win32', home: join(path, '..', 'ada') })),
    /move it into your own folder/,
  );
});

test('bad lines are named by their number, all at once, without their content', async (t) => {
  const path = await fileOf(t, `A=${VALUE}\nno ${VALUE}\nB@=${VALUE}\nC=\n`);
  const problem = problemsOf(() => readSecretsFile(path));
  for (const line of [2, 3, 4]) assert.match(problem, new RegExp(`secrets\\.env: line ${line}: `));
  assert.ok(!problem.includes(VALUE));
});

test('a missing file is an error', () => {
  assert.match(
    problemsOf(() => readSecretsFile('/nowhere/secrets')),
    /cannot be read \(ENOENT\)/,
  );
});

function logTo(written: string[]) {
  return createLog({
    level: 'debug',
    plain: false,
    write: (line) => written.push(line),
    now: () => new Date(0),
  });
}

test('secrets leave the environment, and the log masks them in messages, fields and stacks', () => {
  const written: string[] = [];
  const log = logTo(written);
  const env: Record<string, string | undefined> = { HANDEYE_SECRET_KEY: VALUE, PATH: '/bin' };
  const concealment = concealmentOf({ secrets: undefined, maskCodes: false }, { log, env });
  assert.deepEqual(concealment?.secrets.names, ['KEY']);
  assert.deepEqual(env, { PATH: '/bin' });
  log.error(`failed ${VALUE}`, { path: `/a/${VALUE}`, stack: [`Error: ${VALUE}`, 'at x'] });
  assert.equal(written.length, 1);
  assert.ok(!written[0]?.includes(VALUE), written[0]);
  assert.match(written[0] ?? '', /failed \{\{KEY\}\}/);
});

test('nothing is concealed unless it is asked for', () => {
  assert.equal(
    concealmentOf({ secrets: undefined, maskCodes: false }, { log: logTo([]), env: {} }),
    undefined,
  );
});

test('a variable with a secret is no unknown setting', (t) => {
  const env = { HANDEYE_SECRET_KEY: VALUE, HANDEYE_SECRETS: '/a/file' };
  const { config, warnings } = loadConfig(new Map(), { env, platform: 'linux', home: emptyHome(t) });
  assert.equal(config.secrets, '/a/file');
  assert.deepEqual(warnings, []);
});
