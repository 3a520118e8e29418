import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test, type TestContext } from 'node:test';
import { realClock } from '../../../src/call/clock.ts';
import { orAborted } from '../../../src/call/call.ts';
import type { Recorder } from '../../../src/device/services/recorder.ts';
import { Concealment } from '../../../src/guard/secrets/concealment.ts';
import { scratchFolder } from '@handeye/testing/attached';
import { CANARY } from '@handeye/testing/canary';
import { form } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedRecorder } from '@handeye/testing/scripted-record';
import { bench } from '@handeye/testing/tools';

const LONG = `correct-horse ${CANARY} 42`;

async function filming(t: TestContext, recorder: Recorder) {
  const files = await scratchFolder(t);
  const device = new ScriptedDevice(form({ focused: 'name' }));
  device.services = { recorder };
  const concealment = new Concealment({ secrets: [{ name: 'LONG', app: undefined, value: LONG }] });
  const options = { device, concealment, clock: realClock, files };
  return { files, ...bench(device.view, { ...options, toolsets: ['device', 'record'] }) };
}

/** A film whose first end is cancelled by its client, as on a phone: it is asked for over a line that the call has left. */
function endlessAtFirst(cancel: AbortController): Recorder {
  const plain = scriptedRecorder();
  let isFirst = true;
  return {
    ...plain,
    stop: async (keep, call) => {
      if (!isFirst) return plain.stop(keep, call);
      isFirst = false;
      setImmediate(() => {
        cancel.abort(new Error('The client cancelled the call.'));
      });
      return orAborted(new Promise<never>(() => undefined), call.signal);
    },
  };
}

test('no secret is typed into a film that goes on after its end was cancelled', async (t) => {
  const cancel = new AbortController();
  const { call, text, fails, idOf } = await filming(t, endlessAtFirst(cancel));
  await text('start_recording');
  assert.equal((await call('stop_recording', {}, cancel.signal)).isError, true);
  const typing = { element_id: await idOf('name'), text: '{{LONG}}' };
  assert.match(await fails('set_text', typing, 'permission_denied'), /Call stop_recording first/);
  assert.match(await text('stop_recording'), /mp4/);
  await text('set_text', typing);
});

test('a film on which a secret was seen is not kept, however often its end is cancelled', async (t) => {
  const cancel = new AbortController();
  const { call, text, fails, device, files } = await filming(t, endlessAtFirst(cancel));
  await text('start_recording');
  device.view = form({ name: LONG });
  await text('get_screen_state');
  device.view = form();
  await call('stop_recording', {}, cancel.signal);
  await text('get_screen_state');
  assert.match(await fails('stop_recording', {}, 'permission_denied'), /it was deleted/);
  assert.deepEqual(await readdir(files), []);
});
