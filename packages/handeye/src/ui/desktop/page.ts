import { hashText, mix } from '../hash.ts';
import type { Placed } from './tree-order.ts';

/** Whose list of nodes it is, and of what: a cursor continues the list it came from and no other. */
export interface Question {
  readonly pid: number;
  /** Everything that decides which nodes are listed, in any steady form. */
  readonly about: string;
}

/** Why a list cannot be continued: the cursor is none, is of another question, or what it continues has changed. */
export type Discontinued = 'unreadable' | 'of another question' | 'stale';

/*
 * A cursor is `pid.position.question.past`, each in base 36. `past` is a hash of where the nodes before the position
 * are and of what the last one of them is called. As long as it holds, going on neither repeats nor leaves out a
 * node; changes elsewhere (a clock, a caret, rows further down) do not disturb it. Nothing is kept on our side.
 */

/** The cursor at which the list goes on; undefined at its end. */
export function cursorAt(
  position: number,
  nodes: readonly Placed[],
  { pid, about }: Question,
): string | undefined {
  if (position >= nodes.length) return undefined;
  const parts = [pid, position, hashText(about), past(nodes, position)];
  return parts.map((part) => part.toString(36)).join('.');
}

const CURSOR = /^[0-9a-z]{1,11}(\.[0-9a-z]{1,11}){3}$/;

/** Where in the list of now a cursor goes on; without one, at the start. */
export function positionOf(
  cursor: string | undefined,
  nodes: readonly Placed[],
  { pid, about }: Question,
): number | Discontinued {
  if (cursor === undefined) return 0;
  if (!CURSOR.test(cursor)) return 'unreadable';
  const [ofPid, position = 0, question, seen] = cursor.split('.').map((part) => parseInt(part, 36));
  if (question !== hashText(about)) return 'of another question';
  const holds = ofPid === pid && position < nodes.length && seen === past(nodes, position);
  return holds ? position : 'stale';
}

function past(nodes: readonly Placed[], position: number): number {
  const last = nodes[position - 1]?.node;
  const name = JSON.stringify([last?.title, last?.identifier]);
  return nodes.slice(0, position).reduce((hash, { spot }) => mix(hash, spot), hashText(name));
}
