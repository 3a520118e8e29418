import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Call, callWithoutDeadline } from '@handeye/core/call/call';
import { actionFailed } from '@handeye/core/device/errors';
import { ChangedFiles } from '../src/host/changed-files.ts';
import { putFilesBack } from '../src/reset/files.ts';
import { SkippingClock } from '@handeye/testing/clock';
import { calculator } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { ScriptedFiles } from '@handeye/testing/scripted-files';

const call: Call = callWithoutDeadline(new SkippingClock(), new AbortController().signal);
const at = (path: string) => ({ location: 'download', path });

test('a lease replaces files of 64 MB at most: the next one is refused and stays, those before come back', async () => {
  const large = Buffer.alloc(40 * 1024 * 1024, 'o');
  const files = new ScriptedFiles({ 'download/a': large, 'download/b': large });
  const device = new ScriptedDevice(calculator());
  device.services = { files };
  const changed = new ChangedFiles();
  await changed.note(at('a'), files, call);
  await files.write(at('a'), Buffer.from('of the holder'));
  await assert.rejects(changed.note(at('b'), files, call), /'b' stays as it is: .*64 MB at most/);
  await changed.note(at('new'), files, call);
  await files.write(at('new'), Buffer.from('of the holder'));
  await putFilesBack(device, changed.list, call);
  assert.deepEqual([...files.held.keys()], ['download/a', 'download/b']);
  for (const bytes of files.held.values()) assert.equal(Buffer.compare(bytes, large), 0);
});

test('a file whose note cannot be kept, or that cannot be read, is not noted and not changed', async () => {
  const files = new ScriptedFiles({ 'download/a': 'of the owner' });
  const unkept = new ChangedFiles(() => {
    throw actionFailed('The disk of the host is full.');
  });
  await assert.rejects(unkept.note(at('a'), files, call), /disk of the host is full/);
  const changed = new ChangedFiles();
  files.readIfThere = () => Promise.reject(actionFailed('The connection was lost.'));
  await assert.rejects(changed.note(at('a'), files, call), /The connection was lost\. Nothing was changed/);
  assert.deepEqual([unkept.list, changed.list], [[], []]);
});
