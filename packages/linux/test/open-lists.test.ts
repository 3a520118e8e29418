import assert from 'node:assert/strict';
import test from 'node:test';
import { element } from './accessible.ts';
import { callWithoutDeadline } from '@handeye/core/call/call';
import { realClock } from '@handeye/core/call/clock';
import { openListOf } from '../src/actions/combo-boxes.ts';
import { Caller } from '../src/atspi/caller.ts';
import { stateBits } from '../src/atspi/states.ts';
import { DBusError, NO_REPLY } from '../src/dbus/errors.ts';
import type { MethodCall } from '../src/dbus/message.ts';
import type { Value } from '../src/dbus/value.ts';

const BUS = ':1.1';
const ROLE_COMBO_BOX = 11;

/** Firefox with a popup of a select below its frame; `failing` is the question at which the popup fails. */
function firefox({ failing, errorName = '' }: { failing?: string; errorName?: string } = {}) {
  const reply = ({ path, member }: MethodCall): readonly Value[] => {
    const isPopup = path === '/popup';
    if (isPopup && member === failing) throw new DBusError(errorName, '');
    switch (member) {
      case 'GetChildren':
        if (path === '/frame') return [[[BUS, '/popup']]];
        return [isPopup ? [[BUS, '/list']] : [[BUS, '/large']]];
      case 'GetRole':
        return [ROLE_COMBO_BOX];
      case 'GetState':
        return [stateBits('expanded')];
      case 'GetExtents':
        return [[10, 20, 30, 40]];
      default:
        return [];
    }
  };
  const send = async (method: MethodCall) => Promise.resolve(reply(method));
  const caller = new Caller(send, callWithoutDeadline(realClock, new AbortController().signal));
  const combo = element('combo box', [0, 0, 100, 20], {}, element('list', undefined, {}));
  const accessible = {
    ...element('frame', [0, 0, 800, 600], {}, combo),
    reference: { bus: BUS, path: '/frame' },
  };
  const [list = combo] = combo.children;
  return openListOf(
    caller,
    { combo, list },
    { toolkit: 'Gecko', frame: { accessible, window: undefined, offset: { x: 0, y: 0 } } },
  );
}

test('the open list of a select of Firefox is the one below its frame', async () => {
  assert.deepEqual(await firefox(), {
    bounds: { left: 10, top: 20, right: 40, bottom: 60 },
    items: [{ bus: BUS, path: '/large' }],
  });
});

test('a list that Firefox destroys while it is asked is closed', async () => {
  for (const failing of ['GetRole', 'GetState', 'GetChildren'])
    assert.equal(
      await firefox({ failing, errorName: 'org.freedesktop.DBus.Error.UnknownObject' }),
      undefined,
      failing,
    );
});

test('an application that does not answer is not taken for one whose list is closed', async () => {
  await assert.rejects(firefox({ failing: 'GetState', errorName: NO_REPLY }), { kind: 'timeout' });
});
