import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { parseProcesses, ProcessHistory, processesCommand } from '../../src/logs/log-processes.ts';
import { parseBound, parseClock } from '../../src/logs/log-time.ts';
import { logcatCommand, LogReader } from '../../src/logs/logcat.ts';
import { DeviceError } from '@handeye/core/device/errors';
import type { LogQuery } from '@handeye/core/device/port';
import { recordedOutput } from '../recorded.ts';
import { runs } from '@handeye/testing/runs';

const clock = { now: Date.UTC(2026, 1, 11, 18), zone: 60 };
const query = (more: Partial<LogQuery> = {}): LogQuery => ({ lastLines: 100, level: 'V', ...more });

function read(log: string | Uint8Array, wish: LogQuery, history?: ProcessHistory) {
  const reader = new LogReader(wish, clock, history);
  reader.write(typeof log === 'string' ? new TextEncoder().encode(log) : log);
  return reader.end();
}

const LOG = `--------- beginning of system
02-11 16:30:00.000   235   261 I ActivityManager: Start proc 900:com.shop/u0a11 for activity {com.shop/com.shop.Main}
--------- beginning of main
02-11 16:30:01.123   900   900 D MCP:ServerService: started
02-11 16:30:02.000   900   901 V Net     : GET /
02-11 16:30:03.000   777   777 W Net     : slow: 3 s
02-11 16:30:04.000   900   900 E Net     : failed: reset
02-11 16:30:04.000   900   900 E Net     : 	at com.shop.Net.get(Net.java:12)
02-11 16:30:05.000   235   261 I ActivityManager: Killing 900:com.shop/u0a11 (adj 0): stop com.shop
02-11 16:31:00.000   900   900 I adbd    : somebody else has the number now
02-11 16:31:01.000   888   888 F libc    : Fatal signal 11
`;

const messages = (more: Partial<LogQuery>, history?: ProcessHistory) =>
  read(LOG, query(more), history).lines.map((line) => line.slice(19));

test('lines look as the contract says, without dividers', () => {
  const { lines, truncated } = read(LOG, query());
  assert.equal(lines[1], '02-11 16:30:01.123 D/MCP:ServerService: started');
  assert.equal(lines[3], '02-11 16:30:03.000 W/Net: slow: 3 s');
  assert.deepEqual([lines.length, truncated], [9, false]);
});

test('the newest lines win, and what was left out is said', () => {
  const { lines, truncated } = read(LOG, query({ lastLines: 2 }));
  assert.deepEqual(
    lines.map((line) => line.slice(6, 14)),
    ['16:31:00', '16:31:01'],
  );
  assert.equal(truncated, true);
  assert.equal(read(LOG, query({ lastLines: 9 })).truncated, false);
  assert.equal(read(LOG, query({ lastLines: 1, tag: 'libc' })).truncated, false);
});

test('a level is a minimum, a tag is exact and may hold a colon', () => {
  assert.deepEqual(messages({ level: 'F' }), ['F/libc: Fatal signal 11']);
  assert.equal(messages({ level: 'D' }).length, 8);
  assert.deepEqual(messages({ tag: 'MCP:ServerService' }), ['D/MCP:ServerService: started']);
  assert.deepEqual(messages({ tag: 'MCP' }), []);
  assert.equal(messages({ tag: 'Net' }).length, 4);
  const odd = '02-11 16:30:00.000     1     1 I My: Tag : hello';
  assert.deepEqual(read(odd, query({ tag: 'My: Tag' })).lines, ['02-11 16:30:00.000 I/My: Tag: hello']);
  assert.deepEqual(read(odd, query()).lines, ['02-11 16:30:00.000 I/My: Tag: hello']);
});

test('since and until are the phone’s time, or any zone’s by its offset', () => {
  const between = (since: string, until: string) => messages({ since, until }).length;
  assert.equal(between('2026-02-11T16:30:02', '2026-02-11T16:30:03'), 2);
  assert.equal(between('2026-02-11T15:30:02Z', '2026-02-11T15:30:03Z'), 2);
  assert.equal(between('2026-02-11T21:00:02+05:30', '2026-02-11T21:00:03.0005+05:30'), 2);
  assert.equal(between('2025-02-11T16:30:02', '2025-02-11T16:30:03'), 0);
  assert.equal(between('2026-02-11T16:30:01.124', '2026-02-11T16:30:02'), 1);
});

test('lines without a year are of the latest year that has been; those with year and zone say it', () => {
  const newYear =
    '12-31 23:59:59.000     1     1 I Tag     : old\n01-01 00:00:01.000     1     1 I Tag     : new\n';
  assert.deepEqual(read(newYear, query({ since: '2026-01-01T00:00:00' })).lines, [
    '01-01 00:00:01.000 I/Tag: new',
  ]);
  assert.equal(read(newYear, query({ since: '2025-12-31T00:00:00' })).lines.length, 2);
  const full = '2026-02-11 16:30:00.123456 +0300  1000   235   261 I Tag     : zoned\n';
  assert.deepEqual(
    read(full, query({ since: '2026-02-11T13:30:00Z', until: '2026-02-11T13:30:01Z' })).lines,
    ['02-11 16:30:00.123 I/Tag: zoned'],
  );
  assert.deepEqual(read(full, query({ since: '2026-02-11T13:31:00Z' })).lines, []);
});

test('a package has the lines of its running and past processes, and no one else’s', () => {
  const history = () => new ProcessHistory('com.shop');
  const shop = messages({ packageName: 'com.shop' }, history());
  assert.deepEqual(
    shop.map((line) => line.split(':')[0]),
    ['D/MCP', 'V/Net', 'E/Net', 'E/Net'],
  );
  assert.deepEqual(messages({ packageName: 'com.nobody' }, new ProcessHistory('com.nobody')), []);
  const running = history();
  running.addRunning([
    { pid: 888, name: 'com.shop:push' },
    { pid: 777, name: 'com.shopping' },
  ]);
  assert.ok(messages({ packageName: 'com.shop' }, running).includes('F/libc: Fatal signal 11'));
  assert.ok(!messages({ packageName: 'com.shop' }, running).some((line) => line.includes('slow')));
});

test('a number that was another’s before the package had it gives none of the other’s lines', () => {
  const history = new ProcessHistory('com.shop');
  history.addRunning([{ pid: 777, name: 'com.shop' }]);
  history.addEvents(
    '02-11 16:30:50.000   235   261 I am_proc_start: [0,777,10011,com.shop,activity,{com.shop/.Main}]\r\n',
    clock,
  );
  assert.equal(history.owns(777, Date.UTC(2026, 1, 11, 16, 30, 3)), false);
  assert.equal(history.owns(777, Date.UTC(2026, 1, 11, 16, 30, 51)), true);
  history.addEvents('02-11 16:20:00.000   235   261 I am_proc_died: [0,777,com.other]\n', clock);
  assert.equal(history.owns(777, Date.UTC(2026, 1, 11, 16, 30, 51)), true);
  const before5 = new ProcessHistory('com.shop');
  before5.addEvents(
    '02-11 16:30:00.000  1  1 I ActivityManager: Start proc com.shop for activity com.shop/.Main: pid=55 uid=10011 gids={}\n',
    clock,
  );
  assert.equal(before5.owns(55, Date.UTC(2026, 1, 11, 16, 31)), true);
});

test('all six filters hold together', () => {
  const wish = {
    since: '2026-02-11T16:30:02',
    until: '2026-02-11T16:30:04',
    tag: 'Net',
    level: 'W',
    packageName: 'com.shop',
  } as const;
  const both = read(LOG, query(wish), new ProcessHistory('com.shop'));
  assert.deepEqual(both.lines, [
    '02-11 16:30:04.000 E/Net: failed: reset',
    '02-11 16:30:04.000 E/Net: \tat com.shop.Net.get(Net.java:12)',
  ]);
  const one = read(LOG, query({ ...wish, lastLines: 1 }), new ProcessHistory('com.shop'));
  assert.deepEqual([one.lines.length, one.truncated], [1, true]);
});

test('any combination of filters keeps exactly the lines that each of them keeps, in order', () => {
  const options = fc.record({
    lastLines: fc.integer({ min: 1, max: 12 }),
    level: fc.constantFrom('V', 'D', 'I', 'W', 'E', 'F'),
    since: fc.option(fc.constantFrom('2026-02-11T16:30:02', '2026-02-11T15:30:04Z'), { nil: undefined }),
    until: fc.option(fc.constantFrom('2026-02-11T16:30:04', '2026-02-11T16:31:00'), { nil: undefined }),
    tag: fc.option(fc.constantFrom('Net', 'MCP:ServerService', 'libc'), { nil: undefined }),
    packageName: fc.option(fc.constantFrom('com.shop', 'com.nobody'), { nil: undefined }),
  }) satisfies fc.Arbitrary<LogQuery>;
  const run = (wish: LogQuery) =>
    read(LOG, wish, wish.packageName === undefined ? undefined : new ProcessHistory(wish.packageName));
  fc.assert(
    fc.property(options, (wish) => {
      const alone = [
        { level: wish.level },
        { since: wish.since },
        { until: wish.until },
        { tag: wish.tag },
        { packageName: wish.packageName },
      ];
      const sets = alone.map((filter) => new Set(run(query(filter)).lines));
      const expected = run(query()).lines.filter((line) => sets.every((set) => set.has(line)));
      const found = run(wish);
      assert.deepEqual(found.lines, expected.slice(-wish.lastLines));
      assert.equal(found.truncated, expected.length > wish.lastLines);
    }),
    { numRuns: runs(500) },
  );
});

test('the recorded logs are read in each format', () => {
  const threadtime = read(
    recordedOutput('logcat', 'logcat -d -v threadtime -t 20'),
    query({ tag: 'AndroidRuntime', level: 'D' }),
  );
  assert.equal(
    threadtime.lines[0],
    '11-15 07:22:48.819 D/AndroidRuntime: >>>>>> START com.android.internal.os.RuntimeInit uid 0 <<<<<<',
  );
  assert.equal(threadtime.lines.length, 4);
  const brief = read(recordedOutput('logcat', 'logcat -d -v brief -t 5'), query({ level: 'W' }));
  assert.deepEqual(brief.lines[0], 'W/AccessibilityNodeInfoDumper: Fetch time: 634ms');
  const time = read(
    recordedOutput('logcat', 'logcat -d -v time -t 5'),
    query({ tag: 'AccessibilityNodeInfoDumper', level: 'W' }),
  );
  assert.deepEqual(time.lines, ['11-15 07:22:51.138 W/AccessibilityNodeInfoDumper: Fetch time: 634ms']);
});

test('the recorded starts and ends of processes and the recorded list of processes are understood', () => {
  const starts = recordedOutput('logcat', 'logcat -d -s ActivityManager:I')
    .split('\n')
    .map((line) =>
      line.replace(/^(\w)\/ActivityManager\( +(\d+)\)/, '11-15 07:00:00.000 $2 $2 $1 ActivityManager'),
    );
  const history = new ProcessHistory('io.appium.android.apis');
  history.addEvents(starts.join('\n'), clock);
  const then = Date.UTC(2025, 10, 15, 7);
  assert.deepEqual(
    [639, 2886, 366].map((pid) => history.owns(pid, then)),
    [true, true, false],
  );
  assert.deepEqual(
    parseProcesses(recordedOutput('ps-pidof', 'ps |')).map(({ pid, name }) => `${pid} ${name}`),
    ['45 /sbin/adbd', '235 system_server', '2886 io.appium.android.apis'],
  );
  assert.deepEqual([processesCommand(22), processesCommand(34)], [['ps'], ['ps', '-A']]);
});

test('logcat is asked for as much as it can filter safely on each version', () => {
  const ask = (more: Partial<LogQuery>, sdk: number) =>
    logcatCommand(query(more), sdk, clock).slice(8).join(' ');
  assert.equal(ask({ level: 'W' }, 22), '-v threadtime *:W');
  assert.match(ask({ level: 'D', tag: 'Net' }, 22), / Net:D \*:S$/);
  assert.match(ask({ level: 'D', tag: 'MCP:ServerService' }, 34), / \*:D$/);
  assert.match(ask({ level: 'D', tag: '-f' }, 34), / \*:D$/);
  assert.match(ask({ level: 'D', tag: 'a b' }, 34), / \*:D$/);
  assert.match(ask({ level: 'E', packageName: 'com.shop' }, 34), / ActivityManager:I \*:E$/);
  assert.match(
    ask({ level: 'E', tag: 'ActivityManager', packageName: 'com.shop' }, 34),
    / ActivityManager:I \*:S$/,
  );
  assert.match(ask({ level: 'D', packageName: 'com.shop' }, 34), / ActivityManager:D \*:D$/);
  assert.match(ask({ since: '2026-02-11T15:30:00Z' }, 22), / -T 02-11 15:30:00.000 /);
  assert.match(ask({ since: '2026-02-11T16:30:00' }, 24), / -v year -v zone -T 2026-02-11 16:30:00.000 /);
  assert.doesNotMatch(ask({ since: '2025-12-31T00:00:00' }, 22), /-T/);
});

test('the clock of the phone is read with its zone', () => {
  assert.deepEqual(parseClock('2026-02-11 16:30:00 +0530\n'), {
    now: Date.UTC(2026, 1, 11, 16, 30),
    zone: 330,
  });
  assert.deepEqual(parseClock('2026-02-11 16:30:00 -0330')?.zone, -210);
  assert.equal(parseClock('date: bad format'), undefined);
});

test('an invalid time is refused with an example', () => {
  for (const bad of ['yesterday', '2026-02-30T00:00:00', '2026-02-11', '2026-02-11T25:00:00', '']) {
    assert.throws(
      () => parseBound('since', bad),
      (error) =>
        error instanceof DeviceError && error.kind === 'invalid_params' && error.message.includes("'since'"),
    );
  }
});

test('50 MB go through in bounded memory, whatever the chunks and bytes are', () => {
  const line =
    '02-11 16:30:01.123   900   900 D Tag     : a line of an ordinary length, as they come in thousands\n';
  const chunk = new TextEncoder().encode(line.repeat(1000));
  const reader = new LogReader(query({ lastLines: 1000 }), clock);
  const before = process.memoryUsage().heapUsed;
  let bytes = 0;
  while (bytes < 50_000_000) {
    reader.write(chunk);
    bytes += chunk.length;
  }
  const grown = process.memoryUsage().heapUsed - before;
  const { lines, truncated } = reader.end();
  assert.deepEqual([lines.length, truncated], [1000, true]);
  assert.ok(grown < 100_000_000, `${grown} bytes`);
  const endless = new LogReader(query(), clock);
  for (let at = 0; at < 100; at++) endless.write(new Uint8Array(100_000).fill(0x61));
  assert.deepEqual(endless.end().lines, []);
});

test("invalid UTF-8 and control characters do not get through, and continuation lines keep their entry's header", () => {
  const head = new TextEncoder().encode('02-11 16:30:01.123     1     1 D Tag     : a');
  assert.deepEqual(read(Uint8Array.from([...head, 0xff, 0x1b, 0x62]), query()).lines, [
    '02-11 16:30:01.123 D/Tag: a�b',
  ]);
  assert.deepEqual(read('02-11 16:30:01.123     1     1 D Tag     : one\ntwo\n', query()).lines, [
    '02-11 16:30:01.123 D/Tag: one',
    '02-11 16:30:01.123 D/Tag: two',
  ]);
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 5 }), (bytes, lastLines) => {
      assert.ok(read(bytes, query({ lastLines })).lines.length <= lastLines);
    }),
  );
});
