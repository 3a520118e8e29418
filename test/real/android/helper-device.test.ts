import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { AndroidSource } from '../../../packages/handeye/src/android/source.ts';
import { withinLimit, type Call } from '../../../packages/handeye/src/call/call.ts';
import { realClock } from '../../../packages/handeye/src/call/clock.ts';
import { DeviceError } from '../../../packages/handeye/src/device/errors.ts';
import { startPhone } from '@handeye/virtual-phone';
import { createIdentity } from '../../../packages/handeye/src/ui/identity/identity.ts';
import type { Element } from '../../../packages/handeye/src/ui/snapshot.ts';
import { eventually, NO_ADB, scratchFolder } from '../../../packages/handeye/test/android/adb/attached.ts';
import { endings } from '../../../packages/handeye/test/support/endings.ts';

/** The device port of a helped phone: it writes to a field that was seen a moment ago only if it is still that field. */

async function loginOnPhone(t: TestContext) {
  const atEnd = endings(t);
  const phone = await startPhone({ idleWaitMs: 10 });
  atEnd(() => phone.close());
  const source = new AndroidSource({
    keyFolder: join(await scratchFolder(t), 'key'),
    env: NO_ADB,
    tier: 'helper',
  });
  atEnd(() => source.close());
  const does = <T>(work: (call: Call) => Promise<T>) =>
    withinLimit({ clock: realClock, limit: 20_000 }, work);
  const device = await does((call) => source.open(`tcp:${phone.serial}`, call));
  atEnd(() => device.close());
  const start = async (component: string) => {
    await phone.android.spawn(`am start -W -n ${component}`).exit;
  };
  const elements = async () => {
    const view = await does((call) => device.look({ picture: false }, call));
    return createIdentity().identify(view).elements;
  };
  /** The field of the screen with this id, as it looks now. */
  const seen = async (id: string): Promise<Element> => {
    const isIt = ({ node }: Element) => node.resourceId?.endsWith(`/${id}`) === true;
    await eventually(async () => (await elements()).some(isIt), `${id} is on the screen`);
    const field = (await elements()).find(isIt);
    assert.ok(field);
    return field;
  };
  const write = (field: Element, text: string) =>
    does((call) => device.act(field, { kind: 'setText', text }, call));
  await start('com.example.login/.LoginActivity');
  return { phone, device, start, seen, write };
}

test('a field whose content changed after it was seen is not written to', async (t) => {
  const { seen, write } = await loginOnPhone(t);
  const before = await seen('username');
  await write(before, 'somebody else');
  await assert.rejects(write(before, 'mine'), (error) => {
    assert.ok(error instanceof DeviceError);
    assert.equal(error.kind, 'element_not_found');
    assert.match(error.message, /changed while it was being written to, so nothing was written/);
    return true;
  });
  assert.equal((await seen('username')).node.text, 'somebody else');
});

test('a field that is not there any more is not written to, nor is another one in its place', async (t) => {
  const { seen, write, start, phone } = await loginOnPhone(t);
  const before = await seen('username');
  await start('com.android.contacts/.activities.PeopleActivity');
  await assert.rejects(write(before, 'mine'), /nothing was written/);
  const texts = phone.framework.windows().map((window) => JSON.stringify(window.root()));
  assert.ok(!texts.some((text) => text.includes('mine')));
});

test('a field that only moved is written to', async (t) => {
  const { seen, write, phone } = await loginOnPhone(t);
  const before = await seen('password');
  phone.framework.settings.put('system', 'accelerometer_rotation', '0');
  phone.framework.settings.put('system', 'user_rotation', '1');
  const turned = await seen('password');
  assert.notDeepEqual(turned.node.bounds, before.node.bounds);
  await write(before, 'geheim');
  assert.equal((await seen('password')).node.text, '••••••');
});

test('once the helper runs, looks are expected to be quick', async (t) => {
  const { device, seen } = await loginOnPhone(t);
  assert.equal(device.desktop?.slowness, 8000, 'it has yet to start, and may fail');
  await seen('username');
  assert.equal(device.desktop.slowness, 500);
});
