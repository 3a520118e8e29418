import assert from 'node:assert/strict';
import test from 'node:test';
import {
  canBeEdited,
  insertLengthOf,
  isSpreadsheetCell,
  mustBePasted,
  positionsIn,
  toldRange,
} from '../src/atspi/text-quirks.ts';

const EMOJI = 'Hand🙂é';

function field(toolkit: string, name = 'app', role: 'text' | 'paragraph' | 'table cell' = 'text') {
  return { toolkit, app: { name }, accessible: { role } };
}

test('positions and lengths are counted as each toolkit counts them', () => {
  const counted = (one: ReturnType<typeof field>) => [positionsIn(one, EMOJI), insertLengthOf(one, EMOJI)];
  assert.deepEqual(counted(field('gtk')), [6, 10]);
  assert.deepEqual(counted(field('Qt')), [7, 7]);
  assert.deepEqual(counted(field('gtk', 'soffice', 'paragraph')), [7, 10]);
  // The entries of LibreOffice's dialogs are GTK's own.
  assert.deepEqual(counted(field('gtk', 'soffice')), [6, 10]);
});

test('the selection is told in positions of each toolkit', () => {
  const selected = (toolkit: string, start: number, end: number) => {
    const text = 'One 🙂 for Sunday 🙂';
    const range = toldRange({ start, end }, field(toolkit), text);
    return text.slice(range.start, range.end);
  };
  assert.equal(selected('gtk', 10, 16), 'Sunday');
  for (const toolkit of ['Qt', 'Gecko', 'J2SE-access-bridge'])
    assert.equal(selected(toolkit, 11, 17), 'Sunday');
  // Chromium 150 selects characters 10 to 16 and then tells 9 to 15.
  assert.equal(selected('Chromium', 9, 15), 'Sunday');
});

test('accessibility writes only where the toolkit does what it says', () => {
  assert.ok(canBeEdited(field('gtk'), EMOJI));
  assert.ok(canBeEdited(field('Qt'), EMOJI));
  assert.ok(!canBeEdited(field('Gecko'), 'plain'));
  assert.ok(canBeEdited(field('J2SE-access-bridge'), 'é漢'));
  assert.ok(!canBeEdited(field('J2SE-access-bridge'), EMOJI));
  assert.ok(mustBePasted(field('J2SE-access-bridge'), EMOJI));
  assert.ok(!mustBePasted(field('Gecko'), EMOJI));
});

test('a cell of Calc is no field that keys could move the cursor in; the name box is', () => {
  assert.ok(isSpreadsheetCell(field('gtk', 'soffice', 'table cell'), 'libreoffice-calc'));
  assert.ok(isSpreadsheetCell(field('gtk', 'soffice', 'paragraph'), 'libreoffice-calc'));
  assert.ok(!isSpreadsheetCell(field('gtk', 'soffice', 'text'), 'libreoffice-calc'));
  assert.ok(!isSpreadsheetCell(field('gtk', 'soffice', 'paragraph'), 'libreoffice-writer'));
});
