import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leanText } from '@handeye/screen/format/lean/lean';
import { recallOf } from '@handeye/testing/lean-recall';
import { type Dumped, dumpXml } from '../bench/tokens/dump-xml.ts';
import { linuxScreens } from '../bench/tokens/linux/screens.ts';
import { heldBy, heldIn, snapshotOf } from '../bench/tokens/screen.ts';
import { severalRootsScreens, syntheticScreens } from '../bench/tokens/synthetic.ts';

test('the made-up screens are several hundred, the same each time, and lean leaves out nothing of them', () => {
  const made = () => [...syntheticScreens(), ...severalRootsScreens(), ...linuxScreens()];
  const screens = made();
  assert.ok(screens.length >= 500);
  assert.deepEqual(
    screens.map(({ raw }) => raw),
    made().map(({ raw }) => raw),
  );
  for (const { name, snapshot: look, held } of screens) {
    const snapshot = look();
    assert.ok(snapshot.elements.length > 5, name);
    // The text whose tokens are counted.
    const { missingTexts, missingHandles } = recallOf(snapshot, leanText(snapshot));
    assert.deepEqual([...missingTexts, ...missingHandles], [], name);
    if (held) assert.deepEqual(heldIn(snapshot), held(), name);
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

test('an application that is told in one line is missed, unless something lies over it that can hide it', () => {
  const root = (app: string, at: string) =>
    `<node package="${app}" bounds="${at}"><node package="${app}" text="${app}" clickable="true" bounds="${at}"/></node>`;
  const missed = (over: string) => {
    const xml = `<hierarchy rotation="0">${root('com.over', over)}${root('com.app', '[0,0][1080,2400]')}</hierarchy>`;
    const snapshot = snapshotOf(xml);
    assert.deepEqual(heldBy(xml), { texts: 2, handles: 2 });
    const windows = snapshot.windows.map((window) => ({ ...window, active: window.app === 'com.over' }));
    const recall = recallOf(
      {
        ...snapshot,
        windows,
        elements: snapshot.elements.map((one) => ({
          ...one,
          window: windows.find(({ app }) => app === one.window.app)!,
        })),
      },
      `1080x2400 com.over\n${snapshot.elements.find(({ node }) => node.text === 'com.over')!.id.replace('node_', '')} com.over\nbehind: com.app (1 element)`,
    );
    return recall.missingTexts.length + recall.missingHandles.length;
  };
  assert.equal(missed('[1038,400][1080,700]'), 2);
  assert.equal(missed('[100,800][980,1500]'), 0);
});
