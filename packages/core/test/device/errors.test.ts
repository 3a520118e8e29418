import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeadlineExceeded } from '../../src/call/call.ts';
import { actionFailed, deviceErrorOf, isTimeout } from '../../src/device/errors.ts';

test('a deadline that passed is a timeout of the device', () => {
  const error = deviceErrorOf(new DeadlineExceeded(1500.4));
  assert.equal(error?.kind, 'timeout');
  assert.equal(error.message, 'The device did not answer within 1500 ms.');
  assert.ok(isTimeout(new DeadlineExceeded(1)));
});

test('an error of the port is kept, and a fault of ours does not become one', () => {
  const refused = actionFailed('No.');
  assert.equal(deviceErrorOf(refused), refused);
  assert.ok(!isTimeout(refused));
  assert.equal(deviceErrorOf(new TypeError('oops')), undefined);
});
