import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '@handeye/core/call/clock';
import { Registry } from '@handeye/core/device/registry';
import type { Bus } from '@handeye/farm/bus/bus';
import { RemoteCalls } from '../packages/farm/src/server/remote-calls.ts';
import type { RecordedCall } from '@handeye/core/guard/audit/entry';
import { defaultPolicy, type Policy } from '@handeye/core/guard/policy';
import { createToolbox, type ToolboxOptions } from '@handeye/core/tools/create-toolbox';
import type { RemoteCall, RemoteDevices } from '@handeye/core/tools/frame/remote';
import { SkippingClock } from '@handeye/testing/clock';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice, sourceOf } from '@handeye/testing/scripted-device';
import { LEASED_NAME, ScriptedLeases } from '@handeye/testing/scripted-leases';
import { watchedTools } from '../packages/studio/test/watched-tools.ts';
import { callers } from '@handeye/testing/tools';

const SECRET = LEASED_NAME.slice(LEASED_NAME.indexOf('#') + 1);

const unused = () => {
  throw new Error('Nothing is said on the bus.');
};

/** A refusal asks no one. */
const nothing: { readonly bus: Bus; readonly clock: Clock } = {
  bus: {
    maxPayload: 1_000_000,
    isConnected: true,
    publish: unused,
    subscribe: unused,
    request: unused,
    bucket: unused,
    onConnection: unused,
    close: unused,
  },
  clock: new SkippingClock(),
};

/** Hosts that note what reaches them. Names are those of the real ones. */
function hosts() {
  const calls: RemoteCall[] = [];
  const remote: RemoteDevices = {
    claims: (name) => new RemoteCalls(nothing).claims(name),
    shownAs: (name) => new RemoteCalls(nothing).shownAs(name),
    mask: (text) => new RemoteCalls(nothing).mask(text),
    call(call) {
      calls.push(call);
      const text = `No such element. Call get_screen_state, or lease_device.`;
      const failed = { kind: 'element_not_found', code: -32002 } as const;
      return Promise.resolve(
        call.tool === 'click_element'
          ? { content: [{ type: 'text', text }], isError: true, _meta: { 'handeye/error': failed } }
          : { content: [{ type: 'text', text: `${call.tool} was made.` }] },
      );
    },
  };
  return { remote, calls };
}

/** The tools of a server with a farm. */
function farm({ local = [], ...frame }: Partial<ToolboxOptions> & { local?: ScriptedDevice[] } = {}) {
  const leases = new ScriptedLeases();
  const { remote, calls } = hosts();
  const registry = new Registry({
    sources: [sourceOf(local)],
    configured: local.map(({ id }) => id),
    elsewhere: 'Call lease_device to get one.',
  });
  const toolbox = createToolbox({ registry, leases, remote, clock: new SkippingClock(), ...frame });
  return { toolbox, leases, calls, ...callers(toolbox) };
}

const policy = (more: Partial<Policy>): Policy => ({ ...defaultPolicy, ...more });

test('a device is leased, used by the name that this answers with, kept longer and given back', async () => {
  const { text, calls, leases } = farm();
  assert.equal(
    await text('lease_device', { wants: { platform: 'android' }, minutes: 30 }),
    `device: ${LEASED_NAME}\nPixel 7, android 14; yours for 30 minutes.`,
  );
  assert.equal(await text('tap', { device: LEASED_NAME, x: 1, y: 2 }), 'tap was made.');
  assert.equal(
    await text('renew_lease', { device: LEASED_NAME, minutes: 1 }),
    'Yours for 1 minute from now.',
  );
  assert.equal(await text('release_device', { device: LEASED_NAME }), 'Released.');
  assert.deepEqual(leases.released, [LEASED_NAME]);
  assert.deepEqual(
    calls.map(({ device, tool, args, writes }) => ({ device, tool, args, writes })),
    [{ device: LEASED_NAME, tool: 'tap', args: { x: 1, y: 2 }, writes: true }],
  );
});

test('what is unknown in wants is told with what wants can have', async () => {
  const { fails } = farm();
  assert.equal(
    await fails('lease_device', { wants: { platfrom: 'android' } }, 'invalid_params'),
    "Unknown parameter 'platfrom' in 'wants': did you mean 'platform'? Valid parameters: platform, version, capabilities, labels, device.",
  );
  assert.equal(
    await fails('lease_device', { wants: { version: { min: '12', max: '14' } } }, 'invalid_params'),
    "Unknown parameter 'min', 'max' in 'wants.version'. Valid parameters: from, to.",
  );
});

test('the list has the local devices, then those that are free, and says what it leaves out', async () => {
  const { text } = farm({ local: [new ScriptedDevice(calculator())] });
  const lines = (await text('list_devices', {})).split('\n');
  assert.deepEqual(lines, [
    'scripted Scripted device: local, ready',
    'farm: 3 devices, 1 free',
    'rack-2.pixel-7 Pixel 7, android 14 {rack: 2}: free',
    'rack-1.galaxy Galaxy A5, android 7.0 {rack: 2}: leased by Ada',
    'rack-1.old Nexus 5, android 6.0: quarantined (The clipboard could not be cleared.)',
  ]);
  const short = (await text('list_devices', { limit: 1 })).split('\n');
  assert.equal(short.at(-1), '2 more: narrow it with wants, or raise limit');
});

test('a server that has lost the farm says so in the list', async () => {
  const { text, leases } = farm();
  leases.isConnected = false;
  assert.match(
    await text('list_devices', {}),
    /\nThis server has lost its connection to the farm.*knew last\.$/,
  );
});

test('what the policy of a host forbids is not said to be of this server', async () => {
  const { remote } = hosts();
  const refused = {
    content: [{ type: 'text' as const, text: "The policy of this server forbids acting on 'Bank'." }],
    isError: true as const,
    _meta: { 'handeye/error': { kind: 'permission_denied' as const, code: -32001 } },
  };
  const { fails } = farm({ remote: { ...remote, call: () => Promise.resolve(refused) } });
  const told = await fails('tap', { device: LEASED_NAME, x: 1, y: 2 }, 'permission_denied');
  assert.match(told, /^The policy of the device's host forbids acting on 'Bank'\./);
});

test('without a lease nothing is read or written, and the way to one is told', async () => {
  const { fails, toolbox } = farm();
  assert.match(await fails('get_screen_state', {}, 'permission_denied'), /lease_device/);
  assert.match(await fails('tap', { device: 'a-phone', x: 1, y: 2 }, 'permission_denied'), /lease_device/);
  const real = createToolbox({
    registry: new Registry({ sources: [], configured: [], elsewhere: '' }),
    leases: new ScriptedLeases(),
    remote: new RemoteCalls(nothing),
  });
  const refused = await callers(real).fails(
    'tap',
    { device: 'rack-2.pixel-7', x: 1, y: 2 },
    'permission_denied',
  );
  assert.match(refused, /lease_device with wants \{"device": "rack-2\.pixel-7"\}/);
  const broken = await callers(real).fails(
    'tap',
    { device: `Rack#${SECRET}`, x: 1, y: 2 },
    'permission_denied',
  );
  assert.ok(!broken.includes(SECRET));
  assert.match(toolbox.instructions, /lease_device first/);
});

test('a local device beside a farm is used as before, by its id or without one', async () => {
  const device = new ScriptedDevice(calculator());
  const { text, calls } = farm({ local: [device] });
  await text('tap', { x: 10, y: 10 });
  await text('tap', { device: 'scripted', x: 10, y: 10 });
  assert.equal(device.deeds.filter(({ did }) => did === 'touch').length, 2);
  assert.deepEqual(calls, []);
});

test('a server that is read-only leases devices, and lets none be changed', async () => {
  const { text, fails, calls } = farm({ policy: policy({ readOnly: true }) });
  await text('lease_device', {});
  await text('get_screen_state', { device: LEASED_NAME });
  await fails('tap', { device: LEASED_NAME, x: 1, y: 2 }, 'permission_denied');
  await text('release_device', { device: LEASED_NAME });
  assert.deepEqual(
    calls.map(({ tool }) => tool),
    ['get_screen_state'],
  );
});

test('a tool that the policy of the server denies does not reach a host, in steps neither', async () => {
  const rules = [{ when: { tool: 'swipe' }, then: 'deny', why: 'No swiping.', from: 'rule 1' }] as const;
  const { fails, text, calls } = farm({ policy: policy({ rules }), toolsets: ['device', 'model'] });
  const swipe = { x1: 1, y1: 1, x2: 2, y2: 2 };
  assert.match(await fails('swipe', { device: LEASED_NAME, ...swipe }, 'permission_denied'), /No swiping/);
  const steps = [{ tool: 'press_back' }, { tool: 'swipe', arguments: swipe }];
  await fails('run_steps', { device: LEASED_NAME, steps }, 'permission_denied');
  await text('run_steps', { device: LEASED_NAME, steps: steps.slice(0, 1) });
  assert.equal(calls.length, 1);
});

test('a prefix stands before the names of tools in what hosts say, too', async () => {
  const { fails, toolbox } = farm({ prefix: 'x_' });
  const args = { device: LEASED_NAME, element_id: 'node_1' };
  const said = await fails('x_click_element', args, 'element_not_found');
  assert.equal(said, 'No such element. Call x_get_screen_state, or x_lease_device.');
  assert.ok(toolbox.has('x_lease_device'));
});

test('what cannot be recorded is not changed on a device of the farm either, and reading goes on', async () => {
  const record = {
    mustBeWritable: () => {
      throw new Error('the disk is full');
    },
    add: () => undefined,
  };
  const { call, calls } = farm({ record });
  assert.equal((await call('tap', { device: LEASED_NAME, x: 1, y: 2 })).isError, true);
  assert.deepEqual(calls, []);
  await call('get_screen_state', { device: LEASED_NAME });
  assert.equal(calls.length, 1);
});

test('a lease is in no record, no log and no timeline', async () => {
  const written: unknown[] = [];
  const record = {
    mustBeWritable: () => undefined,
    add(call: RecordedCall) {
      written.push(call);
      return undefined;
    },
  };
  const { remote } = hosts();
  const watched = watchedTools(calculator(), {
    ...{ remote, leases: new ScriptedLeases(), record, audit: (audit) => written.push(audit) },
    registry: new Registry({ sources: [], configured: [], elsewhere: 'Call lease_device.' }),
  });
  await watched.call('lease_device', {});
  await watched.call('tap', { device: LEASED_NAME, x: 1, y: 2 });
  await watched.call('tap', { device: `${LEASED_NAME}.`, x: 1, y: 2 });
  await watched.call('lease_device', { wants: { device: LEASED_NAME } });
  await watched.call('renew_lease', { device: LEASED_NAME });
  await watched.call('release_device', { device: LEASED_NAME });
  const details = await Promise.all([1, 2, 3, 4, 5, 6].map((number) => watched.details(number)));
  const all = JSON.stringify([written, watched.told, details]);
  assert.ok(all.includes('rack-2.pixel-7'));
  assert.ok(!all.includes(SECRET), all);
});

test('without a farm there are no tools for leases, and no device to name', () => {
  const registry = new Registry({ sources: [], configured: ['scripted'] });
  const { tools, instructions } = createToolbox({ registry });
  const listed = JSON.stringify([tools, instructions]);
  assert.ok(!/lease|"device"/.test(listed));
});
