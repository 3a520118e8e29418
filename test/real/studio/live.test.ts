import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStudio, studioHouse } from './browser.ts';

test('the page shows the phone live: what an agent opens is seen', async (t) => {
  const house = await studioHouse(t);
  const page = await openStudio(t, house);
  await page.getByRole('img', { name: /The screen of/ }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/studio/');
  await house.agent.does('open_app', { app: 'com.android.settings' });
  await page.getByText('Network & internet').first().waitFor();
});
