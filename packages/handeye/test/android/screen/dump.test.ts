import assert from 'node:assert/strict';
import test from 'node:test';
import { dumpTrouble } from '../../../src/android/screen/dump.ts';

test('each way a dump fails is told by what the phone says', () => {
  assert.equal(dumpTrouble('ERROR: could not get idle state.\n', 0), 'busy');
  assert.equal(dumpTrouble('ERROR: null root node returned by UiTestAutomationBridge.\n', 0), 'rootless');
  assert.equal(dumpTrouble('Killed \n', 137), 'killed');
  assert.equal(dumpTrouble('Killed \n', undefined), 'killed');
  assert.equal(dumpTrouble('UI hierchary dumped to: /system/x.xml\n', 0), 'unknown');
});
