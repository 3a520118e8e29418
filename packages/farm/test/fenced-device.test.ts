import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, callWithoutDeadline } from '@handeye/core/call/call';
import { permissionDenied } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { StateWish } from '@handeye/core/device/services/device-state';
import { FencedDevice } from '../src/host/fenced-device.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { ScriptedFiles } from '@handeye/testing/scripted-files';
import { scriptedState } from '@handeye/testing/scripted-state';

const call: Call = callWithoutDeadline(new SkippingClock(), new AbortController().signal);
const app = { id: 'com.example.app', name: 'App', launchable: true };
const place = { location: 'download', path: 'notes.txt' };

/** Writes of several kinds, through the port and through its services. */
const writes: Readonly<Record<string, (device: Device) => Promise<unknown> | undefined>> = {
  press: (device) => device.press('HOME', call),
  touch: (device) => device.touch([[{ x: 1, y: 1, time: 0 }]], call),
  wake: (device) => device.power?.wake(call),
  clipboard: (device) => device.clipboard?.write('text', call),
  open: (device) => device.apps?.open(app, undefined, call),
  file: (device) => device.services?.files?.write(place, new Uint8Array(3), call),
  state: (device) => device.services?.state?.set?.({ wifi: false }, call),
};

function phone() {
  const wishes: StateWish[] = [];
  const real = new ScriptedDevice(calculator());
  const files = new ScriptedFiles({ 'download/old.txt': 'old' });
  real.installs([app]);
  real.services = { files, state: scriptedState(wishes) };
  const changes = () => [
    ...real.actions,
    ...wishes,
    ...[...files.held.keys()].slice(1),
    ...(real.clip === null ? [] : [real.clip]),
  ];
  return { real, changes };
}

test('each kind of write asks the fence first, and is not made where it refuses', async () => {
  const { real, changes } = phone();
  let asked = 0;
  const { device } = new FencedDevice(real, {
    id: 'rack.phone',
    onFile: () => Promise.resolve(),
    fence: () => {
      asked += 1;
      return Promise.reject(permissionDenied('The lease is over.'));
    },
  });
  for (const [kind, write] of Object.entries(writes)) {
    await assert.rejects(write(device) ?? assert.fail(kind), /The lease is over/, kind);
  }
  assert.equal(asked, Object.keys(writes).length);
  assert.deepEqual(changes(), []);
});

test('what only reads does not ask the fence, and what is allowed is done', async () => {
  const { real, changes } = phone();
  let asked = 0;
  const { device } = new FencedDevice(real, {
    id: 'rack.phone',
    onFile: () => Promise.resolve(),
    fence: () => Promise.resolve(void (asked += 1)),
  });
  await device.look({ picture: false }, call);
  await device.screen(call);
  await device.clipboard?.read(call);
  assert.equal((await device.services?.files?.list({ location: 'download', path: '' }, call))?.length, 1);
  assert.ok(((await device.services?.state?.read(call))?.length ?? 0) > 0);
  assert.deepEqual([asked, device.id, device.desktop], [0, 'rack.phone', undefined]);
  assert.ok(!device.openMenuAt, 'it has no mouse');
  for (const write of Object.values(writes)) await write(device);
  assert.equal(asked, Object.keys(writes).length);
  assert.ok(changes().length >= asked);
  await device.close();
  assert.equal(real.closed, false);
});
