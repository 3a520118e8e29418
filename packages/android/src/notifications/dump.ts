import type { Notification } from '@handeye/core/device/services/notifications';
import { parseRecord } from './record.ts';

/** A record's first line up to its key, which repeats the fields before it. 9 forgot a space after the key. */
const HEADER =
  /NotificationRecord\(0x[0-9a-f]+: pkg=(\S+) user=UserHandle\{(-?\d+)\} id=(-?\d+) tag=([^]*?) (?:score|importance)=-?\d+ key=/y;
const LINE_START = '\n    NotificationRecord(';

const IMITATED = 'Another notification imitates this one, so its text is not shown. Look at it in the shade.';

interface Start {
  readonly at: number;
  readonly key: string;
}

/**
 * The notifications in a `dumpsys notification --noredact`. An application's text stands in it as it is, line breaks included,
 * and may look like a record: if the keys are known from elsewhere (see proto.ts), only those count, and for a key that occurs
 * twice the text is left out.
 */
export function parseNotifications(
  dump: string,
  { keys, now }: { readonly keys?: readonly string[] | undefined; readonly now?: number | undefined } = {},
): readonly Notification[] {
  const starts = startsIn(dump);
  const found = keys === undefined ? firstOfEach(starts) : starts.filter(({ key }) => keys.includes(key));
  const ends = found.map(({ at }) => at).concat(dump.length);
  const notifications = found.map(({ at, key }, place) => {
    const record = parseRecord(dump.slice(at, ends[place + 1]), key, now);
    const isImitated = starts.filter((other) => other.key === key).length > 1;
    return isImitated ? withoutText(record) : record;
  });
  const seen = new Set<string>();
  return notifications.filter(({ key }) => !seen.has(key) && seen.add(key));
}

/** Each place is tried by itself: half a record in a text must not swallow the one after it. */
function startsIn(dump: string): readonly Start[] {
  const starts: Start[] = [];
  const list = dump.indexOf('  Notification List:\n');
  let at = list === -1 ? -1 : dump.indexOf(LINE_START, list);
  for (; at !== -1; at = dump.indexOf(LINE_START, at + 1)) {
    const key = keyAt(dump, at + LINE_START.indexOf('N'));
    if (key !== undefined) starts.push({ at: at + 1, key });
  }
  return starts;
}

function keyAt(dump: string, at: number): string | undefined {
  HEADER.lastIndex = at;
  const match = HEADER.exec(dump);
  if (match === null) return undefined;
  const [whole, app = '', user = '', id = '', tag = ''] = match;
  const begin = `${user}|${app}|${id}|${tag}|`;
  const rest = at + whole.length;
  const uid = dump.startsWith(begin, rest)
    ? /^\d+/.exec(dump.slice(rest + begin.length, rest + begin.length + 12))?.[0]
    : undefined;
  return uid === undefined ? undefined : `${begin}${uid}`;
}

function firstOfEach(starts: readonly Start[]): readonly Start[] {
  return starts.filter(({ key }, place) => starts.findIndex((other) => other.key === key) === place);
}

function withoutText(one: Notification): Notification {
  return {
    ...one,
    title: undefined,
    text: undefined,
    subText: undefined,
    otherTexts: [],
    actions: [],
    untold: IMITATED,
  };
}
