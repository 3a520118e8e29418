import assert from 'node:assert/strict';
import { test } from 'node:test';
import { phoneShell } from '../commands/phone-shell.ts';

test('start and stop need root, except on Android 5, where the daemon is root', async (t) => {
  for (const [release, refusal] of [
    [14, 'Must be root\n'],
    [9, 'stop: must be root\n'],
  ] as const) {
    const { run } = await phoneShell(t, { release });
    assert.deepEqual(await run('stop').then(({ err, code }) => [err, code]), [refusal, 1]);
  }
  const { run } = await phoneShell(t, { release: 5 });
  assert.equal(
    (await run('stop bootanim; stop adbd; getprop init.svc.adbd; start adbd; getprop init.svc.adbd')).out,
    'stopped\nrunning\n',
  );
});

for (const [release, refusal] of [
  [5, 'not found'],
  [9, 'not found'],
  [12, 'inaccessible or not found'],
  [14, 'inaccessible or not found'],
] as const) {
  test(`Android ${release} reports a program that this phone lacks as missing`, async (t) => {
    const { run } = await phoneShell(t, { release });
    for (const name of [
      'awk',
      'diff',
      'ping',
      'ifconfig',
      'gzip',
      'top',
      'find',
      'sort',
      'xargs',
      'device_config',
    ]) {
      const { out, err, code } = await run(name);
      assert.deepEqual([out, err, code], ['', `/system/bin/sh: ${name}: ${refusal}\n`, 127]);
    }
  });
}
