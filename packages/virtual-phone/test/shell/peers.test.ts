import { test } from 'node:test';
import type { Program } from '../../src/kernel/process.ts';
import { checkAnswers, type ExpectedAnswer } from './answers.ts';
import { argumentsProgram, createPhone } from './phone.ts';

/** Lines that other tools send (mobile-mcp, mobilecli, uiautomator2, appium-adb, droidrun, midscene, scrcpy, adb itself). */
const LINES: readonly ExpectedAnswer[] = [
  ['getprop ro.product.model', '[ro.product.model]\n'],
  [
    'cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER',
    '[package][query-activities][-a][android.intent.action.MAIN][-c][android.intent.category.LAUNCHER]\n',
  ],
  ['cmd package resolve-activity --brief com.example', '[package][resolve-activity][--brief][com.example]\n'],
  ['am start -n com.example/.Main', '[start][-n][com.example/.Main]\n'],
  [
    'am start -a android.intent.action.VIEW -d https://a.example/?q=1',
    '[start][-a][android.intent.action.VIEW][-d][https://a.example/?q=1]\n',
  ],
  [
    'am start -a android.intent.action.VIEW -d https://a.example/?q=1&r=2; wait',
    '[start][-a][android.intent.action.VIEW][-d][https://a.example/?q=1]\n',
  ],
  ['input text hello\\ world\\ \\&\\ \\$x', '[text][hello world & $x]\n'],
  ["input text ''a\\(b\\)''", '[text][a(b)]\n'],
  ["input text 'it'\\''s%s100%'", "[text][it's%s100%]\n"],
  ['input swipe 540 1400 540 1000 1000', '[swipe][540][1400][540][1000][1000]\n'],
  ['input keyevent --longpress KEYCODE_BACK', '[keyevent][--longpress][KEYCODE_BACK]\n'],
  [
    'content insert --uri content://settings/system --bind name:s:user_rotation --bind value:i:1',
    '[insert][--uri][content://settings/system][--bind][name:s:user_rotation][--bind][value:i:1]\n',
  ],
  [
    'content insert --uri content://x/keyboard/input --bind base64_text:s:"aGk="',
    '[insert][--uri][content://x/keyboard/input][--bind][base64_text:s:aGk=]\n',
  ],
  [
    'am broadcast -a ADB_KEYBOARD_INPUT_TEXT --es text aGk=',
    '[broadcast][-a][ADB_KEYBOARD_INPUT_TEXT][--es][text][aGk=]\n',
  ],
  [
    "pkill -f '[D]eviceServer'; pkill -f '[U]iDumpServer'; pkill -f 'com.mobilenext.[d]evicekit'; appops set com.android.shell android:mock_location default; true",
    '[set][com.android.shell][android:mock_location][default]\n',
  ],
  [
    'CLASSPATH=/data/local/tmp/mobilecli.dex nohup app_process / com.mobilenext.mobilecli.DeviceServer >/dev/null 2>&1 &',
    '',
  ],
  [
    'CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main -p 9008',
    'CLASSPATH=/data/local/tmp/u2.jar [/][com.wetest.uia2.Main][-p][9008]\n',
  ],
  [
    'CLASSPATH=/data/local/tmp/scrcpy-server.jar app_process / com.genymobile.scrcpy.Server 3.0 scid=1 log_level=info',
    'CLASSPATH=/data/local/tmp/scrcpy-server.jar [/][com.genymobile.scrcpy.Server][3.0][scid=1][log_level=info]\n',
  ],
  [
    'app_process -Djava.class.path=/data/local/tmp/yadb /data/local/tmp com.ysbing.yadb.Main -keyboard hi',
    'CLASSPATH= [-Djava.class.path=/data/local/tmp/yadb][/data/local/tmp][com.ysbing.yadb.Main][-keyboard][hi]\n',
  ],
  [
    'toybox md5sum /data/local/tmp/u2.jar',
    '',
    1,
    'md5sum: /data/local/tmp/u2.jar: No such file or directory\n',
  ],
  ['getprop x; echo X4EXIT:$?', '[x]\nX4EXIT:0\n'],
  ['nosuch; echo X4EXIT:$?', 'X4EXIT:127\n', 0, '/system/bin/sh: nosuch: inaccessible or not found\n'],
  [`export ANDROID_LOG_TAGS="''"; exec logcat '-d' '-v' 'threadtime'`, '[-d][-v][threadtime]\n'],
  [
    'mv -f /data/local/tmp/mobilecli.dex.tmp /data/local/tmp/mobilecli.dex',
    '',
    1,
    "mv: bad '/data/local/tmp/mobilecli.dex.tmp': No such file or directory\n",
  ],
  [
    'F=/data/local/tmp/m.xml; rm -f $F; uiautomator dump --windows $F >&2; cat $F',
    '',
    1,
    '[dump][--windows][/data/local/tmp/m.xml]\ncat: /data/local/tmp/m.xml: No such file or directory\n',
  ],
  [
    'getprop a; wm size; wm density; command -v uinput; id -Gn; settings get system screen_off_timeout',
    '[a]\n[size]\n[density]\n/system/bin/uinput\nshell input log adb sdcard_rw sdcard_r ext_data_rw ext_obb_rw net_bt_admin net_bt inet net_bw_stats readproc uhid readtracefs\n[get][system][screen_off_timeout]\n',
  ],
  ["dumpsys power | grep -m1 -E 'mWakefulness=|Display Power: state='", '', 1],
  ["dumpsys window mCurrentFocus=x | grep -E 'mCurrentFocus|mFocusedApp'", '[window][mCurrentFocus=x]\n'],
  ['(input tap 1 2 & sleep 0.01; input tap 1 2)', '[tap][1][2]\n[tap][1][2]\n'],
  ['input tap 1 2 & input tap 1 2; wait', '[tap][1][2]\n[tap][1][2]\n'],
  [
    'getprop a; echo "@@1 $?"; nosuch; echo "@@2 $?"',
    '[a]\n@@1 0\n@@2 127\n',
    0,
    '/system/bin/sh: nosuch: inaccessible or not found\n',
  ],
  [
    'ps --help',
    'usage: ps [-AadefLlnwZ] [-gG GROUP,] [-k FIELD,] [-o FIELD,] [-p PID,] [-t TTY,] [-uU USER,]\n\nList processes.\n\n-A\tAll\n-e\tSynonym for -A\n',
  ],
  ['echo ping', 'ping\n'],
  ['ls /data/local/tmp', ''],
  ['mkdir -p /data/local/tmp/a; rm -rf /data/local/tmp/a; touch -am /data/local/tmp/b', ''],
  ['dumpsys SurfaceFlinger --display-id', '[SurfaceFlinger][--display-id]\n'],
  ['pgrep -f /sdcard/rec.mp4', '', 1],
  ['/system/bin/input keyevent 4', '[keyevent][4]\n'],
];

/** Prints CLASSPATH before its arguments. */
const appProcess: Program = async (context) => {
  await context.stdout.write(new TextEncoder().encode(`CLASSPATH=${context.env.get('CLASSPATH') ?? ''} `));
  return argumentsProgram(context);
};

test('lines that other tools send reach the programs as intended', async (t) => {
  const names = 'getprop cmd am input content appops logcat uiautomator wm settings dumpsys uinput'.split(
    ' ',
  );
  const programs = new Map<string, Program>(names.map((name) => [name, argumentsProgram]));
  programs.set('app_process', appProcess);
  await checkAnswers(t, createPhone(t, { programs }), LINES);
});
