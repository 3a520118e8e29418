import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { phoneShell } from '../commands/phone-shell.ts';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { createPhone } from './phone.ts';

const GZIP: readonly ExpectedAnswer[] = [
  ['echo hi | gzip | gunzip', 'hi\n'],
  ['echo hi | gzip -9 -c | zcat', 'hi\n'],
  ['cd /sdcard; echo hi > f; gzip f; ls f*; gunzip f.gz; cat f', 'f.gz\nhi\n'],
  ['cd /sdcard; gzip -k f; ls f*; zcat f.gz; gzip -dc f.gz', 'f\nf.gz\nhi\nhi\n'],
  ['cd /sdcard; gzip f', '', 1, 'gzip: f.gz: File exists\n'],
  ['cd /sdcard; gzip -f f; ls f*', 'f.gz\n'],
  ['cd /sdcard; cp f.gz g; gunzip g', '', 1, 'gunzip: no .gz: g\n'],
  ['echo no | gunzip', '', 1, 'gunzip: not gzip\n'],
  ['gzip /nosuch', '', 1, 'gzip: /nosuch: No such file or directory\n'],
  ['cd /sdcard; head -c 10 f.gz > h.gz; zcat h.gz', '', 1, 'zcat: gzread: unexpected end of file\n'],
];

test('gzip, gunzip and zcat', async (t) => {
  await checkAnswers(t, createPhone(t), GZIP);
});

test('gzip speaks the format of everybody else, at any size', async (t) => {
  const phone = createPhone(t);
  const bytes = randomBytes(1_000_000);
  phone.files.write('/sdcard/mine', bytes);
  phone.files.write('/sdcard/theirs.gz', gzipSync(bytes));
  const { code } = await phone.run('cd /sdcard; gzip mine && gunzip theirs.gz');
  assert.equal(code, 0);
  assert.ok(gunzipSync(phone.files.read('/sdcard/mine.gz')).equals(bytes));
  assert.ok(Buffer.from(phone.files.read('/sdcard/theirs')).equals(bytes));
});

const DIFF: readonly ExpectedAnswer[] = [
  [
    'cd /sdcard; printf "a\\nb\\nc\\n" > x; printf "a\\nB\\nc\\nd\\n" > y; diff x y',
    '--- x\t2026-11-15 07:30:00.000000000 +0000\n+++ y\t2026-11-15 07:30:00.000000000 +0000\n@@ -1,3 +1,4 @@\n a\n-b\n+B\n c\n+d\n',
    1,
  ],
  ['cd /sdcard; diff x x', ''],
  ['cd /sdcard; diff -s x x', 'Files x and x are identical\n'],
  ['cd /sdcard; diff -q x y', 'Files x and y differ\n', 1],
  [
    'cd /sdcard; diff -L one -L two -U 0 x y',
    '--- one\n+++ two\n@@ -2 +2 @@\n-b\n+B\n@@ -3,0 +4 @@\n+d\n',
    1,
  ],
  ['cd /sdcard; printf "A\\nb \\nC\\n" > z; diff -i -b -L x -L z x z', ''],
  [
    'cd /sdcard; printf a > n; printf "a\\n" > m; diff -L n -L m n m',
    '--- n\n+++ m\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n',
    1,
  ],
  [
    'cd /sdcard; seq 1 30 > p; seq 1 30 | sed "s/^15$/x/;s/^2$/y/" > q; diff -L p -L q p q',
    '--- p\n+++ q\n@@ -1,5 +1,5 @@\n 1\n-2\n+y\n 3\n 4\n 5\n@@ -12,7 +12,7 @@\n 12\n 13\n 14\n-15\n+x\n 16\n 17\n 18\n',
    1,
  ],
  ['diff /nosuch /sdcard/x', '', 2, 'diff: /nosuch: No such file or directory\n'],
  ['diff /sdcard/x', '', 2, 'diff: Needs 2 arguments\n'],
  [
    'cd /sdcard; mkdir d e; echo 1 > d/only; echo 1 > d/both; echo 2 > e/both; diff -r -q d e',
    'Files d/both and e/both differ\nOnly in d: only\n',
    1,
  ],
];

test('diff is unified, and its status tells whether there is a difference', async (t) => {
  await checkAnswers(t, createPhone(t), DIFF);
});

test('a difference of many lines is still one that leads from the one file to the other', async (t) => {
  const phone = createPhone(t);
  const lines = (seed: number) => Array.from({ length: 5000 }, (_, at) => `${(at * seed) % 7919}\n`);
  const [a, b] = [lines(17), lines(23)];
  phone.files.write('/sdcard/a', Buffer.from(a.join('')));
  phone.files.write('/sdcard/b', Buffer.from(b.join('')));
  const { out } = await phone.run('diff -U 0 /sdcard/a /sdcard/b');
  const changes = out
    .split('\n')
    .slice(2)
    .filter((line) => !line.startsWith('@@') && line !== '');
  const removed = changes.filter((line) => line.startsWith('-')).length;
  const added = changes.filter((line) => line.startsWith('+')).length;
  assert.equal(a.length - removed + added, b.length);
});

test('free and top tell what /proc/meminfo and ps tell', async (t) => {
  const { run } = await phoneShell(t);
  const total = Number(/MemTotal: +(\d+)/.exec((await run('cat /proc/meminfo')).out)?.[1]);
  const { out } = await run('free -k');
  assert.match(out, new RegExp(`^Mem: +${total} +\\d+ +\\d+`, 'm'));
  const shown = (await run('top -b -n 1')).out;
  assert.match(shown, new RegExp(`^  Mem: +${total}K total,`, 'm'));
  assert.match(shown, /^400%cpu +0%user +0%nice +0%sys +400%idle/m);
  assert.match(shown, /^ 1043 system +20 +0 .* S +0\.0 .* system_server$/m);
  assert.equal((await run('top -b -n 1 -q -p 1')).out.trimEnd().split('\n').length, 1);
  assert.equal((await run('top -b -n 2 -d 0.01 -m 3')).out.match(/^Tasks:/gm)?.length, 2);
});

test('start and stop need root, but on Android 5, where the daemon is root', async (t) => {
  for (const [release, refusal] of [
    [14, 'Must be root\n'],
    [9, 'stop: must be root\n'],
  ] as const) {
    const { run } = await phoneShell(t, { release });
    assert.deepEqual(await run('stop').then(({ err, code }) => [err, code]), [refusal, 1]);
  }
  const { run } = await phoneShell(t, { release: 5 });
  assert.equal(
    (await run('stop bootanim; stop adbd; getprop init.svc.adbd; start adbd; getprop init.svc.adbd')).out,
    'stopped\nrunning\n',
  );
});

test('Android 5 has gzip, top and ping, and lacks free, diff and zcat', async (t) => {
  const { run } = await phoneShell(t, { release: 5 });
  assert.match((await run('top -n 1 -d 0 -m 1')).out, /PID PR CPU% S {2}#THR/);
  assert.equal((await run('echo hi | gzip | gzip -d')).out, 'hi\n');
  for (const missing of ['free', 'diff', 'zcat', 'nc', 'awk']) {
    assert.match((await run(missing)).err, /not found/);
  }
});
