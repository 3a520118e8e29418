import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { type Call, withinLimit } from '@handeye/core/call/call';
import { type Clock, realClock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import { Session } from '@handeye/core/device/session';
import type { Bus, BusMessage } from '../src/bus/bus.ts';
import { FarmScreen } from '../src/frames/farm-screen.ts';
import { decodedFrame, encodedFrame } from '../src/frames/frame.ts';
import { FramePublisher } from '../src/frames/publisher.ts';
import { leanListing } from '@handeye/screen/format/lean/lean';
import { SkippingClock } from '@handeye/testing/clock';
import { calculator, form } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';

const name = { host: 'rack-1', device: 'pixel' };

/** Messages without a network: the listeners at the time of sending get them. */
function wire(): Bus & { readonly sent: BusMessage[] } {
  const listeners = new Set<{
    readonly subject: string;
    readonly onMessage: (message: BusMessage) => void;
  }>();
  const sent: BusMessage[] = [];
  return {
    sent,
    maxPayload: 1024 * 1024,
    isConnected: true,
    publish(subject, data) {
      const message = { subject, data, reply: () => undefined };
      sent.push(message);
      for (const listener of listeners) if (listener.subject === subject) listener.onMessage(message);
    },
    subscribe(subject, onMessage) {
      const listener = { subject, onMessage };
      listeners.add(listener);
      return { ready: Promise.resolve(), close: () => listeners.delete(listener) };
    },
    request: () => Promise.reject(new Error('Nobody asks here.')),
    bucket: () => Promise.reject(new Error('There are no buckets here.')),
    onConnection: () => () => undefined,
    close: () => Promise.resolve(),
  };
}

/** A host with one device in use, and a server that can watch it. */
async function farm(t: TestContext, clock: Clock = new SkippingClock()) {
  const bus = wire();
  const device = new ScriptedDevice(calculator('41'), { id: 'rack-1.pixel' });
  device.tier = { name: 'companion', looksAreCheap: true };
  const raw = { width: 1080, height: 2400, channels: 3 as const };
  device.picture = {
    bytes: await sharp({ create: { ...raw, background: '#204060' } })
      .png()
      .toBuffer(),
  };
  const session = new Session(device);
  const state = { isUsed: true };
  const publisher = new FramePublisher({
    ...{ bus, clock, host: name.host },
    session: (asked) => (asked === name.device && state.isUsed ? session : undefined),
  });
  bus.subscribe('handeye.host.rack-1.watch', (message) => {
    publisher.onWatch(message);
  });
  t.after(() => {
    publisher.close();
  });
  const screen = new FarmScreen({ bus, clock, name, title: 'Pixel', kind: 'phone' });
  t.after(() => screen.close());
  const look = () => withinLimit({ clock, limit: 60_000 }, (call: Call) => screen.look(undefined, call));
  const looks = () => device.deeds.filter(({ did }) => did === 'look').length;
  return { bus, clock, device, session, screen, look, looks, state };
}

test('a leased device is seen at a server as it is at its host, with its picture', async (t) => {
  // Pictures are scaled in a separate thread, which does not follow the test's clock.
  const { device, look, session, screen, clock } = await farm(t, realClock);
  const own = await withinLimit({ clock, limit: 1_000 }, (call) => session.watch({ picture: false }, call));
  const watching = new Session(screen);
  const seen = await withinLimit({ clock, limit: 60_000 }, (call) => watching.watch({ picture: true }, call));
  // Ids belong to the session that looks.
  const lines = (snapshot: typeof seen) =>
    leanListing(snapshot).lines.map(({ text }) => text.replace(/^\d{6} | s\w{4,5}(?= )/, ''));
  assert.deepEqual(lines(seen), lines(own));
  const { width, height, format } = await sharp(seen.picture?.bytes).metadata();
  assert.deepEqual({ width, height, format }, { width: 540, height: 1200, format: 'jpeg' });
  assert.equal(screen.tier.name, 'companion');
  device.view = calculator('42');
  const text = async () => JSON.stringify((await look()).windows);
  const aMoment = () => new Promise<void>((resolve) => clock.after(100, resolve));
  while (!(await text()).includes('"42"')) await aMoment();
  assert.doesNotMatch(await text(), /"41"/);
});

test('a host looks at its devices only while they are watched', async (t) => {
  const { device, look, looks, clock } = await farm(t);
  device.picture = undefined;
  assert.equal(looks(), 0);
  await look();
  await new Promise<void>((resolve) => clock.after(30_000, resolve));
  const after = looks();
  assert.ok(after > 0);
  await new Promise<void>((resolve) => clock.after(600_000, resolve));
  assert.equal(looks(), after);
});

test('a device that is not in use is not shown, and watchers get the reason', async (t) => {
  const { look, state, looks } = await farm(t);
  state.isUsed = false;
  await assert.rejects(look(), {
    message:
      'rack-1.pixel shows nothing now: a device of the farm is shown while the holder of its lease works on it.',
  });
  assert.equal(looks(), 0);
});

test('what a password field holds and what a screen forbids to show are in no frame', async (t) => {
  const { bus, device, look } = await farm(t);
  device.view = form({ secret: 'CANARY-password' });
  device.protected = true;
  const { picture, protected: isProtected } = await look();
  assert.equal(picture, undefined);
  assert.equal(isProtected, true);
  const frames = bus.sent.filter(({ subject }) => subject.startsWith('handeye.frames.'));
  assert.ok(frames.length > 0);
  for (const { data } of frames) assert.doesNotMatch(JSON.stringify(decodedFrame(data)?.view), /CANARY/);
});

test('what is no frame is ignored, and texts of a frame are made safe again', () => {
  const view = { ...calculator('1'), notes: [] };
  const whole = encodedFrame({ view, tier: undefined });
  assert.equal(decodedFrame(new Uint8Array()), undefined);
  assert.equal(decodedFrame(whole.subarray(0, 40)), undefined);
  assert.equal(decodedFrame(new TextEncoder().encode('{"a": 1}')), undefined);
  const [window] = view.windows;
  assert.ok(window?.root);
  const evil = { ...window, root: { ...window.root, text: 'left\u202Eright', children: [] } };
  const decoded = decodedFrame(encodedFrame({ view: { ...view, windows: [evil] }, tier: undefined }));
  assert.doesNotMatch(decoded?.view.windows[0]?.root?.text ?? '\u202E', /\u202E/);
});

test('a device of the farm can be watched by its name, and not used by it', async (t) => {
  const { screen, clock } = await farm(t);
  const source = {
    claims: (id: string) => id === 'rack-1.pixel',
    list: () => Promise.resolve([]),
    open: () => Promise.reject(new Error('lease it first')),
    watch: () => Promise.resolve(screen),
    close: () => Promise.resolve(),
  };
  const registry = new Registry({ sources: [source], configured: ['virtual', 'other'] });
  t.after(() => registry.close());
  const calling = <T>(work: (call: Call) => Promise<T>) => withinLimit({ clock, limit: 60_000 }, work);
  assert.equal(registry.isOnlyWatched('rack-1.pixel'), true);
  assert.equal(registry.isOnlyWatched('virtual'), false);
  const session = await calling((call) => registry.sessionOf('rack-1.pixel', call));
  assert.equal(session.device, screen);
  assert.equal(await calling((call) => registry.sessionOf('rack-1.pixel', call)), session);
  await assert.rejects(calling((call) => registry.choose('rack-1.pixel', call)));
  await assert.rejects(screen.touch(), /can only be watched/);
});
