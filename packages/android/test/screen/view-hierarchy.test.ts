import assert from 'node:assert/strict';
import test from 'node:test';
import { parseViewHierarchy } from '../../src/screen/view-hierarchy.ts';
import { readHierarchy } from '../../src/screen/hierarchy.ts';
import { recordedDump, recordedOutput } from '../recorded.ts';

const corner = { x: 0, y: 0 };

/** `class id bounds` of every view, the class without its package. */
function shown(output: string, { app, at = corner }: { app?: string; at?: { x: number; y: number } } = {}) {
  const nodes = parseViewHierarchy(output, app)?.at(at).nodes ?? [];
  return nodes.map(({ attributes }) => {
    const name = attributes.class?.slice(attributes.class.lastIndexOf('.') + 1);
    return [name, attributes['resource-id']?.replace(/^.*\//, ''), attributes.bounds]
      .filter(Boolean)
      .join(' ');
  });
}

const top = (views: string, { app = 'com.example', resumed = true } = {}) =>
  `TASK ${app} id=1\n  ACTIVITY ${app}/.Main 1a2b pid=1\n    Local Activity 1 State:\n` +
  `      mResumed=${resumed} mStopped=false mFinished=false\n    View Hierarchy:\n${views}\n    Looper (main, tid 1) {2}\n      x{1 V.E..... ........ 0,0-9,9}\n`;

const view = (depth: number, name: string, bounds: string, rest = '') =>
  `${' '.repeat(6 + 2 * depth)}android.widget.${name}{1a ${rest || 'V.ED....'} ........ ${bounds}}`;

test('the views of a recorded screen have the ids, flags and places that its dump says', () => {
  const dumped = readHierarchy(recordedDump('08-buttons1'))[0]?.nodes ?? [];
  const told = parseViewHierarchy(recordedOutput('dumpsys-activity-top'))?.at(corner).nodes ?? [];
  const facts = ['resource-id', 'bounds', 'clickable', 'focusable', 'focused', 'enabled', 'package'];
  const buttons = (nodes: typeof told) =>
    nodes
      .filter(({ attributes }) => attributes['resource-id']?.includes(':id/button_'))
      .map(({ attributes }) => facts.map((fact) => attributes[fact]));
  assert.equal(buttons(told).length, 3);
  assert.deepEqual(buttons(told), buttons(dumped));
});

test('places count from the parent, and end where it ends', () => {
  const output = top(
    [
      view(0, 'FrameLayout', '0,0-100,200'),
      view(1, 'ListView', '0,50-100,150'),
      view(2, 'Row', '0,-20-100,30'),
      view(3, 'TextView', '10,25-90,30'),
      view(2, 'Row', '0,30-100,130'),
    ].join('\n'),
  );
  assert.deepEqual(shown(output, { at: { x: 5, y: 7 } }), [
    'FrameLayout [5,7][105,207]',
    'ListView [5,57][105,157]',
    'Row [5,57][105,87]',
    'TextView [15,62][95,67]',
    'Row [5,87][105,157]',
  ]);
});

test('what is invisible, gone or empty is left out with all that is in it', () => {
  const output = top(
    [
      view(0, 'FrameLayout', '0,0-100,200'),
      view(1, 'LinearLayout', '0,0-100,50', 'G.E.....'),
      view(2, 'Button', '0,0-50,50'),
      view(1, 'LinearLayout', '0,0-100,50', 'I.E.....'),
      view(1, 'View', '0,0-100,0'),
      view(1, 'Button', '0,50-50,100'),
    ].join('\n'),
  );
  assert.deepEqual(shown(output), ['FrameLayout [0,0][100,200]', 'Button [0,50][50,100]']);
});

test('the content of a view that may be scrolled is left out: nobody knows where it is', () => {
  const output = top(
    [
      view(0, 'FrameLayout', '0,0-100,200'),
      view(1, 'ScrollView', '0,0-100,100', 'VFED.V..'),
      view(2, 'LinearLayout', '0,0-100,500'),
      view(3, 'Button', '0,0-100,50'),
      view(1, 'ViewPager', '0,100-100,200'),
      view(2, 'Page', '0,0-100,100'),
      view(2, 'Page', '100,0-200,100'),
    ].join('\n'),
  );
  assert.deepEqual(shown(output), [
    'FrameLayout [0,0][100,200]',
    'ScrollView [0,0][100,100]',
    'ViewPager [0,100][100,200]',
  ]);
});

test('a window that says no size of its own (Android 7 to 10) is as large as its content', () => {
  const output = top(`      DecorView@5a3b2c1[Calculator]\n${view(1, 'LinearLayout', '0,0-1080,2340')}`);
  assert.deepEqual(parseViewHierarchy(output)?.size, { width: 1080, height: 2340 });
  assert.deepEqual(shown(output), ['DecorView [0,0][1080,2340]', 'LinearLayout [0,0][1080,2340]']);
});

test('of several activities the wanted one counts, else the one that is resumed', () => {
  const root = view(0, 'FrameLayout', '0,0-10,10');
  const output =
    top(root, { app: 'com.paused', resumed: false }) +
    top(root, { app: 'com.resumed' }) +
    top(root, { app: 'com.below', resumed: false });
  assert.equal(parseViewHierarchy(output)?.app, 'com.resumed');
  assert.equal(parseViewHierarchy(output, 'com.paused')?.app, 'com.paused');
  assert.equal(parseViewHierarchy(output, 'com.elsewhere')?.app, 'com.resumed');
});

test('an activity that does not answer has no views', () => {
  assert.equal(parseViewHierarchy(''), undefined);
  assert.equal(
    parseViewHierarchy(
      'TASK a id=1\n  ACTIVITY a/.B 1 pid=2\n    Failure while dumping the activity: timeout\n',
    ),
    undefined,
  );
});

test('extended flags and autofill ids of newer releases are ignored', () => {
  const output = top(
    '      com.android.internal.policy.DecorView{7e4 V.E...... R.....ID 0,0-1080,2400 aid=1073741824}[Main]\n' +
      '        android.widget.Button{7e5 VFED..CLX .FS...ID 0,0-100,50 #7f0a0012 app:id/go aid=1073741825}',
  );
  const [, button] = parseViewHierarchy(output)?.at(corner).nodes ?? [];
  assert.equal(button?.attributes['resource-id'], 'com.example:id/go');
  assert.deepEqual(
    ['clickable', 'long-clickable', 'focused', 'selected'].map((flag) => button.attributes[flag]),
    ['true', 'true', 'true', 'true'],
  );
});
