import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { drivenClock } from '../../src/framework/system/clock.ts';
import { startPhone } from '../../src/start-phone.ts';
import { phoneShell } from './phone-shell.ts';

async function logged(t: TestContext, release: 5 | 14 = 14) {
  const clock = drivenClock(Date.UTC(2026, 10, 15, 9, 41));
  const shell = await phoneShell(t, { release, clock });
  clock.advance(1000);
  const { log } = shell.phone.framework;
  log.clear();
  log.write({ pid: 12, level: 'I', tag: 'One', message: 'first' });
  clock.advance(500);
  log.write({
    pid: 345,
    tid: 346,
    level: 'W',
    tag: 'ActivityManager',
    message: 'second\nline',
    buffer: 'system',
  });
  log.write({ pid: 12, level: 'E', tag: 'Two', message: 'third' });
  return shell;
}

test('each format of logcat looks as on a phone', async (t) => {
  const { run } = await logged(t);
  const last = async (format: string) => (await run(`logcat -d -b main -t 1 -v ${format}`)).out;
  assert.equal(await last('threadtime'), '11-15 09:41:01.500    12    12 E Two     : third\n');
  assert.equal(await last('brief'), 'E/Two     (   12): third\n');
  assert.equal(await last('time'), '11-15 09:41:01.500 E/Two     (   12): third\n');
  assert.equal(await last('tag'), 'E/Two     : third\n');
  assert.equal(await last('raw'), 'third\n');
  assert.equal(await last('long'), '[ 11-15 09:41:01.500    12:   12 E/Two      ]\nthird\n\n');
  assert.equal(
    await last('threadtime,year -v zone'),
    '2026-11-15 09:41:01.500 +0000    12    12 E Two     : third\n',
  );
  assert.match(await last('epoch'), /^ *1794735661\.500 /);
});

test('logcat chooses by buffer, tag, priority, process, count and time', async (t) => {
  const { run } = await logged(t);
  const tags = async (args: string) => {
    const { out } = await run(`logcat -d -v brief ${args}`);
    return [...out.matchAll(/^\w\/(\w+)/gm)].map(([, tag]) => tag);
  };
  assert.deepEqual(await tags('-b system'), ['ActivityManager', 'ActivityManager']);
  assert.deepEqual(await tags('One:I "*:S"'), ['One']);
  assert.deepEqual(await tags('-s Two'), ['Two']);
  assert.deepEqual(await tags('"*:E"'), ['Two']);
  assert.deepEqual(await tags('--pid=12'), ['One', 'Two']);
  assert.deepEqual(await tags('-t 2'), ['ActivityManager', 'ActivityManager', 'Two']);
  assert.deepEqual(await tags("-t '11-15 09:41:01.200'"), ['ActivityManager', 'ActivityManager', 'Two']);
  assert.deepEqual(await tags('-t 1 One:V "*:S"'), [], 'the count is taken before the filter');
});

test('the first line of each buffer is announced', async (t) => {
  const { run } = await logged(t);
  const { out } = await run('logcat -d -v raw');
  assert.equal(
    out,
    '--------- beginning of main\nfirst\n--------- beginning of system\nsecond\nline\nthird\n',
  );
});

test('logcat -c empties the log', async (t) => {
  const { run } = await logged(t);
  assert.equal((await run('logcat -c; logcat -d')).out, '');
});

test('a following logcat ends when its reader is gone', async (t) => {
  const phone = await startPhone();
  t.after(() => phone.close());
  const process = phone.android.spawn('logcat -v raw -T 1 News:I "*:S"');
  setImmediate(() => {
    phone.framework.log.write({ pid: 1, level: 'I', tag: 'News', message: 'it happened' });
  });
  for await (const bytes of process.stdout) if (Buffer.from(bytes).includes('it happened')) break;
  process.kill();
  assert.equal(await process.exit, 129);
});
