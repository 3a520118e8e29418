import type { Notification } from '@handeye/core/device/services/notifications';

// Notification.FLAG_*; since Android 15 the dump has their names instead.
const ONGOING = 0x2;
const NO_CLEAR = 0x20;
const GROUP_SUMMARY = 0x200;
const flagNames: Readonly<Record<string, number>> = {
  ONGOING_EVENT: ONGOING,
  NO_CLEAR,
  GROUP_SUMMARY,
};

const REDACTED =
  'This Android does not tell the text of notifications to a computer. open_notifications shows it.';
const FORGED = 'Its text imitates other fields of a notification, so it is shown as one text.';

/** One record of the dump, from its first line to the next record. `now` is the phone's time. */
export function parseRecord(record: string, key: string, now?: number): Notification {
  const [user = '', app = ''] = key.split('|');
  const flags = flagsIn(record);
  const time = timeIn(record);
  const isOngoing = (flags & ONGOING) !== 0;
  return {
    key,
    app,
    user: Number(user),
    ...textsIn(record),
    time,
    age: time === undefined || now === undefined ? undefined : now - time,
    ongoing: isOngoing,
    clearable: !isOngoing && (flags & NO_CLEAR) === 0,
    group: groupIn(record, key),
    groupSummary: (flags & GROUP_SUMMARY) !== 0,
    actions: actionsIn(record),
  };
}

/** The record's first line has them in all releases, before any text of the application. */
function flagsIn(record: string): number {
  const flags = /: Notification\([^\n]*? flags=([^ )]*)/.exec(record)?.[1] ?? '';
  if (flags.startsWith('0x')) return Number.parseInt(flags, 16);
  return flags.split('|').reduce((sum, name) => sum | (flagNames[name] ?? 0), 0);
}

/** The first one: an application's texts come later. A notification without a group has its own key there. */
function groupIn(record: string, key: string): string | undefined {
  const group = /^ +groupKey=(.*)$/m.exec(record)?.[1];
  return group === undefined || key.startsWith(group) ? undefined : group;
}

/** The last one: it follows all texts of the application. */
function timeIn(record: string): number | undefined {
  const time = [...record.matchAll(/^ +mRankingTimeMs=(\d+)$/gm)].at(-1)?.[1];
  return time === undefined ? undefined : Number(time);
}

/**
 * The block between a line and the closing brace at its own depth, or two deeper (a quirk of the actions' brace): the first
 * closing brace after the actions, the last one after the extras, whose texts may hold a lookalike.
 */
function blockIn(record: string, name: 'actions' | 'extras'): { text: string; indent: string } | undefined {
  const start = new RegExp(`^( +)${name}=\\{\\n`, 'm').exec(record);
  if (start === null) return undefined;
  const [line, indent = ''] = start;
  const rest = record.slice(start.index + line.length);
  const behind = [...rest.matchAll(/^ +(?:publicNotification=|stats=)/gm)].at(-1)?.index;
  const all = rest.slice(0, behind);
  const ends = [...all.matchAll(new RegExp(`^${indent}(?: {2})?\\}$`, 'gm'))];
  return { text: all.slice(0, ends.at(name === 'actions' ? 0 : -1)?.index), indent };
}

function actionsIn(record: string): readonly string[] {
  const block = blockIn(record, 'actions')?.text ?? '';
  return [...block.matchAll(/^ +\[(\d+)\] "([^]*?)" -> (?:null|PendingIntent\{)/gm)].map(
    ([, , title = '']) => title,
  );
}

/** The extras by their names: each value found for a name, of which there should be only one. */
function extrasIn(record: string): ReadonlyMap<string, readonly string[]> {
  const extras = new Map<string, string[]>();
  const block = blockIn(record, 'extras');
  if (!block) return extras;
  // Android 5 to 7.0 indent by two, later releases by four.
  const starts = [...block.text.matchAll(/^ +([\w.]+)=/gm)].filter(([line]) =>
    [2, 4].includes(line.search(/\S/) - block.indent.length),
  );
  starts.forEach((start, place) => {
    const [line, name = ''] = start;
    const value = block.text.slice(start.index + line.length, starts[place + 1]?.index).replace(/\n+$/, '');
    extras.set(name, [...(extras.get(name) ?? []), value]);
  });
  return extras;
}

type Texts = Pick<Notification, 'title' | 'text' | 'subText' | 'otherTexts' | 'untold'>;

function textsIn(record: string): Texts {
  const extras = extrasIn(record);
  const all = (name: string) => extras.get(`android.${name}`) ?? [];
  const one = (name: string) => textOf(all(name)[0]);
  const ticker = tickerIn(record);
  if (['title', 'text', 'bigText', 'title.big'].some((name) => all(name).length > 1)) {
    const parts = ['title', 'text', 'bigText'].flatMap((name) => all(name).map(textOf));
    const text = parts.filter((part) => part !== undefined).join(' ');
    return { title: undefined, text, subText: undefined, otherTexts: [], untold: FORGED };
  }
  const title = one('title') ?? one('title.big');
  const lines = itemsOf(all('textLines')[0]);
  const texts = [one('bigText'), lines.length > 0 ? lines.join('\n') : undefined, one('text')].filter(
    (text) => text !== undefined && text !== '',
  );
  const others = [...texts.slice(1), ...lines, one('title.big'), ticker].filter((text) => text !== undefined);
  const isRedacted =
    title === undefined && texts.length === 0 && all('title').length + all('text').length > 0;
  return {
    title,
    text: texts[0] ?? (isRedacted ? ticker : undefined),
    subText: one('subText'),
    otherTexts: others,
    ...(isRedacted && ticker === undefined && { untold: REDACTED }),
  };
}

/** `String (a text)`; undefined for `null`, and for a redacted one: `String`, `String [length=7]`. */
function textOf(value: string | undefined): string | undefined {
  return /^[\w$]+ \(([^]*?)\)?$/.exec(value ?? '')?.[1];
}

/** `CharSequence[] (2)` and a line for each, `[0] first`. */
function itemsOf(value: string | undefined): readonly string[] {
  return [...(value ?? '').matchAll(/^ +\[\d+\] (.*)$/gm)].map(([, item = '']) => item);
}

/** Redacted it ends in three dots. */
function tickerIn(record: string): string | undefined {
  const ticker = /^ +tickerText=([^]*?)\n +(?:vis=|contentView=)/m.exec(record)?.[1];
  return ticker === undefined || ticker === 'null' || ticker === '' ? undefined : ticker;
}
