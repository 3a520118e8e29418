// Applications that hang, end, lie or never stop: the bridge answers in time, reports it and leaks nothing.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sharedBridge } from './fake/bridge.ts';
import type { FakeApplication, FakeElement, FakeWorld } from './fake/world.ts';

const button = (title: string, more: Partial<FakeElement> = {}): FakeElement => ({
  role: 'AXButton',
  title,
  actions: ['AXPress'],
  ...more,
});

const app = (children: readonly FakeElement[], more: Partial<FakeApplication> = {}): FakeWorld => ({
  applications: [
    { pid: 501, name: 'Trouble', tree: { key: 'app', role: 'AXApplication', children }, ...more },
  ],
});

const facing = sharedBridge({ after });

const ask = (milliseconds = 20_000, nodes = 20_000) => ({ pid: 501, milliseconds, nodes });

test('a permission that is revoked while reading is noticed', async () => {
  const world = app([button('one'), button('two')]);
  const { bridge } = facing({ ...world, then: { messages: 3, world: { ...world, trusted: false } } });
  assert.equal((await bridge.fails('tree', ask())).kind, 'not_trusted');
});

test('one element that hangs does not affect its neighbours', async () => {
  const { bridge } = facing(app([button('one'), button('two', { fault: 'hang' }), button('three')]));
  const { nodes, truncated } = await bridge.ask('tree', ask(3000));
  assert.deepEqual(
    nodes.map(({ role, title }) => title ?? role),
    ['AXApplication', 'one', 'AXUnknown', 'three'],
  );
  assert.equal(truncated, 'time');
});

test('a cyclic tree is read only once', async () => {
  const inner: FakeElement = {
    key: 'inner',
    role: 'AXGroup',
    children: [button('one'), 'app', 'outer', 'inner', button('two')],
  };
  const { bridge } = facing(app([{ key: 'outer', role: 'AXGroup', children: [inner] }]));
  const { nodes, truncated } = await bridge.ask('tree', ask());
  assert.deepEqual(
    nodes.map(({ parent, role, title }) => [parent, title ?? role]),
    [
      [-1, 'AXApplication'],
      [0, 'AXGroup'],
      [1, 'AXGroup'],
      [2, 'one'],
      [2, 'AXUnknown'],
      [2, 'AXUnknown'],
      [2, 'AXUnknown'],
      [2, 'two'],
    ],
  );
  assert.equal(truncated, undefined);
});

test('ten thousand elements are read, and all their objects are released', async (t) => {
  const row = (index: number) =>
    button(`row ${index}`, { value: index, bounds: { x: 0, y: index, width: 9, height: 1 } });
  const groups = Array.from({ length: 100 }, (_, group): FakeElement => ({
    role: 'AXGroup',
    children: Array.from({ length: 99 }, (_, index) => row(group * 99 + index)),
  }));
  const { bridge } = facing(app(groups));
  const before = await bridge.ask('hello', {}).then(() => bridge.objects().made);
  const start = performance.now();
  const { nodes, truncated } = await bridge.ask('tree', ask(60_000));
  t.diagnostic(`${nodes.length} nodes in ${Math.round(performance.now() - start)} ms`);
  assert.equal(truncated, undefined);
  assert.equal(nodes.length, 10_001);
  assert.equal(nodes.at(-1)?.title, 'row 9899');
  assert.ok(bridge.objects().made - before > 100_000);
});

test('an application that refuses says why', async () => {
  const kinds = {
    [-25200]: 'not_supported',
    [-25201]: 'not_supported',
    [-25999]: 'internal',
    [-25202]: 'not_supported',
    [-25208]: 'not_supported',
    [-25204]: 'timeout',
  };
  const { mac, bridge } = facing({});
  for (const [code, kind] of Object.entries(kinds)) {
    mac.become(app([], { fault: { error: Number(code) } }));
    assert.equal((await bridge.fails('tree', ask())).kind, kind, code);
  }
});

test('whichever message fails, no object stays alive', async () => {
  const field: FakeElement = {
    key: 'field',
    role: 'AXTextField',
    value: 'x',
    settable: ['AXValue', 'AXFocused'],
    actions: ['AXConfirm'],
  };
  const window: FakeElement = { role: 'AXWindow', actions: ['AXRaise'], children: [field] };
  const world: FakeWorld = { ...app([window], { focus: 'field' }), frontmost: 501 };
  const { mac, bridge } = facing(world);
  const element = { pid: 501, path: [0, 0], role: 'AXTextField' };
  const requests = {
    tree: ask(),
    focused: ask(),
    perform: { element, action: 'AXConfirm' },
    setValue: { element, value: 'y' },
    focus: { element },
  };
  const failing = app([window], { fault: { error: -25200 } });
  for (const name of ['tree', 'focused', 'perform', 'setValue', 'focus'] as const) {
    let failures = 0;
    for (let messages = 0; messages < 15; messages++) {
      mac.become({ ...world, then: { messages, world: { ...failing, frontmost: 501 } } });
      // Succeeds or fails: the bridge under test checks for objects that are still alive.
      const response = await bridge.request(name, requests[name]);
      if (response.error) failures++;
    }
    assert.ok(failures > 0 && failures < 15, `${name} failed ${failures} times`);
  }
});
