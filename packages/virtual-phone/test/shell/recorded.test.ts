import { test } from 'node:test';
import { Killed, type Program } from '../../src/kernel/process.ts';
import type { ProcessTable } from '../../src/shell/processes.ts';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { argumentsProgram, createPhone } from './phone.ts';

/** The answers of a real Android 5.1.1 (toolbox, mksh R50, adb as root); errors are on the same stream there. */
const QUOTING: readonly ExpectedAnswer[] = [
  ["echo 'a  b'", 'a  b\n'],
  [`echo "a  b" $HOME '$HOME'`, 'a  b $HOME\n'],
  ["echo 'it'\\''s'", "it's\n"],
  ['echo $?', '0\n'],
  ['(exit 3); echo $?', '3\n'],
  ['sh -c "exit 5"; echo $?', '5\n'],
  ['echo ünïcödé 日本 😀', 'ünïcödé 日本 😀\n'],
  ['printf "%s\\n" a b', '', 127, '/system/bin/sh: printf: not found\n'],
  ['echo -n x', 'x'],
  ['x=1; echo ${x}$((x+1))', '12\n'],
  ['echo a > /dev/stderr', ''],
  ['echo a >&2', '', 0, 'a\n'],
  ['cat < /dev/null; echo ok', 'ok\n'],
  ['for i in 1 2; do echo $i; done', '1\n2\n'],
  ['echo `echo hi`', 'hi\n'],
  ['[ -f /system/build.prop ] && echo yes', 'yes\n'],

  ['echo a | read v; echo "v=$v"', 'v=\n'],
  ['IFS=, ; set -- a,b; echo $#', '1\n'],
  ['command -v uiautomator || echo none', '/system/bin/uiautomator\n'],
  ['test -x /system/bin/cmd; echo $?', '1\n'],
  ['kill -0 1; echo $?', '0\n'],
  ['trap "echo bye" EXIT; echo "[rc=$?]"', '[rc=0]\nbye\n'],
  ['ulimit -n', '1024\n'],
  [`echo ${'y'.repeat(4000)} | grep -c y`, '1\n'],
];

const COMMANDS: readonly ExpectedAnswer[] = [
  ...'toybox busybox mksh egrep sed awk cut sort uniq head tail tr wc find xargs tee base64 md5sum sha1sum usleep timeout'
    .concat(' pidof which printf expr seq stat yes od hexdump strings tar uname cmd uinput nc su')
    .split(' ')
    .map((name): ExpectedAnswer => [`type ${name}`, `${name} not found\n`, 1]),
  ...'sh toolbox ls mv rm mkdir chmod grep md5 dd df date ps id touch sync input uiautomator'
    .split(' ')
    .map((name): ExpectedAnswer => [`type ${name}`, `${name} is a tracked alias for /system/bin/${name}\n`]),
  ...'cat echo sleep kill command test true false'
    .split(' ')
    .map((name): ExpectedAnswer => [`type ${name}`, `${name} is a shell builtin\n`]),

  ['toolbox', 'Toolbox!\n'],
  ['which ls', '', 127, '/system/bin/sh: which: not found\n'],
  ['command -v ls', '/system/bin/ls\n'],
  ['command -v nosuch', '', 1],
  ['nosuchcmd', '', 127, '/system/bin/sh: nosuchcmd: not found\n'],
  ['ls /nosuch', '', 1, '/nosuch: No such file or directory\n'],
  ['cat /nosuch', '', 1, '/system/bin/sh: cat: /nosuch: No such file or directory\n'],
  ['rm -f /nosuch', ''],
  ['rm /nosuch', '', 1, 'rm: /nosuch: No such file or directory\n'],
  ['true', ''],
  ['false', '', 1],
  ['sleep 0.2', ''],
  ['usleep 1000', '', 127, '/system/bin/sh: usleep: not found\n'],
  ['echo a; false; echo "x=$?"', 'a\nx=1\n'],
  ['date +%s.%N', '1794727800.N\n'],
  ['echo $((1+2)) ${PATH}', '3 /sbin:/vendor/bin:/system/sbin:/system/bin:/system/xbin\n'],
  ['echo $TERM $HOME $EXTERNAL_STORAGE $ANDROID_DATA', '/storage/emulated/legacy /data\n'],
  ['tty', '', 127, '/system/bin/sh: tty: not found\n'],
  [
    'id',
    'uid=0(root) gid=0(root) groups=1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),' +
      '3001(net_bt_admin),3002(net_bt),3003(inet),3006(net_bw_stats)\n',
  ],
];

const LISTS: readonly ExpectedAnswer[] = [
  ['ls /sdcard', '/sdcard\n'],
  [
    'ls -l /sdcard',
    'lrwxrwxrwx root     root              2026-11-15 07:30 sdcard -> /storage/emulated/legacy\n',
  ],
  ['ls -a /data/local', 'tmp\n'],
  ['ls -1 /data/local', '', 1, "ls: Unknown option '-1'. Aborting.\n"],
  ['ls --color=never /data/local/tmp', '', 1, "ls: Unknown option '--'. Aborting.\n"],
  ['ls -d /data', '/data\n'],
  [
    'ls -l /nosuch /data/local',
    'drwxrwx--x shell    shell             2026-11-15 07:30 tmp\n',
    1,
    '/nosuch: No such file or directory\n',
  ],
  ['ls -l /system/bin/ls', 'lrwxrwxrwx root     root              2026-11-15 07:30 ls -> toolbox\n'],
  [
    'echo 1234567 > /data/local/tmp/m.xml; chmod 600 /data/local/tmp/m.xml; ls -la /data/local/tmp',
    '-rw------- root     root            8 2026-11-15 07:30 m.xml\n',
  ],
];

const HEAD = 'USER     PID   PPID  VSIZE  RSS     WCHAN    PC        NAME\n';

const PROCESSES: readonly ExpectedAnswer[] = [
  ['ps io.appium.android.apis', HEAD],
  ['ps appium', HEAD],
  ['ps | grep appium', 'u0_a11    7152  53    814976 64756 00000000 00000000 S io.appium.android.apis\n'],
  ['ps system_server', `${HEAD}system    235   53    879912 90784 00000000 00000000 S system_server\n`],
  ['ps -A', HEAD],
  ['ps -ef', HEAD],
  ['ps 1', `${HEAD}root      1     0     8912   640   00000001 00000000 S /init\n`],
  ['ps nosuch', HEAD],
  ['pidof io.appium.android.apis', '', 127, '/system/bin/sh: pidof: not found\n'],
];

const processes: ProcessTable = {
  list: () => [
    {
      pid: 1,
      parent: 0,
      user: 'root',
      name: 'init',
      commandLine: '/init',
      virtualKilobytes: 8912,
      residentKilobytes: 640,
    },
    {
      pid: 235,
      parent: 53,
      user: 'system',
      name: 'system_server',
      virtualKilobytes: 879_912,
      residentKilobytes: 90_784,
    },
    {
      pid: 7152,
      parent: 53,
      user: 'u0_a11',
      name: 'io.appium.android.apis',
      virtualKilobytes: 814_976,
      residentKilobytes: 64_756,
    },
  ],
  kill: (pid) => (pid === 1 ? 'sent' : 'no such process'),
};

const dies: Program = () => Promise.reject(new Killed(9));

/** Android 5's /system/bin/input passes its arguments on as `$*`, unquoted; this one prints them. */
const TEXTS: readonly ExpectedAnswer[] = [
  ["input text 'a%sb'", '[text][a%sb]\n'],
  ["input text 'a b'", '[text][a b]\n'],
  ['input text a b', '[text][a][b]\n'],
  ["input text 'a\\ b'", '[text][a\\ b]\n'],
  ["input text '100%'", '[text][100%]\n'],
  ["input text '$x&;|<>(){}[]*?!#~`^'", '[text][$x&;|<>(){}[]*?!#~`^]\n'],
  ["input text 'dq\" sq'\\''end'", '[text][dq" sq\'end]\n'],
  ['input text "$x"', '[text][]\n'],
  ["input text ''", '[text][]\n'],
  ['input text a$x&; echo "[rc=$?]"', '', 1, "/system/bin/sh: syntax error: ';' unexpected\n"],
  ['input text a;b', '[text][a]\n', 127, '/system/bin/sh: b: not found\n'],
  ["input text 'back\\slash'", '[text][back\\slash]\n'],
  ["input text '-x'", '[text][-x]\n'],
  ["input text 'tab\tnl\nx'", '[text][tab\tnl\nx]\n'],
  ['uiautomator dump; echo $?', '137\n', 0, 'Killed \n'],
];

test('Android 5 answers as the real one did', async (t) => {
  const programs = new Map([
    ['input', argumentsProgram],
    ['uiautomator', dies],
  ]);
  for (const [topic, answers] of Object.entries({ QUOTING, COMMANDS, LISTS, PROCESSES, TEXTS })) {
    await t.test(topic, async (inner) => {
      await checkAnswers(inner, createPhone(inner, { release: 5, root: true, programs, processes }), answers);
    });
  }
});

test('Android 5 and 9 keep messages that newer versions changed', async (t) => {
  await checkAnswers(t, createPhone(t, { release: 9 }), [
    ['nosuch', '', 127, '/system/bin/sh: nosuch: not found\n'],
    ['echo a;;', '', 1, "/system/bin/sh: syntax error: unexpected ';;'\n"],
  ]);
  await checkAnswers(t, createPhone(t, { release: 5 }), [
    ['echo )', '', 1, "/system/bin/sh: syntax error: ')' unexpected\n"],
    ['if true', '', 1, "/system/bin/sh: syntax error: 'if' unmatched\n"],
  ]);
});
