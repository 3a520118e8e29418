import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { linesOf, n, page, PAGE, button, text } from './lines.ts';

describe('the label of a handle', () => {
  test('is its own text and description, then the texts inside it', () => {
    const row = n(
      'LinearLayout',
      [0, 300, 1080, 200],
      { clickable: true, text: 'Own', description: 'described' },
      text('Title', [60, 320, 500, 60]),
      text('Summary', [60, 400, 500, 60], { description: 'more' }),
    );
    assert.deepEqual(linesOf(page(row)), ['2 Own | described | Title | Summary | more']);
  });

  test('leaves out the content of another handle, which is indented', () => {
    const row = n(
      'LinearLayout',
      [0, 300, 1080, 200],
      { clickable: true },
      text('Ada', [60, 320, 500, 60]),
      button('Call', [800, 320, 200, 100]),
    );
    assert.deepEqual(linesOf(page(row)), ['2 Ada', ' 4 Call']);
  });

  test('takes nothing in where there are more than 4 handles or 10 texts, or it covers half of the screen', () => {
    const keys = [0, 1, 2, 3, 4].map((key) => button(String(key), [key * 200, 400, 180, 90]));
    const pad = n(
      'LinearLayout',
      [0, 300, 1080, 200],
      { clickable: true, description: 'Keys' },
      text('Title', [0, 310, 300, 60]),
      ...keys,
    );
    assert.deepEqual(linesOf(page(pad)), ['2 Keys', ' - Title', ' 4 0', ' 5 1', ' 6 2', ' 7 3', ' 8 4']);
    const words = Array.from({ length: 11 }, (_, index) => text(`w${index}`, [0, 300 + index * 10, 100, 10]));
    const poem = n('LinearLayout', [0, 300, 1080, 200], { clickable: true, description: 'Poem' }, ...words);
    assert.deepEqual(linesOf(page(poem)), [
      '2 Poem',
      ' - w0 | w1 | w2 | w3 | w4 | w5 | w6 | w7',
      ' - w8 | w9 | w10',
    ]);
    const large = n(
      'LinearLayout',
      [0, 0, 1080, 1300],
      { clickable: true, description: 'Card' },
      text('Inside', [0, 0, 300, 60]),
    );
    assert.deepEqual(linesOf(page(large)), ['2 Card', ' - Inside']);
  });

  test('begins with words where its text is a sign that reads like structure', () => {
    const key = (said: string, description: string) => button(said, [0, 300, 200, 200], { description });
    assert.deepEqual(linesOf(page(key('=', 'equals'))), ['2 equals | =']);
    assert.deepEqual(linesOf(page(key('−', 'minus'))), ['2 − | minus']);
    assert.deepEqual(linesOf(page(key('#', '*'))), ['2 [] # | *']);
    assert.deepEqual(linesOf(page(key('-5 °C', 'Oslo'))), ['2 [] -5 °C | Oslo']);
  });

  test('of a row whose texts are cut off at the edge of a list is those texts', () => {
    const card = (...parts: Parameters<typeof n>[2][]) =>
      page(
        n(
          'ListView',
          [0, 300, 1080, 1000],
          { scrollable: true, resourceId: 'a:id/list' },
          n(
            'ViewGroup',
            [0, 1250, 1080, 50],
            { clickable: true, resourceId: 'a:id/note_card' },
            ...parts.map((one) => n('TextView', [60, 1300, 900, 0], one)),
          ),
        ),
      );
    const list = '2 [scroll] #list';
    assert.deepEqual(linesOf(card({ text: 'Groceries', visible: false })), [list, ' 3 Groceries']);
    assert.deepEqual(linesOf(card()), [list, ' 3 #note_card (cut off below)']);
  });

  test('does not take in what the application hides', () => {
    const error = text('Wrong password', [60, 320, 500, 60], { visible: false });
    const row = n('ViewGroup', [0, 300, 1080, 200], { clickable: true, resourceId: 'a:id/row' }, error);
    assert.deepEqual(linesOf(page(row)), ['2 #row', '… 1 more not in sight']);
  });

  test('two equal texts are two', () => {
    const score = n(
      'LinearLayout',
      [0, 300, 1080, 200],
      { clickable: true },
      text('0', [0, 300, 90, 60]),
      text('0', [100, 300, 90, 60]),
      text('3', [200, 300, 90, 60]),
    );
    assert.deepEqual(linesOf(page(score)), ['2 0 | 0 | 3']);
  });

  test('an invisible text is not part of it', () => {
    const row = n(
      'LinearLayout',
      [0, 300, 1080, 200],
      { clickable: true },
      text('Seen', [60, 320, 500, 60]),
      text('Not seen', [60, 500, 500, 0], { visible: false }),
    );
    assert.deepEqual(linesOf(page(row)), ['2 Seen', '… 1 more not in sight']);
  });
});

describe('a description says nothing twice', () => {
  const cases: readonly [description: string, texts: readonly string[], label: string][] = [
    ['Home, Tab 1 of 4', ['Home'], 'Tab 1 of 4 | Home'],
    ['Ada Lovelace, 3 new messages', ['Ada Lovelace'], '3 new messages | Ada Lovelace'],
    ['Title\nSubtitle', ['Title', 'Subtitle'], 'Title | Subtitle'],
    ['Title Subtitle', ['Title', 'Subtitle'], 'Title | Subtitle'],
    ['Call Ada', ['Ada'], 'Call Ada | Ada'],
    ['0, 0, 3', ['0', '0', '3'], '0 | 0 | 3'],
    ['30', ['3'], '30 | 3'],
  ];
  for (const [description, texts, label] of cases) {
    test(`${JSON.stringify(description)} over ${texts.join(', ')}`, () => {
      const inside = texts.map((one, index) => text(one, [0, 300 + index * 50, 300, 40]));
      assert.deepEqual(
        linesOf(page(n('ViewGroup', [0, 300, 1080, 200], { clickable: true, description }, ...inside))),
        [`2 ${label}`],
      );
    });
  }

  test('of the same node, and the first part stays as it is', () => {
    assert.deepEqual(linesOf(page(button('12', [0, 300, 200, 90], { description: '12, unread' }))), [
      '2 12 | unread',
    ]);
    assert.deepEqual(linesOf(page(button('Save', [0, 300, 200, 90], { description: 'Save' }))), ['2 Save']);
  });

  test('of a container that only reads it out (React Native, Flutter)', () => {
    const card = n(
      'ViewGroup',
      [0, 300, 1080, 200],
      { description: 'Rain, 12 °C' },
      text('Rain', [0, 300, 300, 40]),
      text('12 °C', [0, 350, 300, 40]),
    );
    assert.deepEqual(linesOf(page(card)), ['- Rain | 12 °C']);
  });
});

describe('a handle inside a handle', () => {
  test('is the handle if the outer one says nothing and its middle lies on it', () => {
    const outer = n(
      'FrameLayout',
      [0, 300, 400, 200],
      { clickable: true, longClickable: true },
      button('Send', [20, 320, 360, 160]),
    );
    assert.deepEqual(linesOf(page(outer)), ['3 [hold] Send']);
  });

  test('is one of two if the middle lies beside it', () => {
    const outer = n(
      'FrameLayout',
      [0, 300, 1000, 200],
      { clickable: true, resourceId: 'a:id/row' },
      button('Send', [20, 320, 100, 160]),
    );
    assert.deepEqual(linesOf(page(outer)), ['2 #row', ' 3 Send']);
  });
});

describe('what names something that says nothing', () => {
  test('is its resource, its tooltip or hint, at last its kind and place', () => {
    const lines = linesOf(
      page(
        n('ImageButton', [0, 100, 100, 100], { clickable: true, resourceId: 'com.example:id/share' }),
        n('View', [200, 100, 100, 100], { clickable: true, tooltip: 'Rewind' }),
        n('View', [400, 100, 100, 100], { clickable: true }, n('Button', [400, 100, 100, 100])),
        n('View', [600, 100, 100, 100], { clickable: true }, n('ImageView', [600, 100, 100, 100])),
        n('View', [800, 100, 100, 100], { longClickable: true }),
      ),
    );
    assert.deepEqual(lines, [
      '2 #share',
      '3 hint: Rewind',
      '4 button @450,150',
      '5 image @650,150',
      '6 [hold] area @850,150',
    ]);
  });

  test('a resource name that all have, or that was made unreadable, is none', () => {
    const same = [0, 1, 2].map((index) =>
      n('View', [index * 200, 100, 100, 100], { clickable: true, resourceId: 'a:id/x' }),
    );
    assert.deepEqual(linesOf(page(...same)), ['2 area @50,150', '3 area @250,150', '4 area @450,150']);
    const hidden = n('View', [0, 100, 100, 100], {
      clickable: true,
      resourceId: 'a:id/0_resource_name_obfuscated',
    });
    assert.deepEqual(linesOf(page(hidden)), ['2 area @50,150']);
  });

  test('different resource names distinguish equal labels', () => {
    const add = (left: number, name: string) =>
      button('Add', [left, 100, 100, 100], { resourceId: `a:id/${name}` });
    assert.deepEqual(linesOf(page(add(0, 'add_milk'), add(300, 'add_eggs'))), [
      '2 Add #add_milk',
      '3 Add #add_eggs',
    ]);
    assert.deepEqual(
      linesOf(page(add(0, 'add'), add(300, 'add'), text('x', [0, 500, 50, 50], { resourceId: 'a:id/y' }))),
      ['2 Add', '3 Add', '- x'],
    );
  });

  test('a whole screen that can be clicked does not swallow its content', () => {
    const root = n(
      'View',
      PAGE,
      { clickable: true },
      text('Title', [0, 100, 300, 60]),
      button('Go', [0, 300, 200, 90]),
    );
    assert.deepEqual(linesOf(root), ['1 area @540,1200', ' - Title', ' 3 Go']);
  });
});

test('a picker that shows only its value is called by its resource, too', () => {
  const picker = (value: string, name: string, top: number) =>
    n('NumberPicker', [0, top, 200, 100], { text: value, resourceId: `a:id/${name}` });
  assert.deepEqual(linesOf(page(picker('08', 'hours', 0), picker('05', 'minutes', 200))), [
    '2 [slide] 08 #hours',
    '3 [slide] 05 #minutes',
  ]);
});

describe('a surface that an application draws itself', () => {
  const canvas = (parts: object, place: readonly [number, number, number, number] = [20, 200, 1000, 1500]) =>
    page(n('View', place, parts));

  test('has an id to be cropped, and says where it is to be drawn on', () => {
    assert.deepEqual(linesOf(canvas({ description: 'Canvas' })), ['2 - Canvas | area @520,950 1000x1500']);
    assert.deepEqual(linesOf(canvas({ resourceId: 'a:id/drawing' })), [
      '2 - #drawing | area @520,950 1000x1500',
    ]);
    assert.deepEqual(linesOf(page(n('SurfaceView', [0, 0, 1080, 1200]))), ['2 - area @540,600 1080x1200']);
  });

  test('is no background, no small picture, and nothing that can be clicked', () => {
    assert.deepEqual(linesOf(canvas({ resourceId: 'a:id/scrim' })), []);
    assert.deepEqual(linesOf(canvas({ description: 'Canvas' }, [0, 0, 300, 300])), ['- Canvas']);
    assert.deepEqual(linesOf(canvas({ description: 'Canvas', clickable: true })), ['2 Canvas']);
  });
});
