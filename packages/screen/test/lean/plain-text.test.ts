import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { UiNode } from '../../src/node.ts';
import { button, linesOf, n, page, text } from './lines.ts';

describe('plain text', () => {
  test('of one parent or one visual row is one line', () => {
    const group = n(
      'LinearLayout',
      [0, 100, 1080, 200],
      {},
      text('VPN', [0, 100, 300, 60]),
      text('None', [0, 180, 300, 60]),
    );
    assert.deepEqual(linesOf(page(group, text('Below', [0, 400, 300, 60]))), ['- VPN | None', '- Below']);
    const side = page(
      n('View', [0, 100, 500, 60], {}, text('Total', [0, 100, 300, 60])),
      n('View', [600, 100, 300, 60], {}, text('12 €', [600, 105, 300, 50])),
    );
    assert.deepEqual(linesOf(side), ['- Total | 12 €']);
  });

  test('is not merged across something that can be used', () => {
    assert.deepEqual(
      linesOf(
        page(text('A', [0, 100, 100, 50]), button('B', [0, 200, 100, 50]), text('C', [0, 300, 100, 50])),
      ),
      ['- A', '3 B', '- C'],
    );
  });

  test('has at most 8 parts or 200 characters a line', () => {
    const words = Array.from({ length: 9 }, (_, index) => text(`w${index}`, [0, index * 60, 100, 50]));
    assert.deepEqual(linesOf(page(...words)), ['- w0 | w1 | w2 | w3 | w4 | w5 | w6 | w7', '- w8']);
    const long = ['a', 'b', 'c'].map((letter, index) => text(letter.repeat(90), [0, index * 60, 100, 50]));
    assert.deepEqual(linesOf(page(...long)), [
      `- ${'a'.repeat(90)} | ${'b'.repeat(90)}`,
      `- ${'c'.repeat(90)}`,
    ]);
  });

  test('with a mark stands alone, unless its neighbours have the same', () => {
    const line = [
      text('Title', [0, 0, 300, 60], { heading: true }),
      text('a', [0, 100, 300, 60], { enabled: false }),
      text('b', [0, 200, 300, 60], { enabled: false }),
    ];
    assert.deepEqual(linesOf(page(...line)), ['- [heading] Title', '- [disabled] a | b']);
  });

  test('is cut at 100 characters, says its length, and then has an id', () => {
    const book = text('x'.repeat(1740), [0, 100, 1080, 600]);
    assert.deepEqual(linesOf(page(text('Title', [0, 0, 300, 60]), book)), [
      '- Title',
      `3 - ${'x'.repeat(100)}…(1,740)`,
    ]);
  });

  test('in a label is cut the same way, as many parts as are too long', () => {
    const row = n(
      'LinearLayout',
      [0, 100, 1080, 300],
      { clickable: true },
      text('T'.repeat(101), [0, 100, 900, 90]),
      text('😀'.repeat(101), [0, 200, 900, 90]),
    );
    assert.deepEqual(linesOf(page(row)), [`2 ${'T'.repeat(100)}…(101) | ${'😀'.repeat(100)}…(101)`]);
  });

  test('that is 100 characters long is not cut', () => {
    assert.deepEqual(linesOf(page(text('😀'.repeat(100), [0, 0, 900, 90]))), [`- ${'😀'.repeat(100)}`]);
  });
});

describe('the order of lines', () => {
  test('is by rows, and by the direction of the script within a row', () => {
    const [left, right, below] = [
      button('left', [0, 100, 200, 100]),
      button('right', [500, 90, 200, 100]),
      button('below', [0, 300, 200, 100]),
    ];
    assert.deepEqual(linesOf(page(below, right, left)), ['4 left', '3 right', '2 below']);
    const arabic = page(button('يسار', [0, 100, 200, 100]), button('يمين', [500, 100, 200, 100]));
    assert.deepEqual(linesOf(arabic), ['3 يمين', '2 يسار']);
  });

  test('is the tree’s where things overlap, and where no text shows the direction', () => {
    const over = page(
      n('View', [0, 200, 1080, 800], { clickable: true, description: 'Map' }),
      button('Zoom', [900, 100, 100, 200]),
    );
    assert.deepEqual(linesOf(over), ['2 Map', '3 Zoom']);
    const silent = page(
      n('View', [500, 100, 90, 90], { clickable: true }),
      n('View', [0, 100, 90, 90], { clickable: true }),
    );
    assert.deepEqual(linesOf(silent), ['2 area @545,145', '3 area @45,145']);
  });

  test('takes two things for one row if they share half the height of the less tall one', () => {
    const tall = n('View', [0, 100, 100, 400], { clickable: true, description: 'tall' });
    assert.deepEqual(linesOf(page(button('in it', [500, 400, 200, 100]), tall)), ['3 tall', '2 in it']);
    assert.deepEqual(linesOf(page(button('b', [0, 151, 200, 100]), button('a', [500, 100, 200, 100]))), [
      '3 a',
      '2 b',
    ]);
  });
});

describe('what stands under each other belongs together', () => {
  const columns = (
    tops: readonly number[],
    ...rows: readonly (readonly [UiNode['className'], string | undefined][])[]
  ) =>
    page(
      ...rows.flatMap((row, line) =>
        row.map(([className = '', said], at) => {
          const place = [at * 260, tops[line] ?? 0, 240, 60] as const;
          const field = className === 'EditText' || className === 'ImageView';
          const parts = className === 'EditText' ? { editable: true, clickable: true } : { clickable: field };
          return n(className, place, { ...parts, text: said });
        }),
      ),
    );
  const texts = (...said: string[]) => said.map((one) => ['TextView', one] as [string, string]);
  const blank = (className: string, count: number) =>
    Array.from({ length: count }, () => [className, undefined] as [string, undefined]);

  test('a label, its field without a name, and the unit', () => {
    const form = columns(
      [300, 370, 440],
      texts('Calories', 'Protein', 'Water', 'Workout'),
      blank('EditText', 3),
      texts('kcal', 'g', 'ml', 'min'),
    );
    assert.deepEqual(linesOf(form), [
      '- Calories',
      '6 [edit] field @120,400',
      '- kcal',
      '- Protein',
      '7 [edit] field @380,400',
      '- g',
      '- Water',
      '8 [edit] field @640,400',
      '- ml',
      '- Workout | min',
    ]);
  });

  test('the picture, title and channel of a card, card by card, and the next row of cards', () => {
    const cards = (first: string) => texts(`${first}1`, `${first}2`);
    const grid = columns(
      [300, 370, 440, 600, 670, 740],
      blank('ImageView', 2),
      cards('Song '),
      cards('Band '),
      blank('ImageView', 2),
      cards('Film '),
      cards('Maker '),
    );
    const lines = linesOf(grid).map((line) => line.replace(/^\d+ image .*/, 'image'));
    assert.deepEqual(lines, [
      ...['image', '- Song 1 | Band 1', 'image', '- Song 2 | Band 2'],
      ...['image', '- Film 1 | Maker 1', 'image', '- Film 2 | Maker 2'],
    ]);
  });

  test('labels and their values, but not a table', () => {
    const labels = texts('Wind', 'Rain', 'UV');
    assert.deepEqual(linesOf(columns([300, 370], labels, texts('16', '0', '3'))), [
      '- Wind | 16',
      '- Rain | 0',
      '- UV | 3',
    ]);
    const table = columns(
      [300, 370, 440],
      texts('Name', 'Age', 'City'),
      texts('Ada', '36', 'Rome'),
      texts('Bo', '7', 'Bonn'),
    );
    assert.deepEqual(linesOf(table), ['- Name | Age | City | Ada | 36 | Rome | Bo | 7', '- Bonn']);
  });

  test('not the keys of a keypad, nor what lies far below', () => {
    const key = (said: string, left: number, top: number) => button(said, [left, top, 240, 60]);
    const keypad = page(key('1', 0, 300), key('2', 260, 300), key('4', 0, 370), key('5', 260, 370));
    assert.deepEqual(linesOf(keypad), ['2 1', '3 2', '4 4', '5 5']);
    const total = page(
      text('Total', [0, 300, 240, 60]),
      text('12 €', [260, 300, 240, 60]),
      key('Cancel', 0, 370),
      key('Pay', 260, 370),
    );
    assert.deepEqual(linesOf(total), ['- Total | 12 €', '4 Cancel', '5 Pay']);
    const far = columns([300, 900], texts('From', 'To'), blank('EditText', 2));
    assert.equal(linesOf(far)[0], '- From | To');
  });

  test('what stands in several rows beside something tall is read row by row', () => {
    const ring = n('View', [0, 300, 400, 400], { clickable: true, description: 'Ring' });
    const legend = (said: string, value: string, top: number, left: number) => [
      text(said, [450, top, 300, 60]),
      text(value, [left, top, 150, 60]),
    ];
    assert.deepEqual(
      linesOf(page(ring, ...legend('Move', '0 cal', 320, 880), ...legend('Steps', '9,000', 420, 820))),
      ['2 Ring', '- Move | 0 cal | Steps | 9,000'],
    );
  });
});
