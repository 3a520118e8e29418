import type { Call } from '../call/call.ts';
import type { Snapshot } from '@handeye/screen/snapshot';
import type { Crash } from './services/crashes.ts';
import { deviceErrorOf } from './errors.ts';
import type { Device, News } from './port.ts';
import { appAlertIn } from '@handeye/screen/alerts';

/** The limit for asking. */
const LIMIT = 2_000;
/** A crash that is older than this is not caused by the act. */
const LONGEST_AGO = 60_000;

/**
 * When the device is asked, which costs a round trip: after several acts, whose screens were not seen; after one if the app
 * that was in front is gone; after one that was to leave the app, only if a dialog reported a crash.
 */
export type AsksForCrashes = 'always' | 'if the app is gone' | 'if told';

/** The screen before, and its age in milliseconds. */
export interface EarlierScreen {
  readonly snapshot: Snapshot;
  readonly ago: number;
}

/**
 * A device's news, with crashes that it did not report: since Android 8 the first crash of an application just closes it. A
 * crash that a dialog reported gets its reason and id.
 */
export async function withCrashes(
  news: readonly News[],
  {
    device,
    now,
    before,
    asks,
  }: {
    readonly device: Device;
    readonly now: Snapshot;
    readonly before: EarlierScreen;
    readonly asks: AsksForCrashes;
  },
  call: Call,
): Promise<readonly News[]> {
  const crashes = device.services?.crashes;
  const isTold = news.some(({ kind }) => kind === 'crash');
  const isGone = before.snapshot.app !== undefined && before.snapshot.app !== now.app;
  const isAsked = asks === 'always' || (asks === 'if the app is gone' && isGone);
  if (!crashes || (!isTold && !isAsked)) return news;
  const limited: Call = { ...call, remaining: () => Math.min(LIMIT, call.remaining()) };
  const latest = await crashes.latest(Math.min(before.ago, LONGEST_AGO), limited).catch(ignored);
  const isAnybodys = isTold || asks === 'always';
  const crash = latest.find(({ app }) => app === before.snapshot.app) ?? (isAnybodys ? latest[0] : undefined);
  if (!crash) return news;
  if (isTold) {
    return news.map((one) =>
      one.kind === 'crash'
        ? { ...one, text: `${one.text.replace(/\.$/, '')}: ${crash.reason}`, id: crash.id }
        : one,
    );
  }
  return [{ kind: 'crash', app: crash.app, text: crash.reason, id: crash.id }, ...news];
}

/** The act is done, and what happened can be told without this. */
function ignored(error: unknown): readonly Crash[] {
  if (deviceErrorOf(error) === undefined) throw error;
  return [];
}

/** A device's news, with the dialog about an application that failed, if it is on the screen and was not before. */
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
