import assert from 'node:assert/strict';
import { test } from 'node:test';
import { realClock } from '../../src/call/clock.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import { box, button, field, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { bench } from '@handeye/testing/tools';

function screenOf(app: string) {
  const next = button('Next', box(100, 1000, 500, 1120));
  const name = field('name', box(100, 1200, 500, 1320), { focused: true });
  const root = node('FrameLayout', full, { children: [next, name] });
  return viewOf(root, { app, windows: [windowOf(root, { app, key: app })] });
}

const writes = [
  ['tap', { x: 300, y: 1050 }],
  ['press_key', { key: 'TAB' }],
  ['input_text', { text: 'Ada' }],
] as const;

test('what a client is shown while its write is under way is not what it chose by', async () => {
  for (const [tool, args] of writes) {
    for (const looksFirst of [false, true]) {
      const device = new ScriptedDevice(screenOf('com.mine'));
      const real = device.look.bind(device);
      device.look = async (wish, call) => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return real(wish, call);
      };
      const policy = { ...defaultPolicy, ...profiles.careful };
      const { text, call } = bench(device.view, { device, policy, clock: realClock });
      await text('get_screen_state');
      device.view = screenOf('com.evil');
      const look = () => call('get_screen_state');
      const before = looksFirst ? look() : undefined;
      const write = call(tool, args);
      const after = looksFirst ? undefined : look();
      const { isError, content } = await write;
      await Promise.all([before, after]);
      const said = `${tool}, ${looksFirst ? 'after' : 'before'} the look: ${JSON.stringify(content)}`;
      assert.equal(isError, true, said);
      assert.match(said, /screen changed since you looked/);
      assert.deepEqual(device.actions, []);
      // Now it has seen it.
      await text(tool, args);
    }
  }
});
