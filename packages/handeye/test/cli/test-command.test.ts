import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { NO_ADB } from '@handeye/testing/attached';
import { createServices } from '../../src/cli/wiring.ts';
import { emptyHome } from '../config/given.ts';
import { run } from './run.ts';

// The real services look for phones: they must find only the virtual ones, and start no adb server.
Object.assign(process.env, NO_ADB);

const EXAMPLES = join(import.meta.dirname, '../../../../examples/flows');

test('the example flows pass on virtual phones, shared out, with a report and JUnit', async (t) => {
  const names = readdirSync(EXAMPLES).filter((name) => name.endsWith('.flow.yaml'));
  assert.ok(names.length >= 10);
  const { code, out, home } = await handeyeTest(t, [
    EXAMPLES,
    ...['--device', 'virtual,virtual:2'],
    ...['--junit', 'junit.xml', '--report', 'reports'],
  ]);
  assert.equal(code, 0, out);
  assert.match(out, new RegExp(`^${names.length} passed in `, 'm'));
  for (const device of ['virtual', 'virtual:2']) assert.match(out, new RegExp(` on ${device} \\(`));
  assert.match(
    readFileSync(join(home, 'junit.xml'), 'utf8'),
    new RegExp(`tests="${names.length}" failures="0" errors="0"`),
  );
  const [report = ''] = readdirSync(join(home, 'reports'));
  assert.ok(existsSync(join(home, 'reports', report, 'index.html')));
  assert.ok(readdirSync(join(home, 'reports', report, 'pictures')).length > names.length);
});

test('a flow that diverges fails with its place and the candidates; the others go on', async (t) => {
  const { code, out } = await handeyeTest(t, ['flows', '--device', 'virtual'], {
    'a.flow.yaml': 'appId: com.android.settings\n---\n- launchApp\n- tapOn: {text: Dispay, timeout: 500}\n',
    'b.flow.yaml': 'appId: com.android.settings\n---\n- launchApp\n- assertVisible: Display\n',
  });
  assert.equal(code, 1);
  assert.match(out, /^✗ a failed/m);
  assert.match(out, /a\.flow\.yaml:4: step 2, tapOn "Dispay"/);
  assert.match(out, /\d+ Display \| .*label similar/);
  assert.match(out, /^✓ b /m);
});

test('a file that cannot be read is wrong usage, before anything is performed', async (t) => {
  const { code, err, out } = await handeyeTest(t, ['flows', '--device', 'virtual'], {
    'a.flow.yaml': 'appId: com.android.settings\n---\n- lunchApp\n',
    'b.flow.yaml': 'appId: com.android.settings\n---\n- launchApp\n',
  });
  assert.equal(code, 2);
  assert.match(err, /a\.flow\.yaml:3:3: .*launchApp/);
  assert.equal(out, '');
  const none = await handeyeTest(t, ['nosuch']);
  assert.equal(none.code, 2);
  assert.match(none.err, /nosuch:1:1: does not exist/);
  const tagged = await handeyeTest(t, ['flows', '--include-tags', 'nightly'], {
    'b.flow.yaml': 'appId: com.android.settings\ntags: [smoke]\n---\n- launchApp\n',
  });
  assert.equal(tagged.code, 2);
});

test('a phone that goes away is infrastructure: exit code 3, and an error in JUnit', async (t) => {
  const phone = await startPhone({ release: 14 });
  t.after(() => phone.close());
  const { code, home } = await handeyeTest(
    t,
    ['flows', '--device', `tcp:${phone.serial}`, '--junit', 'junit.xml'],
    { 'a.flow.yaml': 'appId: com.android.settings\n---\n- launchApp\n- tapOn: Display\n- tapOn: Display\n' },
    // The phone is found, and gone before the first step.
    () => phone.close(),
  );
  assert.equal(code, 3);
  assert.match(readFileSync(join(home, 'junit.xml'), 'utf8'), /failures="0" errors="1"/);
});

test('a file for the device that cannot be sent is refused with its line before anything is done', async (t) => {
  const files = { 'a.flow.yaml': 'appId: a\n---\n- addMedia: [p.png]\n', 'p.png': '' };
  for (const flags of [[], ['--files', 'other']]) {
    const { code, err } = await handeyeTest(t, ['flows', ...flags], files);
    assert.equal(code, 2);
    assert.match(
      err,
      /a\.flow\.yaml:3:14: p\.png can only be sent from the folder for files: start with --files \S+flows/,
    );
  }
});

test('wrong options are refused with a sentence', async (t) => {
  for (const [flags, says] of [
    [['--video'], /--video: add --report/],
    [['--shard-all', '--shard-split'], /exclude each other/],
    [['--env', 'nothing'], /--env: must be NAME=VALUE, got: nothing/],
    [
      ['--farm', 'nats://127.0.0.1:1'],
      /--farm: flows are not performed on leased devices yet, so none was leased/,
    ],
    [['a', 'b', '--from', '2@abc'], /--from: name the one flow/],
    [['--retries', '99'], /--retries: must be between 0 and 10/],
  ] as const) {
    const { code, err } = await handeyeTest(t, flags);
    assert.equal(code, 2);
    assert.match(err, says);
  }
});

/** Runs `handeye test` in an empty folder with these files below flows/. */
async function handeyeTest(
  t: TestContext,
  argv: readonly string[],
  files: Readonly<Record<string, string>> = {},
  onOpened: () => unknown = () => undefined,
) {
  const home = emptyHome(t);
  mkdirSync(join(home, 'flows'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, 'flows', name), text);
  const services = createServices();
  const result = await run(t, ['test', ...argv], {
    cwd: home,
    home,
    services: {
      ...services,
      async openTools(config, options) {
        const tools = await services.openTools(config, options);
        await onOpened();
        return tools;
      },
    },
  });
  return { ...result, home };
}
