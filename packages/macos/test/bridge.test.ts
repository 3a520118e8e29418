// Permissions, displays and applications, as the bridge reports them.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sharedBridge } from './fake/bridge.ts';
import type { FakeElement } from './fake/world.ts';

const facing = sharedBridge({ after });

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
