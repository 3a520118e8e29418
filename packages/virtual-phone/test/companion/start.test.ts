import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { phoneShell } from '../commands/phone-shell.ts';
import { companionOnPhone, DEX, DEX_PATH, CompanionClient } from './companion-on-phone.ts';

const MAIN = 'handeye.companion.Main';

for (const release of [5, 14] as const) {
  test(`an unknown class aborts as on Android ${release}, and the log says why`, async (t) => {
    const { phone, run } = await phoneShell(t, { release });
    phone.android.files.write('/data/local/tmp/other.dex', Buffer.from('not a dex'));
    phone.android.files.write('/data/local/tmp/real.dex', DEX);
    for (const line of [
      `CLASSPATH=/data/local/tmp/none.dex app_process / ${MAIN}`,
      `CLASSPATH=/data/local/tmp/other.dex app_process / ${MAIN}`,
      'CLASSPATH=/data/local/tmp/real.dex app_process / com.example.Other',
      `app_process / ${MAIN}`,
    ]) {
      const { out, err, code } = await run(`${line}; echo "rc $?"`);
      assert.deepEqual([out, err.trim(), code], ['rc 134\n', 'Aborted', 0], line);
    }
    const { out: log } = await run('logcat -d');
    assert.match(log, new RegExp(`could not find class '${MAIN}'`));
    const none = await run('app_process');
    assert.match(none.err, /^Error: no class name or --zygote supplied\.\nUsage: app_process /);
    assert.equal(none.code, 134);
  });
}

test('the class is also found with options before the directory, and by -Djava.class.path', async (t) => {
  const { phone, run } = await phoneShell(t);
  phone.android.files.write(DEX_PATH, DEX);
  const lines = [
    `CLASSPATH=${DEX_PATH} app_process -Xnoimage-dex2oat /system/bin --nice-name=handeye ${MAIN}`,
    `app_process -Djava.class.path=${DEX_PATH} / ${MAIN}`,
  ];
  for (const line of lines) {
    const { out, code } = await run(line);
    assert.deepEqual([out.slice(0, 8), code], ['HANDEYE\n', 0], line);
  }
});

test('a jar that holds classes.dex serves as well, and the greeting has its own hash', async (t) => {
  const { phone, adb } = await companionOnPhone(t);
  const jar = jarWith(DEX);
  phone.android.files.write('/data/local/tmp/c.jar', jar);
  const line = `CLASSPATH=/data/local/tmp/c.jar exec app_process / ${MAIN} 2>/dev/null`;
  const other = new CompanionClient(await adb.createSocket(`exec:${line}`));
  assert.equal((await other.greeting).dex, createHash('sha256').update(jar).digest('hex'));
});

test('the shell protocol carries the frames in its stdout packets', async (t) => {
  const { adb, companion } = await companionOnPhone(t);
  await companion.get('quit');
  await companion.ended;
  const line = `CLASSPATH=${DEX_PATH} exec app_process /system/bin ${MAIN}`;
  const shell = await adb.subprocess.shellProtocol?.spawn(line);
  assert.ok(shell !== undefined);
  const writer = shell.stdin.getWriter();
  const message = Buffer.from(JSON.stringify({ do: 'display', within: 1000 }));
  const head = Buffer.alloc(9);
  head.writeUInt32BE(message.length + 5, 0);
  head.writeUInt32BE(3, 5);
  await writer.write(Buffer.concat([head, message]));
  let text = '';
  for await (const chunk of shell.stdout as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString('latin1');
    // The end of stdin ends it.
    if (text.includes('"density":420')) await writer.close().catch(() => undefined);
  }
  assert.match(text, /^HANDEYE\n/);
  assert.equal(await shell.exited, 0);
});

test('any bytes of a frame pass unchanged, in pieces of any size', async (t) => {
  const { companion } = await companionOnPhone(t);
  // 3, 4, 10, 13 and 17 are special on a terminal.
  const text = '\u0003\u0004\n\r\u0011\u007f\u00e9';
  const message = Buffer.from(JSON.stringify({ do: 'clipboard.set', within: 5000, text }));
  const head = Buffer.alloc(9);
  head.writeUInt32BE(message.length + 5, 0);
  head.writeUInt32BE(0x030a0d11, 5);
  for (const byte of Buffer.concat([head, message])) await companion.sendBytes(Uint8Array.of(byte));
  assert.deepEqual(await companion.get('clipboard.get'), { text });
});

test('a frame that is too short or too long ends the stream', async (t) => {
  const { companion, start } = await companionOnPhone(t);
  await companion.greeting;
  await companion.sendBytes(Buffer.from('0000000200', 'hex'));
  await companion.ended;
  const next = await start();
  assert.equal((await next.greeting).automation, 'connected');
  await next.sendBytes(Buffer.from('7fffffff00', 'hex'));
  await next.ended;
});

test('invalid requests are answered with the reason', async (t) => {
  const { companion } = await companionOnPhone(t);
  assert.equal((await companion.fails('fly')).code, 'unknown-method');
  assert.equal((await companion.fails('ping', { within: 'soon' })).code, 'bad-request');
  assert.equal((await companion.fails('touch', { strokes: [] })).code, 'bad-request');
  assert.equal((await companion.fails('touch', { strokes: [[[1, 2]]] })).code, 'bad-request');
  assert.equal((await companion.fails('setting.get', { table: 'other', name: 'x' })).code, 'bad-request');
  assert.equal((await companion.fails('act', { look: 1, h: 1, action: 'click' })).code, 'bad-request');
  assert.deepEqual(await companion.get('ping'), {});
});

/** A zip with one stored entry. */
function jarWith(dex: Buffer): Buffer {
  const name = Buffer.from('classes.dex');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt32LE(dex.length, 18);
  local.writeUInt32LE(dex.length, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt32LE(dex.length, 20);
  entry.writeUInt32LE(dex.length, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + dex.length, 16);
  return Buffer.concat([local, name, dex, entry, name, end]);
}
