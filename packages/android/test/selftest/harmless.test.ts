import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmlessRows, idlePoint } from '../../src/selftest/harmless.ts';
import { parseScreenTable } from '../../src/selftest/screen-table.ts';

function page(...rows: readonly string[]) {
  const lines = [
    'app:com.android.settings activity:.Settings',
    'screen:1000x2000 density:420 orientation:portrait',
  ];
  return parseScreenTable([...lines, ...rows.map((row, index) => `node_${index}\t${row}`)].join('\n'));
}

const LIST = 'RecyclerView\t-\t-\t-\t0,200,1000,1800\tvfsn';
const opening = [
  'LinearLayout\t-\t-\t-\t0,200,1000,350\tvcfn',
  'TextView\tBattery\t-\t-\t100,220,900,300\tvn',
];

test('a row that opens a page is harmless', () => {
  assert.deepEqual(
    harmlessRows(page(LIST, ...opening)).map(({ id }) => id),
    ['node_1'],
  );
});

const notTouched = {
  'a row with a switch in it': [
    'LinearLayout\t-\t-\t-\t0,200,1000,350\tvcfn',
    'Switch\tAirplane\t-\t-\t800,220,990,300\tvn',
  ],
  "a maker's own switch": [
    'LinearLayout\tAirplane\t-\t-\t0,200,1000,350\tvcfn',
    'View\t-\t-\tcom.miui:id/sliding_button_switch\t800,220,990,300\tvn',
  ],
  'a row with something else to click': [
    'LinearLayout\tAccount\t-\t-\t0,200,1000,350\tvcfn',
    'View\tAdd\t-\t-\t800,220,990,300\tvcn',
  ],
  'a check box': ['CheckBox\tAgree\t-\t-\t0,200,1000,350\tvcfn'],
  'a button': ['Button\tReset\t-\t-\t0,200,1000,350\tvcfn'],
  'a field': ['EditText\tSearch\t-\t-\t0,200,1000,350\tvcfen'],
  'a disabled row': ['LinearLayout\tBattery\t-\t-\t0,200,1000,350\tvcf'],
  'a row without a text': ['LinearLayout\t-\t-\t-\t0,200,1000,350\tvcfn'],
};

for (const [what, rows] of Object.entries(notTouched)) {
  test(`${what} is not touched`, () => {
    assert.deepEqual(harmlessRows(page(LIST, ...rows)), []);
  });
}

test('what is outside the list is not touched: it belongs to the page, not to its rows', () => {
  assert.deepEqual(harmlessRows(page(LIST, 'TextView\tMore\t-\t-\t800,20,990,150\tvcfn')), []);
});

test('a finger that must do nothing goes to a text in nothing that reacts', () => {
  const title = 'TextView\tSettings\t-\t-\t40,40,400,140\tvn';
  assert.deepEqual(idlePoint(page(LIST, ...opening, title)), { x: 220, y: 90 });
  assert.throws(() => idlePoint(page(LIST, ...opening)), /reacts/);
});
