import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentOf, startCommand, startFailure } from '../../src/apps/start.ts';
import { DeviceError } from '@handeye/core/device/errors';

const launch = {
  packageName: 'org.example.app',
  component: 'org.example.app/.Main',
  activity: undefined,
};

function outcome(said: string, { code = 0, activity }: { code?: number; activity?: string } = {}) {
  const result = { stdout: Buffer.from(''), stderr: said, code };
  const failure = startFailure(result, { ...launch, activity });
  if (failure === undefined) return undefined;
  assert.ok(failure instanceof DeviceError);
  return `${failure.kind}: ${failure.message}`;
}

test('what the shell says when nothing was started becomes an error that says what to do', () => {
  const missing = 'Error type 3\nError: Activity class {org.example.app/org.example.app.X} does not exist.\n';
  // Android 5 ends with 0 in this case, too.
  assert.match(outcome(missing, { activity: '.X' }) ?? '', /^element_not_found: .*no activity '\.X'/);
  assert.match(outcome(missing, { code: 1 }) ?? '', /^action_failed: .*not there any more/);
  const denied =
    "\nException occurred while executing 'start':\njava.lang.SecurityException: Permission Denial: starting Intent " +
    '{ flg=0x10000000 cmp=org.example.app/.X } from null (pid=1, uid=2000) not exported from uid 10077\n\tat android.os';
  assert.match(
    outcome(denied, { code: 255, activity: '.X' }) ?? '',
    /^permission_denied: .*only org\.example\.app itself may open \.X\. Leave activity out/,
  );
  assert.match(
    outcome('** No activities found to run, monkey aborted.\n', { code: 252 }) ?? '',
    /^action_failed: org\.example\.app is installed but has no icon/,
  );
  assert.match(
    outcome('Error: Activity not started, unable to resolve Intent { flg=0x10000000 }\n', { code: 1 }) ?? '',
    /^action_failed: .*unable to resolve/,
  );
  assert.match(outcome('Killed\n', { code: 137 }) ?? '', /^action_failed: .*exit 137\): Killed/);
});

test('an app that was open already is no failure', () => {
  for (const said of [
    '',
    'Warning: Activity not started, its current task has been brought to the front\n',
    'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n',
  ])
    assert.equal(outcome(said), undefined);
});

test('an activity is named in any of its forms, and only one of the app itself', () => {
  for (const [form, component] of [
    ['.Main', 'org.example.app/.Main'],
    ['Main', 'org.example.app/.Main'],
    ['org.other.Main', 'org.example.app/org.other.Main'],
    ['org.example.app/.ui.Main$Inner', 'org.example.app/.ui.Main$Inner'],
  ] as const)
    assert.equal(componentOf('org.example.app', form), component);
  for (const wrong of [
    '',
    ' ',
    '/',
    'org.other/.Main',
    '.Main;reboot',
    '.Main\nid',
    "'",
    '$(id)',
    '-n',
    '..Main',
  ])
    assert.throws(() => componentOf('org.example.app', wrong), { kind: 'invalid_params' }, wrong);
});

test('an app is started as a launcher does it, so that an open one comes back as it was', () => {
  assert.equal(
    startCommand(launch).text,
    "am start -a 'android.intent.action.MAIN' -c 'android.intent.category.LAUNCHER' -f '0x10200000' -n 'org.example.app/.Main'",
  );
});
