import assert from 'node:assert/strict';
import { createIdentity } from '../../src/ui/identity/identity.ts';
import { type Change, rowsInSight, show, type World } from './world.ts';

/** Looks at worlds and insists that no id ever changes its owner. */
export class Witness {
  readonly identity = createIdentity();
  readonly #owners = new Map<string, string>();
  readonly #neighbours = new Map<string, string>();

  /** Returns the id of each element. */
  look(android: World): ReadonlyMap<string, string> {
    for (const [labels, rows] of neighboursIn(android)) this.#neighbours.set(labels, rows);
    const { view, who } = show(android);
    const inSight = new Set<string>();
    const ids = new Map<string, string>();
    for (const { id, node } of this.identity.identify(view).elements) {
      assert.ok(!inSight.has(id), `${id} is given twice in one snapshot`);
      inSight.add(id);
      const owner = this.#owners.get(id) ?? who.get(node)!;
      assert.equal(who.get(node), owner, `${id} was given to ${owner}`);
      this.#owners.set(id, owner);
      ids.set(owner, id);
    }
    return ids;
  }

  sawOthersLike(android: World): boolean {
    return neighboursIn(android).some(([labels, rows]) => (this.#neighbours.get(labels) ?? rows) !== rows);
  }
}

function neighboursIn(android: World): [labels: string, rows: string][] {
  const rows = rowsInSight(android);
  return rows.slice(1).flatMap((row, at): [string, string][] => {
    const before = rows[at]!;
    const said = [before.label, row.label];
    // Of rows with equal titles, the details are what tells them apart.
    if (before.label === row.label) said.push(before.detail ?? '', row.detail ?? '');
    if (said[0] === said[1] && said[2] === said[3]) return [];
    return [[JSON.stringify(said), `${before.uid} ${row.uid}`]];
  });
}

/** Whether it is a gesture of ours, of which the ids are told. */
export function isOurGesture(what: Change): boolean {
  return what.type === 'jump' || (what.type === 'scroll' && what.reported);
}
