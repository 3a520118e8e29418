import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Wants } from '@handeye/core/device/leases';
import { classOf, matches } from '../src/leases/matches.ts';
import type { DeviceRecord } from '../src/protocol/records.ts';

const record: DeviceRecord = {
  title: 'Pixel 7',
  kind: 'phone',
  platform: 'android',
  version: '14.1',
  capabilities: ['touch', 'files'],
  labels: { rack: '2', team: 'mail' },
  state: 'free',
  incarnation: '1',
};

const fits = (wants: Wants, more: Partial<DeviceRecord> = {}) =>
  matches(wants, 'rack-2.pixel-7', { ...record, ...more });

test('a device must be all that is wanted', () => {
  assert.ok(fits({}));
  assert.ok(fits({ platform: 'android', capabilities: ['files'], labels: { rack: '2' } }));
  assert.ok(!fits({ platform: 'linux' }));
  assert.ok(!fits({ capabilities: ['files', 'clipboard'] }));
  assert.ok(!fits({ labels: { rack: '2', team: 'maps' } }));
  assert.ok(!fits({ labels: { toString: '' } }));
  assert.ok(fits({ device: 'rack-2.pixel-7' }));
  assert.ok(fits({ device: 'rack-2.pixel-7#k3f9' }));
  assert.ok(!fits({ device: 'pixel-7' }));
});

test('both ends of a range of versions belong to it, with all that is below them', () => {
  assert.ok(fits({ version: { from: '14' } }));
  assert.ok(fits({ version: { to: '14' } }));
  assert.ok(fits({ version: { from: '14.1', to: '14.1' } }));
  assert.ok(!fits({ version: { from: '14.2' } }));
  assert.ok(!fits({ version: { to: '14.0' } }));
  assert.ok(!fits({ version: { from: '15' } }));
  assert.ok(fits({ version: { from: '9', to: '100' } }), 'numbers, not text');
  assert.ok(fits({ version: { from: '5.1.0' } }, { version: '5.1' }));
  assert.ok(!fits({ version: { from: '5' } }, { version: undefined }));
  assert.ok(fits({ version: {} }, { version: undefined }));
});

test('wants that mean the same are one class', () => {
  const one: Wants = { capabilities: ['a', 'b'], labels: { x: '1', y: '2' }, version: { from: '9' } };
  const other: Wants = {
    version: { from: '9', to: undefined },
    labels: { y: '2', x: '1' },
    capabilities: ['b', 'a', 'b'],
  };
  assert.equal(classOf(one), classOf(other));
  assert.notEqual(classOf(one), classOf({ ...one, version: { to: '9' } }));
  assert.equal(classOf({}), classOf({ labels: {}, capabilities: [], version: {} }));
});
