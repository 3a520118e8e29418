import assert from 'node:assert/strict';
import { test } from 'node:test';
import { element } from './accessible.ts';
import type { Accessible } from '../src/atspi/accessible.ts';
import { dateOf, datePartsOf, orderOf } from '../src/screen/date-parts.ts';

function part(name: string, valuetext: string, width = 22): Accessible {
  return { ...element('spin button', [0, 0, width, 20], { name }), attributes: { valuetext } };
}

test('a date field of a browser shows its date as set_text takes it, in any language', () => {
  const fields: [Accessible[], string][] = [
    [[part('Month', '12'), part('Day', '24'), part('Year', '2026', 38)], '2026-12-24'],
    [[part('Tag', '24'), part('Monat', '12'), part('Jahr', '2026', 38)], '2026-12-24'],
    [[part('年', '2026', 38), part('月', '1'), part('日', '2')], '2026-01-02'],
    [[part('Month', '12'), part('Day', ''), part('Year', '2026', 38)], ''],
  ];
  for (const [parts, date] of fields) {
    const field = element('date editor', [0, 0, 200, 20], { name: 'Date' }, ...parts);
    assert.deepEqual(datePartsOf(field), parts);
    assert.equal(dateOf(parts), date);
  }
});

test('the parts of a date are told apart by their names, otherwise by the width of the year', () => {
  const sizes = (first: number, last: number) => [part('a', '', first), part('b', ''), part('c', '', last)];
  assert.deepEqual(orderOf(sizes(22, 38)), ['day', 'month', 'year']);
  assert.deepEqual(orderOf(sizes(38, 22)), ['year', 'month', 'day']);
  assert.deepEqual(orderOf([part('Month', ''), part('Day', ''), part('Year', '')]), ['month', 'day', 'year']);
});

test('a field that is not made of three numbers is no date field', () => {
  assert.equal(datePartsOf(element('date editor', [0, 0, 200, 20], { name: 'Date' })), undefined);
  assert.equal(
    datePartsOf(element('panel', [0, 0, 9, 9], {}, part('a', ''), part('b', ''), part('c', ''))),
    undefined,
  );
});
