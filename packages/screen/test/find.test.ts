import assert from 'node:assert/strict';
import test from 'node:test';
import { findElements, type Query } from '../src/find.ts';
import { createIdentity } from '../src/identity/identity.ts';
import { node, otherWindow, viewOf } from '@handeye/testing/view-screens';

const root = node({
  className: 'android.widget.FrameLayout',
  children: [
    node({ className: 'android.widget.Button', text: 'Sign In', resourceId: 'com.example:id/sign_in' }),
    node({ text: 'sign in later', description: 'Skip', visible: false }),
    node({ text: 'two\nlines', description: 'Ünïcode' }),
    node({ text: '', editable: true, hint: 'sign here', error: 'Nobody signed' }),
    node({ text: 'Ada', editable: true, hint: 'sign here' }),
  ],
});
const snapshot = createIdentity().identify(viewOf(root, otherWindow(node({ text: 'Sign In' }))));

function found(query: Partial<Query>): number[] {
  return findElements(snapshot, { by: 'text', value: '', exact: false, ...query }).map(({ order }) => order);
}

test('a text is found by a part of it in any case, in all windows, invisible ones too', () => {
  assert.deepEqual(found({ value: 'SIGN IN' }), [1, 2, 6]);
});

test('an exact match is the whole text in its case', () => {
  assert.deepEqual(found({ value: 'Sign In', exact: true }), [1, 6]);
  assert.deepEqual(found({ value: 'sign in', exact: true }), []);
});

test('description, resource id and full class name are found likewise', () => {
  assert.deepEqual(found({ by: 'content_desc', value: 'ünïCODE' }), [3]);
  assert.deepEqual(found({ by: 'resource_id', value: 'sign_in' }), [1]);
  assert.deepEqual(found({ by: 'class_name', value: 'android.widget' }), [0, 1]);
  assert.deepEqual(found({ by: 'class_name', value: 'Button', exact: true }), []);
});

test('a text of several lines is found as it was shown, on one line', () => {
  assert.deepEqual(found({ value: 'two lines' }), [3]);
  assert.deepEqual(found({ value: 'two lines', exact: true }), [3]);
  assert.deepEqual(found({ value: 'two\nlines', exact: true }), [3]);
});

test('a value that consists of invisible characters finds nothing', () => {
  assert.deepEqual(found({ value: '\u200b' }), []);
});

test('a hint and an error describe a field; they are not its text', () => {
  assert.deepEqual(found({ value: 'sign here' }), []);
  assert.deepEqual(found({ by: 'content_desc', value: 'sign here' }), [4], 'where nothing is entered yet');
  assert.deepEqual(found({ by: 'content_desc', value: 'Nobody signed', exact: true }), [4]);
});

test('typographic hyphens, quotes and spaces are found by those that people type', () => {
  const label = node({ text: 'Wi\u2011Fi \u201chome\u201d\u00a0net\u2019s' });
  const typed = createIdentity().identify(viewOf(label));
  const query: Query = { by: 'text', value: `wi-fi "home" net's`, exact: false };
  assert.equal(findElements(typed, query).length, 1);
  assert.equal(findElements(typed, { ...query, exact: true }).length, 0);
});
