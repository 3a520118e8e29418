import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { withinLimit } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { macHouse } from './house.ts';
import { application, display } from './worlds.ts';

const notes = application(600, 'Notes', { bundleId: 'com.apple.Notes' });
const writer = application(601, 'Writer', { bundleId: 'org.example.writer' });

/** A Mac on which one of the two runs in front. */
const inFront = ({ app, window }: typeof notes) => ({
  displays: [display],
  frontmost: app.pid,
  applications: [app],
  windows: [window],
});

function modelsMac(t: TestContext) {
  const house = macHouse(t, inFront(notes), { toolsets: ['device', 'model', 'apps'], screenFormat: 'lean' });
  house.programs.installs([
    { file: 'Writer.app', id: 'org.example.writer', name: 'Writer.app', version: '2.1' },
    { file: 'Utilities/Terminal.app', id: 'com.apple.Terminal', name: 'Terminal', version: '2.14' },
  ]);
  return house;
}

test('a Mac lists the applications of its folders, and those that run from elsewhere', async (t) => {
  const { text } = modelsMac(t);
  assert.deepEqual((await text('list_apps')).split('\n'), [
    'Notes  com.apple.Notes',
    'Terminal  com.apple.Terminal  2.14',
    'Writer  org.example.writer  2.1',
  ]);
});

test('an application of a Mac is opened by its name or bundle id, and waited for', async (t) => {
  const { text, mac, programs } = modelsMac(t);
  const opening = text('open_app', { app: 'writer' });
  while (programs.opened().length === 0) await sleep(20);
  mac.become(inFront(writer));
  assert.equal(await opening, 'Opened Writer (org.example.writer)');
  assert.deepEqual(programs.opened(), [`-a ${programs.applicationFolder}/Writer.app`]);
  assert.equal(await text('open_app', { app: 'org.example.writer' }), 'Opened Writer (org.example.writer)');
});

test('an application that a Mac holds back is not opened', async (t) => {
  const { fails, programs } = modelsMac(t);
  const message = await fails('open_app', { app: 'Terminal' }, 'permission_denied');
  assert.match(message, /forbids acting on 'Terminal'.*--allow-app "com\.apple\.Terminal"/);
  await fails('open_app', { app: 'Writer', activity: '.Main' }, 'invalid_params');
  assert.deepEqual(programs.opened(), []);
});

test('a window of a Mac that lies in the Dock is restored', async (t) => {
  const world = inFront(writer);
  const [window] = writer.app.tree?.children ?? [];
  assert.ok(typeof window === 'object');
  const docked = {
    ...window,
    key: 'docked',
    actions: ['AXRaise'],
    settable: ['AXMinimized'],
    attributes: { ...window.attributes, AXMinimized: true },
  };
  const tree = { role: 'AXApplication', ...writer.app.tree, children: [docked] };
  const { text, mac } = macHouse(
    t,
    { ...world, applications: [{ ...writer.app, tree }] },
    { toolsets: ['device', 'model'] },
  );
  await text('open_app', { app: 'org.example.writer' });
  const set = mac.log().find((entry) => 'attribute' in entry && entry.attribute === 'AXMinimized');
  assert.deepEqual(set, { did: 'set', element: 'docked', attribute: 'AXMinimized', value: false });
});

test('an application of a Mac is asked to quit, and waited for', async (t) => {
  const { registry, mac, programs } = modelsMac(t);
  const app = { id: 'com.apple.Notes', name: 'Notes', launchable: true };
  const closing = withinLimit({ clock: realClock, limit: 60_000 }, async (call) => {
    const { services } = (await registry.choose(undefined, call)).device;
    return services?.appManager?.close(app, call);
  });
  while (programs.asksToQuit().length === 0) await sleep(20);
  mac.become(inFront(writer));
  assert.equal(await closing, true);
  assert.deepEqual(programs.asksToQuit(), ['600']);
});

test('a Mac opens an address in the application that it has for it, unless that is held back', async (t) => {
  const { text, fails, mac, programs } = modelsMac(t);
  programs.opensAddressesWith('org.example.writer');
  const opening = text('open_uri', { uri: 'https://example.com/' });
  while (programs.opened().length === 0) await sleep(20);
  mac.become(inFront(writer));
  assert.equal(await opening, 'Opened in org.example.writer');
  programs.opensAddressesWith('com.apple.Terminal');
  await fails('open_uri', { uri: 'https://example.com/' }, 'permission_denied');
  await fails('open_uri', { uri: 'file:///etc/passwd' }, 'permission_denied');
  assert.deepEqual(programs.opened(), ['-b org.example.writer https://example.com/']);
});
