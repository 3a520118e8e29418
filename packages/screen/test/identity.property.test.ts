/**
 * Thousands of random histories of a synthetic application (world.ts). Three indistinguishable cases are kept out of
 * them, and nothing else:
 * - a change after which the bar or the list looks exactly as before, though it shows other rows (a list of equal rows
 *   that another hand scrolled by a whole row);
 * - two neighbouring rows whose labels, or the visible rest of them at an edge, were once seen in the same order on two
 *   other neighbouring rows (a jump onto a repeated piece of the list looks like a small scroll);
 * - a look that shares no row with the one before, but two labels or more (the same, with rows in between).
 */
import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { moved } from '../src/bounds.ts';
import { createIdentity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import { valueChanges } from './panel.ts';
import { isOurGesture, Witness } from './witness.ts';
import {
  type Change,
  change,
  detailChanges,
  happenings,
  ROW,
  rowId,
  rowsInSight,
  show,
  type World,
  worlds,
} from './world.ts';
import { runs } from '@handeye/testing/runs';

test('an id never names another element than the one it was given to', () => {
  const tally = { looks: 0, leftOut: 0 };
  fc.assert(
    fc.property(worlds(), fc.array(happenings, { maxLength: 15 }), (first, steps) => {
      const witness = new Witness();
      let android = first;
      witness.look(android);
      for (const happened of steps) {
        const next = happened.reduce(change, android);
        if (happened.some(isOurGesture)) witness.identity.noteGesture();
        if (changesUnseen(android, next) || witness.sawOthersLike(next) || mimicsOverlap(android, next)) {
          tally.leftOut++;
        } else {
          witness.look((android = next));
          tally.looks++;
        }
      }
    }),
    { numRuns: runs(10_000) },
  );
  // The histories must stay honest: the exceptions may not grow into the tested cases.
  assert.ok(tally.leftOut < tally.looks / 20, `${tally.leftOut} changes left out, ${tally.looks} looks`);
});

test('ids of rows that scroll out and come back are found again', () => {
  let seenAgain = 0;
  let sameId = 0;
  const label = fc.uuid();
  fc.assert(
    fc.property(
      worlds(label, 2),
      fc.array(fc.integer({ min: -4, max: 4 }), { maxLength: 20 }),
      (first, steps) => {
        // At least five visible rows, of which a scroll leaves at least three.
        let android: World = {
          ...first,
          shape: { ...first.shape, viewport: 500 + (first.shape.viewport % 400) },
        };
        const identity = createIdentity();
        const ids = new Map<string, string>();
        for (const step of [0, ...steps]) {
          const most = android.shape.viewport - 3 * ROW;
          android = change(android, { type: 'scroll', by: Math.round((step / 4) * most), reported: true });
          if (step !== 0) identity.noteGesture();
          const { view, who } = show(android);
          for (const { id, node } of identity.identify(view).elements) {
            const name = who.get(node)!;
            // A clipped row may lack its identifying label.
            if (!isOfWholeRow(android, name)) continue;
            const before = ids.get(name);
            if (before !== undefined) seenAgain++;
            if (before === id) sameId++;
            ids.set(name, id);
          }
        }
      },
    ),
    { numRuns: runs(2_000) },
  );
  const rate = sameId / seenAgain;
  assert.ok(rate >= 0.99, `${sameId} of ${seenAgain} ids were found again`);
});

test('a row with a unique id keeps its element id, wherever rows go, until most of the screen and its text change at once', () => {
  let seenAgain = 0;
  let sameId = 0;
  const steps = fc.array(happenings, { maxLength: 15 });
  fc.assert(
    fc.property(worlds(), steps, (first, happened) => {
      const identity = createIdentity();
      const ids = new Map<string, string>();
      let android = first;
      for (const changes of [[], ...happened]) {
        const moves = changes.filter(({ type }) => type !== 'edit' && type !== 'swap labels');
        if (moves.some(isOurGesture)) identity.noteGesture();
        android = moves.reduce(change, android);
        const { view, who } = show(android);
        const idsNow = new Map(identity.identify(view).elements.map(({ id, node }) => [who.get(node), id]));
        for (const row of rowsInSight(android)) {
          const name = `row ${row.uid}`;
          const [before, now] = [ids.get(name), idsNow.get(name)!];
          if (rowId(android.shape, row) === undefined) continue;
          if (before !== undefined) seenAgain++;
          if (before === now) sameId++;
          ids.set(name, now);
        }
      }
    }),
    { numRuns: runs(3_000) },
  );
  // A row that was visible first with one half and then with the other, across a jump, has no label left.
  assert.ok(
    seenAgain > runs(10_000) && sameId / seenAgain > 0.998,
    `${sameId} of ${seenAgain} ids were kept`,
  );
});

test('ids are kept where only texts and states change, outside lists and in rows whose titles stay', () => {
  let seenAgain = 0;
  let sameId = 0;
  const inPlace = fc.oneof(
    valueChanges.map((panel): Change => ({ type: 'panel', panel })),
    detailChanges,
  );
  fc.assert(
    fc.property(
      worlds(fc.uuid(), 2),
      fc.array(fc.array(inPlace, { maxLength: 3 }), { maxLength: 15 }),
      (first, steps) => {
        const identity = createIdentity();
        const ids = new Map<string, string>();
        let android = first;
        for (const changes of [[], ...steps]) {
          android = changes.reduce(change, android);
          const { view, who } = show(android);
          for (const { id, node } of identity.identify(view).elements) {
            const name = who.get(node)!;
            const before = ids.get(name);
            if (before !== undefined) seenAgain++;
            if (before === id) sameId++;
            ids.set(name, id);
          }
        }
      },
    ),
    { numRuns: runs(3_000) },
  );
  assert.ok(
    seenAgain > runs(100_000) && sameId / seenAgain >= 0.99,
    `${sameId} of ${seenAgain} ids were kept`,
  );
});

function isOfWholeRow(android: World, name: string): boolean {
  return rowsInSight(android, ROW).some(({ uid }) => name.endsWith(` ${uid}`));
}

function changesUnseen(one: World, other: World): boolean {
  return [0, 1, 2].some((part) => {
    const [was, is] = [partOf(one, part), partOf(other, part)];
    return was.looks === is.looks && was.names !== is.names;
  });
}

/** The look of the rows, the tabs or the panel in their container, and their identities. */
function partOf(android: World, part: number): { looks: string; names: string } {
  const { view, who } = show(android);
  const frame = view.windows[0]!.root!.children[part]!;
  const inside: UiNode[] = [...frame.children];
  for (const node of inside) inside.push(...node.children);
  const rows = inside.filter((node) => who.get(node) !== 'content');
  const looks = rows.map(({ className, text, bounds }) => {
    return [className, text, moved(bounds, -frame.bounds.left, -frame.bounds.top)];
  });
  return { looks: JSON.stringify(looks), names: rows.map((node) => who.get(node)).join() };
}

function mimicsOverlap(one: World, other: World): boolean {
  const before = rowsInSight(one);
  const after = rowsInSight(other);
  if (before.some(({ uid }) => after.some((row) => row.uid === uid))) return false;
  const labels = new Set(after.map(({ label }) => label));
  return before.filter(({ label }) => label !== '' && labels.has(label)).length >= 2;
}
