// What the bridge reads: applications, trees, focus and windows.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addressOf, pathOf } from '../../src/macos/bridge/address.ts';
import { sharedBridge } from './fake/bridge.ts';
import type { FakeElement } from './fake/world.ts';

const facing = sharedBridge({ after });

const whole = { milliseconds: 20_000, nodes: 1000 };

const notes: FakeElement = {
  role: 'AXApplication',
  title: 'Notes',
  children: [
    {
      key: 'window',
      role: 'AXWindow',
      title: 'All notes',
      bounds: { x: 10, y: 20, width: 600, height: 400 },
      attributes: { AXMain: true },
      actions: ['AXRaise'],
      children: [
        { key: 'new', role: 'AXButton', title: 'New', actions: ['AXPress'] },
        { key: 'search', role: 'AXTextField', value: 'milk', settable: ['AXValue', 'AXFocused'] },
      ],
    },
  ],
};

test('hello returns permissions and displays', async () => {
  const displays = [
    { id: 1, bounds: { x: 0, y: 0, width: 1440, height: 900 }, pixelWidth: 2880 },
    { id: 7, bounds: { x: -1920, y: 100.5, width: 1920, height: 1080 }, pixelWidth: 1920 },
  ];
  const { bridge } = facing({ recording: false, displays });
  assert.deepEqual(await bridge.ask('hello', {}), {
    trusted: true,
    screenRecording: false,
    displays: [
      { id: 1, bounds: { x: 0, y: 0, width: 1440, height: 900 }, scale: 2 },
      { id: 7, bounds: { x: -1920, y: 100.5, width: 1920, height: 1080 }, scale: 1 },
    ],
  });
});

test('the running applications have the names and ids of their bundles', async () => {
  const { bridge } = facing({
    frontmost: 501,
    applications: [
      { pid: 500, name: 'Finder', bundleId: 'com.apple.finder' },
      {
        pid: 501,
        name: 'Notes',
        bundleId: 'com.apple.Notes',
        info: { CFBundleDisplayName: 'Notizen' },
        tree: notes,
      },
    ],
  });
  assert.deepEqual(await bridge.ask('applications', {}), [
    {
      pid: 500,
      name: 'Finder',
      bundleId: 'com.apple.finder',
      path: '/Applications/Finder.app',
      frontmost: false,
    },
    {
      pid: 501,
      name: 'Notizen',
      bundleId: 'com.apple.Notes',
      path: '/Applications/Notes.app',
      frontmost: true,
    },
  ]);
});

test('a tree is read depth first, with the attributes of its elements', async () => {
  const { bridge } = facing({ applications: [{ pid: 501, name: 'Notes', tree: notes, focus: 'search' }] });
  assert.deepEqual(await bridge.ask('tree', { pid: 501, milliseconds: 20_000, nodes: 100 }), {
    nodes: [
      { parent: -1, role: 'AXApplication', title: 'Notes', actions: [] },
      {
        parent: 0,
        role: 'AXWindow',
        title: 'All notes',
        main: true,
        bounds: { x: 10, y: 20, width: 600, height: 400 },
        actions: ['AXRaise'],
      },
      { parent: 1, role: 'AXButton', title: 'New', actions: ['AXPress'] },
      { parent: 1, role: 'AXTextField', value: 'milk', focused: true, settable: true, actions: [] },
    ],
  });
});

test('helpers, background programs and plain processes are not applications', async () => {
  const { bridge } = facing({
    applications: [
      { pid: 1, name: 'launchd', path: '/sbin/launchd' },
      { pid: 600, name: 'Slack', bundleId: 'com.slack' },
      {
        pid: 601,
        name: 'Slack Helper',
        path: '/Applications/Slack.app/Contents/Frameworks/Slack Helper.app/Contents/MacOS/Slack Helper',
        info: { LSUIElement: '1' },
      },
      {
        pid: 602,
        name: 'crash_handler',
        path: '/Applications/Slack.app/Contents/MacOS/crash_handler',
        info: { CFBundleExecutable: 'Slack' },
      },
      { pid: 603, name: 'Agent', info: { LSBackgroundOnly: true } },
      { pid: 604, name: 'OldAgent', info: { LSBackgroundOnly: 'YES' } },
      { pid: 605, name: 'Bâton 你好', info: { CFBundleName: '' } },
      {
        pid: 606,
        name: 'launcher',
        path: '/Applications/Game.app/Contents/MacOS/engine',
        info: { CFBundleName: 'Game' },
      },
      {
        pid: 607,
        name: 'Simulator',
        path: '/Applications/Xcode.app/Contents/Developer/Applications/Simulator.app/Contents/MacOS/Simulator',
      },
      // Such as the Dock: it has no icon, but can be used.
      { pid: 608, name: 'Dock', info: { LSUIElement: true } },
    ],
  });
  const applications = await bridge.ask('applications', {});
  assert.deepEqual(
    applications.map(({ pid, name }) => [pid, name]),
    [
      [600, 'Slack'],
      [605, 'Bâton 你好'],
      [606, 'Game'],
      [607, 'Simulator'],
      [608, 'Dock'],
    ],
  );
});

test('without the permission, the frontmost application is the one whose window is in front', async () => {
  const bounds = { x: 0, y: 0, width: 100, height: 100 };
  const { bridge } = facing({
    trusted: false,
    applications: [
      { pid: 500, name: 'Finder' },
      { pid: 501, name: 'Notes' },
    ],
    windows: [
      { number: 1, pid: 300, layer: 25, bounds },
      { number: 2, pid: 501, bounds },
      { number: 3, pid: 500, bounds },
    ],
  });
  const applications = await bridge.ask('applications', {});
  assert.deepEqual(
    applications.map(({ pid, frontmost }) => [pid, frontmost]),
    [
      [500, false],
      [501, true],
    ],
  );
});

test('windowsOnly leaves out what is inside the windows', async () => {
  const { bridge } = facing({ applications: [{ pid: 501, name: 'Notes', tree: notes }] });
  const { nodes, truncated } = await bridge.ask('tree', { pid: 501, ...whole, windowsOnly: true });
  assert.deepEqual(
    nodes.map(({ role }) => role),
    ['AXApplication', 'AXWindow'],
  );
  assert.equal(truncated, undefined);
});

test('an Electron application shows its tree on request', async () => {
  const tree: FakeElement = {
    key: 'code',
    role: 'AXApplication',
    children: [{ role: 'AXWindow', lazy: true, children: [{ role: 'AXWebArea', title: 'Editor' }] }],
  };
  const { mac, bridge } = facing({ applications: [{ pid: 700, name: 'Code', tree }] });
  assert.equal((await bridge.ask('tree', { pid: 700, ...whole })).nodes.length, 2);
  const { nodes } = await bridge.ask('tree', { pid: 700, ...whole, electron: true });
  assert.equal(nodes[2]?.title, 'Editor');
  assert.deepEqual(mac.log(), [
    { did: 'set', element: 'code', attribute: 'AXManualAccessibility', value: true },
  ]);
});

test('the focused element is given by its path in the tree', async () => {
  const { bridge } = facing({
    frontmost: 501,
    applications: [
      { pid: 500, name: 'Finder', tree: { role: 'AXApplication' } },
      { pid: 501, name: 'Notes', tree: notes, focus: 'search' },
    ],
  });
  const { nodes } = await bridge.ask('tree', { pid: 501, ...whole });
  const path = pathOf(
    nodes,
    nodes.findIndex(({ focused }) => focused),
  );
  assert.deepEqual(path, [0, 1]);
  assert.deepEqual(await bridge.ask('focused', { pid: 501, milliseconds: 20_000 }), { pid: 501, path });
  assert.deepEqual(await bridge.ask('focused', { milliseconds: 20_000 }), { pid: 501, path });
  assert.equal(await bridge.ask('focused', { pid: 500, milliseconds: 20_000 }), null);
});

test('a focused element that its parent does not list has no path', async () => {
  const tree: FakeElement = {
    role: 'AXApplication',
    children: [
      {
        key: 'popup',
        role: 'AXMenu',
        attributes: { AXChildren: 'none' },
        children: [{ key: 'item', role: 'AXMenuItem' }],
      },
    ],
  };
  const { bridge } = facing({ applications: [{ pid: 501, name: 'Notes', tree, focus: 'item' }] });
  assert.deepEqual(await bridge.ask('focused', { pid: 501, milliseconds: 20_000 }), { pid: 501, path: null });
});

test('without an application in front nothing is focused', async () => {
  const { bridge } = facing({});
  assert.equal(await bridge.ask('focused', { milliseconds: 20_000 }), null);
});

test('windows come front to back, those that are not on the screen last', async () => {
  const bounds = { x: -10.5, y: 20, width: 300, height: 200 };
  const windows = [
    { number: 4, pid: 501, owner: 'Notes', title: 'minimised', bounds, onScreen: false },
    { number: 9, pid: 99, owner: 'Dock', bounds, layer: 20 },
    { number: 5, pid: 501, owner: 'Notes', title: 'in front', bounds },
  ];
  const { mac, bridge } = facing({ windows });
  assert.deepEqual(await bridge.ask('windows', {}), [
    { pid: 99, number: 9, owner: 'Dock', bounds, layer: 20, onScreen: true },
    { pid: 501, number: 5, owner: 'Notes', title: 'in front', bounds, layer: 0, onScreen: true },
    { pid: 501, number: 4, owner: 'Notes', title: 'minimised', bounds, layer: 0, onScreen: false },
  ]);
  mac.become({ recording: false, windows });
  const untitled = await bridge.ask('windows', {});
  assert.ok(untitled.every((window) => !('title' in window)));
});

test('the address of a node says where it is and what it is', async () => {
  const { bridge } = facing({ applications: [{ pid: 501, name: 'Notes', tree: notes }] });
  const { nodes } = await bridge.ask('tree', { pid: 501, ...whole });
  assert.deepEqual(addressOf(501, nodes, 2), { pid: 501, path: [0, 0], role: 'AXButton', title: 'New' });
  assert.deepEqual(addressOf(501, nodes, 0), { pid: 501, path: [], role: 'AXApplication', title: 'Notes' });
});
