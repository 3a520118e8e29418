import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PersonalData } from '../../src/selftest/personal-data.ts';
import { parseScreenTable } from '../../src/selftest/screen-table.ts';
import { shapeOf } from '../../src/selftest/personal-data.ts';

const SCREEN = [
  'note:structural-only nodes are omitted from the tree',
  'app:com.android.settings activity:.Settings',
  'screen:1080x2400 density:420 orientation:portrait',
  'id\tclass\ttext\tdesc\tres_id\tbounds\tflags',
  "node_1\tTextView\tAda's Phone\t-\tcom.android.settings:id/title\t0,0,500,100\tvn",
  'node_2\tTextView\tLovelace\tthe bank\torg.example.bank:id/name\t0,100,500,200\tvcn',
  'window:system Status bar',
  'node_3\tTextView\t21:06\t-\tcom.android.systemui:id/clock\t0,0,90,60\tvn',
].join('\n');

function afterSeeing(screen: string): PersonalData {
  const personal = new PersonalData(['com.android.settings', 'com.android.systemui']);
  personal.addScreen(parseScreenTable(screen));
  return personal;
}

test('a shape keeps length, case, digits and punctuation, and nothing else', () => {
  assert.equal(shapeOf('Ada Lovelace, 1815-12-10'), 'Aaa Aaaaaaaa, 0000-00-00');
  assert.equal(shapeOf('Änne 東京 😀'), 'Aaaa aa x');
});

test('an error keeps its words, but for those that were seen on the screen', () => {
  const personal = afterSeeing(SCREEN);
  assert.equal(
    personal.withoutIt('The phone did not start the companion: lovelace of ada was in the way'),
    'The phone did not start the companion: aaaaaaaa of aaa was in the way',
  );
  assert.equal(personal.withoutIt("No row 'Anna's' here, \"secret\""), "No row 'Aaaa'a' here, \"aaaaaa\"");
});

test('apps of the user, addresses, long numbers and secrets are not told; those of the system are', () => {
  const personal = afterSeeing(SCREEN);
  personal.addSecret('R58M12ABCDE');
  assert.equal(
    personal.withoutIt('java.lang.SecurityException: org.example.bank of 192.168.1.20:5555 is 4917612345'),
    'java.lang.SecurityException: aaa.aaaaaaa.aaaa of 000.000.0.00:0000 is 0000000000',
  );
  assert.equal(personal.withoutIt('R58M12ABCDE is gone'), '(left out) is gone');
  assert.equal(personal.packageOf('com.android.settings.intelligence'), 'com.android.settings.intelligence');
});

test('a row shows where it is and what it can do, and only the shape of its texts', () => {
  const personal = afterSeeing(SCREEN);
  const { rows, others } = parseScreenTable(SCREEN);
  assert.deepEqual(
    [...rows, ...others].map((row) => personal.rowShape(row)),
    [
      "TextView | Aaa'a Aaaaa | - | com.android.settings:id/title | 0,0,500,100 | vn",
      'TextView | Aaaaaaaa | aaa aaaa | aaa.aaaaaaa.aaaa:aa/aaaa | 0,100,500,200 | vcn',
      'TextView | 00:00 | - | com.android.systemui:id/clock | 0,0,90,60 | vn',
    ],
  );
});
