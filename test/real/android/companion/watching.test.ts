import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startPhone } from '@handeye/virtual-phone';
import { AndroidSource } from '@handeye/android/source';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { NO_ADB, scratchFolder } from '@handeye/testing/attached';
import { endings } from '../../../support/endings.ts';

test('looks of somebody who watches take nothing from a look that is acted on', async (t) => {
  const atEnd = endings(t);
  const phone = await startPhone({ idleWaitMs: 50 });
  atEnd(() => phone.close());
  const name = `tcp:${phone.serial}`;
  const keyFolder = join(await scratchFolder(t), 'key');
  const source = new AndroidSource({ keyFolder, env: NO_ADB, tier: 'companion' });
  const registry = new Registry({ sources: [source], configured: [name] });
  atEnd(() => registry.close());
  await withinLimit({ clock: realClock, limit: 60_000 }, async (call) => {
    const session = await registry.sessionOf(name, call);
    const { elements } = await session.look({ picture: false }, call);
    const latest = session.latest;
    const icon = elements.find(({ node }) => node.text === 'Settings' && node.clickable);
    assert.ok(icon);
    // The companion keeps two looks.
    for (let count = 0; count < 4; count += 1) {
      const seen = await session.watch({ picture: true }, call);
      assert.equal(seen.element(icon.id)?.node.text, 'Settings');
    }
    assert.equal(session.latest, latest);
    assert.deepEqual(session.device.tier, { name: 'companion', looksAreCheap: true });
    await session.device.act(icon, { kind: 'click' }, call);
    for (;;) {
      const { app } = await session.watch({ picture: false }, call);
      if (app === 'com.android.settings') break;
    }
  });
});
