import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { inFront, parseFocus } from '../../src/screen/focus.ts';
import { recordedOutput } from '../recorded.ts';
import { runs } from '@handeye/testing/runs';

const front = (output: string, seen?: string) => inFront(parseFocus(output), seen);

test('the focus of the recorded phone is the live one, not that of the last application that hung', () => {
  const app = 'io.appium.android.apis';
  for (const command of ['dumpsys window |', 'dumpsys window windows |']) {
    const focus = parseFocus(recordedOutput('dumpsys-window-focus', command));
    assert.deepEqual(focus.window, { hash: '2a2b3496', title: `${app}/${app}.ApiDemos`, app, user: 0 });
    assert.deepEqual(focus.activity, { app, name: '.ApiDemos' });
  }
  const listed = parseFocus(recordedOutput('dumpsys-activity-activities'));
  assert.equal(listed.activity?.app, app);
});

test('a whole dumpsys window that begins with a hung application is read past it', () => {
  const output = `WINDOW MANAGER LAST ANR (dumpsys window lastanr)
  mCurrentFocus=Window{1 u0 com.hung/com.hung.Main}
  mFocusedApp=ActivityRecord{2 u0 com.hung/.Main t1}
WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  mCurrentFocus=null
  mFocusedApp=ActivityRecord{3 u0 com.live/.Main t2}`;
  assert.deepEqual(front(output), { app: 'com.live', activity: '.Main' });
});

const lines: [string, string, { app?: string; activity?: string }][] = [
  [
    'up to 9',
    '  mFocusedApp=AppWindowToken{b token=Token{1 ActivityRecord{2 u0 com.a/.Main t13}}}',
    { app: 'com.a', activity: '.Main' },
  ],
  ['10 and later', '  mFocusedApp=ActivityRecord{2 u0 com.a/.Main t13}', { app: 'com.a', activity: '.Main' }],
  ['12 and 13', '  mFocusedApp=ActivityRecord{2 u0 com.a/.Main} t13}', { app: 'com.a', activity: '.Main' }],
  ['a work profile', '  mCurrentFocus=Window{abc u10 com.a/com.a.Main}', { app: 'com.a', activity: '.Main' }],
  ['leaving', '  mCurrentFocus=Window{abc u0 com.a/com.a.Main EXITING}', { app: 'com.a', activity: '.Main' }],
  ['old', '  mCurrentFocus=Window{abc paused=false com.a/com.a.Main}', { app: 'com.a', activity: '.Main' }],
  [
    'shadowed',
    '  mCurrentFocus=Window{abc u0 com.a/com.a.Main isShadow:false}',
    { app: 'com.a', activity: '.Main' },
  ],
  [
    'vivo',
    '  mCurrentFocus=Window{com.a:abc u0 com.a/com.a.Main type=1 }',
    { app: 'com.a', activity: '.Main' },
  ],
  [
    'a context menu',
    '  mCurrentFocus=Window{abc u0 AtchDlg:com.a/com.a.Main}',
    { app: 'com.a', activity: '.Main' },
  ],
  [
    'another package’s class',
    '  mCurrentFocus=Window{abc u0 com.a.debug/com.a.Main}',
    { app: 'com.a.debug', activity: 'com.a.Main' },
  ],
  [
    'an inner class',
    '  mFocusedApp=ActivityRecord{2 u0 com.a/.Settings$Wifi t1}',
    { app: 'com.a', activity: '.Settings$Wifi' },
  ],
  [
    'the system itself',
    '  mCurrentFocus=Window{abc u0 android/com.android.internal.app.ResolverActivity}',
    { app: 'android', activity: 'com.android.internal.app.ResolverActivity' },
  ],
  ['nothing', '  mCurrentFocus=null\n  mFocusedApp=null', {}],
  ['no output', '', {}],
  [
    'resumed, up to 11',
    '    mResumedActivity: ActivityRecord{2 u0 com.a/.Main t1}',
    { app: 'com.a', activity: '.Main' },
  ],
  [
    'resumed, 10 and later',
    '    topResumedActivity=ActivityRecord{2 u0 com.a/.Main t1}',
    { app: 'com.a', activity: '.Main' },
  ],
  [
    'resumed, 12 and later',
    '  ResumedActivity: ActivityRecord{2 u0 com.a/.Main t1}',
    { app: 'com.a', activity: '.Main' },
  ],
];
for (const [name, line, expected] of lines) {
  test(`focus lines: ${name}`, () => {
    assert.deepEqual(front(line), expected);
  });
}

test('titles that do not name an activity are kept, and the application is that of the tree', () => {
  const app = '\n  mFocusedApp=ActivityRecord{2 u0 com.a/.Main t13}';
  for (const title of [
    'NotificationShade',
    'StatusBar',
    'PopupWindow:2aa066f6',
    'Application Error: com.a',
    'Application Not Responding: com.a',
    'Sun, Nov 15, 2026',
  ]) {
    const focus = parseFocus(`  mCurrentFocus=Window{abc u0 ${title}}${app}`);
    assert.deepEqual([focus.window?.title, focus.window?.app], [title, undefined]);
    assert.deepEqual(inFront(focus, 'com.android.systemui'), { app: 'com.android.systemui' });
    assert.deepEqual(inFront(focus, 'com.a'), { app: 'com.a', activity: '.Main' });
  }
});

test('of a foldable’s several displays, the focus that both lists share counts', () => {
  const output = `  mCurrentFocus=Window{1 u0 com.a/com.a.Main}
  mFocusedApp=ActivityRecord{2 u0 com.a/.Main t1}
  mCurrentFocus=Window{3 u0 com.cover/com.cover.Home}
  mFocusedApp=null`;
  const focus = parseFocus(output);
  assert.deepEqual([focus.window?.hash, focus.activity?.name], ['1', '.Main']);
});

test('whatever the phone prints, the focus is read or there is none', () => {
  const scraps = fc.constantFrom(
    'mCurrentFocus=',
    'mFocusedApp=',
    'Window{',
    'ActivityRecord{',
    'a1 ',
    'u0 ',
    'com.a/',
    '.Main',
    '}',
    '\n',
    ' EXITING',
    ' '.repeat(300),
    'a.'.repeat(200),
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(scraps, fc.string()), { maxLength: 40 }), (pieces) => {
      inFront(parseFocus(pieces.join('')), undefined);
    }),
    { numRuns: runs(2000) },
  );
});
