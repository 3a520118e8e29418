import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withinLimit } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import { type DeviceListing, type DeviceSource, Registry } from '@handeye/core/device/registry';
import { clientKey } from '@handeye/core/guard/client';
import { MemoryHolds } from '@handeye/core/guard/holds';
import { Devices } from '../src/devices/devices.ts';
import { Thumbnails } from '../src/devices/thumbnails.ts';
import type { DeviceCard } from '../src/wire/devices.ts';
import { handClock } from '@handeye/testing/hand-clock';
import { calculator } from '@handeye/testing/screens';
import { picture, ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';

const UNAUTHORISED = 'Allow USB debugging on the phone.';

function wall(
  configured: readonly string[] = [],
  {
    watched,
    list,
    otherwise,
  }: {
    readonly watched?: Uint8Array;
    readonly list?: DeviceSource['list'];
    readonly otherwise?: string;
  } = {},
) {
  const { clock, pass } = handClock();
  const phones = ['one', 'two'].map((id) => new ScriptedDevice(calculator(), { id }));
  const listings: DeviceListing[] = [
    ...phones.map(({ id, title, kind }) => ({ id, title, kind, ready: true as const })),
    { id: 'three', title: 'Locked phone', kind: 'phone', ready: UNAUTHORISED, state: 'unauthorized' },
  ];
  const source = sourceOf(phones, listings);
  const sources = [list ? { ...source, list } : source];
  const registry = new Registry({ sources, configured, ...(otherwise !== undefined && { otherwise }) });
  const holds = new MemoryHolds({ clock, milliseconds: 30_000 });
  const thumbnails = new Thumbnails({
    registry,
    clock,
    frameOf: (device) => (device === 'one' && watched ? { picture: watched } : undefined),
  });
  const devices = new Devices({ registry, holds, clock, thumbnails, hasLevers: (id) => id === 'two' });
  const ask = async (withPictures = true): Promise<Map<string, DeviceCard>> => {
    // The handler needs no page.
    const handler = devices.handlers.devices as (takes: unknown) => Promise<readonly DeviceCard[]>;
    return new Map((await handler({ thumbnails: withPictures })).map((card) => [card.id, card]));
  };
  /** Repeats the request until a card matches. */
  const until = async (id: string, fits: (card: DeviceCard) => boolean): Promise<DeviceCard> => {
    for (;;) {
      const card = (await ask()).get(id);
      if (card && fits(card)) return card;
      await new Promise(setImmediate);
    }
  };
  const open = (id: string) => withinLimit({ clock, limit: 1000 }, (call) => registry.sessionOf(id, call));
  const looks = () => phones.map(({ deeds }) => deeds.length);
  return { ask, until, open, looks, pass, holds, phones, listings, thumbnails };
}

test('the wall lists every device with its state, and what to do where it is not ready', async () => {
  const cards = await wall().ask();
  assert.deepEqual(
    [...cards.values()].map(({ id, state, advice, hasLevers }) => ({ id, state, advice, hasLevers })),
    [
      { id: 'one', state: 'ready', advice: undefined, hasLevers: false },
      { id: 'two', state: 'ready', advice: undefined, hasLevers: true },
      { id: 'three', state: 'unauthorized', advice: UNAUTHORISED, hasLevers: false },
    ],
  );
});

test('the phone for when nothing else is there is on the wall only if it is asked for, used, or the only one', async () => {
  const spare = { otherwise: 'two' };
  const onWall = async (...given: Parameters<typeof wall>) => [...(await wall(...given).ask()).keys()];
  assert.deepEqual(await onWall([], spare), ['one', 'three']);
  assert.deepEqual(await onWall(['one'], spare), ['one', 'three']);
  assert.deepEqual(await onWall(['one', 'two'], spare), ['one', 'two', 'three']);
  const only = [{ id: 'two', title: 'Phone', kind: 'phone', ready: true }] as const;
  assert.deepEqual(await onWall([], { ...spare, list: () => Promise.resolve(only) }), ['two']);
  const used = wall([], spare);
  await used.open('two');
  assert.ok((await used.ask()).has('two'));
});

test('a configured device that is not attached is on the wall, too', async () => {
  const card = (await wall(['one', 'gone']).ask()).get('gone');
  assert.equal(card?.state, 'not ready');
  assert.match(card.advice ?? '', /Not attached/);
});

test('the wall shows the configured devices though a list takes too long or fails, and lists once', async () => {
  let lists = 0;
  const slow = wall(['one', 'gone'], {
    list: () => {
      lists += 1;
      return new Promise(() => undefined);
    },
  });
  const asked = slow.ask();
  slow.pass(5_000);
  assert.deepEqual([...(await asked).keys()], ['one', 'gone']);
  assert.equal(lists, 1);
  const list = () => Promise.reject(actionFailed('Install adb.'));
  assert.deepEqual([...(await wall(['gone'], { list }).ask()).keys()], ['gone']);
  await assert.rejects(wall([], { list }).ask(), /Install adb/);
});

test('only devices in use or configured are looked at, once in a while, and only for a wall that is seen', async () => {
  const { ask, until, open, looks, pass, phones, thumbnails } = wall();
  for (const phone of phones) phone.picture = await picture(108, 240);
  await open('one');
  await ask(false);
  assert.deepEqual(looks(), [0, 0]);
  const card = await until('one', ({ thumbnail }) => thumbnail !== undefined);
  assert.equal(card.isUsed, true);
  assert.equal(thumbnails.pictures.at((card.thumbnail ?? '').replace('/studio', ''))?.type, 'image/jpeg');
  await ask();
  assert.deepEqual(looks(), [1, 0]);
  pass(3_000);
  await until('one', () => looks()[0] === 2);
  const configured = wall(['one', 'two']);
  await configured.until('two', () => configured.looks().every((count) => count === 1));
});

test('a watched device is not looked at for the list of devices', async () => {
  const { bytes } = await picture(108, 240);
  const { until, looks } = wall(['one', 'two'], { watched: bytes });
  await until('one', ({ thumbnail }) => thumbnail !== undefined);
  assert.equal(looks()[0], 0);
});

test('a device that does not answer says why', async () => {
  const { until, open, phones } = wall();
  await open('two');
  for (const phone of phones)
    phone.react = () => {
      throw actionFailed('The cable is out. Plug it in again.');
    };
  const card = await until('two', ({ state }) => state !== 'ready');
  assert.equal(card.state, 'not answering');
  assert.match(card.advice ?? '', /cable is out/);
});

test('a device in use that went offline is not ready', async () => {
  const { ask, open, listings } = wall(['one', 'two']);
  await open('one');
  const [one = assert.fail(), ...others] = listings;
  listings.splice(0, listings.length, { ...one, ready: 'Plug it in again.', state: 'offline' }, ...others);
  for (const thumbnails of [true, false]) {
    const card = (await ask(thumbnails)).get('one');
    assert.deepEqual([card?.state, card?.advice, card?.isUsed], ['offline', 'Plug it in again.', true]);
  }
});

test('a device in use that no list has is ready', async () => {
  const { ask, open, listings } = wall(['one', 'two']);
  await open('one');
  listings.shift();
  assert.equal((await ask(false)).get('one')?.state, 'ready');
});

test('the wall says who has a device: a client by its hold, or a person', async () => {
  const { ask, holds, pass } = wall();
  const hold = await holds.take('one', clientKey('token', 'ada'));
  if ('done' in hold) hold.done({ wrote: true });
  pass(10_000);
  assert.equal((await ask()).get('one')?.holder, 'ada, 20 s more');
  const giveBack = holds.takeOver('one', clientKey('studio', 'a person'));
  assert.equal((await ask()).get('one')?.holder, 'a person');
  giveBack();
  pass(20_000);
  assert.equal((await ask()).get('one')?.holder, undefined);
});

test('of a large farm the list shows the devices of this computer and leased ones', async () => {
  const farm: DeviceListing[] = Array.from({ length: 5_000 }, (_, at) => ({
    id: `rack-1.phone-${at}`,
    title: 'Pixel',
    kind: 'phone',
    ready: 'Lease it.',
    ...(at === 4_321 ? { state: 'leased', holder: 'an agent' } : { state: 'free' }),
  }));
  const { clock } = handClock();
  const own = sourceOf([new ScriptedDevice(calculator(), { id: 'one' })]);
  const elsewhere: DeviceSource = {
    claims: (id) => id.startsWith('rack-1.'),
    list: () => Promise.resolve(farm),
    open: () => Promise.reject(new Error('lease it first')),
    watch: () => Promise.reject(new Error('nobody watches')),
    close: () => Promise.resolve(),
  };
  const registry = new Registry({ sources: [elsewhere, own], configured: ['one'] });
  const holds = new MemoryHolds({ clock });
  const thumbnails = new Thumbnails({ registry, clock, frameOf: () => undefined });
  const devices = new Devices({ registry, holds, clock, thumbnails, hasLevers: () => false });
  // The handler needs no page.
  const handler = devices.handlers.devices as (takes: unknown) => Promise<readonly DeviceCard[]>;
  const cards = await handler(undefined);
  assert.equal(cards.length, 200);
  assert.deepEqual(
    cards.slice(0, 3).map(({ id, state, holder }) => [id, state, holder]),
    [
      ['one', 'ready', undefined],
      ['rack-1.phone-4321', 'leased', 'an agent'],
      ['rack-1.phone-0', 'free', undefined],
    ],
  );
});
