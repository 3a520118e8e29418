import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { allCommands } from '../../src/cli/command-list.ts';
import type { DeviceRow } from '../../src/cli/services.ts';
import { flagOf, settings, variableOf, type Setting } from '../../src/config/settings.ts';
import { toolsets } from '@handeye/core/tools/toolsets';
import { emptyHome } from '../config/given.ts';
import { fakeServices, picture } from './fake-services.ts';
import { run } from './run.ts';

describe('help', () => {
  test('names every command', async (t) => {
    for (const asked of [['--help'], ['-h'], ['help']]) {
      const { code, out } = await run(t, asked);
      assert.equal(code, 0);
      for (const { name, about } of await allCommands())
        assert.match(out, new RegExp(`^  ${name}\\b.*${about}$`, 'm'));
    }
  });

  test('of serve names every flag with its variable, and no setting that only the file has', async (t) => {
    const { out } = await run(t, ['serve', '--help']);
    for (const [name, setting] of Object.entries<Setting>(settings)) {
      const isFlag = setting.only !== 'file';
      assert.equal(new RegExp(`^  ${flagOf(name)}( |$)`, 'm').test(out), isFlag, flagOf(name));
      assert.equal(out.includes(variableOf(name)), isFlag, variableOf(name));
    }
  });

  test('of each command names its own flags', async (t) => {
    for (const command of await allCommands()) {
      const { code, out } = await run(t, ['help', command.name]);
      assert.equal(code, 0);
      for (const name of Object.keys(('own' in command && command.own) || {}))
        assert.match(out, new RegExp(`^  ${flagOf(name)}( |$)`, 'm'));
    }
  });

  test('is given even when other options are wrong', async (t) => {
    const { code, out } = await run(t, ['call', '--nonsense', '--help']);
    assert.equal(code, 0);
    assert.match(out, /^Usage: handeye call \[tool\] \[json\]/m);
  });
});

test('--version prints the version and nothing else', async (t) => {
  assert.deepEqual(await run(t, ['--version']), { code: 0, out: '1.2.3\n', err: '' });
});

describe('wrong usage ends with code 2 and says what is wrong:', () => {
  const cases: readonly (readonly [argv: readonly string[], err: string])[] = [
    [['srve'], 'Unknown command: srve; did you mean serve? "handeye --help" lists all commands.\n'],
    [['help', 'xyzzy'], 'Unknown command: xyzzy. "handeye --help" lists all commands.\n'],
    [
      ['serve', '--prot', '1'],
      '--prot: unknown option; did you mean --port?\n1: unexpected argument of handeye serve\n',
    ],
    [['--read-only', 'stdio'], 'stdio: the command must come first: handeye stdio [options]\n'],
    [['stdio', '--port', '1'], '--port: unknown option\n1: unexpected argument of handeye stdio\n'],
    [['devices', 'all'], 'all: unexpected argument of handeye devices\n'],
    [['call', 'ecko'], 'Unknown tool: ecko; did you mean echo? "handeye call" lists all tools.\n'],
    [
      ['client-config', 'emacs'],
      'Unknown client: emacs. Known: claude-desktop, claude-code, cursor, vscode\n',
    ],
    [['client-config', '--json'], '--json: needs a client: claude-desktop, claude-code, cursor, vscode\n'],
    [['client-config', 'cursor', '--over', 'ftp'], '--over: must be one of: http, stdio, got: ftp\n'],
  ];
  for (const [argv, err] of cases) {
    test(`handeye ${argv.join(' ')}`, async (t) => {
      assert.deepEqual(await run(t, argv), { code: 2, out: '', err });
    });
  }
});

describe('call', () => {
  test('prints the texts of an answer and describes its pictures', async (t) => {
    const { code, out } = await run(t, ['call', 'look']);
    assert.equal(code, 0);
    const described = '[image/jpeg, 3 bytes, use --save FILE to save it]\n';
    assert.equal(out, `a screen\n${described}${described}`);
  });

  test('--save writes each picture to a file of its own', async (t) => {
    const folder = emptyHome(t);
    const { out } = await run(t, ['call', 'look', '--save', join(folder, 'screen.jpg')]);
    for (const name of ['screen.jpg', 'screen-2.jpg']) {
      assert.deepEqual(readFileSync(join(folder, name)), picture);
      assert.ok(out.includes(`[image/jpeg, 3 bytes, saved as ${join(folder, name)}]`));
    }
  });

  test('--json prints the whole result', async (t) => {
    const { code, out } = await run(t, ['call', 'fail', '--json']);
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(out), {
      content: [{ type: 'text', text: 'It did not work.' }],
      isError: true,
      _meta: { 'handeye/error': { kind: 'action_failed', code: -32003 } },
    });
  });

  test('takes its arguments from the command line or from standard input', async (t) => {
    const json = '{"x":1,"text":"ä"}';
    assert.equal((await run(t, ['call', 'echo', json])).out, `${json}\n`);
    assert.equal((await run(t, ['call', 'echo', '-'], { stdin: json })).out, `${json}\n`);
    assert.equal((await run(t, ['call', 'echo'])).out, '{}\n');
  });

  test('refuses arguments that are not JSON before it opens a device', async (t) => {
    const services = fakeServices();
    const { code, err } = await run(t, ['call', 'echo', '{x:1}'], { services });
    assert.equal(code, 2);
    assert.match(err, /^The arguments are not valid JSON: /);
    assert.deepEqual(services.events, []);
  });

  test('refuses arguments that are no object before it opens a device', async (t) => {
    for (const json of ['[]', '7', '"x"', 'null']) {
      const services = fakeServices();
      const { code, err } = await run(t, ['call', 'echo', json], { services });
      assert.equal(code, 2);
      assert.match(err, /^The arguments must be one JSON object/);
      assert.deepEqual(services.events, []);
    }
  });

  test('names the toolset of a tool, and no option that does not bring it', async (t) => {
    for (const more of [[], ['--fresh']]) {
      const { code, err } = await run(t, ['call', 'open_uri', ...more]);
      assert.equal(code, 2);
      assert.match(err, /^Unknown tool: open_uri\. It comes with --toolset apps\. /);
      assert.doesNotMatch(err, /--fresh/);
    }
  });

  test('names the option that adds a tool for models', async (t) => {
    for (const { name } of toolsets.model) {
      const { code, err } = await run(t, ['call', name]);
      assert.equal(code, 2);
      assert.match(err, /^Unknown tool: \w+\. It comes with --screen-format lean or --toolset all\./);
    }
  });

  test('without a tool lists them with their parameters, and closes the device', async (t) => {
    const services = fakeServices();
    const { out } = await run(t, ['call', '--device', 'virtual'], { services });
    assert.equal(out, 'echo  Say it again  text [x]\nlook  Look\nfail  Fail\n');
    assert.deepEqual(services.events, ['open virtual', 'close']);
  });
});

describe('devices', () => {
  const phone: DeviceRow = { id: 'R58M', kind: 'phone', title: 'Galaxy A5 (Android 14)', state: 'ready' };
  const locked: DeviceRow = {
    id: 'emulator-5554',
    kind: 'phone',
    title: 'unknown',
    state: 'unauthorized',
    fix: 'Confirm the key on the phone.',
  };

  test('shows a table, and below it the remedies', async (t) => {
    const { out } = await run(t, ['devices'], { services: fakeServices({ devices: [phone, locked] }) });
    assert.equal(
      out,
      [
        'DEVICE         KIND   STATE         TITLE',
        'R58M           phone  ready         Galaxy A5 (Android 14)',
        'emulator-5554  phone  unauthorized  unknown',
        '',
        'emulator-5554:',
        '  Confirm the key on the phone.',
        '',
      ].join('\n'),
    );
  });

  test('--json prints the same as data', async (t) => {
    const { out } = await run(t, ['devices', '--json'], {
      services: fakeServices({ devices: [phone, locked] }),
    });
    assert.deepEqual(JSON.parse(out), [phone, locked]);
  });

  test('says what to do if no device is attached', async (t) => {
    assert.match(
      (await run(t, ['devices'])).out,
      /^No device is attached\. "handeye pair" pairs .* --device virtual/,
    );
  });
});

test('stdio carries nothing but the protocol on standard output', async (t) => {
  const env = { HANDEYE_PROT: '1', HANDEYE_NO_AUTH: '1' };
  const { code, out, err } = await run(t, ['stdio'], { stdin: 'ping', env });
  assert.equal(code, 0);
  assert.equal(out, 'ping');
  assert.match(err, /HANDEYE_PROT: unknown variable/);
  // It concerns the HTTP server only.
  assert.doesNotMatch(err, /HANDEYE_NO_AUTH/);
});

test('handeye helper is gone and says what replaced it', async (t) => {
  const message =
    'The helper tier was removed in 0.2: the companion does all that it did, with nothing installed.\n';
  for (const argv of [['helper'], ['helper', 'install'], ['help', 'helper'], ['helper', '--help']]) {
    const { code, err } = await run(t, argv);
    assert.deepEqual([code, err], [2, message], argv.join(' '));
  }
});
