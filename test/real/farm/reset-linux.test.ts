import assert from 'node:assert/strict';
import test from 'node:test';
import { DeviceReset } from '@handeye/farm/reset/device-reset';
import { eventually } from '@handeye/testing/attached';
import { PrivateDesktop } from '../linux/desktop-session.ts';

test('a desktop is reset: a program of the holder ends with what it asks, that of the owner goes on, the clipboard is empty', async (t) => {
  const desktop = await PrivateDesktop.start(t);
  const device = await desktop.device();
  const reset = new DeviceReset();
  const running = async () =>
    (await desktop.during((call) => device.desktop?.applications(call) ?? Promise.resolve([]))).map(
      ({ name }) => name.toLowerCase(),
    );
  const open = (id: string) =>
    desktop.during(async (call) => {
      const apps = await device.apps?.list({ which: 'launchable', tell: 'names' }, call);
      const app = apps?.find((one) => one.id === id);
      assert.ok(app);
      await device.apps?.open(app, undefined, call);
    });
  const shown = (part: string) =>
    eventually(async () => (await running()).some((name) => name.includes(part)), `${part} is shown`);
  await open('org.gnome.Calculator');
  await shown('calculator');
  await desktop.during((call) => reset.reset(device, undefined, call));
  const before = await desktop.during((call) => reset.baseline(device, call));
  assert.equal(before.home, undefined);

  await open('org.xfce.mousepad');
  await shown('mousepad');
  await desktop.during(async (call) => {
    // Unsaved: Mousepad asks before it closes.
    await device.typeUnseen?.('left behind', call);
    await device.clipboard?.write('copied by the holder', call);
  });

  await desktop.during((call) => reset.reset(device, before, call));
  const left = await running();
  assert.ok(!left.some((name) => name.includes('mousepad')), left.join(', '));
  assert.ok(
    left.some((name) => name.includes('calculator')),
    left.join(', '),
  );
  assert.equal(
    (await desktop.during((call) => device.clipboard?.read(call) ?? Promise.resolve(null))) ?? '',
    '',
  );
});
