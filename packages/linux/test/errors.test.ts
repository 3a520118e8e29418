import assert from 'node:assert/strict';
import test from 'node:test';
import { DeviceError } from '@handeye/core/device/errors';
import { DBusError, DISCONNECTED, NO_REPLY } from '../src/dbus/errors.ts';
import { toDeviceError, withDeviceErrors } from '../src/errors.ts';
import { ConnectionLost, KeyboardError, SelectionTimeout, UnsupportedError } from '../src/x11/errors.ts';

function translated(error: unknown, app?: string): string {
  const device = toDeviceError(error, app);
  assert.ok(device instanceof DeviceError, `not translated: ${String(device)}`);
  assert.equal(device.cause, error);
  return `${device.kind}: ${device.message}`;
}

test('D-Bus errors become device errors that name the application', () => {
  assert.match(translated(new DBusError(NO_REPLY, 'late'), 'gedit'), /^timeout: .*'gedit' does not answer/);
  assert.match(translated(new DBusError(DISCONNECTED, 'closed'), 'gedit'), /^element_not_found: .*'gedit'/);
  assert.match(
    translated(new DBusError('org.a.Refused', 'not now')),
    /^action_failed: The application refused: not now\.$/,
  );
});

test('X11 errors become device errors that say what to do', () => {
  const held = new KeyboardError({ kind: 'modifier-held', modifier: 'Control' });
  assert.match(translated(held), /^action_failed: .*holds down the Control key.*Nothing was typed/);
  const missing = new KeyboardError({ kind: 'no-spare-key', character: '☂' });
  assert.match(translated(missing), /^action_failed: .*'☂'.*Nothing was typed/);
  assert.match(translated(new KeyboardError({ kind: 'no-key' })), /^action_failed: .*no such key/);
  assert.match(translated(new SelectionTimeout('late')), /^timeout: .*clipboard does not answer/);
  assert.equal(translated(new UnsupportedError('no XTEST')), 'action_failed: No XTEST.');
  assert.match(
    translated(new ConnectionLost('the X server closed the connection')),
    /Look again, then retry/,
  );
});

test('other errors pass the border unchanged', async () => {
  const bug = new TypeError('a bug');
  await assert.rejects(
    withDeviceErrors(() => Promise.reject(bug)),
    (error) => error === bug,
  );
});
