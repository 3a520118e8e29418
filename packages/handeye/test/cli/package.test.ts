import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'packages/handeye/package.json'), 'utf8')) as {
  version: string;
};

describe('the npm packages, installed in an empty folder,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-package-'));
  const installed = join(folder, 'node_modules', 'handeye');
  // The environment of `npm test` would tell the npm inside which project it works on.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, XDG_CONFIG_HOME: folder };
  const npx = async (...args: string[]) =>
    (await run('npx', ['--no-install', ...args], { cwd: folder, env })).stdout;
  // npx takes longer than most commands.
  const handeye = async (...args: string[]) =>
    (await run(process.execPath, [join(installed, 'dist', 'cli.js'), ...args], { cwd: folder, env })).stdout;

  before(async () => {
    for (const name of ['virtual-phone', 'handeye']) {
      const cwd = join(ROOT, 'packages', name);
      await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd, env });
    }
    const tarballs = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    assert.deepEqual(tarballs.sort(), [`handeye-${version}.tgz`, `handeye-virtual-phone-${version}.tgz`]);
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
    const files = tarballs.map((name) => `./${name}`);
    await run('npm', ['install', '--no-audit', '--no-fund', ...files], { cwd: folder, env });
  });

  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  test('says its version', async () => {
    assert.equal(await npx('handeye', '--version'), `${version}\n`);
  });

  test('shows its help', async () => {
    assert.match(await handeye('--help'), /^Usage: handeye \[command\] \[options\]$/m);
  });

  test('tells a client how to start it', async () => {
    const printed = await handeye('client-config', 'cursor', '--json', '--over', 'stdio', '--no-auth');
    assert.deepEqual(JSON.parse(printed), {
      mcpServers: {
        handeye: {
          command: process.execPath,
          args: [join(installed, 'dist', 'cli.js'), 'stdio', '--screen-format', 'lean'],
        },
      },
    });
  });

  test('contains what a user needs and nothing else', () => {
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

  test('serves a tool on the virtual phone', async () => {
    const found = await handeye(
      'call',
      'find_elements',
      '{"by":"text","value":"calculator"}',
      '--device',
      'virtual',
    );
    assert.match(found, /com\.android\.launcher3:id\/icon/);
  });

  test('brings no client of NATS, and says how to add it to who wants a farm', async () => {
    const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
      dependencies: object;
      optionalDependencies: object;
    };
    assert.deepEqual(Object.keys(manifest.dependencies), ['sharp']);
    assert.deepEqual(Object.keys(manifest.optionalDependencies).sort(), ['@handeye/virtual-phone', 'koffi']);
    assert.ok(!readdirSync(join(folder, 'node_modules')).includes('@nats-io'));
    const advice = /needs the package @handeye\/farm, .*npm install @handeye\/farm/;
    await assert.rejects(handeye('farm', 'init', 'farm'), { stderr: advice });
    await assert.rejects(handeye('farm', 'status', '--farm', 'nats://127.0.0.1:1'), { stderr: advice });
    assert.ok(!readdirSync(folder).includes('farm'));
  });

  test('start the phone alone by either name', async () => {
    assert.match(await npx('virtual-phone', '--help'), /^Usage: virtual-phone \[options\]$/m);
    assert.match(await handeye('phone', '--help'), /^Usage: handeye phone \[options\]$/m);
  });

  test('give a program of your own a phone, with its types', async () => {
    const program = [
      "import { startPhone, type VirtualPhone } from '@handeye/virtual-phone';",
      'const phone: VirtualPhone = await startPhone({ release: 9 });',
      'console.log(phone.framework.shape.sdk);',
      'await phone.close();',
    ].join('\n');
    writeFileSync(join(folder, 'program.ts'), program);
    const node = { cwd: folder, env };
    const typescript = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    await run(process.execPath, [typescript, ...options, ...types, 'program.ts'], node);
    const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
    assert.equal((await run(process.execPath, [tsx, 'program.ts'], node)).stdout, '28\n');
  });

  test('without the phone the server says how to add it', async () => {
    rmSync(join(folder, 'node_modules', '@handeye'), { recursive: true });
    const advice = /The virtual phone is not installed\. Add it with: npm install @handeye\/virtual-phone/;
    await assert.rejects(handeye('call', 'get_screen_state', '--device', 'virtual'), { stdout: advice });
    await assert.rejects(handeye('phone'), { stderr: advice });
    // Without adb on the path, because listing devices would start an adb server that stays.
    const alone = { cwd: folder, env: { ...env, HOME: folder, PATH: '', ANDROID_ADB_SERVER_PORT: '1' } };
    const devices = run(process.execPath, [join(installed, 'dist', 'cli.js'), 'devices'], alone);
    assert.match((await devices).stdout, advice);
  });
});
