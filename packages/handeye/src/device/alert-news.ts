import type { News } from './port.ts';
import { appAlertIn } from '../ui/alerts.ts';
import type { Snapshot } from '../ui/snapshot.ts';

/** What a device told, with the dialog about an application that failed, if it is on the screen and was not before. */
export function withAlert(
  news: readonly News[],
  now: Snapshot,
  before: Snapshot | undefined,
): readonly News[] {
  const alert = appAlertIn(now);
  if (alert === undefined) return news;
  const { kind, text } = alert;
  // The device may have told the same dialog.
  const others = news.filter((one) => one.kind !== kind);
  const known = before && appAlertIn(before);
  const isKnown = known?.window.key === alert.window.key && known.text === text;
  return isKnown ? others : [{ kind, app: undefined, text }, ...others];
}
