import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../../src/cli/log.ts';
import { faultFields } from '@handeye/core/device/fault';

/** A fault whose message quotes a screen, in the form of a stack too. */
function faultOn(screen: string): Error {
  return new TypeError(`cannot read ${screen}\n    at secretOf (/screen/password.ts:1:1)`, {
    cause: Object.assign(new RangeError(screen), { code: 'ERR_OUT_OF_RANGE' }),
  });
}

test('a fault of ours is logged with its class and where it happened, and nothing of its message', () => {
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    plain: false,
    write: (line) => lines.push(line),
    now: () => new Date(0),
  });
  log.error('fault', { tool: 'tap', ...faultFields(faultOn('Hunter2')) });
  const [line = ''] = lines;
  assert.match(line, /"error":"TypeError"/);
  assert.match(line, /"stack":"[^"]*test\/cli\/fault\.test\.ts:\d+:\d+/);
  assert.match(line, /RangeError < /);
  assert.doesNotMatch(line, /Hunter2|password/);
});

test('a thrown value that is not an Error is logged by its type', () => {
  assert.deepEqual(faultFields('Hunter2'), { error: 'string', stack: [] });
});
