import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startPhone, type StartPhoneOptions } from '@handeye/virtual-phone';
import { eventually } from '@handeye/testing/attached';
import { difference, filmFile, frameAt, probe, scaled } from './ffmpeg.ts';

const FILM = '/data/local/tmp/film.mp4';

async function filmingPhone(t: TestContext, options: StartPhoneOptions = {}) {
  const phone = await startPhone({ idleWaitMs: 10, ...options });
  t.after(() => phone.close());
  for (const name of ['window_animation_scale', 'transition_animation_scale'])
    phone.framework.settings.put('global', name, '0');
  const { files } = phone.android;
  const run = async (line: string) => {
    const process = phone.android.spawn(line);
    const read = async (source: AsyncIterable<Uint8Array>) => {
      const pieces: Buffer[] = [];
      for await (const bytes of source) pieces.push(Buffer.from(bytes));
      return Buffer.concat(pieces);
    };
    const [out, err, code] = await Promise.all([read(process.stdout), read(process.stderr), process.exit]);
    return { out, err: err.toString(), code };
  };
  return { phone, files, run };
}

for (const release of [5, 14] as const) {
  test(`Android ${release}: screenrecord's film shows the screens as they were`, async (t) => {
    const { phone, files, run } = await filmingPhone(t, { release });
    const { framework } = phone;
    const home = framework.screenshot();
    const size = release === 5 ? { width: 480, height: 800 } : { width: 540, height: 1200 };
    const recording = phone.android.spawn(
      `screenrecord --size ${size.width}x${size.height} --time-limit 100 ${FILM}`,
    );
    await eventually(() => files.exists(FILM) && files.stat(FILM).size > 1000, 'the first frame');
    await run('am start -n com.android.calculator2/.Calculator');
    const before = files.stat(FILM).size;
    await eventually(() => files.stat(FILM).size > before, 'another frame');
    const calculator = framework.screenshot();
    const { out } = await run('ps');
    const pid = /^\S+\s+(\d+).*screenrecord\s*$/m.exec(out.toString())?.[1] ?? '';
    await run(`kill -2 ${pid}`);
    assert.equal(await recording.exit, 0, 'SIGINT ends it in order');
    const file = await filmFile(t, files.read(FILM));
    const probed = await probe(file);
    assert.deepEqual([probed.codec, probed.width, probed.height], ['h264', size.width, size.height]);
    assert.ok(probed.frames >= 2 && probed.duration > 0.1, JSON.stringify(probed));
    for (const [picture, number] of [
      [home, 0],
      [calculator, probed.frames - 1],
    ] as const) {
      const off = difference(await frameAt(file, number), await scaled(picture, size));
      assert.ok(off < 6, `frame ${number} is off by ${off}`);
    }
    const others = difference(await frameAt(file, 0), await scaled(calculator, size));
    assert.ok(others > 20, `different screens are only ${others} apart`);
    const { mode } = files.stat(FILM);
    assert.equal(mode & 0o777, release === 5 ? 0o644 : 0o600);
  });
}

test('a film ends at its time limit, of the whole display unless told', async (t) => {
  const { files, run } = await filmingPhone(t);
  const { code, out } = await run(`screenrecord --verbose --time-limit 1 ${FILM}`);
  assert.equal(code, 0);
  assert.match(out.toString(), /^Configuring recorder for 1080x2400 video\/avc at 20\.00Mbps$/m);
  assert.match(out.toString(), /^Time limit reached$/m);
  const { width, height, duration } = await probe(await filmFile(t, files.read(FILM)));
  assert.deepEqual([width, height], [1080, 2400]);
  // Without a limit it would have been three minutes.
  assert.ok(duration > 0.9 && duration < 60, `${duration} s`);
});

test('a raw stream goes to stdout, and can be played', async (t) => {
  const { run } = await filmingPhone(t);
  const { out } = await run('screenrecord --output-format=h264 --size 270x600 --time-limit 1 -');
  const { codec, frames } = await probe(await filmFile(t, out, 'film.h264'));
  assert.equal(codec, 'h264');
  assert.ok(frames >= 1);
});

test('a film that was killed has no end and cannot be played; a protected screen is black in one that can', async (t) => {
  const { phone, files, run } = await filmingPhone(t);
  phone.framework.setFaults({ secureWindows: true });
  const recording = phone.android.spawn(`screenrecord --size 270x600 ${FILM}`);
  await eventually(() => files.exists(FILM) && files.stat(FILM).size > 40, 'the first frame');
  recording.kill(9);
  await recording.exit;
  await assert.rejects(probe(await filmFile(t, files.read(FILM))), /moov atom not found/);
  await run(`screenrecord --size 270x600 --time-limit 1 ${FILM}`);
  const { pixels } = await frameAt(await filmFile(t, files.read(FILM)), 0);
  assert.ok(
    pixels.every((level) => level < 8),
    'something is to be seen',
  );
});

test('what screenrecord refuses, in its words', async (t) => {
  const { run, files } = await filmingPhone(t, { encoderLimit: 1280 });
  for (const [line, words, code] of [
    ['screenrecord', 'Must specify output file (see --help).\n', 2],
    ['screenrecord --size 0x5 f', 'Invalid size 0x5, width and height may not be zero\n', 2],
    ['screenrecord --size big f', "Invalid size 'big', must be width x height\n", 2],
    ['screenrecord --time-limit x f', 'Error parsing time limit argument\n', 2],
    ['screenrecord --bit-rate 1 f', 'Bit rate 1bps outside acceptable range [100000,200000000]\n', 2],
    ['screenrecord --nosuch f', "screenrecord: unrecognized option '--nosuch'\n", 2],
    ['screenrecord /system/f.mp4', "Unable to open '/system/f.mp4': Read-only file system\n", 1],
    [
      `screenrecord --size 1080x2400 ${FILM}`,
      'ERROR: unable to configure video/avc codec at 1080x2400 (err=-22)\n',
      234,
    ],
  ] as const) {
    const ran = await run(line);
    assert.deepEqual([ran.err, ran.code], [words, code], line);
  }
  const { err, code } = await run(`screenrecord --time-limit 1 ${FILM}`);
  assert.match(err, /WARNING: failed at 1080x2400, retrying at 720x1280/);
  assert.equal(code, 0);
  assert.equal((await probe(await filmFile(t, files.read(FILM)))).width, 720);
  const old = await filmingPhone(t, { release: 9 });
  assert.match(
    (await old.run('screenrecord --time-limit 181 f')).err,
    /181s outside acceptable range \[1,180\]/,
  );
  const lacking = await filmingPhone(t, { lacking: ['screenrecord'] });
  const missing = await lacking.run('screenrecord --help');
  assert.equal(missing.code, 127);
  assert.match(missing.err, /screenrecord: inaccessible or not found/);
});
