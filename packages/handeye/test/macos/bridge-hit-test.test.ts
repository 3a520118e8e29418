import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBridge } from './fake/bridge.ts';
import { FakeMac } from './fake/mac.ts';
import { application, box, button, desk } from './worlds.ts';

const MILLISECONDS = 20_000;

test('a hit test returns the processes that draw a point, the innermost first', async (t) => {
  const foreign = button('Open', box(400, 220, 80, 24), { pid: 502 });
  const bridge = new TestBridge(t, new FakeMac(t, desk({ notes: { more: [foreign] } })));
  const at = async (x: number, y: number) =>
    (await bridge.ask('at', { x, y, milliseconds: MILLISECONDS })).pids;
  assert.deepEqual(await at(130.5, 225.25), [501], 'a button of the application itself');
  assert.deepEqual(await at(410, 230), [502, 501], 'a part that another process draws');
  assert.deepEqual(await at(1000, 700), [502], 'the window behind, where it is free');
  assert.deepEqual(await at(1400, 10), [], 'nothing');
});

test('a hit test on an application that hangs times out', async (t) => {
  const stuck = application(600, 'Stuck', { fault: 'hang' });
  const mac = new FakeMac(t, { applications: [stuck.app], windows: [stuck.window] });
  const bridge = new TestBridge(t, mac);
  const { kind } = await bridge.fails('at', { x: 400, y: 400, milliseconds: 200 });
  assert.equal(kind, 'timeout');
});

test('elements that another process draws carry its process id', async (t) => {
  const foreign = button('Open', box(400, 220, 80, 24), { pid: 502 });
  const bridge = new TestBridge(t, new FakeMac(t, desk({ notes: { more: [foreign] } })));
  const { nodes } = await bridge.ask('tree', { pid: 501, milliseconds: MILLISECONDS, nodes: 1000 });
  assert.deepEqual(
    nodes.filter(({ pid }) => pid !== undefined).map(({ title, pid }) => [title, pid]),
    [['Open', 502]],
  );
});
