import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCrashBuffer } from '../../src/crashes/crash-buffer.ts';
import { isDropBox, parseDropBox } from '../../src/crashes/drop-box.ts';
import { ownFrames } from '../../src/crashes/own-frames.ts';
import { crashOf, idsOf, merged } from '../../src/crashes/report.ts';

const clock = { now: Date.UTC(2026, 10, 16, 4), zone: 0 };

const TRACE = `java.lang.IllegalStateException: boom
	at com.example.app.Store.load(Store.java:12)
	at android.os.Handler.handleCallback(Handler.java:958)`;

/** A message in the format threadtime. */
function logged(
  text: string,
  { pid = 2218, tag = 'AndroidRuntime', time = '11-16 03:10:22.998' } = {},
): string {
  return text
    .split('\n')
    .map((line) => `${time}  ${pid}  ${pid} E ${tag.padEnd(8)}: ${line}`)
    .join('\n');
}

const javaCrash = (app = 'com.example.app') => `FATAL EXCEPTION: main\nProcess: ${app}, PID: 2218\n${TRACE}`;

function box(...entries: readonly (readonly [head: string, text: string])[]): string {
  const printed = entries.map(([head, text]) => `${'='.repeat(40)}\n${head}\n${text}\n\n`);
  return `Drop box contents: ${entries.length} entries\nMax entries: 1000\n\n${printed.join('')}`;
}

const dropped = (time = '2026-11-16 03:10:23', app = 'com.example.app') =>
  box([
    `${time} data_app_crash (text, 900 bytes)`,
    `Process: ${app}\nPID: 2218\nFlags: 0x1\nPackage: ${app} v1 (1.0)\nBuild: x\n\n${TRACE}`,
  ]);

test('a crash that both places have is one crash, known by the ids of both', () => {
  const [inLog] = parseCrashBuffer(logged(javaCrash()), clock);
  const [inBox] = parseDropBox(dropped());
  assert.ok(inLog && inBox);
  const failures = merged([inBox, inLog]);
  assert.equal(failures.length, 1);
  const [failure = []] = failures;
  const crash = crashOf(failure);
  assert.equal(crash.app, 'com.example.app');
  assert.equal(crash.time, '2026-11-16 03:10:22');
  assert.equal(crash.reason, 'java.lang.IllegalStateException: boom');
  assert.deepEqual(crash.frames, ['at com.example.app.Store.load(Store.java:12)']);
  assert.match(crash.trace, /^Process: com\.example\.app\nPID: /);
  assert.ok(idsOf(failure).includes(crash.id));
  assert.equal(
    crash.id,
    crashOf([inLog]).id,
    'the id is the same while the drop box has not been written yet',
  );
});

test('two crashes of the same place within seconds are two', () => {
  const again = { time: '11-16 03:10:27.100' };
  const reports = [
    ...parseCrashBuffer(`${logged(javaCrash())}\n${logged(javaCrash(), again)}`, clock),
    ...parseDropBox(dropped()),
    ...parseDropBox(dropped('2026-11-16 03:10:27')),
  ];
  const failures = merged(reports);
  assert.equal(failures.length, 2);
  assert.notEqual(crashOf(failures[0] ?? []).id, crashOf(failures[1] ?? []).id);
});

test('processes that write to the crash buffer at the same time are told apart', () => {
  const [first, second] = [logged(javaCrash()), logged(javaCrash('com.other'), { pid: 2300 })];
  const mixed = first.split('\n').flatMap((line, at) => [line, second.split('\n')[at] ?? '']);
  const reports = parseCrashBuffer(`--------- beginning of crash\n${mixed.join('\n')}`, clock);
  assert.deepEqual(
    reports.map(({ app, trace: text }) => [app, text.split('\n').length]),
    [
      ['com.example.app', 5],
      ['com.other', 5],
    ],
  );
});

test('a line of equal signs in a trace does not end an entry', () => {
  const text = `Process: com.a\n\njava.lang.Error: x\n${'='.repeat(40)}\nmore`;
  const [report] = parseDropBox(box(['2026-11-16 03:10:23 data_app_crash (text, 9 bytes)', text]));
  assert.match(report?.trace ?? '', /more$/);
});

test('an entry whose content is lost is told, and other tags are not', () => {
  const reports = parseDropBox(
    box(
      ['2026-11-16 03:10:23 data_app_anr (contents lost)', ''],
      ['2026-11-16 03:10:24 data_app_wtf (text, 9 bytes)', 'Process: com.a\n\nx'],
    ),
  );
  assert.deepEqual(
    reports.map(({ kind, app, reason }) => [kind, app, reason]),
    [['not responding', '-', 'the phone has lost what it kept about it']],
  );
});

test('a phone that refuses its drop box is not taken for one without crashes', () => {
  assert.ok(!isDropBox("Permission Denial: can't dump DropBoxManagerService from pid=1, uid=2000"));
  assert.ok(isDropBox(box()));
});

test("what hangs is shown where its main thread is, and a library by its file's name", () => {
  const anr = `"Signal" tid=3\n  at com.example.Other.wait(Other.java:1)\n\n"main" prio=5 tid=1 Runnable\n  | group\n  at com.example.Key.wait(Key.java:5)\n  at android.os.Looper.loop(Looper.java:1)\n\n"x" tid=4\n  at com.example.X.y(X.java:1)`;
  assert.deepEqual(ownFrames(anr, { kind: 'not responding', app: 'com.example.app' }), [
    'at com.example.Key.wait(Key.java:5)',
  ]);
  const native = `backtrace:\n      #00 pc 00001a3c  /data/app/~~a==/com.a-1==/lib/arm64/libx.so (open+44)\n      #01 pc 00001a3c  /system/lib64/libc.so (abort+1)`;
  assert.deepEqual(ownFrames(native, { kind: 'native crash', app: 'com.a' }), ['at libx.so (open+44)']);
});

test('code that is named otherwise than its package is found beside the libraries', () => {
  const frames = `java.lang.Error: x\n	at android.view.View.x(View.java:1)\n	at org.maker.Thing.go(Thing.kt:3)`;
  assert.deepEqual(ownFrames(frames, { kind: 'crash', app: 'com.shop.debug' }), [
    'at org.maker.Thing.go(Thing.kt:3)',
  ]);
});
