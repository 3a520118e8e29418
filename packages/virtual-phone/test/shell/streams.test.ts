import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPipe } from '../../src/kernel/pipe.ts';
import { BrokenPipe, Killed, type Program } from '../../src/kernel/process.ts';
import { createPhone, finish, text } from './phone.ts';

const KILOBYTE = new Uint8Array(1024);

test('a writer that runs ahead of its reader waits', async () => {
  const { reader, writer } = createPipe(4096);
  let written = 0;
  const writing = (async () => {
    for (; written < 100; written++) await writer.write(KILOBYTE);
    writer.end();
  })();
  await new Promise(setImmediate);
  assert.equal(written, 4);
  let read = 0;
  for await (const bytes of reader) read += bytes.length;
  await writing;
  assert.equal(read, 100 * 1024);
});

test('closing the reader breaks the pipe, also for a waiting writer', async () => {
  const { reader, writer } = createPipe(10);
  const waiting = writer.write(KILOBYTE);
  reader.close();
  await assert.rejects(waiting, BrokenPipe);
  await assert.rejects(writer.write(KILOBYTE), BrokenPipe);
});

test('successive readers share a pipe: the next one finds the bytes that one put back', async () => {
  const { reader, writer } = createPipe();
  await writer.write(new TextEncoder().encode('one two'));
  writer.end();
  const first = await reader.read({ limit: 5 });
  reader.unread(new TextEncoder().encode('!'));
  assert.equal(new TextDecoder().decode(first), 'one t');
  assert.equal(await text(reader), '!wo');
});

test('an aborted read takes nothing', async () => {
  const { reader, writer } = createPipe();
  const giveUp = new AbortController();
  const reading = reader.read({ signal: giveUp.signal });
  giveUp.abort(new Killed(2));
  await assert.rejects(reading, Killed);
  await writer.write(KILOBYTE);
  assert.equal((await reader.read())?.length, 1024);
});

test('an endless writer ends at once when its reader is satisfied', async (t) => {
  const phone = createPhone(t);
  assert.deepEqual(await phone.run('yes | head -n 1'), { out: 'y\n', err: '', code: 0 });
  assert.deepEqual(await phone.run('while :; do echo x; done | head -n 2'), {
    out: 'x\nx\n',
    err: '',
    code: 0,
  });
  assert.deepEqual(await phone.run('cat /dev/zero | head -c 3 | wc -c; (yes; echo no >&2) | true'), {
    out: '3\n',
    err: 'no\n',
    code: 0,
  });
});

test('a slow reader outside slows the program down and gets all of its output', async (t) => {
  let written = 0;
  const chatty: Program = async ({ stdout }) => {
    for (; written < 1000; written++) await stdout.write(KILOBYTE);
    return 0;
  };
  const phone = createPhone(t, { programs: new Map([['chatty', chatty]]) });
  const process = phone.shell.spawn('chatty');
  const iterator = process.stdout[Symbol.asyncIterator]();
  await iterator.next();
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  assert.ok(written < 100, `${written} KiB were written before they were read`);
  let read = 1024;
  for (let next = await iterator.next(); !next.done; next = await iterator.next()) read += next.value.length;
  assert.equal(read, 1000 * 1024);
});

test('when the reader outside stops, the program ends as by SIGPIPE', async (t) => {
  const process = createPhone(t).shell.spawn('yes');
  for await (const bytes of process.stdout) {
    assert.ok(bytes.length > 0);
    break;
  }
  assert.equal(await process.exit, 141);
});

for (const line of [
  'while true; do :; done',
  'while true; do true & done',
  'sleep 1000',
  'cat',
  'yes > /dev/null',
  'cat /dev/zero > /dev/null',
  'read x',
  'sleep 1000 | cat',
  'x=$(sleep 1000)',
  '(sleep 1000)',
  'sleep 1000 & wait',
  'nohup sleep 1000 & wait',
  'stubborn',
]) {
  test(`a closed stream ends: ${line}`, async (t) => {
    const stubborn: Program = () => new Promise(() => undefined);
    const phone = createPhone(t, { programs: new Map([['stubborn', stubborn]]) });
    const process = phone.shell.spawn(line);
    // Starting a program takes only turns of the event loop.
    for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
    process.kill(9);
    assert.equal(await process.exit, 137);
    await new Promise(setImmediate);
    const left = phone.shell.processes.list().filter(({ name }) => name !== 'init');
    assert.deepEqual(left, []);
  });
}

test('a program that handles a signal has time to clean up, and its own exit code', async (t) => {
  const recorder: Program = ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        resolve(0);
      });
    });
  const phone = createPhone(t, { programs: new Map([['screenrecord', recorder]]) });
  const recording = phone.shell.spawn('screenrecord /sdcard/r.mp4');
  assert.match((await phone.run('pgrep -f /sdcard/r.mp4')).out, /^\d+\n$/);
  assert.equal((await phone.run('kill -INT $(pgrep -f /sdcard/r.mp[4])')).code, 0);
  assert.equal(await recording.exit, 0);
});

test('a fork bomb, an endless recursion and an endless value end by themselves', async (t) => {
  const phone = createPhone(t);
  assert.match((await phone.run('f() { f | f; }; f')).err, /recursion too deep|can't fork - try again/);
  assert.match((await phone.run('x=a; while :; do x=$x$x; done')).err, /out of memory/);
  assert.equal((await phone.run('f() { f; }; f')).code, 1);
});

test('a write to a full disk fails with the reason', async (t) => {
  const phone = createPhone(t, { capacity: 1_000_000 });
  assert.deepEqual(await phone.run('yes > /sdcard/y'), {
    out: '',
    err: 'yes: /sdcard/y: No space left on device\n',
    code: 1,
  });
  assert.equal((await phone.run('rm /sdcard/y; echo a > /sdcard/y; cat /sdcard/y')).out, 'a\n');
});

test('a program started without the shell gets its arguments unchanged', async (t) => {
  const phone = createPhone(t);
  const answer = await finish(phone.shell.execute(['echo', '$HOME', 'a  b;', "'"]));
  assert.deepEqual(answer, { out: "$HOME a  b; '\n", err: '', code: 0 });
  assert.equal((await finish(phone.shell.execute(['nosuch']))).code, 127);
});
