import type { Notification } from '../../device/services/notifications.ts';
import type { Snapshot } from '../../ui/snapshot.ts';
import { fits, isTold, type Row, rowsIn } from './rows.ts';

/** Which row a notification is: one, none of those that are shown, or nobody can be sure. */
export type RowChoice = { readonly row: Row } | { readonly unsure: string } | undefined;

interface Known {
  readonly one: Notification;
  /** Every notification that is there. */
  readonly all: readonly Notification[];
  /** The visible names of applications, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The row of exactly this notification. Rows show words, not keys: where another notification may show the same words, and
 * the app's name does not tell them apart, nobody may guess.
 */
export function chooseRow(snapshot: Snapshot, known: Known): RowChoice {
  const { one, all, names } = known;
  const rows = rowsIn(snapshot).filter(({ isGroup }) => one.groupSummary || !isGroup);
  if (!isTold(one)) return byOrder(rows, known);
  const mayBe = (other: Notification, row: Row) =>
    isTold(other) && fits(other, row) && mayBeOf(row, other, names);
  const fitting = rows.filter((row) => mayBe(one, row));
  const [row, another] = fitting;
  if (!row) return undefined;
  const twins = all.filter(
    (other) =>
      other.key !== one.key &&
      other.groupSummary === one.groupSummary &&
      fitting.some((each) => mayBe(other, each)),
  );
  if (!another && twins.length === 0) return { row };
  return {
    unsure: `${Math.max(fitting.length, twins.length + 1)} notifications read the same, and the shade does not tell which row is which`,
  };
}

function mayBeOf({ appName }: Row, { app }: Notification, names: ReadonlyMap<string, string>): boolean {
  const name = names.get(app);
  return appName === undefined || name === undefined || appName.toLowerCase() === name.toLowerCase();
}

/** The shade has the order of the list; that tells something only if it shows all of them. */
function byOrder(rows: readonly Row[], { one, all }: Known): RowChoice {
  const summed = new Set(all.filter(({ groupSummary }) => groupSummary).map(({ group }) => group));
  const shownOnes = all.filter(
    ({ group, groupSummary }) => groupSummary || group === undefined || !summed.has(group),
  );
  const isLikely = (other: Notification, row: Row | undefined) => row && (!isTold(other) || fits(other, row));
  const row = rows[shownOnes.indexOf(one)];
  if (row && rows.length === shownOnes.length && shownOnes.every((other, at) => isLikely(other, rows[at])))
    return { row };
  return {
    unsure:
      'this Android does not tell the text of the notification, so its row cannot be recognised for certain',
  };
}
