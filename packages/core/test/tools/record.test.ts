import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import type { Recorder } from '../../src/device/services/recorder.ts';
import { chosenFrames } from '../../src/tools/record/contact-sheet.ts';
import { scratchFolder } from '@handeye/testing/attached';
import { realClock } from '../../src/call/clock.ts';
import { calculator } from '@handeye/testing/screens';
import { capable, ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedRecorder } from '@handeye/testing/scripted-record';
import { bench } from '@handeye/testing/tools';

async function recorded(t: TestContext, recorder: Recorder) {
  const folder = await scratchFolder(t);
  const device = new ScriptedDevice(calculator());
  device.services = { recorder };
  return {
    folder,
    ...bench(calculator(), { device, toolsets: ['record'], files: folder, clock: realClock }),
  };
}

test('the film is written under its time, and under another name where that is taken', async (t) => {
  const { folder, text } = await recorded(t, scriptedRecorder());
  await mkdir(join(folder, 'recordings'));
  await writeFile(join(folder, 'recordings', '2026-11-16-031522.mp4'), 'of somebody else');
  assert.match(
    await text('stop_recording'),
    /^recordings\/2026-11-16-031522-2\.mp4, 10\.0 s\. Frames at 0, 2, 4, 6, 8 s:$/,
  );
  const names = await readdir(join(folder, 'recordings'));
  assert.deepEqual(names.sort(), ['2026-11-16-031522-2.mp4', '2026-11-16-031522.mp4']);
  assert.equal(
    await readFile(join(folder, 'recordings', '2026-11-16-031522.mp4'), 'utf8'),
    'of somebody else',
  );
});

test('the sheet shows at most nine frames, in rows of three, each with its second', async (t) => {
  const { call } = await recorded(t, scriptedRecorder(17));
  const [words, image] = (await call('stop_recording')).content;
  assert.ok(words?.type === 'text' && image?.type === 'image');
  assert.match(words.text, /Frames at 0, 4, 8, 12, 16, 20, 24, 28, 32 s:$/);
  const { data, info } = await sharp(Buffer.from(image.data, 'base64'))
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height], [3 * 45 + 8, 3 * 80 + 8]);
  const brightness = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
  assert.ok(brightness(22, 60) < 20, 'the first frame is black');
  assert.ok(brightness(2 * 49 + 22, 2 * 84 + 60) > 200, 'the last one is light');
});

test('a film without pictures is given all the same', async (t) => {
  const { text } = await recorded(t, scriptedRecorder(0));
  assert.match(
    await text('stop_recording'),
    /^recordings\/.*\.mp4, 0\.0 s\. No picture could be taken meanwhile\.$/,
  );
});

test('frames are chosen over the whole time, the first and the last among them', () => {
  const frames = Array.from({ length: 14 }, (_, seconds) => ({
    data: new Uint8Array(),
    width: 1,
    height: 1,
    seconds,
  }));
  const seconds = chosenFrames(frames).map((frame) => frame.seconds);
  assert.equal(seconds.length, 9);
  assert.deepEqual([seconds[0], seconds.at(-1)], [0, 13]);
});

test('without a folder nothing is started, and a device that cannot be filmed says why', async () => {
  const recorder = scriptedRecorder();
  const device = new ScriptedDevice(calculator(), { capabilities: capable() });
  device.services = { recorder };
  const { fails } = bench(calculator(), { device, toolsets: ['record'] });
  assert.match(await fails('start_recording', {}, 'permission_denied'), /--files FOLDER/);
  assert.equal(recorder.started, 0);
  await fails('start_recording', { size: '720' }, 'invalid_params');
  await fails('start_recording', { max_seconds: 0 }, 'invalid_params');
  const desktop = new ScriptedDevice(calculator(), { capabilities: capable({ recording: 'A desktop.' }) });
  const other = bench(calculator(), { device: desktop, toolsets: ['record'] });
  assert.equal(await other.fails('start_recording', {}, 'permission_denied'), 'A desktop.');
});
