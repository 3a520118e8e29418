import type { Notification } from '../../device/services/notifications.ts';
import type { Snapshot } from '@handeye/screen/snapshot';
import { fits, isTold, type Row, rowsIn } from '../../guard/notifications/rows.ts';

/** The row of a notification: one, none of the visible ones, or ambiguous. */
export type RowChoice = { readonly row: Row } | { readonly unsure: string } | undefined;

interface Known {
  readonly one: Notification;
  /** Every notification that is there. */
  readonly all: readonly Notification[];
  /** The visible names of applications, as far as they are known. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * The row of exactly this notification. Rows show words, not keys: if another notification may show the same words, and app
 * names do not tell them apart, the result is ambiguous.
 */
export function chooseRow(snapshot: Snapshot, known: Known): RowChoice {
  const { one, all, names } = known;
  const rows = rowsIn(snapshot).filter(({ isGroup }) => one.groupSummary || !isGroup);
  if (!isTold(one)) return byOrder(rows, known);
  const fitting = rows.filter((row) => fits(one, row));
  const [row] = fitting;
  if (!row) return undefined;
  const alike = all.filter(
    (other) =>
      other.groupSummary === one.groupSummary && isTold(other) && fitting.some((each) => fits(other, each)),
  );
  if (fitting.length === 1 && alike.every(({ key }) => key === one.key)) return { row };
  const named = byAppName(fitting, alike, names).get(one);
  if (named) return { row: named };
  return {
    unsure: `${Math.max(fitting.length, alike.length)} notifications read the same, and the shade does not tell which row is which`,
  };
}

/**
 * The rows of notifications that read the same, by the names of their apps; empty unless each has exactly one. An app may
 * draw any name into a row of its own, but then its own name is missing.
 */
function byAppName(
  rows: readonly Row[],
  alike: readonly Notification[],
  names: ReadonlyMap<string, string>,
): ReadonlyMap<Notification, Row> {
  const pairs = alike.flatMap((one) => {
    const name = names.get(one.app)?.toLowerCase();
    const own = rows.filter(({ appName }) => appName !== undefined && appName.toLowerCase() === name);
    return own.length === 1 ? own.map((row) => [one, row] as const) : [];
  });
  return new Map(pairs.length === alike.length && rows.length === alike.length ? pairs : []);
}

/** The shade has the order of the list, which helps only if the shade shows all of them. */
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
