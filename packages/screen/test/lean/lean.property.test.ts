import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { leanText } from '../../src/format/lean/lean.ts';
import { createIdentity } from '../../src/identity/identity.ts';
import { makeNode, type NodeParts, type UiNode } from '../../src/node.ts';
import type { Snapshot } from '../../src/snapshot.ts';
import { recallOf } from '@handeye/testing/lean-recall';
import { runs } from '@handeye/testing/runs';
import { otherWindow, viewOf } from '@handeye/testing/view-screens';
import { leanTrees } from './trees.ts';

const screens = fc
  .tuple(leanTrees, fc.option(leanTrees, { nil: undefined }))
  .map(([root, other]) =>
    createIdentity({ first: 100_000 }).identify(
      viewOf(root, ...(other ? [otherWindow(other, { type: 'other', key: 'o' })] : [])),
    ),
  );

function assertTellsAll(snapshot: Snapshot): void {
  const text = leanText(snapshot, { allWindows: true });
  const { missingTexts, missingHandles } = recallOf(snapshot, text);
  assert.deepEqual({ missingTexts, missingHandles }, { missingTexts: [], missingHandles: [] }, text);
}

test('lean shows every visible text and every handle of any tree', () => {
  fc.assert(fc.property(screens, assertTellsAll), { numRuns: runs(2_000) });
});

describe('lean tells every visible text and every handle of a table', () => {
  const bounds = { left: 0, top: 0, right: 100, bottom: 100 };
  const cell = (parts: Omit<NodeParts, 'bounds'>) => makeNode({ className: 'cell', bounds, ...parts });
  const screenOf = (...children: UiNode[]) =>
    createIdentity().identify(viewOf(makeNode({ bounds, clickable: true, children })));

  test('whose cell is not in sight, while a text in it is', () => {
    const inSight = makeNode({ bounds, description: 'Save' });
    const hidden = cell({ longClickable: true, visible: false, children: [inSight] });
    assertTellsAll(screenOf(hidden, cell({ clickable: true })));
    assertTellsAll(screenOf(hidden, cell({ actions: ['setProgress'] })));
  });

  test('whose cell is a slider around a button', () => {
    const button = makeNode({ bounds, clickable: true });
    assertTellsAll(
      screenOf(cell({ actions: ['setProgress'], children: [button] }), cell({ text: 'Volume' })),
    );
  });
});

test('lean renders a screen the same way each time', () => {
  fc.assert(
    fc.property(screens, (snapshot) => {
      assert.equal(leanText(snapshot), leanText(snapshot));
    }),
    { numRuns: runs(200) },
  );
});

test('no line of device text reads like structure', () => {
  const LINE =
    /^ *(?:\d+(?: -)?|-)(?: \[(?:edit|on|off|mixed|menu|choose|slide|slide \d+%|progress|progress \d+%|busy|link|hold|scroll|selected|focused|disabled|password|heading|offscreen)(?:, [a-z0-9 %]+)*\])?(?: \[\] .+| (?![[@=#-]).+| #.+| = .+| hint: .+)?$/u;
  const ABOUT =
    /^ *(?:window(?: \((?:all selected|not read)\))?: .+|… .+|keyboard shown, covers below y=-?\d+)$/u;
  fc.assert(
    fc.property(screens, (snapshot) => {
      const [first = '', ...lines] = leanText(snapshot, { offscreen: true }).split('\n');
      assert.match(first, /^1080x2400 (\(all selected\) )?com\.example\/\.MainActivity$/);
      for (const line of lines) assert.ok(LINE.test(line) || ABOUT.test(line), JSON.stringify(line));
      const ids = lines.flatMap((line) => /^ *(\d+)/.exec(line)?.[1] ?? []);
      assert.equal(new Set(ids).size, ids.length, 'each id begins one line');
      for (const id of ids) assert.ok(snapshot.element(id), `${id} is an element`);
    }),
    { numRuns: runs(2_000) },
  );
});

test('an answer keeps its budget with any screen', () => {
  fc.assert(
    fc.property(screens, fc.integer({ min: 200, max: 1_000 }), (snapshot, maxTokens) => {
      const tokens = encode(leanText(snapshot, { maxTokens, state: 's4f17' })).length;
      assert.ok(tokens <= 1.05 * maxTokens, `${tokens} of ${maxTokens}`);
    }),
    { numRuns: runs(2_000) },
  );
});
