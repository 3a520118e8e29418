import type { Call } from '@handeye/core/call/call';
import type { News } from '@handeye/core/device/port';
import { CompanionGone, CompanionRefused } from './errors.ts';
import type { RunningCompanion } from './running.ts';
import { listIn, numberIn, textIn } from './wire.ts';

/** The limit for reading events: a short one, because an answer waits for it. */
const LIMIT = 1_000;

/** The most events in one answer. */
const MOST_NEWS = 5;

// AccessibilityEvent's types.
const WINDOW_STATE_CHANGED = 0x20;
const NOTIFICATION_STATE_CHANGED = 0x40;

/** The classes of system_server that show dialogs about failed applications, on all versions. */
const dialogs: Readonly<Record<string, News['kind']>> = {
  'com.android.server.am.AppErrorDialog': 'crash',
  'com.android.server.am.AppNotRespondingDialog': 'not responding',
};

/**
 * A notification that is posted again within this time is the same one, changed. Since Android 8 only new ones cause events
 * (NotificationManagerService); before, every change with a ticker text does.
 */
const SAME_WITHIN = 60_000;
/** The changing parts of a notification that is posted again and again: a share, a time, a size. */
const GOING_ON = /\d+(?:[.,]\d+)?\s*(?:%|[kMG]?B\b)|\d+(?::\d\d)+/g;

/** The companion's events beside the screen. Toasts are not included: every look has them. */
export class CompanionNews {
  #asked: { readonly companion: RunningCompanion; readonly last: number } | undefined;
  /** The time of each notification's last event, by its text. */
  readonly #heard = new Map<string, number>();

  /** The events since the last call, or since the companion began to listen. */
  async since(companion: RunningCompanion, call: Call): Promise<readonly News[]> {
    const after = this.#asked?.companion === companion ? this.#asked.last : 0;
    const answer = await heard(companion, after, call);
    if (answer === undefined) return [];
    this.#asked = { companion, last: numberIn(answer, 'last') ?? after };
    const news = withoutRepeats(listIn(answer, 'events').flatMap(newsIn));
    return bounded(news.filter((one) => this.#isNew(one, call.clock.now())));
  }

  #isNew({ kind, app, text }: News, now: number): boolean {
    if (kind !== 'notification') return true;
    for (const [words, time] of this.#heard) {
      if (now - time >= SAME_WITHIN) this.#heard.delete(words);
    }
    const words = `${app ?? ''}\n${text.replaceAll(GOING_ON, '')}`;
    const isNew = !this.#heard.has(words);
    this.#heard.set(words, now);
    return isNew;
  }
}

/** The events after a number; undefined if the companion does not report them. */
async function heard(companion: RunningCompanion, after: number, call: Call): Promise<unknown> {
  try {
    return (await companion.ask({ do: 'events', after }, call, LIMIT)).ok;
  } catch (error) {
    if (!(error instanceof CompanionGone) && !(error instanceof CompanionRefused)) throw error;
    return undefined;
  }
}

/** The newest events, and the number of the others: an application can post hundreds. */
function bounded(news: readonly News[]): readonly News[] {
  const more = news.length - MOST_NEWS;
  if (more <= 0) return news;
  const others: News = { kind: 'notification', app: undefined, text: `and ${more} more before` };
  return [...news.slice(-MOST_NEWS), others];
}

/** An application that crashes twice causes the same text twice. */
function withoutRepeats(news: readonly News[]): readonly News[] {
  return [...new Map(news.map((one) => [JSON.stringify(one), one])).values()];
}

function newsIn(event: unknown): News[] {
  const className = textIn(event, 'class') ?? '';
  const [first, ...others] = listIn(event, 'texts').map(String);
  if (first === undefined) return [];
  const type = numberIn(event, 'type');
  if (type === WINDOW_STATE_CHANGED) {
    const kind = dialogs[className];
    // The dialog's text is followed by the labels of its buttons.
    return kind === undefined ? [] : [{ kind, app: undefined, text: first }];
  }
  if (type !== NOTIFICATION_STATE_CHANGED || className.includes('Toast')) return [];
  return [{ kind: 'notification', app: textIn(event, 'package'), text: [first, ...others].join(': ') }];
}
