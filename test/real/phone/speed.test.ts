import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { PrivateAdb } from '@handeye/testing/private-adb';

test('eight phones in one process work at once, each by itself', async (t) => {
  const adb = await PrivateAdb.start(t);
  const start = performance.now();
  await Promise.all(
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
  );
  const ms = performance.now() - start;
  t.diagnostic(
    `eight phones, started, used and photographed: ${ms.toFixed(0)} ms; ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`,
  );
});
