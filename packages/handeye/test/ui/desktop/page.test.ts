import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DesktopNode } from '../../../src/ui/desktop/node.ts';
import type { Tree } from '../../../src/ui/desktop/facts.ts';
import { ancestors, inTreeOrder } from '../../../src/ui/desktop/tree-order.ts';
import { cursorAt, positionOf } from '../../../src/ui/desktop/page.ts';
import { treeOf } from '../../../src/ui/desktop/facts.ts';
import { desktopNode } from '../../support/scripted-desktop.ts';
import { sizeOf, trees } from './trees.ts';
import { runs } from '../../support/runs.ts';

const question = { pid: 1, about: 'tree' };
const telling = { longestText: 500, attributes: [] };

const rows = (titles: readonly string[]) =>
  desktopNode('application', { children: titles.map((title) => desktopNode('row', { title })) });

const letters = ['a', 'b', 'c', 'd', 'e'];

/** Where the cursor after three nodes of `before` goes on in `after`. */
function goesOn(before: DesktopNode, after: DesktopNode, at = 3) {
  const cursor = cursorAt(at, inTreeOrder(before, question), question);
  return positionOf(cursor, inTreeOrder(after, question), question);
}

describe('a cursor', () => {
  test('goes on where the last page ended', () => {
    assert.equal(goesOn(rows(letters), rows(letters)), 3);
  });

  test('is not there at the end of the list', () => {
    assert.equal(cursorAt(6, inTreeOrder(rows(letters), question), question), undefined);
  });

  test('holds while what was not shown yet changes', () => {
    assert.equal(goesOn(rows(letters), rows(['a', 'b', 'c', 'D', 'E', 'F'])), 3);
  });

  test('holds while a text changes that was shown before the last one (a clock)', () => {
    assert.equal(goesOn(rows(['12:00', ...letters]), rows(['12:01', ...letters]), 4), 4);
  });

  test('is stale when something came or went before it', () => {
    assert.equal(goesOn(rows(letters), rows(['new', ...letters])), 'stale');
    assert.equal(goesOn(rows(letters), rows(letters.slice(1))), 'stale');
  });

  test('is stale when the rows moved below it', () => {
    assert.equal(goesOn(rows(['a', 'b', 'c', 'd']), rows(['b', 'c', 'd', 'e'])), 'stale');
  });

  test('is stale when nothing is left behind it', () => {
    assert.equal(goesOn(rows(letters), rows(['a', 'b'])), 'stale');
  });

  test('is stale for a process that took the place of the one it came from', () => {
    const nodes = inTreeOrder(rows(letters), question);
    assert.equal(positionOf(cursorAt(3, nodes, question), nodes, { ...question, pid: 2 }), 'stale');
  });

  test('answers no other question', () => {
    const nodes = inTreeOrder(rows(letters), question);
    const cursor = cursorAt(3, nodes, question);
    assert.equal(positionOf(cursor, nodes, { ...question, about: 'find' }), 'of another question');
  });

  for (const text of ['', 'x', '1.2.3', '1.2.3.4.5', '1.-2.3.4', '1.2.3.4 ', '[1,2]', 'NaN.0.0.0', '💥']) {
    test(`${JSON.stringify(text)} is none`, () => {
      assert.equal(positionOf(text, inTreeOrder(rows(letters), question), question), 'unreadable');
    });
  }

  test('whatever is sent as one, nothing breaks', () => {
    const nodes = inTreeOrder(rows(letters), question);
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[0-9a-z]{1,11}(\.[0-9a-z]{1,11}){3}$/)),
        (text) => {
          assert.notEqual(typeof positionOf(text, nodes, question), 'number');
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});

/** Every page of a tree, each of at most `most` new nodes. */
function pagesOf(root: DesktopNode, most: number): Tree[] {
  const pages: Tree[] = [];
  let cursor: string | undefined;
  do {
    const nodes = inTreeOrder(root, question);
    const position = positionOf(cursor, nodes, question);
    assert.ok(typeof position === 'number');
    const shown = nodes.slice(position, position + most);
    pages.push(treeOf(shown, { spine: ancestors(nodes[position]), telling }));
    cursor = cursorAt(position + most, nodes, question);
  } while (cursor !== undefined);
  return pages;
}

function nodesOf(tree: Tree): Tree[] {
  return [tree, ...tree.children.flatMap(nodesOf)];
}

test('pages show every node exactly once, in tree order, each below its own ancestors', () => {
  fc.assert(
    fc.property(trees, fc.integer({ min: 1, max: 7 }), (root, most) => {
      const pages = pagesOf(root, most);
      const fresh = pages.flatMap(nodesOf).filter(({ repeated }) => !repeated);
      assert.deepEqual(
        fresh.map(({ path }) => path),
        inTreeOrder(root, question).map(({ path }) => path),
      );
      assert.equal(fresh.length, sizeOf(root));
      const parentOf = new Map(inTreeOrder(root, question).map(({ path, parent }) => [path, parent?.path]));
      for (const parent of pages.flatMap(nodesOf)) {
        for (const child of parent.children) assert.equal(parentOf.get(child.path), parent.path);
      }
    }),
    { numRuns: runs(1000) },
  );
});
