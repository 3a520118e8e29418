import assert from 'node:assert/strict';
import test from 'node:test';
import { pause, withinLimit } from '@handeye/core/call/call';
import { PortalKeyboard } from '../src/portal/keyboard.ts';
import { SkippingClock } from '@handeye/testing/clock';

/** How long the clipboard keeps a text after Ctrl+V, if it takes this long to give it one. */
async function timeToPaste(writingTakes: number): Promise<number> {
  const clock = new SkippingClock();
  let [keysAt, restoredAt] = [0, 0];
  const session = {
    notify: () => {
      keysAt = clock.now();
    },
    confirm: () => Promise.resolve(),
  };
  await withinLimit({ clock, limit: 60_000 }, async (call) => {
    const clipboard = {
      read: () => Promise.resolve('old'),
      async write(text: string) {
        if (text === 'old') restoredAt = clock.now();
        else await pause(writingTakes, call);
      },
    };
    await new PortalKeyboard(session, clipboard).type('漢', call);
  });
  return restoredAt - keysAt;
}

test('on a busy desktop a program has longer to fetch what it pastes, before the clipboard gets its old text', async () => {
  assert.ok((await timeToPaste(100)) < 1000);
  assert.ok((await timeToPaste(2000)) >= 2000);
  assert.ok((await timeToPaste(20_000)) < 5000);
});
