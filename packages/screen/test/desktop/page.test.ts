import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { DesktopNode } from '../../src/desktop/node.ts';
import type { Tree } from '../../src/desktop/facts.ts';
import { ancestors, inTreeOrder } from '../../src/desktop/tree-order.ts';
import { cursorAt, KeptReads } from '../../src/desktop/page.ts';
import { treeOf } from '../../src/desktop/facts.ts';
import { desktopNode } from '@handeye/testing/scripted-desktop';
import { sizeOf, trees } from './trees.ts';
import { runs } from '@handeye/testing/runs';

const question = { pid: 1, about: 'tree' };
const telling = { longestText: 500, attributes: [] };
const letters = ['a', 'b', 'c', 'd', 'e'];

const rows = (titles: readonly string[]) =>
  desktopNode('application', { children: titles.map((title) => desktopNode('row', { title })) });

const keptReads = () => {
  let names = 0;
  return new KeptReads(() => (names += 1).toString(16).padStart(16, '0'));
};

/** A read of five rows, and the cursor after three nodes. */
function readRows() {
  const reads = keptReads();
  const position = reads.keep({ nodes: inTreeOrder(rows(letters), question) }, question, 0);
  return { reads, position, cursor: cursorAt(position, 3) ?? '' };
}

describe('a cursor', () => {
  test('goes on where the last page ended', () => {
    const { reads, position, cursor } = readRows();
    assert.deepEqual(reads.find(cursor, question, 0), { ...position, first: 3 });
  });

  test('is not there at the end of the list', () => {
    assert.equal(cursorAt(readRows().position, 6), undefined);
  });

  test('names nothing in a process that took the place of the one it came from', () => {
    const { reads, cursor } = readRows();
    assert.equal(reads.find(cursor, { ...question, pid: 2 }, 0), 'gone');
  });

  test('answers no other question', () => {
    const { reads, cursor } = readRows();
    assert.equal(reads.find(cursor, { ...question, about: 'find' }, 0), 'of another question');
  });

  for (const text of ['', 'x', '1.2', '0000000000000001', '0000000000000001.', '0000000000000001.-1', '💥']) {
    test(`${JSON.stringify(text)} is none`, () => {
      assert.equal(readRows().reads.find(text, question, 0), 'unreadable');
    });
  }

  test('any text is accepted as a cursor without a crash', () => {
    const { reads } = readRows();
    const shaped = fc.stringMatching(/^[2-9a-f]{16}\.[0-9a-z]{1,7}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), shaped), (text) => {
        assert.equal(typeof reads.find(text, question, 0), 'string');
      }),
      { numRuns: runs(2000) },
    );
  });
});

/** Every page of a tree, each of at most `most` new nodes. */
function pagesOf(root: DesktopNode, most: number): Tree[] {
  const reads = keptReads();
  const pages: Tree[] = [];
  let position = reads.keep({ nodes: inTreeOrder(root, question) }, question, 0);
  for (;;) {
    const { listing, first } = position;
    const shown = listing.nodes.slice(first, first + most);
    pages.push(treeOf(shown, { spine: ancestors(listing.nodes[first]), telling }));
    const cursor = cursorAt(position, first + most);
    if (cursor === undefined) return pages;
    const next = reads.find(cursor, question, 0);
    assert.ok(typeof next !== 'string');
    position = next;
  }
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
