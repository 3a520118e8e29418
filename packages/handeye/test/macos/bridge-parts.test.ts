import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBridge } from './fake/bridge.ts';
import { FakeMac } from './fake/mac.ts';
import { desk, menuBar, notes, partsOf, withParts } from './worlds.ts';

const all = { pid: 501, milliseconds: 20_000, nodes: 1000 };

test('the items of closed menus are left out if only open menus are requested', async (t) => {
  const mac = new FakeMac(t, desk());
  const bridge = new TestBridge(t, mac);
  const roles = async () =>
    (await bridge.ask('tree', { ...all, openMenusOnly: true })).nodes.slice(-3).map(({ role }) => role);
  assert.deepEqual((await roles()).slice(-2), ['AXMenuBar', 'AXMenuBarItem']);
  const app = notes();
  const [file] = partsOf({ ...app, tree: menuBar });
  const open = { ...menuBar, children: [{ ...file!, attributes: { AXSelected: true } }] };
  mac.become(desk({ applications: [withParts(app, [partsOf(app)[0]!, open])] }));
  assert.deepEqual(await roles(), ['AXMenuBarItem', 'AXMenu', 'AXMenuItem']);
});

test('with a path, only the elements on it and their siblings are read', async (t) => {
  const bridge = new TestBridge(t, new FakeMac(t, desk()));
  const { nodes: whole } = await bridge.ask('tree', all);
  const { nodes, truncated } = await bridge.ask('tree', { ...all, path: [0, 6, 0] });
  assert.equal(truncated, undefined);
  const below = (role: string) => {
    const index = nodes.findIndex((node) => node.role === role);
    return nodes.filter(({ parent }) => parent === index).map((node) => node.role);
  };
  assert.deepEqual(below('AXWindow').length, 7, 'everything beside the way');
  assert.deepEqual(below('AXTable'), ['AXRow', 'AXRow', 'AXRow', 'AXRow'], 'the children of its end');
  assert.deepEqual(below('AXRow'), [], 'and nothing further');
  assert.deepEqual(below('AXMenuBar'), []);
  assert.ok(nodes.length < whole.length);
});
