import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Asking } from '../../src/guard/asking.ts';
import type { Policy } from '../../src/guard/policy.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import type { Answer, Question } from '../../src/guard/questions.ts';
import type { StateWish } from '../../src/device/services/device-state.ts';
import type { UiNode } from '@handeye/screen/node';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { box, calculator, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import { ScriptedDevice } from '@handeye/testing/scripted-device';
import { scriptedState } from '@handeye/testing/scripted-state';
import { bench } from '@handeye/testing/tools';

const careful: Policy = { ...defaultPolicy, ...profiles.careful };

/** A screen of which only places are known, as when another program holds accessibility. */
const textless: View = {
  ...viewOf(
    node('FrameLayout', full, { children: [node('Button', box(100, 1000, 500, 1120), { clickable: true })] }),
  ),
  textless: 'Another program uses accessibility.',
};

const touches = ({ deeds }: ScriptedDevice) => deeds.filter(({ did }) => did === 'touch');

function asked(view: View, answer: Answer, policy = careful, more: Parameters<typeof bench>[1] = {}) {
  const questions: Question[] = [];
  const clock = new SkippingClock();
  const asker = {
    way: 'a person',
    ask: (question: Question) => {
      questions.push(question);
      return Promise.resolve(answer);
    },
  };
  return {
    ...bench(view, { policy, clock, asking: new Asking({ clock, askers: [asker] }), ...more }),
    questions,
  };
}

test('where no texts can be read, a person is asked before a touch: it could be anything', async () => {
  const { text, fails, device, questions } = asked(textless, 'no');
  const told = await fails('tap', { x: 300, y: 1060 }, 'permission_denied');
  assert.match(told, /The texts of this screen cannot be read, so it is unknown what this does/);
  assert.equal(questions.length, 1);
  assert.match(questions[0]?.why ?? '', /cannot be read/);
  assert.deepEqual(touches(device), []);
  await text('press_back', {});
  assert.equal(questions.length, 1, 'leaving is free');
});

test('what a person allows there is done', async () => {
  const { text, device, questions } = asked(textless, 'once');
  await text('tap', { x: 300, y: 1060 });
  assert.equal(questions.length, 1);
  assert.equal(touches(device).length, 1);
});

/** A screen in Georgian, of which nothing can be known, and buttons of other scripts on it. */
function georgian(...more: UiNode[]): View {
  const label = (text: string, at: number, parts: Parameters<typeof node>[2] = {}) =>
    node('Button', box(0, at, 500, at + 100), { text, clickable: true, ...parts });
  const children = [
    node('TextView', box(0, 0, 1080, 100), { text: 'გადახდის დადასტურება' }),
    label('გადახდა', 200),
    label('OK', 300),
    label('გაუქმება', 400, { className: 'android.widget.Switch', checkable: true }),
    label('Cancel', 500),
    ...more,
  ];
  return viewOf(node('FrameLayout', full, { children }));
}

test('on a screen in a script without words a person is asked before a touch on a button, not on others', async () => {
  const { fails, text, device, questions } = asked(georgian(), 'no');
  const told = await fails('tap', { x: 300, y: 250 }, 'permission_denied');
  assert.match(told, /knows no words in the script of this, so it is unknown what it does/);
  await fails('tap', { x: 300, y: 350 }, 'permission_denied');
  assert.equal(questions.length, 2);
  assert.deepEqual(touches(device), []);
  await text('tap', { x: 300, y: 450 });
  await text('tap', { x: 300, y: 550 });
  await text('scroll', { direction: 'down' });
  assert.equal(questions.length, 2);
});

test('ENTER in a field of such a screen is asked about, too', async () => {
  const message = node('EditText', box(0, 700, 1080, 800), {
    editable: true,
    clickable: true,
    focused: true,
  });
  const { fails, questions } = asked(georgian(message), 'no');
  await fails('press_key', { key: 'ENTER' }, 'permission_denied');
  assert.equal(questions.length, 1);
});

test('a button in such a script on a screen that can be read is asked about, a word of a known one is not', async () => {
  const labels = ['გადახდა', 'ክፈል', 'បង់ប្រាក់', 'Πληρωμή', '확인', 'ตกลง', 'تمام', 'Weiter'];
  const children = [
    node('TextView', box(0, 0, 1080, 100), { text: 'This is the page of a shop that a person can read.' }),
    ...labels.map((text, at) =>
      node('Button', box(0, 200 + at * 100, 500, 300 + at * 100), { text, clickable: true }),
    ),
  ];
  const { text, fails, questions } = asked(viewOf(node('FrameLayout', full, { children })), 'no');
  for (const at of [0, 1, 2, 3]) await fails('tap', { x: 300, y: 250 + at * 100 }, 'permission_denied');
  for (const at of [4, 5, 6, 7]) await text('tap', { x: 300, y: 250 + at * 100 });
  assert.equal(questions.length, 4);
});

test('a change of the language is asked about under careful: its words may be unknown', async () => {
  const wishes: StateWish[] = [];
  const device = new ScriptedDevice(calculator());
  device.services = { state: scriptedState(wishes) };
  const { text, fails, questions } = asked(calculator(), 'no', careful, { device, toolsets: ['state'] });
  const told = await fails('set_device_state', { locale: 'ka-GE', dark_theme: true }, 'permission_denied');
  assert.match(told, /does not know the words of every language/);
  assert.equal(questions[0]?.text, '{"dark_theme":true,"locale":"ka-GE"}');
  await text('set_device_state', { dark_theme: true });
  assert.equal(questions.length, 1);
  assert.deepEqual(wishes, [{ dark_theme: true }]);
});

test('a rule that denies for certain still denies there', async () => {
  const policy: Policy = {
    ...defaultPolicy,
    rules: [
      { when: { kind: 'payment' }, then: 'ask', from: 'rule 1' },
      { when: { app: '*' }, then: 'deny', from: 'rule 2' },
    ],
  };
  const { fails, questions } = asked(textless, 'once', policy);
  await fails('tap', { x: 300, y: 1060 }, 'permission_denied');
  assert.deepEqual(questions, []);
});

const [left, right] = [box(0, 0, 540, 2400), box(540, 0, 1080, 2400)];

/** Two applications beside each other. */
const split: View = {
  ...viewOf(node('FrameLayout', left, {})),
  windows: [
    windowOf(node('FrameLayout', left, {}), { app: 'org.example.notes', bounds: left, active: true }),
    windowOf(node('FrameLayout', right, {}), { app: 'com.bank', bounds: right, active: false }),
  ],
};

test('what a finger holds and drags into a blocked application is refused; a finger that only swipes stays where it began', async () => {
  const { text, fails } = asked(split, 'once', { ...defaultPolicy, blockedApps: ['com.bank'] });
  const from = { x: 200, y: 1000 };
  const to = { x: 900, y: 1000 };
  const held = [
    [
      { ...from, time: 0 },
      { ...from, time: 600 },
      { ...to, time: 1200 },
    ],
  ];
  await fails('custom_gesture', { paths: held }, 'permission_denied');
  const near = { x: from.x + 1, y: from.y };
  const nudged = [
    { ...from, time: 0 },
    { ...near, time: 10 },
    { ...near, time: 1500 },
    { ...to, time: 2200 },
  ];
  const onItsWay = [
    { ...from, time: 0 },
    { x: 400, y: 1000, time: 100 },
    { x: 410, y: 1000, time: 500 },
    { ...to, time: 900 },
  ];
  const slow = [
    { ...from, time: 0 },
    { ...to, time: 10_000 },
  ];
  for (const path of [nudged, onItsWay, slow])
    await fails('custom_gesture', { paths: [path] }, 'permission_denied');
  await text('custom_gesture', {
    paths: [
      [
        { ...from, time: 0 },
        { ...to, time: 600 },
        { ...to, time: 1200 },
      ],
    ],
  });
});
