import assert from 'node:assert/strict';
import { createIdentity } from '../src/identity/identity.ts';
import type { UiNode } from '../src/node.ts';
import { type Change, rowsInSight, show, type World } from './world.ts';

/** Looks at worlds and fails if an id changes its owner. */
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

/**
 * Neighbouring rows, by their labels and their visible parts: a clipped one may lack its title, and one with a unique id is
 * distinguished from others with its text. A row of which only the common button is left must not be taken for another, and
 * does not count.
 */
function neighboursIn(android: World): [labels: string, rows: string][] {
  const labels = rowsInSight(android).map(({ uid, label }) => ({ name: `row ${uid}`, said: label }));
  const { who } = show(android);
  const seen = [...who].flatMap(([node, name]) =>
    name.startsWith('row ') ? [{ name, said: [node.uniqueId ?? '', ...textsIn(node)].join('\n') }] : [],
  );
  return [...sideBySide(labels), ...sideBySide(seen)];
}

const ONLY_BUTTON = '\nDelete';

interface SaidOfRow {
  readonly name: string;
  readonly said: string;
}

function sideBySide(rows: readonly SaidOfRow[]): [labels: string, rows: string][] {
  return rows.slice(1).flatMap((row, at): [string, string][] => {
    const before = rows[at]!;
    if (before.said === row.said || before.said === ONLY_BUTTON || row.said === ONLY_BUTTON) return [];
    return [[JSON.stringify([before.said, row.said]), `${before.name}, ${row.name}`]];
  });
}

function textsIn(node: UiNode): string[] {
  return [...(node.text ? [node.text] : []), ...node.children.flatMap(textsIn)];
}

/** Whether it is a gesture of ours, which identity takes into account. */
export function isOurGesture(what: Change): boolean {
  return what.type === 'jump' || (what.type === 'scroll' && what.reported);
}
