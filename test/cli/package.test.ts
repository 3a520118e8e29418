import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

describe('the npm package, installed in an empty folder,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-package-'));
  const installed = join(folder, 'node_modules', 'handeye');
  // The environment of `npm test` would tell the npm inside which project it works on.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, XDG_CONFIG_HOME: folder };
  const handeye = async (...args: string[]) =>
    (await run('npx', ['--no-install', 'handeye', ...args], { cwd: folder, env })).stdout;

  before(async () => {
    await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root, env });
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    assert.equal(tarball, `handeye-${version}.tgz`);
    writeFileSync(join(folder, 'package.json'), '{ "private": true }');
    await run('npm', ['install', '--no-audit', '--no-fund', `./${tarball}`], { cwd: folder, env });
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('says its version', async () => {
    assert.equal(await handeye('--version'), `${version}\n`);
  });

  test('shows its help', async () => {
    assert.match(await handeye('--help'), /^Usage: handeye \[command\] \[options\]$/m);
  });

  test('tells a client how to start it', async () => {
    const printed = await handeye('client-config', 'cursor', '--json', '--over', 'stdio', '--no-auth');
    assert.deepEqual(JSON.parse(printed), {
      mcpServers: {
        handeye: { command: process.execPath, args: [join(installed, 'dist', 'cli.js'), 'stdio'] },
      },
    });
  });

  test('holds what a user needs and nothing else', () => {
    const files = readdirSync(installed).filter((name) => name !== 'node_modules');
    const known = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'dist', 'docs', 'package.json'];
    assert.deepEqual(
      files.filter((name) => !known.includes(name)),
      [],
    );
    assert.ok(files.includes('LICENSE'));
    assert.equal(statSync(join(installed, 'dist', 'cli.js')).mode & 0o111, 0o111);
  });

  test('has the bridge to a Mac where it is looked for, with the library that it needs', async () => {
    const parts = join(installed, 'dist', 'parts');
    const starts = (name: string) => readFileSync(join(parts, name), 'utf8').includes('../macos-bridge.js');
    assert.equal(readdirSync(parts).filter(starts).length, 1);
    const bridge = run(process.execPath, [join(parts, '../macos-bridge.js')], { cwd: folder, env });
    await assert.rejects(bridge, { code: 1, stdout: /CoreFoundation cannot be loaded. Is this a Mac\?/ });
  });

  test('carries the licence of every package inside it', () => {
    const licences = readFileSync(join(installed, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    assert.match(licences, /^zod [\d.]+ \(MIT\)\n\n.*Copyright/ms);
  });
});
