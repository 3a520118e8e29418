import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { compactText } from '../src/format/compact.ts';
import { createIdentity } from '../src/identity/identity.ts';
import { leanText } from '../src/format/lean/lean.ts';
import { makeNode } from '../src/node.ts';
import { box, otherWindow, viewOf } from '@handeye/testing/view-screens';

const field = {
  className: 'android.widget.EditText',
  editable: true,
  clickable: true,
  longClickable: true,
  focusable: true,
};
const root = makeNode({
  className: 'android.widget.FrameLayout',
  resourceId: 'android:id/content',
  bounds: box(0, 63, 1080, 2337),
  children: [
    makeNode({
      className: 'android.widget.TextView',
      text: 'Sign in',
      heading: true,
      bounds: box(48, 160, 1032, 240),
    }),
    makeNode({
      ...field,
      resourceId: 'com.example:id/email',
      hint: 'E-mail',
      focused: true,
      bounds: box(48, 300, 1032, 420),
    }),
    makeNode({
      ...field,
      resourceId: 'com.example:id/password',
      text: 'hunter2',
      password: true,
      bounds: box(48, 460, 1032, 580),
    }),
    makeNode({
      className: 'android.widget.CheckBox',
      resourceId: 'com.example:id/stay',
      text: 'Stay signed in',
      checkable: true,
      checked: true,
      clickable: true,
      focusable: true,
      bounds: box(48, 620, 600, 720),
    }),
    makeNode({
      className: 'android.widget.Button',
      resourceId: 'com.example:id/sign_in',
      text: 'Sign in',
      clickable: true,
      focusable: true,
      enabled: false,
      bounds: box(48, 780, 1032, 900),
    }),
  ],
});
const hide = makeNode({
  className: 'android.widget.ImageView',
  description: 'Hide keyboard',
  clickable: true,
  bounds: box(0, 2280, 120, 2400),
});
const snapshot = createIdentity({ first: 417203 }).identify(
  viewOf(root, otherWindow(hide, { bounds: box(0, 1717, 1080, 2400) })),
);
const PAGE = readFileSync(new URL('../../../docs/screen-format.md', import.meta.url), 'utf8');

test('the code writes the documentation’s example of compact text', () => {
  assert.ok(PAGE.includes(`\n${compactText(snapshot)}\n`), compactText(snapshot));
});

/** A row of Settings on Android 11 and later: its Switch has no text and cannot be clicked. */
function setting(index: number, title: string, parts: { summary?: string; checked?: boolean }) {
  const top = 260 + index * 220;
  const line = (text: string, below: number) =>
    makeNode({
      className: 'android.widget.TextView',
      text,
      bounds: box(60, top + below, 700, top + below + 60),
    });
  return makeNode({
    className: 'android.widget.LinearLayout',
    clickable: true,
    bounds: box(0, top, 1080, top + 220),
    children: [
      line(title, 30),
      ...(parts.summary === undefined ? [] : [line(parts.summary, 110)]),
      ...(parts.checked === undefined
        ? []
        : [
            makeNode({
              className: 'android.widget.Switch',
              checkable: true,
              checked: parts.checked,
              bounds: box(900, top + 60, 1020, top + 150),
            }),
          ]),
    ],
  });
}

const settings = makeNode({
  bounds: box(0, 0, 1080, 2400),
  children: [
    makeNode({
      className: 'android.widget.ImageButton',
      description: 'Navigate up',
      clickable: true,
      bounds: box(0, 80, 140, 220),
    }),
    makeNode({
      className: 'android.widget.TextView',
      text: 'Network & internet',
      heading: true,
      bounds: box(160, 100, 900, 200),
    }),
    makeNode({
      className: 'androidx.recyclerview.widget.RecyclerView',
      resourceId: 'com.android.settings:id/recycler_view',
      scrollable: true,
      actions: ['scrollForward'],
      bounds: box(0, 260, 1080, 2400),
      children: [
        setting(0, 'Internet', { summary: 'Lighthouse' }),
        setting(1, 'Mobile data', { summary: 'Handeye Mobile', checked: true }),
        setting(2, 'Airplane mode', { checked: false }),
      ],
    }),
  ],
});

test('the code writes the documentation’s examples of lean text', () => {
  const list = createIdentity({ first: 553060 }).identify({
    ...viewOf(settings),
    app: 'com.android.settings',
    activity: '.SubSettings',
  });
  for (const [state, example] of [
    ['s4f17', list],
    ['s4f18', snapshot],
  ] as const) {
    const text = leanText(example, { state });
    assert.ok(PAGE.includes(`\n${text}\n`), text);
  }
});
