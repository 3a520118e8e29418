import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { faultForms, startPhone } from '@handeye/virtual-phone';
import type { Lever } from '../src/wire/devices.ts';
import { studioServer, TestPage } from './studio-server.ts';

const DEVICE = 'virtual';

/** A page on a server whose virtual phone runs. */
async function atThePhone(t: TestContext) {
  const phone = await startPhone();
  t.after(() => phone.close());
  const house = await studioServer(
    t,
    {},
    { levers: { device: DEVICE, phone: () => Promise.resolve(phone) } },
  );
  const page = await TestPage.open(t, house);
  const levers = async () =>
    new Map((await page.ask('levers', { device: DEVICE })).map((lever) => [lever.name, lever]));
  const pull = (lever: string, value?: string | boolean) =>
    page.ask('lever', { device: DEVICE, lever, value });
  return { phone, page, levers, pull };
}

const isOn = (lever: Lever | undefined) => lever?.kind.is === 'switch' && lever.kind.on;

test('every fault of the virtual phone is a lever of the page', async (t) => {
  const { levers } = await atThePhone(t);
  const names = [...(await levers()).keys()].map((name) => name.replace(/:.*/, ''));
  // The server reaches its own phone by a cable, so to speak: nothing about Wi-Fi shows there.
  const forms = faultForms.filter((form) => !form.startsWith('wireless-'));
  for (const form of forms) assert.ok(names.includes(form.replace(/\[?:.*/, '')), form);
});

test('every lever of a fault that lasts is on after a click, and off after another', async (t) => {
  const { levers, pull } = await atThePhone(t);
  const lasting = [...(await levers()).values()].filter(
    ({ group, kind }) => group === 'faults' && kind.is === 'switch',
  );
  assert.ok(lasting.length >= 12);
  for (const { name } of lasting) {
    assert.equal(isOn((await levers()).get(name)), false, name);
    await pull(name, true);
    assert.equal(isOn((await levers()).get(name)), true, name);
    await pull(name, false);
    assert.equal(isOn((await levers()).get(name)), false, name);
  }
  for (const { name } of lasting) await pull(name, true);
  await pull('no-faults');
  const now = await levers();
  for (const { name } of lasting) assert.equal(isOn(now.get(name)), false, name);
});

test('a click turns the phone, makes it dark, puts it to sleep, notifies, and lets time pass', async (t) => {
  const { phone, levers, pull } = await atThePhone(t);
  const { framework } = phone;
  await pull('rotation', 'turned left');
  assert.equal(framework.display.rotation, 1);
  framework.settings.put('system', 'accelerometer_rotation', '1');
  await pull('rotation', 'turned right');
  assert.equal(framework.display.rotation, 3);
  const rotation = (await levers()).get('rotation');
  assert.equal(rotation?.kind.is === 'choice' && rotation.kind.now, 'turned right');
  await pull('dark-theme', true);
  assert.equal(framework.configuration.night, true);
  await pull('screen', false);
  assert.equal(framework.awake, false);
  const before = framework.notifications.list.length;
  await pull('notification');
  await pull('notification');
  assert.equal(framework.notifications.list.length, before + 2);
  const then = framework.clock.now();
  let rang = 0;
  framework.clock.after(30 * 60_000, () => (rang += 1));
  framework.clock.after(90 * 60_000, () => (rang += 1));
  await pull('hour-later');
  assert.ok(framework.clock.now() >= then + 3_600_000);
  assert.equal(rang, 1);
});

test('each lever that is pulled is an entry of the timeline; one that is refused is none', async (t) => {
  const { page, pull } = await atThePhone(t);
  await pull('rotation', 'turned left');
  await pull('dark-theme', true);
  await pull('notification');
  await assert.rejects(pull('dark-theme', 'yes'));
  const entries = await page.ask('timeline', { limit: 100 });
  assert.deepEqual(
    entries.map(({ kind, tool, summary, device, client }) => [kind, tool, summary, device, client]).reverse(),
    [
      ['control', 'Lever', 'How the phone is held: turned left', DEVICE, 'a person'],
      ['control', 'Lever', 'Dark theme: on', DEVICE, 'a person'],
      ['control', 'Lever', 'A message arrives', DEVICE, 'a person'],
    ],
  );
  const { kind, content } = await page.ask('entry', { number: 1 });
  assert.deepEqual([kind, content], ['control', ['How the phone is held: turned left']]);
  assert.deepEqual(await page.ask('search', { text: 'dark THEME' }), [2]);
});

test('hostile apps strike at a click, though the phone was started without them, and end at another', async (t) => {
  const { phone, pull } = await atThePhone(t);
  const isOver = () => phone.framework.windows().some((window) => window.package === 'com.lucky.flashlight');
  await pull('overlay-pay');
  assert.equal(isOver(), true);
  await pull('notification-to-agents');
  await pull('no-traps');
  assert.equal(isOver(), false);
  assert.ok(phone.framework.notifications.list.every((one) => one.package !== 'com.lucky.flashlight'));
});

test('another device has no levers, and what a lever does not take is refused', async (t) => {
  const { page, pull } = await atThePhone(t);
  assert.deepEqual(await page.ask('levers', { device: 'scripted' }), []);
  await assert.rejects(
    page.ask('lever', { device: 'scripted', lever: 'offline', value: true }),
    /Only the built-in/,
  );
  await assert.rejects(pull('no-such-lever'), /no lever no-such-lever/);
  await assert.rejects(pull('offline', 'yes'), /is nothing for offline/);
  await assert.rejects(pull('rotation', 'sideways'), /is nothing for rotation/);
});

test('a phone that has not been used yet says how it starts', async (t) => {
  const house = await studioServer(t, {}, { levers: { device: DEVICE, phone: () => undefined } });
  const page = await TestPage.open(t, house);
  await assert.rejects(page.ask('levers', { device: DEVICE }), /starts when it is watched or used/);
});
