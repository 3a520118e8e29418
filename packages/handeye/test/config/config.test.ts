import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { toolsetNames } from '@handeye/core/tools/frame/defaults';
import { configFolder } from '../../src/config/folder.ts';
import { HELPER_REMOVED } from '../../src/config/settings.ts';
import { emptyHome, type Given, load } from './given.ts';

const desktopLimits = { tree: 5_000, find: 2_000, focus: 1_000, windows: 1_000 };

test('with nothing given, every setting has its default', (t) => {
  const { config, warnings } = load(t, {});
  assert.deepEqual(config, {
    host: '127.0.0.1',
    port: 8080,
    allowHost: [],
    token: undefined,
    noAuth: false,
    https: false,
    cert: undefined,
    key: undefined,
    noStudio: false,
    device: [],
    farm: [],
    farmCredentials: undefined,
    farmCa: undefined,
    metrics: false,
    tier: 'auto',
    toolPrefix: '',
    toolset: undefined,
    readOnly: false,
    policy: 'open',
    blockApp: [],
    allowApp: [],
    askTimeout: 60,
    audit: undefined,
    auditScreens: false,
    record: undefined,
    hold: undefined,
    secrets: undefined,
    maskCodes: false,
    files: undefined,
    flows: undefined,
    noHistory: false,
    allowUri: [],
    keepState: false,
    writesPerSecond: 10,
    screenFormat: 'compact',
    observe: undefined,
    maxTokens: 1500,
    treeDepth: 3,
    noWake: false,
    limits: { look: 20_000, action: 10_000, gesture: 10_000, logs: 30_000, wait: 1_000, ...desktopLimits },
    logLevel: 'info',
    config: undefined,
  });
  assert.deepEqual(warnings, []);
});

test('a flag wins over a variable, a variable over the file, the file over the default', (t) => {
  const file = { port: 1001, host: 'localhost', logLevel: 'warn', writesPerSecond: 5 };
  const env = { HANDEYE_PORT: '1002', HANDEYE_HOST: '127.0.0.2', HANDEYE_LOG_LEVEL: 'error' };
  const { config } = load(t, { file, env, flags: ['--port', '1003', '--host=::1'] });
  assert.equal(config.port, 1003);
  assert.equal(config.host, '::1');
  assert.equal(config.logLevel, 'error');
  assert.equal(config.writesPerSecond, 5);
  assert.equal(config.screenFormat, 'compact');
});

test('it is known which settings were given with the command and which are kept in the file', (t) => {
  const given = {
    file: { port: 1001, observe: 'none' },
    env: { HANDEYE_OBSERVE: 'screen' },
    flags: ['--toolset', 'all'],
  };
  assert.deepEqual(
    load(t, given).sources,
    new Map([
      ['port', 'file'],
      ['observe', 'now'],
      ['toolset', 'flag'],
    ]),
  );
  const named = join(emptyHome(t), 'mine.json');
  writeFileSync(named, '{"readOnly":true}');
  assert.equal(load(t, { flags: ['--config', named] }).sources.get('readOnly'), 'now');
});

test('a source with higher precedence can turn a switch off again', (t) => {
  const { config } = load(t, {
    file: { readOnly: true, noWake: true, https: true },
    env: { HANDEYE_READ_ONLY: '0' },
    flags: ['--no-wake=false'],
  });
  assert.equal(config.readOnly, false);
  assert.equal(config.noWake, false);
  assert.equal(config.https, true);
});

test('lists come from repeated flags, commas and arrays alike', (t) => {
  const devices = ['virtual', 'tcp:192.168.1.5:5555', 'linux::1'];
  const flags = ['--device', 'virtual,tcp:192.168.1.5:5555', '--device', 'linux::1'];
  assert.deepEqual(load(t, { flags }).config.device, devices);
  assert.deepEqual(load(t, { env: { HANDEYE_DEVICE: devices.join(', ') } }).config.device, devices);
  assert.deepEqual(load(t, { file: { device: devices } }).config.device, devices);
});

test('an empty variable counts as not given', (t) => {
  const env = { HANDEYE_DEVICE: '', HANDEYE_READ_ONLY: '', HANDEYE_LOG_LEVEL: '', HANDEYE_TOKEN: '' };
  const { config, warnings } = load(t, { env });
  assert.deepEqual(config, load(t, {}).config);
  assert.deepEqual(warnings, []);
  assert.equal(load(t, { env: { HANDEYE_PORT: '' }, file: { port: 99 } }).config.port, 99);
});

test('a limit in the file leaves the other limits as they are', (t) => {
  const { limits } = load(t, { file: { limits: { look: 5 } } }).config;
  assert.deepEqual(limits, {
    look: 5,
    action: 10_000,
    gesture: 10_000,
    logs: 30_000,
    wait: 1_000,
    ...desktopLimits,
  });
});

test('a certificate of one’s own turns HTTPS on', (t) => {
  assert.equal(load(t, { flags: ['--cert', 'c.pem', '--key', 'k.pem'] }).config.https, true);
});

test('--config and HANDEYE_CONFIG name another file, which must be there', (t) => {
  const file = join(emptyHome(t), 'mine.json');
  writeFileSync(file, JSON.stringify({ port: 77 }));
  assert.equal(load(t, { flags: ['--config', file], file: { port: 88 } }).config.port, 77);
  assert.equal(load(t, { env: { HANDEYE_CONFIG: file } }).config.port, 77);
  const lost = join(emptyHome(t), 'lost.json');
  assert.throws(() => load(t, { flags: ['--config', lost] }), {
    message: `${lost}: cannot be read (ENOENT)`,
  });
});

describe('an error names the wrong key as it was given', () => {
  const must = (text: string) =>
    `must be virtual, an adb serial, the name of a paired phone, wifi, tcp:HOST:PORT, self, linux[:DISPLAY] or macos, got: ${text}`;
  const cases: readonly (Given & { readonly message: string })[] = [
    { flags: ['--port', '99999'], message: '--port: must be between 1 and 65535, got: 99999' },
    { flags: ['--port', 'http'], message: '--port: must be between 1 and 65535, got: http' },
    { flags: ['--port', '80.5'], message: '--port: must be between 1 and 65535, got: 80.5' },
    { env: { HANDEYE_PORT: '0' }, message: 'HANDEYE_PORT: must be between 1 and 65535, got: 0' },
    { file: { port: '8080' }, message: 'config.json: port: must be between 1 and 65535, got: 8080' },
    { file: { port: null }, message: 'config.json: port: must be between 1 and 65535, got: null' },
    {
      file: { limits: { look: -1 } },
      message: 'config.json: limits.look: must be between 1 and 600000, got: -1',
    },
    {
      file: { limits: { loook: 1 } },
      message: 'config.json: limits.loook: unknown setting; did you mean look?',
    },
    { file: { limits: 5 }, message: 'config.json: limits: must be an object of time limits, got: 5' },
    { file: { prot: 1 }, message: 'config.json: prot: unknown setting; did you mean port?' },
    { file: { frobnicate: 1 }, message: 'config.json: frobnicate: unknown setting' },
    {
      file: { config: 'x' },
      message: 'config.json: config: can only be given as a flag or an environment variable',
    },
    { file: [], message: 'config.json: must be a JSON object' },
    { flags: ['--prot', '1'], message: '--prot: unknown option; did you mean --port?' },
    { flags: ['--limits', '1'], message: '--limits: unknown option' },
    { flags: ['--host'], message: '--host: needs a value' },
    { flags: ['--host', '--https'], message: '--host: needs a value' },
    { flags: ['--host', 'a b'], message: '--host: must be a host name or an IP address, got: a b' },
    { flags: ['--https=maybe'], message: '--https: must be true or false, got: maybe' },
    { env: { HANDEYE_READ_ONLY: 'yes' }, message: 'HANDEYE_READ_ONLY: must be true or false, got: yes' },
    {
      flags: ['--toolset', 'device,desk'],
      message: `--toolset: must be one of: ${toolsetNames.join(', ')}, all, got: desk`,
    },
    { file: { toolset: 'device' }, message: 'config.json: toolset: must be a list, got: device' },
    { env: { HANDEYE_DEVICE: 'tcp:phone' }, message: `HANDEYE_DEVICE: ${must('tcp:phone')}` },
    {
      flags: ['--block-app', ''],
      message: '--block-app: must be the name of an application, got: ""',
    },
    {
      flags: ['--block-app', 'com.example.bank,'],
      message: '--block-app: must be the name of an application, got: ""',
    },
    {
      env: { HANDEYE_BLOCK_APP: '' },
      message: 'HANDEYE_BLOCK_APP: must be the name of an application, got: ""',
    },
    {
      file: { blockApp: [''] },
      message: 'config.json: blockApp: must be the name of an application, got: ""',
    },
    { file: { blockApp: '' }, message: 'config.json: blockApp: must be a list, got: ""' },
    { flags: ['--device', 'two words'], message: `--device: ${must('two words')}` },
    {
      flags: ['--screen-format', 'xml'],
      message: '--screen-format: must be one of: compact, lean, got: xml',
    },
    {
      flags: ['--log-level', 'loud'],
      message: '--log-level: must be one of: error, warn, info, debug, got: loud',
    },
    {
      flags: ['--tool-prefix', 'my phone'],
      message: '--tool-prefix: must be at most 32 letters, digits, _ or -, got: my phone',
    },
    {
      flags: ['--writes-per-second', '0'],
      message: '--writes-per-second: must be between 1 and 1000, got: 0',
    },
    {
      flags: ['--no-auth', '--host', '0.0.0.0'],
      message: '--no-auth: only allowed on a loopback address, but --host is 0.0.0.0',
    },
    {
      env: { HANDEYE_NO_AUTH: '1', HANDEYE_HOST: '::' },
      message: 'HANDEYE_NO_AUTH: only allowed on a loopback address, but HANDEYE_HOST is ::',
    },
    { flags: ['--cert', 'c.pem'], message: '--cert: needs --key as well' },
    {
      env: { HANDEYE_HELPER: 'auto' },
      message: `HANDEYE_HELPER: ${HELPER_REMOVED} Remove this setting.`,
    },
    { file: { helper: 'on' }, message: `config.json: helper: ${HELPER_REMOVED} Remove this setting.` },
    {
      file: { tier: 'helper' },
      message: `config.json: tier: ${HELPER_REMOVED} Use --tier auto, the default.`,
    },
    { flags: ['--helper', 'on'], message: `--helper: ${HELPER_REMOVED} Remove this setting.` },
    { flags: ['--helper=off'], message: `--helper: ${HELPER_REMOVED} Remove this setting.` },
    { flags: ['--tier', 'helper'], message: `--tier: ${HELPER_REMOVED} Use --tier auto, the default.` },
    { env: { HANDEYE_KEY: 'k.pem' }, message: 'HANDEYE_KEY: needs --cert as well' },
  ];
  for (const { message, ...given } of cases) {
    test(message, (t) => {
      assert.throws(() => load(t, given), { name: 'ConfigError', message });
    });
  }

  test('reports all errors at once, one per line', (t) => {
    const given = { flags: ['--port', '0'], env: { HANDEYE_LOG_LEVEL: 'x' } };
    assert.throws(() => load(t, given), {
      message:
        '--port: must be between 1 and 65535, got: 0\n' +
        'HANDEYE_LOG_LEVEL: must be one of: error, warn, info, debug, got: x',
    });
  });

  test('where the file is not JSON', (t) => {
    assert.throws(() => load(t, { file: '{ port: 1 }' }), { message: /^config\.json: not valid JSON: / });
  });
});

test('a wrong token is never repeated in the error', (t) => {
  assert.throws(() => load(t, { env: { HANDEYE_TOKEN: 'my secret word' } }), {
    message: 'HANDEYE_TOKEN: must be at least 8 letters, digits or -._~+/ characters',
  });
});

describe('a warning is given for', () => {
  const cases: readonly (Given & { readonly warning: string })[] = [
    {
      flags: ['--token', 'abcdefgh'],
      warning:
        '--token: every user of this machine can see it in the process list; use HANDEYE_TOKEN instead',
    },
    {
      flags: ['--host', '0.0.0.0'],
      warning:
        '--host: 0.0.0.0 is reachable from the network, and the token is sent unencrypted; consider --https',
    },
    {
      flags: ['--https'],
      env: { HANDEYE_HOST: '192.168.1.2' },
      warning: 'HANDEYE_HOST: 192.168.1.2 is reachable from the network',
    },
    { flags: ['--no-auth'], warning: '--no-auth: every program on this machine can use the device' },
    { env: { HANDEYE_PROT: '1' }, warning: 'HANDEYE_PROT: unknown variable; did you mean HANDEYE_PORT?' },
  ];
  for (const { warning, ...given } of cases) {
    test(warning, (t) => {
      assert.deepEqual(
        load(t, given).warnings.map(({ text }) => text),
        [warning],
      );
    });
  }
});

test('a token from the environment or the file needs no warning', (t) => {
  assert.deepEqual(load(t, { env: { HANDEYE_TOKEN: 'abcdefgh' } }).warnings, []);
  assert.deepEqual(load(t, { file: { token: 'abcdefgh' } }).warnings, []);
});

test('the config folder lies where each system keeps such things', () => {
  const home = '/home/ada';
  const folder = (platform: NodeJS.Platform, env = {}) => configFolder({ platform, env, home });
  assert.equal(folder('linux'), '/home/ada/.config/handeye');
  assert.equal(folder('linux', { XDG_CONFIG_HOME: '/x' }), '/x/handeye');
  assert.equal(folder('linux', { XDG_CONFIG_HOME: 'relative' }), '/home/ada/.config/handeye');
  assert.equal(folder('darwin'), '/home/ada/Library/Application Support/handeye');
  assert.equal(folder('darwin', { XDG_CONFIG_HOME: '/x' }), '/home/ada/Library/Application Support/handeye');
  assert.equal(folder('win32', { APPDATA: 'C:\\Data' }), 'C:\\Data\\handeye');
  for (const env of [{}, { APPDATA: '' }]) {
    const windows = configFolder({ platform: 'win32', env, home: 'C:\\Users\\Ada' });
    assert.equal(windows, 'C:\\Users\\Ada\\AppData\\Roaming\\handeye');
  }
});

test('a name like that of a built-in object property is not a setting', (t) => {
  assert.throws(() => load(t, { file: '{"constructor": 1}' }), {
    message: 'config.json: constructor: unknown setting',
  });
});
