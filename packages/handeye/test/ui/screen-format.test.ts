import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { compactText } from '../../src/ui/format/compact.ts';
import { createIdentity } from '../../src/ui/identity/identity.ts';
import { leanText } from '../../src/ui/format/lean/lean.ts';
import { makeNode } from '../../src/ui/node.ts';
import { box, otherWindow, viewOf } from './screens.ts';

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
const snapshot = createIdentity({ first: 417203 }).identify(viewOf(root, otherWindow(hide)));
const PAGE = readFileSync(new URL('../../../../docs/screen-format.md', import.meta.url), 'utf8');

test('the example of compact text in the documentation is what the code writes', () => {
  assert.ok(PAGE.includes(`\n${compactText(snapshot)}\n`), compactText(snapshot));
});

test('the example of lean text in the documentation is what the code writes', () => {
  assert.ok(PAGE.includes(`\n${leanText(snapshot)}\n`), leanText(snapshot));
});
