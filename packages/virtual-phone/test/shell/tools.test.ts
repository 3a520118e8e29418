import { test } from 'node:test';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { createPhone } from './phone.ts';

const FILES: readonly ExpectedAnswer[] = [
  [
    'mkdir -p /sdcard/a/b && echo hi > /sdcard/a/b/f && ls /sdcard/a /sdcard/a/b',
    '/sdcard/a:\nb\n\n/sdcard/a/b:\nf\n',
  ],
  ['mkdir /sdcard/a', '', 1, "mkdir: '/sdcard/a': File exists\n"],
  ['mkdir /system/a', '', 1, "mkdir: '/system/a': Read-only file system\n"],
  [
    'ls -la /sdcard/a',
    'total 12\ndrwxrwsrwx 2 u0_a63 media_rw 4096 2026-11-15 07:30 .\ndrwxrwsrwx 2 u0_a63 media_rw 4096 2026-11-15 07:30 ..\ndrwxrwsrwx 2 u0_a63 media_rw 4096 2026-11-15 07:30 b\n',
  ],
  ['ls -l /sdcard', 'lrwxrwxrwx 1 root root 21 2026-11-15 07:30 /sdcard -> /storage/self/primary\n'],
  ['ls -d /sdcard/a; ls -1 /sdcard/a', '/sdcard/a\nb\n'],
  ['stat -c %F /sdcard; stat -c %F /sdcard/; stat -c %F /sdcard/.', 'symbolic link\ndirectory\ndirectory\n'],
  ['ls /nosuch', '', 1, 'ls: /nosuch: No such file or directory\n'],
  ['ls -y', '', 1, "ls: Unknown option 'y'\n"],
  ['touch /data/local/tmp/g; mv -f /data/local/tmp/g /data/local/tmp/h; ls /data/local/tmp', 'h\n'],
  ['mv /nosuch /sdcard', '', 1, "mv: bad '/nosuch': No such file or directory\n"],
  ['rm /sdcard/a', '', 1, 'rm: /sdcard/a: Is a directory\n'],
  [
    'rm -rf /sdcard/a /data/local/tmp/*; ls /data/local/tmp; ls /sdcard/a',
    '',
    1,
    'ls: /sdcard/a: No such file or directory\n',
  ],
  ['rm /system/build.prop', '', 1, 'rm: /system/build.prop: Read-only file system\n'],
  [
    'touch /data/local/tmp/t; stat -c "%n %s %a %U %F %Y" /data/local/tmp/t',
    '/data/local/tmp/t 0 644 shell regular empty file 1794727800\n',
  ],
  ['touch -am /data/local/tmp/t; touch /system/t', '', 1, "touch: '/system/t': Read-only file system\n"],
  [
    'chmod 600 /data/local/tmp/t; stat -c %a /data/local/tmp/t; chmod u+x,g+r /data/local/tmp/t; stat -c %A /data/local/tmp/t',
    '600\n-rwxr-----\n',
  ],
  ['cat /data/data/x', '', 1, 'cat: /data/data/x: No such file or directory\n'],
  ['ls /data', '', 1, 'ls: /data: Permission denied\n'],
  ['dd if=/dev/zero of=/sdcard/z bs=1024 count=3 2>/dev/null; stat -c %s /sdcard/z', '3072\n'],
];

const TEXT: readonly ExpectedAnswer[] = [
  [
    'printf "1\\n2\\n3\\n" > /sdcard/n; head -n 2 /sdcard/n; head -1 /sdcard/n; tail -n 1 /sdcard/n; echo abc | head -c 2',
    '1\n2\n1\n3\nab',
  ],
  ['echo "a b" | wc; printf "a\\nb\\n" | wc -l; echo abc | wc -c', '1 2 4\n2\n4\n'],
  [
    'printf "foo\\nbar\\nFoo\\n" | grep foo; printf "foo\\nbar\\n" | grep -v foo; printf "foo\\nFoo\\n" | grep -ic foo',
    'foo\nbar\n2\n',
  ],
  ["printf 'mA=1\\nmB=2\\nmA=3\\n' | grep -m1 -E 'mA=|mC='; printf 'a1\\n' | grep -o '[0-9]'", 'mA=1\n1\n'],
  [
    'echo x | grep -q x && echo yes; echo x | grep y; echo $?; grep x /nosuch; echo $?',
    'yes\n1\n2\n',
    0,
    'grep: /nosuch: No such file or directory\n',
  ],
  [
    'printf "a\\nb\\nc\\nd\\n" | grep -A1 b; printf "a\\nb\\n" | grep -n b; echo a.b | grep -F .',
    'b\nc\n2:b\na.b\n',
  ],
  [
    'printf "%s-%d %05.1f %x|%-4s|%4s|%c\\n" a 7 3.14159 255 l r xyz; printf "%s\\n" a b; printf "%b" "a\\tb\\n"; printf "%%\\n"',
    'a-7 003.1 ff|l   |   r|x\na\nb\na\tb\n%\n',
  ],
  ['echo -n abc | md5sum', '900150983cd24fb0d6963f7d28e17f72  -\n'],
  ['toybox md5sum /system/build.prop', '78f545f2adbb5bb55b82376a7bd60776  /system/build.prop\n'],
];

const SYSTEM: readonly ExpectedAnswer[] = [
  ['date +%s; date "+%Y-%m-%d %H:%M:%S"; date -u +%F', '1794727800\n2026-11-15 07:30:00\n2026-11-15\n'],
  ['date', 'Sun Nov 15 07:30:00 UTC 2026\n'],
  ['id -u; id -un', '2000\nshell\n'],
  ['id -Gn | grep -c uhid', '1\n'],
  ['which ls sh; which nosuch; echo $?', '/system/bin/ls\n/system/bin/sh\n1\n'],
  ['pidof init; pgrep init; pgrep nosuch; echo $?', '1\n1\n1\n'],
  ['ps -A -o PID,NAME | head -n 2', '  PID NAME\n    1 init\n'],
  ["pkill -f '[n]osuch'; echo $?", '1\n'],
  ['toybox nosuch', '', 127, 'toybox: Unknown command nosuch\n'],
  ['df /data | head -n 1', 'Filesystem       1K-blocks      Used Available Use% Mounted on\n'],
];

test('programs on files answer as toybox does', async (t) => {
  await checkAnswers(t, createPhone(t), FILES);
});

test('programs on text answer as toybox does', async (t) => {
  await checkAnswers(t, createPhone(t), TEXT);
});

test('programs on the system answer as toybox does', async (t) => {
  await checkAnswers(t, createPhone(t), SYSTEM);
});
