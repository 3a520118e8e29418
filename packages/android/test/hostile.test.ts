import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { holds } from '../src/input/line-breaks.ts';
import { readHierarchy } from '../src/screen/hierarchy.ts';
import { DEEPEST } from '../src/screen/shallow-tokenizer.ts';
import { parseViewHierarchy } from '../src/screen/view-hierarchy.ts';
import { windowsOf } from '../src/screen/windows.ts';
import type { UiNode } from '@handeye/screen/node';
import { node, viewOf } from '@handeye/testing/view-screens';

const screen = { width: 1080, height: 2400 };
const ATTRIBUTES = 'class="android.view.View" package="com.x" clickable="true" bounds="[0,0][10,10]"';

function countOf(root: UiNode | undefined): { nodes: number; levels: number } {
  const open = root ? [{ node: root, level: 1 }] : [];
  let [nodes, levels] = [0, 0];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    nodes += 1;
    levels = Math.max(levels, next.level);
    for (const node of next.node.children) open.push({ node, level: next.level + 1 });
  }
  return { nodes, levels };
}

describe('a hostile dump is read', { timeout: 120_000 }, () => {
  test('with 200,000 nodes in one', () => {
    const rows = `<node ${ATTRIBUTES} text="row"/>`.repeat(200_000);
    const windows = windowsOf(
      readHierarchy(`<hierarchy rotation="0"><node ${ATTRIBUTES}>${rows}</node></hierarchy>`),
      { screen },
    );
    assert.equal(countOf(windows[0]?.root).nodes, 200_001);
  });

  test('with 100,000 levels: those beyond what anybody nests lie side by side, and none is lost', () => {
    const open = Array.from({ length: 100_000 }, (_, at) => `<node ${ATTRIBUTES} text="level ${at}">`).join(
      '',
    );
    const after = `<node ${ATTRIBUTES} text="after"/>`;
    const xml = `<hierarchy rotation="0"><node ${ATTRIBUTES}>${open}${'</node>'.repeat(100_000)}${after}</node></hierarchy>`;
    const [window] = windowsOf(readHierarchy(xml), { screen });
    const { nodes, levels } = countOf(window?.root);
    assert.equal(nodes, 100_002);
    assert.ok(levels <= DEEPEST);
    assert.equal(window?.root?.children.at(-1)?.text, 'after', 'what follows is where it belongs');
  });

  test('by the next best source, with 200,000 views in the root', () => {
    const view = '      android.view.View{1f VFED..C. ........ 0,0-88,48}\n'.repeat(200_000);
    const top = `  ACTIVITY com.x/.Main 1f pid=1\n    mResumed=true\n    View Hierarchy:\n    DecorView@5a3b2c1[X]\n${view}`;
    assert.deepEqual(parseViewHierarchy(top, 'com.x')?.size, { width: 88, height: 48 });
  });
});

test(
  'the focused field is found among 200,000 nodes in one, the first of several',
  { timeout: 120_000 },
  () => {
    const field = node({ className: 'EditText', editable: true, focused: true, text: 'one' });
    const rows = Array.from({ length: 200_000 }, () => node());
    const view = viewOf(node({ children: [field, ...rows, { ...field, rawText: 'two' }] }));
    assert.ok(holds(view, field, 'one'));
    assert.ok(!holds(view, field, 'two'));
  },
);
