import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leanText } from '@handeye/screen/format/lean/lean';
import { recallOf } from '@handeye/testing/lean-recall';
import { type Dumped, dumpXml } from '../bench/tokens/dump-xml.ts';
import { linuxScreens } from '../bench/tokens/linux/screens.ts';
import { snapshotOf } from '../bench/tokens/screen.ts';
import { syntheticScreens } from '../bench/tokens/synthetic.ts';

test('the made-up screens are several hundred, the same each time, and lean leaves out nothing of them', () => {
  const made = () => [...syntheticScreens(), ...linuxScreens()];
  const screens = made();
  assert.ok(screens.length >= 500);
  assert.deepEqual(
    screens.map(({ raw }) => raw),
    made().map(({ raw }) => raw),
  );
  for (const { name, snapshot: look } of screens) {
    const snapshot = look();
    assert.ok(snapshot.elements.length > 5, name);
    const { missingTexts, missingHandles } = recallOf(snapshot, leanText(snapshot, { allWindows: true }));
    assert.deepEqual([...missingTexts, ...missingHandles], [], name);
  }
});

test('a text that is missing, merged with an equal one or in a wrong line is missed', () => {
  const root: Dumped = {
    class: 'FrameLayout',
    at: [0, 0, 1080, 2400],
    inside: [
      {
        class: 'LinearLayout',
        at: [0, 0, 1080, 200],
        is: ['clickable'],
        inside: [
          { class: 'TextView', at: [0, 0, 500, 100], text: 'Likes' },
          { class: 'TextView', at: [500, 0, 700, 100], text: '0' },
          { class: 'TextView', at: [700, 0, 900, 100], text: '0' },
        ],
      },
      { class: 'TextView', at: [0, 300, 1080, 400], text: 'x'.repeat(140) },
    ],
  };
  const snapshot = snapshotOf(dumpXml(root, 'com.example'));
  const id = snapshot.elements.find(({ node }) => node.clickable)!.id.replace('node_', '');
  const long = `553009 ${'x'.repeat(100)}…(140)`;
  const missing = (...lines: string[]) => {
    const recall = recallOf(snapshot, ['1080x2400 s1 com.example', ...lines].join('\n'));
    return recall.missingTexts.length + recall.missingHandles.length;
  };
  const real = leanText(snapshot).split('\n').slice(1);
  assert.equal(missing(...real), 0);
  const [row = '', plain = long] = real;
  assert.ok(row.startsWith(id));
  assert.equal(missing(`${id} Likes | 0`, plain), 1, 'one of two equal texts');
  assert.equal(missing(row), 1, 'the long text');
  assert.ok(missing(row.replace(id, '999'), plain) >= 1, 'the handle');
});
