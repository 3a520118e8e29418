import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { actionFailed, permissionDenied } from '@handeye/core/device/errors';
import type { Device } from '@handeye/core/device/port';
import type { ChangedFile } from '../src/host/changed-files.ts';
import type { LeaseTools } from '../src/host/device-origin.ts';
import { HostedDevice, type HostedDeviceEvents } from '../src/host/hosted-device.ts';
import { NameTaken } from '../src/host/incarnation.ts';
import type { Baseline, Reset } from '../src/host/reset.ts';
import type { LeaseEnd, LeaseEvents, LeaseKeeper } from '../src/leases/ports.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { ScriptedFiles } from '@handeye/testing/scripted-files';

const refused = { ok: false, failure: { kind: 'permission_denied', message: 'scripted' } } as const;

/** A lease that a test begins and ends. */
class ScriptedLease implements LeaseKeeper {
  holder: string | undefined;
  offers = 0;
  withdrawn = 0;
  /** Runs before each write. */
  fenced: () => Promise<void> = () => Promise.resolve();
  #end: AbortController | undefined;

  constructor(readonly events: LeaseEvents) {}

  get signal(): AbortSignal | undefined {
    return this.#end?.signal;
  }

  begin(): void {
    this.holder = 'tester';
    this.#end = new AbortController();
    this.events.onAccepted('tester');
  }

  end(why: LeaseEnd = 'released'): void {
    if (this.holder === undefined) return;
    this.holder = undefined;
    this.#end?.abort(permissionDenied('The lease is over.'));
    this.events.onEnded(why);
  }

  offer(): string {
    this.offers += 1;
    return `offer ${this.offers}`;
  }

  withdraw(): Promise<void> {
    this.withdrawn += 1;
    this.end('withdrawn');
    return Promise.resolve();
  }

  accept = () => Promise.resolve(refused);
  renew = () => Promise.resolve(refused);
  release = () => Promise.resolve(refused);
  mustBeHeldBy(): void {
    if (this.holder === undefined) throw permissionDenied('No lease.');
  }
  fence(): Promise<void> {
    return this.fenced();
  }
  close = () => Promise.resolve();
}

class ScriptedReset implements Reset {
  readonly resets: (Baseline | undefined)[] = [];
  failure: string | undefined;
  work: (device: Device) => Promise<void> = () => Promise.resolve();
  readonly noted: Baseline = { home: 'com.example.home' };
  /** Called before a file is changed. */
  changing: (before: Baseline, file: ChangedFile) => void = () => undefined;

  baseline(): Promise<Baseline> {
    return Promise.resolve(this.noted);
  }

  async reset(device: Device, since: Baseline | undefined): Promise<void> {
    this.resets.push(since);
    await this.work(device);
    if (this.failure !== undefined) throw actionFailed(this.failure);
  }
}

/** A hosted phone, with the means to observe and control it. */
function hosted(t: TestContext, startAnew?: () => Promise<void>) {
  const clock = new SkippingClock();
  const phones: ScriptedDevice[] = [];
  const lent: Device[] = [];
  const state = { isPluggedIn: true };
  const reset = new ScriptedReset();
  /** Resolves while the host has its name. */
  const name = { had: () => Promise.resolve() };
  const heard: string[] = [];
  /** Opens and closes the tools of the next lease. */
  const resets: { readonly isProven: boolean; readonly milliseconds: number }[] = [];
  const toolsOf = { opens: () => Promise.resolve(), closes: () => Promise.resolve() };
  let lease: ScriptedLease | undefined;
  let changed: () => void = () => undefined;
  const open = () => {
    if (!state.isPluggedIn) return Promise.reject(actionFailed('The phone is not attached.'));
    const phone = new ScriptedDevice(calculator());
    const screen = phone.screen.bind(phone);
    phone.screen = () => (state.isPluggedIn ? screen() : Promise.reject(actionFailed('The phone is gone.')));
    phones.push(phone);
    return Promise.resolve(phone);
  };
  const events: HostedDeviceEvents = {
    onChange: () => {
      changed();
    },
    onEnded: (_, why) => heard.push(why),
    onReset: (_, how) => resets.push(how),
  };
  const tools = async (device: Device): Promise<LeaseTools> => {
    await toolsOf.opens();
    lent.push(device);
    const toolbox = {
      instructions: '',
      tools: [],
      has: () => false,
      call: () => Promise.reject(new Error()),
    };
    return { toolbox, session: () => undefined, close: () => toolsOf.closes() };
  };
  const device = new HostedDevice({
    origin: {
      name: 'pixel',
      title: 'Pixel',
      kind: 'phone',
      platform: 'android',
      open,
      ...(startAnew && { startAnew }),
    },
    fullName: 'rack.pixel',
    mustHaveName: () => name.had(),
    lease: (own) => (lease = new ScriptedLease(own)),
    reset,
    openTools: tools,
    clock,
    events,
  });
  assert.ok(lease);
  const stop = new AbortController();
  const ended = device.run(stop.signal);
  t.after(async () => {
    stop.abort(new Error('The test is over.'));
    await ended;
  });
  const until = async (wanted: string) => {
    while (device.state.state !== wanted) await new Promise<void>((resolve) => (changed = resolve));
    return device.state;
  };
  return {
    clock,
    device,
    lease,
    phones,
    lent,
    state,
    reset,
    name,
    heard,
    resets,
    toolsOf,
    until,
    stop,
    ended,
  };
}

test('a device is reset and proven before it is offered, and again after each lease', async (t) => {
  const { lease, reset, until } = hosted(t);
  assert.deepEqual(await until('free'), { state: 'free', offer: 'offer 1' });
  lease.begin();
  assert.deepEqual(await until('leased'), { state: 'leased', holder: 'tester' });
  lease.end();
  await until('resetting');
  assert.deepEqual(await until('free'), { state: 'free', offer: 'offer 2' });
  assert.deepEqual(reset.resets, [undefined, { ...reset.noted, files: [] }]);
});

test('a host that may have lost its name does not reset: the device may be lent by another one', async (t) => {
  const { clock, lease, phones, reset, resets, name, until } = hosted(t);
  await until('free');
  const [phone = assert.fail()] = phones;
  reset.work = async (device) => {
    await device.press('HOME', callWithoutDeadline(clock, new AbortController().signal));
  };
  lease.begin();
  let regain: () => void = () => undefined;
  name.had = () => new Promise((resolve) => (regain = resolve));
  lease.end();
  await until('resetting');
  await new Promise<void>((resolve) => clock.after(200_000, resolve));
  assert.deepEqual(reset.resets, [undefined]);
  // It has the name again, and loses it in the middle of the reset.
  regain();
  while (reset.resets.length < 2) await new Promise(setImmediate);
  assert.deepEqual(phone.actions, []);
  regain();
  name.had = () => Promise.resolve();
  await until('free');
  assert.equal(phone.actions.length, 1);
  assert.ok(
    resets.every(({ milliseconds }) => milliseconds < 200_000),
    'the wait is no part of the reset',
  );
});

test('resets are counted, those that a device is not there for are not', async (t) => {
  const { lease, reset, resets, state, until } = hosted(t);
  await until('free');
  lease.begin();
  reset.failure = 'It does not show its home screen.';
  lease.end();
  await until('quarantined');
  reset.failure = undefined;
  await until('free');
  state.isPluggedIn = false;
  await until('unwell');
  await until('resetting');
  await until('unwell');
  const outcomes = () => resets.map(({ isProven }) => isProven);
  assert.deepEqual(outcomes(), [true, false, true]);
  state.isPluggedIn = true;
  await until('free');
  assert.deepEqual(outcomes(), [true, false, true, true]);
});

test('a device whose reset fails is quarantined with the reason, and offered once a reset works', async (t) => {
  const { lease, reset, until } = hosted(t);
  await until('free');
  lease.begin();
  reset.failure = 'It does not show its home screen.';
  lease.end();
  assert.deepEqual(await until('quarantined'), { state: 'quarantined', reason: reset.failure });
  assert.equal(lease.offers, 1);
  reset.failure = undefined;
  assert.deepEqual(await until('free'), { state: 'free', offer: 'offer 2' });
});

test('a device that dies is unwell, its lease is withdrawn, and it is reset when it is back', async (t) => {
  const { lease, phones, state, reset, heard, until } = hosted(t);
  await until('free');
  lease.begin();
  state.isPluggedIn = false;
  assert.deepEqual(await until('unwell'), { state: 'unwell', reason: 'The phone is gone.' });
  state.isPluggedIn = true;
  await until('free');
  assert.deepEqual(heard, ['withdrawn']);
  assert.equal(phones[0]?.closed, true);
  assert.deepEqual([phones.length, reset.resets.length], [2, 2]);
});

test('what a device is stays known while it is closed, so that who wants such a one goes on waiting', async (t) => {
  const { device, lease, state, until } = hosted(t);
  const unknown = { title: 'Pixel', kind: 'phone', platform: 'android', capabilities: [] };
  assert.deepEqual(device.facts, unknown);
  await until('free');
  const { facts } = device;
  assert.ok(facts.capabilities.includes('touch'));
  lease.begin();
  state.isPluggedIn = false;
  await until('unwell');
  await until('resetting');
  assert.deepEqual(device.facts, facts);
});

test('a device that is not there at the start says why, and is offered when it comes', async (t) => {
  const { state, until } = hosted(t);
  state.isPluggedIn = false;
  assert.deepEqual(await until('unwell'), { state: 'unwell', reason: 'The phone is not attached.' });
  state.isPluggedIn = true;
  await until('free');
});

test('what a holder began is waited for before the reset, and nothing can be begun after the end', async (t) => {
  const { clock, device, lease, phones, lent, reset, until } = hosted(t);
  await until('free');
  lease.begin();
  await device.loan?.lentTo('secret').toolbox();
  const [phone = assert.fail()] = phones;
  const [fenced = assert.fail()] = lent;
  assert.equal(fenced.id, 'rack.pixel');
  const call = callWithoutDeadline(clock, new AbortController().signal);
  phone.delay = 20_000;
  const slow = fenced.press('HOME', call);
  while (phone.actions.length === 0) await new Promise(setImmediate);
  const offered = reset.resets.length;
  const pressed = slow.then(() => {
    assert.equal(reset.resets.length, offered, 'reset while it was pressed');
  });
  lease.end();
  await assert.rejects(fenced.press('BACK', call), /The lease of this device has ended/);
  await pressed;
  await until('free');
  assert.deepEqual(
    phone.actions.map((deed) => deed.did === 'press' && deed.key),
    ['HOME'],
  );
});

test('what was in a file is kept before a holder changes it, and the file stays if that fails', async (t) => {
  const { clock, device, lease, phones, lent, reset, until } = hosted(t);
  await until('free');
  lease.begin();
  await device.loan?.lentTo('secret').toolbox();
  const files = new ScriptedFiles({ 'download/a': 'of the owner', 'download/b': 'of the owner' });
  const held = () => [...files.held.values()].map(String);
  const [phone = assert.fail()] = phones;
  phone.services = { files };
  const call = callWithoutDeadline(clock, new AbortController().signal);
  const kept: string[] = [];
  reset.changing = (before, { place, before: content }) => {
    assert.equal(before, reset.noted);
    if (place.path === 'b') throw actionFailed('The disk is full.');
    kept.push(`${place.path}: ${String(content)}; there: ${held().join(', ')}`);
  };
  const write = (path: string) =>
    lent[0]?.services?.files?.write({ location: 'download', path }, Buffer.from('new'), call) ??
    assert.fail();
  await write('a');
  await assert.rejects(write('b'), /The disk is full/);
  assert.deepEqual(kept, ['a: of the owner; there: of the owner, of the owner']);
  assert.deepEqual(held(), ['new', 'of the owner']);
});

test('a lease that ends while the fence is asked writes nothing', async (t) => {
  const { clock, device, lease, phones, lent, until } = hosted(t);
  await until('free');
  lease.begin();
  await device.loan?.lentTo('secret').toolbox();
  lease.fenced = () => {
    lease.end('expired');
    return Promise.resolve();
  };
  const call = callWithoutDeadline(clock, new AbortController().signal);
  await assert.rejects(lent[0]?.press('HOME', call) ?? assert.fail(), /The lease of this device has ended/);
  assert.deepEqual(phones[0]?.actions, []);
});

test('a host that stops withdraws the lease and closes the device', async (t) => {
  const { lease, phones, heard, until, stop, ended } = hosted(t);
  await until('free');
  lease.begin();
  stop.abort(new Error('stop'));
  await ended;
  assert.deepEqual(heard, ['withdrawn']);
  assert.equal(phones[0]?.closed, true);
});

test('a host whose name another one has leaves the leases of that one alone', async (t) => {
  const { lease, phones, until, stop, ended } = hosted(t);
  await until('free');
  lease.begin();
  stop.abort(new NameTaken('Another host has the name.'));
  await ended;
  assert.equal(lease.withdrawn, 0);
  assert.equal(phones[0]?.closed, true);
});

const forEver = () => new Promise<never>(() => undefined);

test('a device that does not start anew, or whose tools do not close, is not being reset for ever', async (t) => {
  let starts = 0;
  const { device, lease, toolsOf, until } = hosted(t, () => {
    starts += 1;
    return starts === 1 ? forEver() : Promise.resolve();
  });
  await until('unwell');
  await until('free');
  lease.begin();
  await device.loan?.lentTo('secret').toolbox();
  toolsOf.closes = forEver;
  lease.end();
  assert.match((await until('quarantined')).reason ?? '', /./);
  await until('free');
});

test('tools that could not be opened are opened by the next call of the lease', async (t) => {
  const { device, lease, toolsOf, until } = hosted(t);
  await until('free');
  lease.begin();
  const lent = device.loan?.lentTo('secret') ?? assert.fail();
  toolsOf.opens = () => Promise.reject(actionFailed('No room on the disk.'));
  await assert.rejects(lent.toolbox(), /No room on the disk/);
  toolsOf.opens = () => Promise.resolve();
  await lent.toolbox();
});
