import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openStudio, studioHouse } from './browser.ts';

test('a click on a lever turns the phone, springs a trap, and makes it fail', async (t) => {
  const house = await studioHouse(t);
  const page = await openStudio(t, house);
  await page.getByRole('img', { name: /The screen of/ }).waitFor();
  await page.getByRole('tab', { name: 'Phone', exact: true }).click();
  const dark = page.getByRole('switch', { name: 'Dark theme' });
  await dark.click();
  await page.getByRole('switch', { name: 'Dark theme', checked: true }).waitFor();
  assert.equal(house.phone.framework.configuration.night, true);
  await page.getByLabel('How the phone is held').selectOption('turned left');
  await page.waitForFunction(() => {
    const picture = document.querySelector('.live img');
    return picture instanceof HTMLImageElement && picture.naturalWidth > picture.naturalHeight;
  });
  await page.getByRole('button', { name: 'A window over the app: Pay', exact: true }).click();
  await page.getByText('Pay 49 €').first().waitFor();
  await page.getByRole('button', { name: 'End all that hostile apps do' }).click();
  await page.getByRole('switch', { name: 'The phone is offline' }).click();
  await page.getByRole('switch', { name: 'The phone is offline', checked: true }).waitFor();
  assert.equal(house.phone.faults.isOn('offline'), true);
  // While it is watched, the page says why it shows nothing new.
  await page.getByText('This device cannot be seen now').waitFor();
  await page.getByText('Not live').waitFor();
  await page.getByRole('button', { name: 'End all faults' }).click();
  await page.getByRole('switch', { name: 'The phone is offline', checked: false }).waitFor();
  await page.getByText('This device cannot be seen now').waitFor({ state: 'detached' });
  await house.agent.does('open_app', { app: 'com.android.settings' });
  await page.getByText('Network & internet').first().waitFor();
  await page.getByRole('tab', { name: 'Timeline' }).click();
  await page.getByRole('option', { name: /#\d+ Lever a person .*The phone is offline: on/ }).click();
  const details = page.getByRole('region', { name: /^Call/ });
  await details.getByText('a person').waitFor();
  await details.getByText(/^\d\d:\d\d:\d\d$/).waitFor();
});
