import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOf, n, page, text } from './lines.ts';

test('Compose: a clickable node contains its texts and an empty Button that only carries the role', () => {
  const card = n(
    'View',
    [40, 300, 1000, 300],
    { clickable: true },
    n('TextView', [80, 320, 600, 60], { text: 'Lighthouse' }),
    n('TextView', [80, 400, 600, 60], { text: 'Connected' }),
    n('Button', [80, 320, 900, 200]),
  );
  const icon = n(
    'View',
    [900, 100, 120, 120],
    { clickable: true },
    n('View', [920, 120, 80, 80], { description: 'Close' }),
    n('Button', [920, 120, 80, 80]),
  );
  const tagged = n('View', [40, 700, 200, 100], { clickable: true, resourceId: 'play button: main' });
  assert.deepEqual(linesOf(page(icon, card, tagged)), [
    '2 Close',
    '3 Lighthouse | Connected',
    '4 #play button: main',
  ]);
});

test('Flutter: labels are descriptions with line breaks, and a card can be the switch', () => {
  const card = n('Switch', [0, 300, 1080, 200], {
    description: 'Wi‑Fi\nLighthouse',
    clickable: true,
    checkable: true,
    checked: true,
  });
  const tile = n('ImageView', [0, 500, 1080, 200], {
    description: 'Mobile data\nHandeye Mobile',
    clickable: true,
  });
  const field = n('EditText', [0, 800, 1080, 150], {
    editable: true,
    clickable: true,
    text: 'abc',
    hint: 'Search',
  });
  assert.deepEqual(linesOf(n('View', [0, 0, 1080, 2400], {}, card, tile, field)), [
    '2 [on] Wi‑Fi Lighthouse',
    '3 Mobile data Handeye Mobile',
    '4 [edit] Search = abc',
  ]);
});

test('React Native: a clickable group repeats its content, and icons are private characters', () => {
  const row = n(
    'ViewGroup',
    [0, 300, 1080, 200],
    { clickable: true, description: ', Orders, 3 open' },
    text('', [0, 300, 90, 90]),
    text('Orders', [100, 300, 400, 60]),
    text('3 open', [100, 370, 400, 60]),
  );
  assert.deepEqual(linesOf(page(row)), ['2 Orders | 3 open']);
});

test('WebView: a page of headings, links and fields, whose ids are bare', () => {
  const web = n(
    'android.webkit.WebView',
    [0, 200, 1080, 2000],
    { scrollable: true, text: 'Tide tables' },
    n('View', [0, 200, 1080, 100], { text: 'Tide tables', heading: true }),
    n('View', [0, 320, 1080, 60], { text: 'High water at 06:12.' }),
    n('View', [0, 400, 400, 60], { text: 'Next week', clickable: true, resourceId: 'next' }),
    n('EditText', [0, 500, 700, 90], { editable: true, clickable: true, resourceId: 'port' }),
    n('View', [0, 2600, 1080, 0], { text: 'Imprint', visible: false }),
  );
  assert.deepEqual(linesOf(page(web)), [
    '2 [scroll] Tide tables',
    ' - [heading] Tide tables',
    ' - High water at 06:12.',
    ' 5 Next week',
    ' 6 [edit] #port',
    ' … 1 more below',
  ]);
});
