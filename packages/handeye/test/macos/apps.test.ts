import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
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
  const house = macHouse(t, inFront(notes), { toolsets: ['device', 'model'], screenFormat: 'lean' });
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
