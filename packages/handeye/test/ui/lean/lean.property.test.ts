import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { leanText } from '../../../src/ui/format/lean/lean.ts';
import { createIdentity } from '../../../src/ui/identity/identity.ts';
import { recallOf } from '../../support/lean-recall.ts';
import { runs } from '../../support/runs.ts';
import { otherWindow, viewOf } from '../screens.ts';
import { leanTrees } from './trees.ts';

const screens = fc
  .tuple(leanTrees, fc.option(leanTrees, { nil: undefined }))
  .map(([root, other]) =>
    createIdentity({ first: 100_000 }).identify(
      viewOf(root, ...(other ? [otherWindow(other, { type: 'other', key: 'o' })] : [])),
    ),
  );

test('lean tells every visible text and every handle of any tree', () => {
  fc.assert(
    fc.property(screens, (snapshot) => {
      const text = leanText(snapshot, { allWindows: true });
      const { missingTexts, missingHandles } = recallOf(snapshot, text);
      assert.deepEqual({ missingTexts, missingHandles }, { missingTexts: [], missingHandles: [] }, text);
    }),
    { numRuns: runs(2_000) },
  );
});

test('lean tells a screen the same way each time', () => {
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

test('an answer keeps its budget, whatever is on the screen', () => {
  fc.assert(
    fc.property(screens, fc.integer({ min: 200, max: 1_000 }), (snapshot, maxTokens) => {
      const tokens = encode(leanText(snapshot, { maxTokens, state: 's4f17' })).length;
      assert.ok(tokens <= 1.05 * maxTokens, `${tokens} of ${maxTokens}`);
    }),
    { numRuns: runs(2_000) },
  );
});
