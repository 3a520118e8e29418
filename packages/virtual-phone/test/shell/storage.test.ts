import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { yumeHost } from '../adbd/yume-host.ts';
import { phoneShell } from '../commands/phone-shell.ts';

const GB = 1_000_000_000;

/** Bytes that are still referenced. V8 frees buffers on a thread after a collection, so this collects twice. */
async function memoryInUse(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await setImmediate();
  collect();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
}

test("df and Settings show the disk's size and its used space", async (t) => {
  const { phone, run } = await phoneShell(t);
  const free = async () => Number((await run('df /data')).out.split('\n')[1]?.split(/\s+/)[3]) * 1024;
  const before = await free();
  assert.ok(Math.abs(before - 22.6 * GB) < 0.01 * GB, String(before));
  assert.ok(Math.abs(before - phone.framework.storage.free()) < 4096);

  assert.equal((await run('fallocate -l 10g /sdcard/film')).code, 0);
  assert.ok(Math.abs(before - (await free()) - 10 * 1024 ** 3) < 4096);
  assert.ok(Math.abs((await free()) - phone.framework.storage.free()) < 4096);
  assert.match((await run('fallocate -l 20g /sdcard/more; df /sdcard')).text, /No space left on device/);
  assert.equal((await run('rm /sdcard/film; ls /sdcard/film')).code, 1);
  assert.equal(await free(), before);

  phone.framework.start({ component: 'com.android.settings/.Settings' });
  const texts = JSON.stringify(phone.framework.focusedWindow()?.root({ offScreen: true }));
  assert.match(texts, /29% used · 22\.6 GB free/);
});

test('large files take little memory if they consist of holes, zeros or one repeated text', async (t) => {
  const { run } = await phoneShell(t);
  const before = await memoryInUse();
  assert.equal(
    (await run('fallocate -l 10g /sdcard/hole; stat -c %s /sdcard/hole')).out,
    `${10 * 1024 ** 3}\n`,
  );
  assert.equal(
    (await run('dd if=/dev/zero of=/sdcard/zeros bs=1048576 count=96 2>/dev/null; stat -c %s /sdcard/zeros'))
      .out,
    `${96 * 1024 ** 2}\n`,
  );
  await run('yes | head -c 50331648 > /sdcard/yes');
  assert.equal((await run('tail -c 4 /sdcard/yes')).out, 'y\ny\n');
  const grown = (await memoryInUse()) - before;
  assert.ok(grown < 24 * 1024 ** 2, `${Math.round(grown / 1024 ** 2)} MiB more`);
});

test('written bytes are read back: across pages, appended and extended', async (t) => {
  const { phone, run } = await phoneShell(t);
  const { files } = phone.android;
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * 7 + (at >> 8)) & 0xff));
  files.write('/sdcard/data', bytes.subarray(0, 70_000));
  files.write('/sdcard/data', bytes.subarray(70_000), { append: true });
  assert.deepEqual(Buffer.from(files.read('/sdcard/data')), bytes);
  assert.deepEqual(
    Buffer.from(files.read('/sdcard/data', { start: 65_000, end: 132_000 })),
    bytes.subarray(65_000, 132_000),
  );
  await run('fallocate -l 250000 /sdcard/data; echo end >> /sdcard/data');
  const expected = Buffer.concat([bytes, Buffer.alloc(50_000), Buffer.from('end\n')]);
  assert.deepEqual(Buffer.from(files.read('/sdcard/data')), expected);
});

test('a push without space, or whose host disconnects, leaves nothing', async (t) => {
  const { phone, run } = await phoneShell(t);
  const { files } = phone.android;
  await run(`fallocate -l ${phone.framework.storage.free() - 3_000_000} /sdcard/full`);
  const adb = await yumeHost(t, phone.port);
  const sync = await adb.sync();
  const pieces = (count: number) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < count; at++) controller.enqueue(Buffer.alloc(1_000_000, `${at}`));
        controller.close();
      },
    });
  await assert.rejects(
    sync.write({ filename: '/sdcard/Download/big', file: pieces(8) as never }),
    /No space left on device/,
  );
  // The daemon reads the host's remaining bytes before it unlinks the file.
  await sync.dispose();
  while (files.exists('/sdcard/Download/big')) await new Promise((resolve) => setTimeout(resolve, 5));
  const again = await adb.sync();
  await again.write({ filename: '/sdcard/Download/small', file: pieces(1) as never });
  assert.equal(files.stat('/sdcard/Download/small').size, 1_000_000);

  await run('rm /sdcard/full');
  const socket = await adb.createSocket('sync:');
  const writer = socket.writable.getWriter();
  const message = (id: string, body: Uint8Array) => {
    const head = Buffer.alloc(8);
    head.write(id, 0, 'latin1');
    head.writeUInt32LE(body.length, 4);
    return Buffer.concat([head, body]);
  };
  await writer.write(message('SEND', Buffer.from('/sdcard/Download/cut,33188')));
  for (let at = 0; at < 40; at++) await writer.write(message('DATA', Buffer.alloc(60_000, 'x')));
  const started = () => files.exists('/sdcard/Download/cut');
  while (!started()) await new Promise((resolve) => setTimeout(resolve, 5));
  await socket.close();
  while (started()) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(files.list('/sdcard/Download'), ['small']);
});
