import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Asking } from '../../src/guard/asking.ts';
import type { Policy } from '../../src/guard/policy.ts';
import { defaultPolicy } from '../../src/guard/policy.ts';
import { profiles } from '../../src/guard/profiles.ts';
import type { Answer, Question } from '../../src/guard/questions.ts';
import type { View } from '@handeye/screen/snapshot';
import { SkippingClock } from '@handeye/testing/clock';
import { box, full, node, viewOf, windowOf } from '@handeye/testing/screens';
import type { ScriptedDevice } from '@handeye/testing/scripted-device';
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

function asked(view: View, answer: Answer, policy = careful) {
  const questions: Question[] = [];
  const clock = new SkippingClock();
  const asker = {
    way: 'a person',
    ask: (question: Question) => {
      questions.push(question);
      return Promise.resolve(answer);
    },
  };
  return { ...bench(view, { policy, clock, asking: new Asking({ clock, askers: [asker] }) }), questions };
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
