import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TestBridge } from './fake/bridge.ts';
import { FakeMac } from './fake/mac.ts';
import type { FakeElement } from './fake/world.ts';

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

test('hello says what is permitted and which displays there are', async (t) => {
  const displays = [
    { id: 1, bounds: { x: 0, y: 0, width: 1440, height: 900 }, pixelWidth: 2880 },
    { id: 7, bounds: { x: -1920, y: 100.5, width: 1920, height: 1080 }, pixelWidth: 1920 },
  ];
  const mac = new FakeMac(t, { recording: false, displays });
  const bridge = new TestBridge(t, mac);
  assert.deepEqual(await bridge.ask('hello', {}), {
    trusted: true,
    screenRecording: false,
    displays: [
      { id: 1, bounds: { x: 0, y: 0, width: 1440, height: 900 }, scale: 2 },
      { id: 7, bounds: { x: -1920, y: 100.5, width: 1920, height: 1080 }, scale: 1 },
    ],
  });
});

test('the running applications have the names and ids of their bundles', async (t) => {
  const mac = new FakeMac(t, {
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
  const bridge = new TestBridge(t, mac);
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

test('a tree is read in reading order, with what the elements say of themselves', async (t) => {
  const mac = new FakeMac(t, { applications: [{ pid: 501, name: 'Notes', tree: notes, focus: 'search' }] });
  const bridge = new TestBridge(t, mac);
  assert.deepEqual(await bridge.ask('tree', { pid: 501, milliseconds: 5000, nodes: 100 }), {
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
