import assert from 'node:assert/strict';
import test from 'node:test';
import { helperOnPhone } from './helper-on-phone.ts';

test('try', async (t) => {
  const helper = await helperOnPhone(t, { open: 'com.android.settings/.Settings' });
  console.log(helper.printed());
  console.log(await helper.request('GET', '/status'));
  console.log((await helper.source()).slice(0, 3000));
  console.log(await helper.request('POST', '/session/:/element', { strategy: 'id', selector: 'nope' }));
  console.log(
    await helper.request('POST', '/session/:/elements', {
      strategy: 'xpath',
      selector: '//android.widget.TextView[@text="Display"]',
    }),
  );
  assert.ok(true);
});
