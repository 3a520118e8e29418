import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { AndroidSource } from '../../src/source.ts';
import type { Stroke } from '@handeye/core/device/port';
import { apps, startPhone } from '@handeye/virtual-phone';
import { canvas } from '@handeye/testing/canvas';
import { NO_ADB, scratchFolder, within } from '@handeye/testing/attached';

for (const release of [9, 12] as const) {
  for (const rotation of ['0', '1', '2', '3']) {
    test(`Android ${release}: two fingers come down where they were put, with the phone turned by ${rotation} quarters`, async (t) => {
      const touched: [number, number][] = [];
      const paper = canvas(({ action, x, y }) => {
        if (action === 'down') touched.push([x, y]);
      });
      const phone = await startPhone({ release, idleWaitMs: 10, apps: [...apps, paper] });
      t.after(() => phone.close());
      phone.framework.settings.put('system', 'user_rotation', rotation);
      phone.framework.start({ component: 'com.example.canvas/.Main' });
      const address = `tcp:127.0.0.1:${phone.port}`;
      const keyFolder = join(await scratchFolder(t), 'key');
      const source = new AndroidSource({ addresses: [address], keyFolder, env: NO_ADB });
      t.after(() => source.close());
      const fingers = [
        { x: 150, y: 200 },
        { x: 300, y: 320 },
      ];
      await within(20_000, async (call) => {
        const device = await source.open(address, call);
        const strokes = fingers.map(({ x, y }): Stroke => [
          { x, y, time: 0 },
          { x: x + 10, y: y + 10, time: 60 },
        ]);
        await device.touch(strokes, call);
        await device.close();
      });
      const { scale, safeArea } = phone.framework.display;
      const pixels = touched.map(([x, y]) => ({
        x: Math.round(x * scale + safeArea.left),
        y: Math.round(y * scale + safeArea.top),
      }));
      const isNear = (one: number | undefined, other: number) => Math.abs((one ?? Infinity) - other) <= 2;
      for (const [index, { x, y }] of fingers.entries())
        assert.ok(isNear(pixels[index]?.x, x) && isNear(pixels[index]?.y, y), JSON.stringify(pixels));
    });
  }
}
