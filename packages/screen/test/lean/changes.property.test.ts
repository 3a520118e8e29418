import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { changesBetween } from '../../src/format/lean/changes.ts';
import { leanText } from '../../src/format/lean/lean.ts';
import { createIdentity } from '../../src/identity/identity.ts';
import type { UiNode } from '../../src/node.ts';
import type { Snapshot } from '../../src/snapshot.ts';
import { runs } from '@handeye/testing/runs';
import { viewOf } from '@handeye/testing/view-screens';
import { leanTrees } from './trees.ts';

type Edit = (node: UiNode) => UiNode | undefined;

const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.constantFrom<Edit>(
    (node) => ({ ...node, checked: !node.checked }),
    (node) => ({ ...node, enabled: !node.enabled }),
    (node) => ({ ...node, focused: !node.focused }),
    (node) => ({ ...node, selected: !node.selected }),
    (node) => ({ ...node, clickable: !node.clickable }),
    (node) => ({ ...node, visible: !node.visible }),
    (node) => ({ ...node, password: !node.password }),
    (node) => ({ ...node, children: node.children.toReversed() }),
    () => undefined,
  ),
  fc
    .constantFrom('Save', 'off', '= 5', '(was off)', '[on] x', 'long text '.repeat(30))
    .map<Edit>((text) => (node) => ({ ...node, text })),
  leanTrees.map<Edit>((child) => (node) => ({ ...node, children: [child, ...node.children] })),
);

/** A tree with some of its nodes changed; the root is never removed. */
function edited(root: UiNode, changes: readonly (readonly [at: number, edit: Edit])[]): UiNode {
  let at = 0;
  const walk = (node: UiNode): UiNode | undefined => {
    const own = at++;
    const children = node.children.flatMap((child) => walk(child) ?? []);
    let result: UiNode | undefined = { ...node, children };
    for (const [, edit] of changes.filter(([place]) => place === own)) result = result && edit(result);
    return own === 0 ? (result ?? node) : result;
  };
  return walk(root) ?? root;
}

/** Two looks, mostly with few differences. */
const looks = fc
  .tuple(
    leanTrees,
    fc.array(fc.tuple(fc.integer({ min: 0, max: 40 }), edits), { maxLength: 4 }),
    fc.option(leanTrees, { nil: undefined, freq: 8 }),
  )
  .map(([root, changes, other]): [Snapshot, Snapshot] => {
    const identity = createIdentity({ first: 100_000 });
    return [identity.identify(viewOf(root)), identity.identify(viewOf(other ?? edited(root, changes)))];
  });

/** The numbered lines of a screen, without position, focus and the name that distinguishes it from others. */
function numbered(snapshot: Snapshot): Map<string, string> {
  const lines = leanText(snapshot).split('\n').slice(1);
  return new Map(
    lines.flatMap((line) => {
      const [, id, rest] = /^ *(\d+)(.*)$/u.exec(line) ?? [];
      if (id === undefined || rest === undefined) return [];
      const said = rest
        .replace(/\[focused\]|(?<=\[[^\]]*), focused|(?<=\[)focused, /, '')
        .replace(/ #[^#]*$/u, '')
        .replace(/ @-?\d+,-?\d+$/, '')
        .trim();
      return [[id, said]];
    }),
  );
}

function toldIds(lines: readonly string[], start: RegExp): string[] {
  return lines.flatMap((line) => new RegExp(`^${start.source} *(\\d+)`, 'u').exec(line)?.[1] ?? []);
}

test('every changed numbered line is shown, with any screen', () => {
  fc.assert(
    fc.property(looks, ([before, now]) => {
      const { kind, lines } = changesBetween(before, now);
      const text = lines.join('\n');
      if (kind === 'screen') {
        assert.deepEqual(lines.slice(1), leanText(now).split('\n').slice(1));
        return;
      }
      const old = numbered(before);
      const told = new Set(toldIds(lines, /[~+]/));
      for (const [id, said] of numbered(now)) {
        if (old.get(id) !== said) assert.ok(told.has(id), `${id} ${said} was ${old.get(id)}\n${text}`);
      }
    }),
    { numRuns: runs(3_000) },
  );
});

test('an id that is called gone is on no line any more', () => {
  fc.assert(
    fc.property(looks, ([before, now]) => {
      const { kind, lines } = changesBetween(before, now);
      const own = numbered(now);
      for (const line of lines.filter((each) => kind === 'changes' && /^gone: \d/.test(each))) {
        for (const id of line.match(/\d{6,}/g) ?? []) {
          assert.ok(!own.has(id), line);
          assert.notEqual(now.element(id)?.node.visible, true, line);
        }
      }
    }),
    { numRuns: runs(1_000) },
  );
});

test('a screen is as it is when it is looked at twice', () => {
  fc.assert(
    fc.property(leanTrees, (root) => {
      const identity = createIdentity({ first: 100_000 });
      const [before, now] = [identity.identify(viewOf(root)), identity.identify(viewOf(root))];
      assert.deepEqual(changesBetween(before, now), { kind: 'none', lines: [] });
    }),
    { numRuns: runs(500) },
  );
});

test('no line of an answer begins with device text', () => {
  const LINE =
    /^(~ |\+ |gone: |after (\d+|- .*|\d+ - .*):$|at the top:$|now: |hit: |note: |… \d+ more change)/u;
  fc.assert(
    fc.property(looks, fc.nat(), ([before, now], at) => {
      const hit = before.elements[at % before.elements.length];
      const { kind, lines } = changesBetween(before, now, { hit });
      assert.match(lines[0] ?? '', /^(hit:|~) /u);
      if (kind === 'screen') return;
      for (const line of lines) {
        assert.match(line, LINE);
        assert.doesNotMatch(line, /\n/);
      }
    }),
    { numRuns: runs(1_000) },
  );
});

test('an answer keeps its budget', () => {
  fc.assert(
    fc.property(looks, fc.integer({ min: 200, max: 400 }), ([before, now], maxTokens) => {
      const [, hit] = before.elements;
      const { lines } = changesBetween(before, now, { maxTokens, hit });
      const tokens = encode(lines.join('\n')).length;
      assert.ok(tokens <= 1.05 * maxTokens, `${tokens} of ${maxTokens}`);
    }),
    { numRuns: runs(1_000) },
  );
});
