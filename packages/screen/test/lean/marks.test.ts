import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NodeParts } from '../../src/node.ts';
import { linesOf, n, page } from './lines.ts';

const cases: readonly [className: string, parts: Partial<NodeParts>, line: string][] = [
  ['Button', { text: 'Go', clickable: true }, '2 Go'],
  [
    'Button',
    { text: 'Go', clickable: true, longClickable: true, selected: true, focused: true, enabled: false },
    '2 [hold, selected, focused, disabled] Go',
  ],
  ['Spinner', { text: 'Europe', clickable: true }, '2 [choose] Europe'],
  ['SeekBar', { description: 'Volume', range: { min: 0, max: 30, current: 15 } }, '2 [slide 50%] Volume'],
  ['SeekBar', { description: 'Volume' }, '2 [slide] Volume'],
  ['RatingBar', { description: 'Stars', range: { min: 0, max: 5, current: 4 } }, '2 [slide 80%] Stars'],
  ['NumberPicker', { description: 'Hours' }, '2 [slide] Hours'],
  ['ProgressBar', { range: { min: 0, max: 100, current: 42 } }, '- [progress 42%]'],
  ['ProgressBar', { actions: [], description: 'Loading' }, '- [busy] Loading'],
  ['ProgressBar', {}, '- [progress]'],
  ['link', { text: 'Terms', clickable: true }, '2 [link] Terms'],
  [
    'EditText',
    { editable: true, clickable: true, longClickable: true, focused: true, hint: 'Name' },
    '2 [edit, focused] hint: Name',
  ],
  ['EditText', { editable: true, description: 'Name', text: 'Ada' }, '2 [edit] Name = Ada'],
  ['EditText', { editable: true, description: 'Name', hint: 'Your name' }, '2 [edit] Name hint: Your name'],
  ['EditText', { editable: true, description: 'Search', hint: 'Search' }, '2 [edit] hint: Search'],
  [
    'EditText',
    { editable: true, text: 'Ada', resourceId: 'a:id/name', hint: 'Your name' },
    '2 [edit] #name = Ada',
  ],
  ['EditText', { editable: true, text: 'Ada', hint: 'Your name' }, '2 [edit] Your name = Ada'],
  ['EditText', { editable: true, resourceId: 'a:id/name' }, '2 [edit] #name'],
  [
    'EditText',
    { editable: true, description: 'PIN', text: '1234', password: true },
    '2 [edit, password] PIN = •••',
  ],
  [
    'EditText',
    { editable: true, description: 'E-mail', text: 'ada', error: 'No @ in it' },
    '2 [edit] E-mail = ada | error: No @ in it',
  ],
  ['TextView', { text: 'Network', heading: true }, '- [heading] Network'],
  ['TextView', { text: 'Off', enabled: false }, '- [disabled] Off'],
  ['ListView', { scrollable: true, resourceId: 'a:id/list' }, '2 [scroll] #list'],
  ['ListView', { scrollable: true, description: 'People' }, '2 [scroll] People'],
  ['ListView', { scrollable: true, actions: [] }, ''],
];

for (const [className, parts, line] of cases) {
  test(`${className} ${JSON.stringify(parts)} is ${line === '' ? 'no line' : line}`, () => {
    const lines = linesOf(page(n(className, [0, 300, 800, 200], parts)));
    assert.equal(lines[0] ?? '', line);
  });
}

test('progress inside a row is on the line of the row', () => {
  const bar = n('ProgressBar', [0, 400, 800, 20], { range: { min: 0, max: 10, current: 4 } });
  const row = n('LinearLayout', [0, 300, 800, 200], { clickable: true, text: 'map.pdf' }, bar);
  assert.deepEqual(linesOf(page(row)), ['2 [progress 40%] map.pdf']);
});
