// The bridge as a process: its lines, its start and end.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { bridgeProgram, TestBridge } from './fake/bridge.ts';
import { FakeMac } from './fake/mac.ts';

test('a line that is not a request gets a response without an id, and the next one is handled', async (t) => {
  const bridge = new TestBridge(t, new FakeMac(t, {}));
  for (const line of [
    '',
    'hello',
    '[]',
    'null',
    '{"id":1',
    '{"method":"hello"}',
    '{"id":"1","method":"hello"}',
    '{"id":1}',
  ]) {
    const response = await bridge.line(line);
    assert.equal(response?.id, null, line);
    assert.equal(response.error?.kind, 'invalid', line);
  }
  assert.equal((await bridge.ask('hello', {})).trusted, true);
});

test('invalid requests are rejected', async (t) => {
  const bridge = new TestBridge(t, new FakeMac(t, {}));
  const element = { pid: 501, path: [], role: 'AXApplication' };
  const wrong = [
    { method: 'dance' },
    { method: 'toString' },
    { method: 'tree' },
    { method: 'tree', pid: -1, milliseconds: 10, nodes: 10 },
    { method: 'tree', pid: 2 ** 31, milliseconds: 10, nodes: 10 },
    { method: 'tree', pid: 501, milliseconds: 0, nodes: 10 },
    { method: 'tree', pid: 501, milliseconds: 10, nodes: 1.5 },
    { method: 'perform', element: { ...element, path: [-1] }, action: 'AXPress' },
    { method: 'perform', element: { ...element, title: null }, action: 'AXPress' },
    { method: 'setValue', element, value: {} },
    { method: 'pointer', moves: [], button: 'left', clicks: 1 },
    { method: 'pointer', moves: [{ x: 1e9, y: 0, time: 0 }], button: 'left', clicks: 1 },
    { method: 'key', code: 70_000 },
    { method: 'key', code: 1, modifiers: ['hyper'] },
    { method: 'wheel', x: 0, y: 0, lines: { x: 0.5, y: 0 } },
    { method: 'text', text: 7 },
  ];
  for (const [id, request] of wrong.entries()) {
    const response = await bridge.line(JSON.stringify({ id, ...request }));
    assert.equal(response?.id, id);
    assert.equal(response.error?.kind, 'invalid', JSON.stringify(request));
    assert.notEqual(response.error.message, '');
  }
  assert.equal(bridge.objects().alive, 0);
});

test('several lines at once are handled in turn, however they are split', async (t) => {
  const mac = new FakeMac(t, {});
  const bridge = new TestBridge(t, mac);
  const text = 'ü\u2028 one line';
  const lines = [1, 2, 3].map((id) => `${JSON.stringify({ id, method: 'text', text })}\n`).join('');
  const bytes = Buffer.from(lines);
  bridge.send(bytes.subarray(0, 31));
  await bridge.flushed();
  bridge.send(bytes.subarray(31));
  assert.deepEqual(
    [await bridge.next(), await bridge.next(), await bridge.next()],
    [1, 2, 3].map((id) => ({ id, result: {} })),
  );
  assert.equal(mac.posted()[0]?.text, text);
});

test('it exits when its input ends', async (t) => {
  const bridge = new TestBridge(t, new FakeMac(t, {}));
  await bridge.ask('hello', {});
  assert.deepEqual(await bridge.close(), { code: 0, signal: null });
  assert.equal(bridge.complaints, '');
});

test('if the libraries are missing, it says so and exits', () => {
  const { stdout, status } = spawnSync(process.execPath, bridgeProgram, { encoding: 'utf8', input: '' });
  const { id, error } = JSON.parse(stdout) as { id: null; error: { message: string } };
  assert.equal(id, null);
  assert.match(error.message, /CoreFoundation.* cannot be loaded\. Is this a Mac\?/);
  assert.equal(status, 1);
});

test('without koffi it says what to install', () => {
  const without = `export const resolve = (name, context, next) =>
    name === 'koffi' ? Promise.reject(Object.assign(new Error('not there'), { code: 'ERR_MODULE_NOT_FOUND' })) : next(name, context);`;
  const hook = `import { register } from 'node:module';
    register('data:text/javascript,' + encodeURIComponent(${JSON.stringify(without)}));`;
  const options = [`--import=data:text/javascript,${encodeURIComponent(hook)}`, ...bridgeProgram];
  const { stdout, status } = spawnSync(process.execPath, options, { encoding: 'utf8', input: '' });
  assert.match(stdout, /^{"id":null,.*koffi is not installed\. Install it with: npm install koffi"/);
  assert.equal(status, 1);
});
