import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createIdentity } from '../../src/ui/identity/index.ts';
import type { UiNode } from '../../src/ui/node.ts';
import { change, happenings, rowsInSight, show, type World, worlds } from './world.ts';

test('an id never names another element than the one it was given to', () => {
  let looks = 0;
  let dropped = { same: 0, mimic: 0 };
  fc.assert(
    fc.property(worlds(), fc.array(happenings, { maxLength: 15 }), (first, steps) => {
      const identity = createIdentity();
      const owners = new Map<string, string>();
      const neighbours = new Neighbours();
      let world = first;
      look(world);
      for (const happened of steps) {
        const next = happened.reduce(change, world);
        if (happened.some((what) => what.type === 'jump' || (what.type === 'scroll' && what.reported))) {
          identity.disturb();
        }
        if (changesUnseen(world, next)) dropped.same++;
        else if (neighbours.contradicts(next) || mimicsOverlap(world, next)) dropped.mimic++;
        else look((world = next));
      }
      function look(now: World): void {
        looks++;
        neighbours.remember(now);
        const { view, who } = show(now);
        const inSight = new Set<string>();
        for (const { id, node } of identity.identify(view).elements) {
          assert.ok(!inSight.has(id), `${id} twice`);
          inSight.add(id);
          const owner = owners.get(id) ?? who.get(node)!;
          assert.equal(who.get(node), owner, `${id}`);
          owners.set(id, owner);
        }
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 3000) },
  );
  console.log({ looks, dropped });
});

function changesUnseen(one: World, other: World): boolean {
  const [before, after] = [show(one), show(other)];
  return [0, 1].some((part) => {
    const [was, is] = [before, after].map(({ view }) => view.windows[0]!.root!.children[part]!);
    return (
      JSON.stringify(was) === JSON.stringify(is) && namesIn(before.who, was!) !== namesIn(after.who, is!)
    );
  });
}

function namesIn(who: Map<UiNode, string>, node: UiNode): string {
  return [who.get(node), ...node.children.map((child) => namesIn(who, child))].join();
}

function mimicsOverlap(one: World, other: World): boolean {
  const before = rowsInSight(one);
  const after = rowsInSight(other);
  if (before.some(({ uid }) => after.some((row) => row.uid === uid))) return false;
  return before.filter(({ label }) => label !== '' && after.some((row) => row.label === label)).length >= 2;
}

/** Which rows have been seen side by side under which labels. */
class Neighbours {
  readonly #pairs = new Map<string, string>();

  remember(world: World): void {
    for (const [labels, uids] of pairs(world)) this.#pairs.set(labels, uids);
  }

  contradicts(world: World): boolean {
    return pairs(world).some(([labels, uids]) => (this.#pairs.get(labels) ?? uids) !== uids);
  }
}

function pairs(world: World): [labels: string, uids: string][] {
  const rows = rowsInSight(world);
  return rows.slice(1).map((row, at) => {
    const before = rows[at]!;
    return [JSON.stringify([before.label, row.label]), `${before.uid} ${row.uid}`];
  });
}
