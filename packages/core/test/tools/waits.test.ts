import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionFailed, permissionDenied } from '../../src/device/errors.ts';
import { calculator, viewOf } from '@handeye/testing/screens';
import { bench } from '@handeye/testing/tools';

describe('wait_for_element', () => {
  test('finds at the first look what is there', async () => {
    const { json } = bench(calculator('10'));
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 5000 });
    assert.equal(answer.found, true);
    assert.equal(answer.attempts, 1);
    assert.equal(answer.elapsedMs, 0);
    assert.equal((answer.element as { text: string }).text, '10');
  });

  test('looks every 500 ms until it comes', async () => {
    const { json, device } = bench(calculator());
    device.react = () => {
      if (device.deeds.length === 3) device.view = calculator('10');
    };
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 5000 });
    assert.deepEqual([answer.found, answer.attempts, answer.elapsedMs], [true, 3, 1000]);
  });

  test('looks again at once where a look takes longer than that', async () => {
    const { json, device } = bench(calculator());
    device.delay = 800;
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 2500 });
    // At 0, 800, 1600 and 2400 ms; the last one is cut off by the end of the time.
    assert.deepEqual([answer.found, answer.attempts], [false, 4]);
  });

  test('running out of time is an answer, not an error', async () => {
    const { json } = bench(calculator());
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 1200 });
    assert.deepEqual(answer, {
      found: false,
      elapsedMs: 1200,
      attempts: 3,
      message: 'Element not found within 1200ms',
    });
  });

  test('a look that hangs is cancelled when the time is up', async () => {
    const { json, device } = bench(calculator());
    device.delay = Infinity;
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 700 });
    assert.deepEqual([answer.found, answer.elapsedMs, answer.attempts], [false, 700, 1]);
    assert.match(
      String(answer.message),
      /^Element not found within 700ms\. The screen could not be read in that time/,
    );
  });

  test('a passing failure to read counts as an attempt', async () => {
    const { json, device } = bench(calculator('10'));
    device.react = () => {
      if (device.deeds.length === 1) throw actionFailed('null root');
      if (device.deeds.length === 2) device.view = viewOf(undefined);
      if (device.deeds.length === 3) device.view = calculator('10');
    };
    const answer = await json('wait_for_element', { by: 'text', value: '10', timeout: 5000 });
    assert.deepEqual([answer.found, answer.attempts], [true, 3]);
  });

  test('a device that cannot be reached is an error', async () => {
    const { fails, device } = bench(calculator());
    device.react = () => {
      throw permissionDenied('offline');
    };
    await fails('wait_for_element', { by: 'text', value: 'x', timeout: 5000 }, 'permission_denied');
  });
});

describe('wait_for_idle', () => {
  test('is idle when two looks 500 ms apart are the same', async () => {
    const { json, device } = bench(calculator());
    assert.deepEqual(await json('wait_for_idle', { timeout: 3000 }), {
      message: 'UI is idle',
      elapsedMs: 500,
    });
    assert.equal(device.deeds.length, 2);
  });

  test('a look that itself waited for rest is enough', async () => {
    const { json, device } = bench(calculator());
    device.rested = true;
    assert.deepEqual(await json('wait_for_idle', { timeout: 3000 }), { message: 'UI is idle', elapsedMs: 0 });
    assert.equal(device.deeds.length, 1);
  });

  test('a screen that never rests runs out of time without an error', async () => {
    const { json, device } = bench(calculator());
    device.react = () => (device.view = calculator(String(device.deeds.length)));
    assert.deepEqual(await json('wait_for_idle', { timeout: 1600 }), {
      message: 'UI did not become idle within 1600ms',
      elapsedMs: 1600,
    });
  });

  test('a ticking display need not hold it up', async () => {
    const { json, device } = bench(calculator());
    device.react = () => (device.view = calculator(String(device.deeds.length)));
    const answer = await json('wait_for_idle', { timeout: 3000, match_percentage: 80 });
    assert.equal(answer.message, 'UI is idle');
  });

  test('a short time is enough to see rest in, and to see that there is none', async () => {
    for (const timeout of [300, 450, 600]) {
      const { json, device } = bench(calculator());
      const { message, elapsedMs } = await json('wait_for_idle', { timeout });
      assert.equal(message, 'UI is idle');
      assert.ok(Number(elapsedMs) >= 150 && Number(elapsedMs) < timeout);
      device.react = () => (device.view = calculator(String(device.deeds.length)));
      assert.deepEqual(await json('wait_for_idle', { timeout }), {
        message: `UI did not become idle within ${timeout}ms`,
        elapsedMs: timeout,
      });
    }
  });

  test('a timeout of one millisecond is kept, and says that one look shows nothing', async () => {
    const { json } = bench(calculator());
    assert.deepEqual(await json('wait_for_idle', { timeout: 1 }), {
      message:
        'UI did not become idle within 1ms. The screen was read only once in that time: wait longer (at least 300 ms)',
      elapsedMs: 1,
    });
  });
});
