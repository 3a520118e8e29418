import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { eventually, scratchFolder } from '@handeye/testing/attached';
import { phoneTools, type PhoneToolsOptions } from '../android/phone-tools.ts';
import { probe } from './ffmpeg.ts';

const TEMPORARY = '/data/local/tmp';

async function recordingTools(t: TestContext, options: PhoneToolsOptions = {}) {
  const folder = await scratchFolder(t);
  const tools = await phoneTools(t, { ...options, frame: { toolsets: ['device', 'record'], files: folder } });
  const { files } = tools.phone.android;
  /** Files of recordings left on the phone. */
  const left = () => files.list(TEMPORARY).filter((name) => name.startsWith('handeye-recording'));
  const films = async () => (await readdir(folder, { recursive: true })).filter((name) => name.includes('.'));
  return { ...tools, folder, left, films };
}

const all = [
  [5, 'plain'],
  [14, 'companion'],
  [9, 'companion'],
  [12, 'plain'],
] as const;

for (const [release, tier] of process.env.TEST_LONG === undefined ? all.slice(0, 2) : all) {
  test(`Android ${release}, ${tier}: a film is recorded while other tools work, and comes with a sheet of its frames`, async (t) => {
    const tools = await recordingTools(t, { release, tier });
    const size = release === 5 ? '480x800' : '540x960';
    assert.match(
      await tools.text('start_recording', { max_seconds: 60, size }),
      /^Recording for at most 60 s/,
    );
    assert.match(
      await tools.fails('start_recording', {}, 'action_failed'),
      /^A recording runs since \d+ s\. Call stop_recording before/,
    );
    await tools.open('com.android.calculator2/.Calculator');
    await tools.text('click_element', { element_id: await tools.idOf('7') });
    await tools.text('press_home');
    const { content } = await tools.call('stop_recording');
    const [words, image] = content;
    assert.ok(words?.type === 'text' && image?.type === 'image', JSON.stringify(content).slice(0, 500));
    const [, path = ''] =
      /^(recordings\/\d{4}-\d\d-\d\d-\d{6}\.mp4), \d+\.\d s\. Frames at [\d.]+(?:, [\d.]+)* s:$/.exec(
        words.text,
      ) ?? [];
    assert.notEqual(path, '', words.text);
    const film = await probe(join(tools.folder, path));
    assert.deepEqual([film.codec, `${film.width}x${film.height}`], ['h264', size]);
    assert.ok(film.frames >= 2, JSON.stringify(film));
    const sheet = Buffer.from(image.data, 'base64');
    const { width, height, format } = await sharp(sheet).metadata();
    assert.ok(
      format === 'jpeg' && width <= 740 && height <= 980 && sheet.length < 120_000,
      `${width}x${height}`,
    );
    assert.deepEqual(tools.left(), [], 'nothing stays on the phone');
    assert.match(await tools.fails('stop_recording', {}, 'action_failed'), /^Nothing is being recorded/);
  });
}

test('a film that reached its time is still given, under a name of its own', async (t) => {
  const tools = await recordingTools(t);
  for (const name of [/^recordings\/[\d-]+\.mp4/, /^recordings\/[\d-]+\.mp4/]) {
    await tools.text('start_recording', { max_seconds: 1, size: '270x600' });
    await untilEnded(tools);
    assert.match(await tools.text('stop_recording'), name);
  }
  assert.equal((await tools.films()).length, 2);
});

/** Waits until the recording has ended by itself. */
async function untilEnded(tools: Awaited<ReturnType<typeof recordingTools>>): Promise<void> {
  await eventually(async () => {
    const { content } = await tools.call('start_recording');
    return JSON.stringify(content).includes('has ended and was not fetched yet');
  }, 'the end of the recording is noticed');
}

async function runs(
  { phone }: Awaited<ReturnType<typeof recordingTools>>,
  program = 'screenrecord',
): Promise<boolean> {
  const process = phone.android.spawn('ps -A');
  let text = '';
  for await (const bytes of process.stdout) text += Buffer.from(bytes).toString();
  return text.includes(program);
}

test('without a folder for files nothing is started', async (t) => {
  const started: string[] = [];
  const tools = await phoneTools(t, {
    frame: { toolsets: ['record'] },
    onCommand: (argv) => started.push(...argv),
  });
  assert.match(await tools.fails('start_recording', {}, 'permission_denied'), /--files FOLDER/);
  assert.match(await tools.fails('stop_recording', {}, 'permission_denied'), /--files FOLDER/);
  assert.ok(!started.includes('screenrecord'), started.join(' '));
});

test('a phone that cannot record says what would help', async (t) => {
  const lacking = await recordingTools(t, { lacking: ['screenrecord'] });
  assert.match(
    await lacking.fails('start_recording', {}, 'permission_denied'),
    /This phone has no screenrecord/,
  );
  const old = await recordingTools(t, { release: 5, lacking: ['screenrecord'] });
  assert.match(await old.fails('start_recording', {}, 'permission_denied'), /This phone has no screenrecord/);
  const weak = await recordingTools(t, { encoderLimit: 640 });
  assert.match(
    await weak.fails('start_recording', { size: '1080x2400' }, 'action_failed'),
    /unable to configure video\/avc codec at 1080x2400 \(err=-22\)\. Pass another size/,
  );
  assert.match(
    await weak.fails('start_recording', {}, 'action_failed'),
    /pass a smaller size, such as 720x1280/,
  );
  assert.deepEqual(weak.left(), []);
  await weak.text('start_recording', { size: '320x640', max_seconds: 1 });
  await weak.text('stop_recording');
  await weak.fails('start_recording', { size: '1x2; reboot' }, 'invalid_params');
  await weak.fails('start_recording', { max_seconds: 181 }, 'invalid_params');
});

/** A recording that has ended by itself; no more pictures are taken. */
async function endedRecording(t: TestContext, options?: PhoneToolsOptions) {
  const tools = await recordingTools(t, options);
  await tools.text('start_recording', { size: '540x1200', max_seconds: 1 });
  await untilEnded(tools);
  await eventually(async () => !(await runs(tools, 'screencap')), 'the last picture has been taken');
  const [name = ''] = tools.left();
  const { size } = tools.phone.android.files.stat(`${TEMPORARY}/${name}`);
  return { tools, name, size };
}

test('a phone that goes away before the film was fetched leaves nothing on this computer, and gives it later', async (t) => {
  const { tools, name, size } = await endedRecording(t);
  tools.phone.faults.apply({ kind: 'offline' });
  const short = { look: 1_000, action: 1_000, logs: 500 };
  const words = await tools.limited(short, () => tools.fails('stop_recording', {}, 'timeout'));
  assert.match(words, /Nothing was written on this computer\..*call stop_recording again/);
  assert.ok(words.includes(name), 'it names the file');
  assert.deepEqual(await tools.films(), []);
  tools.phone.faults.clear();
  let answer = '';
  await eventually(async () => {
    const { content, isError } = await tools.call('stop_recording');
    answer = content[0]?.type === 'text' ? content[0].text : '';
    return isError !== true;
  }, 'the film is fetched');
  const [, path = ''] = /^(\S+),/.exec(answer) ?? [];
  assert.equal((await readFile(join(tools.folder, path))).length, size);
  assert.deepEqual(tools.left(), []);
});

test('a film whose way is cut in the middle arrives whole all the same', async (t) => {
  const { tools, size } = await endedRecording(t);
  tools.phone.faults.apply({ kind: 'cut', afterBytes: Math.floor(size / 2) });
  const [, path = ''] = /^(\S+),/.exec(await tools.text('stop_recording')) ?? [];
  assert.equal((await readFile(join(tools.folder, path))).length, size);
  assert.ok((await probe(join(tools.folder, path))).frames >= 1);
  assert.equal((await tools.films()).length, 1);
});

test('a cut while it records ends the film there, and what was filmed is fetched', async (t) => {
  const tools = await recordingTools(t);
  await tools.text('start_recording', { size: '270x600' });
  tools.phone.faults.apply({ kind: 'cut', afterBytes: 1 });
  await tools.call('get_screen_state');
  tools.phone.faults.clear();
  const [, path = ''] = /^(\S+),/.exec(await tools.text('stop_recording')) ?? [];
  assert.ok((await probe(join(tools.folder, path))).frames >= 1);
  assert.deepEqual(tools.left(), []);
});

test('the end of the server ends the recording and leaves nothing on the phone', async (t) => {
  let leave: () => Promise<void> = () => Promise.resolve();
  const early = { after: (end: () => Promise<void>) => (leave = end) };
  const folder = await scratchFolder(t);
  // The phone ends with the tools, so its files are checked before.
  const removed: (readonly string[])[] = [];
  const tools = await phoneTools(early, {
    frame: { toolsets: ['record'], files: folder },
    onCommand: (argv) => {
      if (argv[0] === 'rm' || argv[0] === 'kill') removed.push(argv);
    },
  });
  const { files } = tools.phone.android;
  await tools.text('start_recording', { size: '270x600' });
  const [name = ''] = files.list(TEMPORARY).filter((one) => one.startsWith('handeye-recording'));
  assert.notEqual(name, '');
  await leave();
  assert.ok(!files.exists(`${TEMPORARY}/${name}`), 'the film is still on the phone');
  assert.deepEqual(
    removed.map(([program, option]) => [program, option]),
    [
      ['kill', '-9'],
      ['rm', '-f'],
    ],
  );
});

test('a phone whose disk is full says that the recording broke off, and another one can be started', async (t) => {
  const tools = await recordingTools(t);
  const { files } = tools.phone.android;
  await tools.text('start_recording', { size: '540x1200' });
  const { capacity, used } = files.space?.() ?? { capacity: 0, used: 0 };
  await tools.phone.android.spawn(`fallocate -l ${capacity - used - 10_000} ${TEMPORARY}/large`).exit;
  await tools.open('com.android.calculator2/.Calculator');
  await eventually(async () => !(await runs(tools)), 'screenrecord gives up');
  assert.match(
    await tools.fails('stop_recording', {}, 'action_failed'),
    /^The recording broke off .*\(Encoder failed \(err=-28\)\).* nothing was written on this computer/,
  );
  assert.deepEqual([tools.left(), await tools.films()], [[], []]);
  files.remove(`${TEMPORARY}/large`);
  await tools.text('start_recording', { size: '270x600', max_seconds: 1 });
});
