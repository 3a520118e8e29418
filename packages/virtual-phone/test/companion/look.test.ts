import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHash } from 'node:crypto';
import { companionOnPhone, DEX, nodeWhere } from './companion-on-phone.ts';

const RELEASES = [
  { release: 5, sdk: 22 },
  { release: 9, sdk: 28 },
  { release: 12, sdk: 31 },
  { release: 14, sdk: 34 },
] as const;

for (const { release, sdk } of RELEASES) {
  test(`the companion greets and looks on Android ${release}`, async (t) => {
    const { companion } = await companionOnPhone(t, {
      release,
      open: 'com.android.settings/.Settings',
    });
    const greeting = await companion.greeting;
    assert.equal(greeting.companion, 1);
    assert.equal(greeting.sdk, sdk);
    assert.equal(greeting.automation, 'connected');
    assert.equal(greeting.dex, createHash('sha256').update(DEX).digest('hex'));
    const look = await companion.look();
    assert.deepEqual(look.display, await companion.get('display'));
    assert.ok(look.windows.some(({ type, active }) => type === 1 && active === true));
    assert.ok(look.windows.some(({ type }) => type === 3));
    nodeWhere(look, ({ t: text }) => text === 'Settings');
    assert.equal('title' in (look.windows[0] ?? {}), sdk >= 24);
  });
}
