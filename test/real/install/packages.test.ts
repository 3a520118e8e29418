import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { agentOf, farmUp } from '../farm/trial.ts';
import { type Packed, startRegistry, type TestRegistry } from './registry.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const NAMES = ['virtual-phone', 'handeye', 'farm'] as const;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, unknown>>;
}

const manifestOf = (name: string) =>
  JSON.parse(readFileSync(join(ROOT, 'packages', name, 'package.json'), 'utf8')) as Manifest;
const { version } = manifestOf('handeye');

describe('the packages, installed from a registry as the documents say,', () => {
  const folder = mkdtempSync(join(tmpdir(), 'handeye-package-'));
  const home = newFolder('home');
  /** `npm install handeye`; later `npm install @handeye/farm`, too. */
  const project = newFolder('project');
  const installed = join(project, 'node_modules', 'handeye');
  /** `npm install -g handeye`. */
  const prefix = newFolder('prefix');
  const cache = newFolder('cache');
  // The environment of `npm test` would tell the npm inside which project it works on. A port of the run's own for adb: the run
  // ends the server that an adb on the PATH may start there.
  const env: Record<string, string | undefined> = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: home,
    ANDROID_ADB_SERVER_PORT: process.env.ANDROID_ADB_SERVER_PORT,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
  };
  let registry: TestRegistry | undefined;

  function newFolder(name: string): string {
    const path = join(folder, name);
    mkdirSync(path);
    return path;
  }

  const npm = (cwd: string, ...args: string[]) => run('npm', args, { cwd, env });
  /** A setting of the npm that runs the tests. */
  const setting = async (name: string) =>
    (await run('npm', ['config', 'get', name], { cwd: ROOT })).stdout.trim();
  const inProject = (program: string, ...args: string[]) =>
    run(join(project, 'node_modules/.bin', program), args, { cwd: project, env });
  const handeye = (...args: string[]) => inProject('handeye', ...args);
  const everywhere = (...args: string[]) => run(join(prefix, 'bin/handeye'), args, { cwd: home, env });

  before(async () => {
    await shareDownloads();
    const packed: Packed[] = [];
    for (const name of NAMES) {
      const cwd = join(ROOT, 'packages', name);
      const { stdout } = await npm(cwd, 'pack', '--silent', '--pack-destination', folder);
      packed.push({ manifest: manifestOf(name), tarball: join(folder, stdout.trim()) });
    }
    registry = await startRegistry(packed, await setting('registry'));
    env.npm_config_registry = registry.address;
    // It may be set for the machine only, and `--prefix` makes npm look for that file elsewhere.
    const authorities = await setting('cafile');
    if (authorities !== 'null') env.npm_config_cafile = authorities;
    await npm(project, 'install', 'handeye');
  });

  /** Packages that npm has downloaded before; not what npx keeps, which would be an older Handeye. */
  async function shareDownloads(): Promise<void> {
    const downloads = join(await setting('cache'), '_cacache');
    if (existsSync(downloads)) symlinkSync(downloads, join(cache, '_cacache'), 'junction');
  }

  after(() => {
    registry?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Version, doctor and a look with a picture at the virtual phone. */
  async function works(command: (...args: string[]) => Promise<{ stdout: string }>): Promise<void> {
    assert.equal((await command('--version')).stdout, `${version}\n`);
    const examined = (await command('doctor')).stdout;
    assert.match(examined, /^ok +Pictures: sharp/m);
    assert.match(examined, /^ok +Devices: virtual .* ready, by the companion/m);
    assert.match(examined, /^Handeye can run\.$/m);
    const picture = join(home, 'screen.jpg');
    const options = ['--device', 'virtual', '--save', picture];
    const seen = await command('call', 'get_screen_state', '{"include_screenshot": true}', ...options);
    assert.match(seen.stdout, /com\.android\.launcher3/);
    assert.equal(readFileSync(picture).subarray(0, 2).toString('hex'), 'ffd8');
    rmSync(picture);
  }

  test('npm install handeye: doctor, a picture, the virtual phone', () => works(handeye));

  test('npm install -g handeye: the same', async () => {
    await npm(home, 'install', '-g', '--prefix', prefix, 'handeye');
    await works(everywhere);
  });

  test('npx handeye: the same, in an empty folder', async () => {
    const cwd = newFolder('empty');
    await works((...args) => run('npx', ['--yes', 'handeye', ...args], { cwd, env }));
    assert.deepEqual(readdirSync(cwd), []);
  });

  test('show their help, the phone by either name', async () => {
    assert.match((await handeye('--help')).stdout, /^Usage: handeye \[command\] \[options\]$/m);
    assert.match((await handeye('phone', '--help')).stdout, /^Usage: handeye phone \[options\]$/m);
    const alone = await inProject('virtual-phone', '--help');
    assert.match(alone.stdout, /^Usage: virtual-phone \[options\]$/m);
  });

  test('tell a client how to start the server', async () => {
    const { stdout } = await handeye('client-config', 'cursor', '--json', '--over', 'stdio', '--no-auth');
    assert.deepEqual(JSON.parse(stdout), {
      mcpServers: {
        handeye: {
          command: process.execPath,
          args: [join(installed, 'dist', 'cli.js'), 'stdio', '--screen-format', 'lean'],
        },
      },
    });
  });

  test('contain what a user needs and nothing else', () => {
    const pages = ['LICENSE', 'NOTICE', 'dist', 'package.json'];
    const contents = readdirSync(installed).sort();
    assert.deepEqual(contents, [...pages, 'CHANGELOG.md', 'README.md', 'docs'].sort());
    const phone = join(project, 'node_modules/@handeye/virtual-phone');
    assert.deepEqual(readdirSync(phone).sort(), [...pages, 'README.md'].sort());
    for (const place of [installed, phone])
      assert.deepEqual(
        readdirSync(join(place, 'dist'), { recursive: true }).filter((name) =>
          /tsbuildinfo|\.map$/.test(String(name)),
        ),
        [],
      );
    assert.equal(statSync(join(installed, 'dist', 'cli.js')).mode & 0o111, 0o111);
  });

  test('carry the licence of every package inside them', () => {
    const licences = readFileSync(join(installed, 'dist', 'THIRD-PARTY-LICENSES.txt'), 'utf8');
    assert.match(licences, /^zod [\d.]+ \(MIT\)\n\n.*Copyright/ms);
  });

  test('bring no client of NATS and no koffi', () => {
    const modules = readdirSync(join(project, 'node_modules'));
    assert.deepEqual(
      modules.filter((name) => ['@nats-io', 'koffi', '@koromix'].includes(name)),
      [],
    );
  });

  test('have the bridge to a Mac where it is looked for; it says how to add koffi, for each way of installation', async () => {
    const parts = join(installed, 'dist', 'parts');
    const starts = (name: string) => readFileSync(join(parts, name), 'utf8').includes('../macos-bridge.js');
    assert.equal(readdirSync(parts).filter(starts).length, 1);
    const advice = async (modules: string) => {
      const bridge = join(modules, 'handeye/dist/macos-bridge.js');
      const failed = run(process.execPath, [bridge], { cwd: home, env });
      const { stdout } = await failed.catch((error: unknown) => error as { stdout: string });
      return /koffi is not installed\. Install it with: ([^"]*)"/.exec(stdout)?.[1] ?? stdout;
    };
    assert.equal(await advice(join(project, 'node_modules')), 'npm install koffi');
    assert.equal(await advice(join(prefix, 'lib/node_modules')), 'npm install -g koffi');
    const [runs = ''] = readdirSync(join(cache, '_npx'));
    assert.equal(await advice(join(cache, '_npx', runs, 'node_modules')), 'npm install -g handeye koffi');
  });

  test('with koffi the bridge looks for the libraries of a Mac', async () => {
    await npm(project, 'install', 'koffi');
    const bridge = run(process.execPath, [join(installed, 'dist/macos-bridge.js')], { cwd: project, env });
    await assert.rejects(bridge, { code: 1, stdout: /CoreFoundation cannot be loaded. Is this a Mac\?/ });
  });

  test('say how to add the farm', async () => {
    const farm = join(folder, 'farm');
    const advice = (command: string) => ({
      stderr: `handeye: This needs the package @handeye/farm, which is not installed. Add it with: ${command}\n`,
    });
    await assert.rejects(handeye('farm', 'init', farm), advice('npm install @handeye/farm'));
    const address = ['--farm', 'nats://127.0.0.1:1'];
    for (const command of [['farm', 'status'], ['host'], ['devices']])
      await assert.rejects(handeye(...command, ...address), advice('npm install @handeye/farm'));
    await assert.rejects(everywhere('farm', 'init', farm), advice('npm install -g @handeye/farm'));
    assert.ok(!existsSync(farm));
  });

  test('npm install -g @handeye/farm adds it to the global Handeye, which shares its classes', async () => {
    await npm(home, 'install', '-g', '--prefix', prefix, '@handeye/farm');
    assert.match((await everywhere('farm', 'init', join(folder, 'global-farm'))).stdout, /1 NATS node/);
    const status = everywhere('farm', 'status', '--farm', 'nats://127.0.0.1:1');
    await assert.rejects(status, {
      stderr: /^handeye: No NATS answers at nats:\/\/127\.0\.0\.1:1 [^\n]*\n$/,
    });
  });

  test('npm install @handeye/farm adds it to a project: all its modules load and share the classes of Handeye', async () => {
    await npm(project, 'install', '@handeye/farm');
    const paths = Object.keys(manifestOf('farm').exports).map((path) => `@handeye/farm${path.slice(1)}`);
    const program = [
      `const modules = await Promise.all(${JSON.stringify(paths)}.map((path) => import(path)));`,
      "const { DeviceError } = await import('handeye/core');",
      'const { connectBus } = Object.assign({}, ...modules);',
      "const address = { servers: ['nats://127.0.0.1:1'], name: 'test', inboxPrefix: '_INBOX_test', makesBuckets: false };",
      'const error = await connectBus(address).catch((error) => error);',
      'console.log(error instanceof DeviceError, error.message);',
      // The client of NATS would go on trying.
      'process.exit();',
    ].join('\n');
    writeFileSync(join(project, 'program.mjs'), program);
    const { stdout } = await run(process.execPath, ['program.mjs'], { cwd: project, env });
    assert.match(stdout, /^true No NATS answers at/);
    assert.match((await handeye('farm', 'init', join(folder, 'project-farm'))).stdout, /1 NATS node/);
  });

  test('farm up starts hosts and a server, whose errors are those of Handeye', async (t) => {
    const cli = [join(installed, 'dist', 'cli.js')];
    const { said } = await farmUp(t, { cli, cwd: project, hosts: 1 });
    const use = agentOf(said());
    const refused = await use('lease_device', { wants: { platform: 'macos' } });
    assert.match(refused, /^No device of the farm is like that\./);
    const leased = await use('lease_device', {});
    const device = /^device: (\S+#\S+)$/m.exec(leased)?.[1] ?? assert.fail(leased);
    assert.match(await use('open_app', { device, app: 'Contacts' }), /^Opened Contacts/);
    assert.match(await use('open_app', { device, app: 'no such app' }), /^(?!.*internal).*no such app/i);
    assert.equal(await use('release_device', { device }), 'Released.');
  });

  test('npm install @handeye/virtual-phone gives a program of your own a phone, with its types', async () => {
    const cwd = newFolder('phone-alone');
    await npm(cwd, 'install', '@handeye/virtual-phone');
    const program = [
      "import { startPhone, type VirtualPhone } from '@handeye/virtual-phone';",
      'const phone: VirtualPhone = await startPhone({ release: 9 });',
      'console.log(phone.framework.shape.sdk);',
      'await phone.close();',
    ].join('\n');
    writeFileSync(join(cwd, 'program.mts'), program);
    const typescript = join(ROOT, 'node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    const types = ['--typeRoots', join(ROOT, 'node_modules/@types'), '--types', 'node'];
    await run(process.execPath, [typescript, ...options, ...types, 'program.mts'], { cwd, env });
    const tsx = join(ROOT, 'node_modules/tsx/dist/cli.mjs');
    assert.equal((await run(process.execPath, [tsx, 'program.mts'], { cwd, env })).stdout, '28\n');
  });
});
