import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ConnectionLost,
  FileTransferFailed,
  PairingRequired,
  ProtocolError,
  ServiceRefused,
} from '@handeye/adb/errors';
import { unreachable } from '@handeye/adb/unreachable';
import { isConnectionLost, isServiceRefused, toDeviceError } from '../src/errors.ts';
import { sh } from '../src/phone.ts';
import { DeviceError } from '@handeye/core/device/errors';

const SERIAL = 'emulator-5554';

for (const [kind, errors] of Object.entries({
  permission_denied: [
    ...[
      ...['unauthorized', 'authorizing', 'closes streams', 'no permissions', 'no server'],
      ...['absent', 'recovery'],
    ].map((state) => unreachable(SERIAL, state)),
    new PairingRequired('tcp:192.168.1.5:37123'),
  ],
  timeout: ['offline', 'connecting'].map((state) => unreachable(SERIAL, state)),
  action_failed: [
    new ConnectionLost(SERIAL),
    new ServiceRefused(SERIAL),
    new ProtocolError('The other side does not speak the ADB protocol.'),
    new FileTransferFailed('The phone could not write /x: read-only file system'),
  ],
})) {
  for (const error of errors) {
    test(`over ADB "${error.message.slice(0, 60)}…" is ${kind} for a model, in the same words`, () => {
      const translated = toDeviceError(error);
      assert.ok(translated instanceof DeviceError);
      assert.deepEqual([translated.kind, translated.message, translated.cause], [kind, error.message, error]);
    });
  }
}

test('a lost connection and a refused service can still be told from other failures', () => {
  assert.ok(isConnectionLost(toDeviceError(new ConnectionLost(SERIAL))));
  assert.ok(!isConnectionLost(toDeviceError(new ServiceRefused(SERIAL))));
  assert.ok(isServiceRefused(toDeviceError(new ServiceRefused(SERIAL))));
  assert.ok(!isServiceRefused(toDeviceError(unreachable(SERIAL, 'offline'))));
});

test('a text that no shell can hold is invalid_params', () => {
  assert.throws(() => sh`input text ${'a\0b'}`, {
    name: 'DeviceError',
    kind: 'invalid_params',
    message: /NUL/,
  });
});

test('a fault of ours is not an error of the device', () => {
  const fault = new TypeError('oops');
  assert.equal(toDeviceError(fault), fault);
});
