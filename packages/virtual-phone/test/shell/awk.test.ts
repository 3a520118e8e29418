import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { createPhone } from './phone.ts';

const ANSWERS: readonly ExpectedAnswer[] = [
  ["printf 'a b c\\nd e f\\n' | awk '{print $2}'", 'b\ne\n'],
  ["printf 'a:b\\nc:d\\n' | awk -F: '{print $2, NR, NF}'", 'b 1 2\nd 2 2\n'],
  ["printf '1\\n2\\n3\\n' | awk '{s += $1} END {print s, s/NR}'", '6 2\n'],
  [
    "awk 'BEGIN {print 1/3, 1e6, 1e20, 0.1+0.2, 100000 * 100000}'",
    '0.333333 1000000 100000000000000000000 0.3 10000000000\n',
  ],
  ["printf 'x 1\\ny 2\\nx 3\\n' | awk '{n[$1] += $2} END {for (k in n) print k, n[k]}'", 'x 4\ny 2\n'],
  ["printf 'a\\nb\\nc\\nd\\n' | awk '/b/,/c/'", 'b\nc\n'],
  ["printf 'a\\nb\\n' | awk 'NR==2'", 'b\n'],
  ["printf 'a\\nb\\n' | awk '!/a/ {print; exit 3}'", 'b\n', 3],
  [
    'awk -v x=\'a\\tb\' \'BEGIN {print x; printf "%5.2f|%-4d|%04d|%s|%c|%x\\n", 3.14159, 7, 42, "s", 65, 255}\'',
    'a\tb\n 3.14|7   |0042|s|A|ff\n',
  ],
  [
    'echo \'foo bar foo\' | awk \'{gsub(/foo/, "[&]"); print; sub(/bar/, "x", $2); print $0, NF}\'',
    '[foo] bar [foo]\n[foo] x [foo] 3\n',
  ],
  [
    'awk \'BEGIN {print length("héllo"), substr("hello", 2, 3), index("hello", "l"), toupper("a"), match("xabc", /b+/), RSTART, RLENGTH}\'',
    '5 ell 3 A 3 3 1\n',
  ],
  [
    'awk \'BEGIN {n = split("a,b,c", p, ","); print n, p[1], p[3]; if (!("4" in p)) print "no"; delete p[1]; print length(p)}\'',
    '3 a c\nno\n2\n',
  ],
  ["awk 'function f(n) {return n < 2 ? 1 : n * f(n - 1)} BEGIN {print f(10)}'", '3628800\n'],
  ['awk \'function fill(a) {a["k"] = 1} BEGIN {fill(x); print x["k"]}\'', '1\n'],
  [
    "awk 'BEGIN {while (i < 3) {i++; if (i == 2) continue; print i}; do {j++} while (j < 5); print j; for (;;) break}'",
    '1\n3\n5\n',
  ],
  ["printf 'a b\\n' | awk '{$3 = \"c\"; print; NF = 1; print}' OFS=-", 'a-b-c\na\n'],
  [
    'printf \'10\\n9\\n\' | awk \'$1 > 9\'; awk \'BEGIN {print ("10" < "9"), (10 < 9), 2 ^ 3 ^ 2, -2 ^ 2, 7 % 3, 1 - 1 " " 2}\'',
    '10\n1 0 512 -4 1 0 2\n',
  ],
  [
    'awk \'BEGIN {while ((getline line < "/sdcard/in") > 0) print "got " line; print getline < "/nosuch"}\'',
    'got 1\ngot 2\n-1\n',
  ],
  [
    'awk \'BEGIN {print "x" > "/sdcard/out"; print "y" > "/sdcard/out"; close("/sdcard/out")}\'; cat /sdcard/out',
    'x\ny\n',
  ],
  ['printf \'a b\\n\\nc\\nd\\n\' | awk \'BEGIN {RS = ""} {print NR ": " $1}\'', '1: a\n2: c\n'],
  ['printf \'a;b;c\' | awk \'BEGIN {RS = ";"} {printf "%s ", $0}\'', 'a b c '],
  ['X=1 awk \'BEGIN {print ENVIRON["X"], ARGC, ARGV[1]}\' file', '1 2 file\n'],
  [
    'awk \'BEGIN {a[1,2] = 3; for (k in a) {split(k, p, SUBSEP); print p[1], p[2]}; if ((1,2) in a) print "in"}\'',
    '1 2\nin\n',
  ],
  ['awk \'BEGIN {print system("echo hi; exit 4")}\'', 'hi\n4\n'],
  ["awk 'BEGIN {print 1/0}'", '', 2, 'awk: division by zero\n'],
  ["awk 'BEGIN {print (1}'", '', 2, 'awk: syntax error at source line 1\n'],
  ["awk '{print}' /nosuch", '', 2, "awk: can't open file /nosuch\n source line number 1\n"],
  ['awk \'BEGIN {print 1 | "sort"}\'', '', 2, 'awk: pipes in awk are not available on the virtual phone\n'],
  ['awk \'BEGIN {s = "x"; while (1) s = s s}\'', '', 2, 'awk: out of memory\n'],
  ['awk', '', 1, 'usage: awk [-F fs][-v var=value][prog | -f progfile][file ...]\n'],
];

test('awk', async (t) => {
  const phone = createPhone(t);
  phone.files.write('/sdcard/in', Buffer.from('1\n2\n'));
  await checkAnswers(t, phone, ANSWERS);
});

test('awk reads a large input a record at a time, ends by a signal, and came with Android 9', async (t) => {
  const phone = createPhone(t);
  assert.equal((await phone.run("seq 1 20000 | awk '{s += $1} END {print s}'")).out, '200010000\n');
  assert.equal((await phone.run("timeout 0.2 awk 'BEGIN {while (1) i++}'")).code, 124);
  assert.equal((await createPhone(t, { release: 9 }).run("awk 'BEGIN {print 1}'")).out, '1\n');
  assert.equal((await createPhone(t, { release: 5 }).run('awk')).code, 127);
});
