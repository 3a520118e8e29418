import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { PrivateAdb } from '@handeye/testing/private-adb';
import { phoneShell } from '../../../packages/virtual-phone/test/commands/phone-shell.ts';

// Bounds are generous: the machine that runs this may be busy. The printed figures are what counts.

async function timed<Result>(work: () => Promise<Result>): Promise<{ ms: number; result: Result }> {
  const start = performance.now();
  const result = await work();
  return { ms: performance.now() - start, result };
}

async function median(work: () => Promise<unknown>, times = 9): Promise<number> {
  const figures: number[] = [];
  for (let run = 0; run < times; run++) figures.push((await timed(work)).ms);
  return figures.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0;
}

test('from start to the first adb shell it takes less than a second', async (t) => {
  const adb = await PrivateAdb.start(t);
  const { ms } = await timed(async () => {
    const phone = await startPhone();
    t.after(() => phone.close());
    await adb.connect(phone.port);
    await adb.expect('shell', 'true');
  });
  t.diagnostic(`start to first adb shell: ${ms.toFixed(0)} ms`);
  assert.ok(ms < 3000);
});

test('a dump of a long list takes less than 20 ms beyond its wait, a screenshot less than 150 ms', async (t) => {
  const { phone, run } = await phoneShell(t, { idleWaitMs: 0 });
  phone.framework.start({ component: 'com.android.contacts/.activities.PeopleActivity' });
  const dump = await median(() => run('uiautomator dump /data/local/tmp/ui.xml'));
  // Another screen each time: one that did not change since is not painted again.
  const picture = await median(() => {
    if (phone.framework.shade === 'closed') phone.framework.expandNotifications();
    else phone.framework.collapseShade();
    return run('screencap -p');
  });
  t.diagnostic(`uiautomator dump: ${dump.toFixed(1)} ms; screencap -p: ${picture.toFixed(0)} ms`);
  assert.ok(dump < 100);
  assert.ok(picture < 750);
});

test('eight phones in one process work at once, each by itself', async (t) => {
  const adb = await PrivateAdb.start(t);
  const { ms } = await timed(() =>
    Promise.all(
      Array.from({ length: 8 }, async (_, number) => {
        const phone = await startPhone({ idleWaitMs: 0 });
        t.after(() => phone.close());
        const serial = await adb.connect(phone.port);
        await adb.expect(
          '-s',
          serial,
          'shell',
          `settings put system number ${number}; am start -W -n com.android.calculator2/.Calculator`,
        );
        assert.equal(await adb.expect('-s', serial, 'shell', 'settings get system number'), `${number}\n`);
        const { stdout } = await adb.run(['-s', serial, 'exec-out', 'screencap', '-p']);
        assert.equal(stdout.toString('latin1', 1, 4), 'PNG');
      }),
    ),
  );
  t.diagnostic(
    `eight phones, started, used and photographed: ${ms.toFixed(0)} ms; ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`,
  );
  assert.ok(ms < 30_000);
});
