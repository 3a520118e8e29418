import assert from 'node:assert/strict';
import test from 'node:test';
import { createIdentity } from '../src/identity/identity.ts';
import { makeNode, type UiNode } from '../src/node.ts';
import type { Snapshot } from '../src/snapshot.ts';
import { box, node, viewOf } from '@handeye/testing/view-screens';

const FRAME = box(0, 0, 1000, 1000);
const LINE = 200;

/** A ViewPager whose only visible page is a scroll view with these texts, the first one at a position. */
function page(texts: readonly string[], top = 0): UiNode {
  const children = texts.map((text, at) =>
    makeNode({
      className: 'android.widget.TextView',
      text,
      bounds: box(0, top + at * LINE, 1000, top + (at + 1) * LINE),
    }),
  );
  const content = makeNode({ className: 'android.widget.LinearLayout', bounds: FRAME, children });
  const scroller = makeNode({
    className: 'android.widget.ScrollView',
    resourceId: 'com.example:id/article',
    scrollable: true,
    bounds: FRAME,
    children: [content],
  });
  return makeNode({
    className: 'androidx.viewpager.widget.ViewPager',
    scrollable: true,
    bounds: FRAME,
    children: [scroller],
  });
}

function screens() {
  const identity = createIdentity();
  const see = (texts: readonly string[], top?: number): Snapshot =>
    identity.identify(viewOf(node({ className: 'Root', children: [page(texts, top)] })));
  return { identity, see };
}

function articleIn({ elements }: Snapshot): string {
  const article = elements.find((element) => element.node.resourceId === 'com.example:id/article');
  return article?.id ?? assert.fail('there is no article');
}

function idOf({ elements }: Snapshot, text: string): string {
  return elements.find((element) => element.node.text === text)?.id ?? assert.fail(`there is no ${text}`);
}

const paragraph = (about: string): string => `${about} ${'and so on '.repeat(12)}`;

test('a scroll view on a page of a pager keeps its id and those in it while it scrolls', () => {
  const { identity, see } = screens();
  const before = see(['Sea', 'Monday', 'Waves', 'Boats']);
  identity.noteGesture('up');
  const after = see(['Waves', 'Boats', 'Nets']);
  assert.equal(articleIn(after), articleIn(before));
  for (const text of ['Waves', 'Boats']) assert.equal(idOf(after, text), idOf(before, text));
  const { direction, container } = identity.scrolledOut(idOf(before, 'Sea')) ?? {};
  assert.equal(direction, 'up');
  assert.equal(container?.id, articleIn(before));
});

test('a scroll view that also lists invisible content keeps its id, also at its end where nothing moves', () => {
  const { identity, see } = screens();
  const texts = ['Sea', 'Monday', 'Waves', 'Boats'];
  const before = see(texts);
  for (const top of [-300, -300]) {
    identity.noteGesture('up');
    const after = see(texts, top);
    assert.equal(articleIn(after), articleIn(before));
    for (const text of texts) assert.equal(idOf(after, text), idOf(before, text));
  }
});

test('a paragraph that fills the page is enough to know it by, a short text is not', () => {
  const { identity, see } = screens();
  const before = see(['Sea', 'Monday', paragraph('Waves')]);
  identity.noteGesture('up');
  const after = see([paragraph('Waves')]);
  assert.equal(articleIn(after), articleIn(before));
  assert.equal(idOf(after, paragraph('Waves')), idOf(before, paragraph('Waves')));

  const short = screens();
  const first = short.see(['Sea', 'Monday', 'Share']);
  short.identity.noteGesture('up');
  const next = short.see(['Share']);
  assert.notEqual(articleIn(next), articleIn(first));
  assert.notEqual(idOf(next, 'Share'), idOf(first, 'Share'));
});

test('another page of the same shape has other ids, with any texts', () => {
  for (const way of ['left', 'right', undefined] as const) {
    for (const texts of [
      ['Hill', 'Like', 'Share'],
      ['Hill', 'Monday', 'Like', 'Share'],
      ['Like', 'Share', 'Hill'],
      [paragraph('Legal')],
    ]) {
      const { identity, see } = screens();
      const before = see(['Sea', 'Like', 'Share', paragraph('Legal')]);
      identity.noteGesture(way);
      const after = see(texts);
      assert.notEqual(articleIn(after), articleIn(before), texts.join());
      for (const text of texts) assert.equal(before.element(idOf(after, text)), undefined, text);
    }
  }
});
