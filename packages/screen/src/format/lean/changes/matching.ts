import { about, type LeanScreen, type Line } from '../line.ts';
import { signature } from './compare.ts';
import type { UiWindow } from '../../../snapshot.ts';

/** A current line and the line it was before; undefined if it is new. */
export interface Pair {
  readonly before: Entry | undefined;
  readonly now: Entry;
}

export interface Matching {
  /** In the order of the current screen. */
  readonly pairs: readonly Pair[];
  readonly gone: readonly Entry[];
}

/** Matches the lines of one look with the next: by element, otherwise by position. */
export function matched(before: readonly Entry[], now: readonly Entry[]): Matching {
  const partners = byKey(before, now);
  const taken = new Set(partners.values());
  const places = new Map<Entry | undefined, Place>();
  const placeAfter = (last: Entry | undefined): Place => {
    const place = places.get(last) ?? { before: [], now: [] };
    places.set(last, place);
    return place;
  };
  let last: Entry | undefined;
  for (const entry of before) {
    if (taken.has(entry)) last = entry;
    else placeAfter(last).before.push(entry);
  }
  last = undefined;
  for (const entry of now) {
    const partner = partners.get(entry);
    if (partner) last = partner;
    else placeAfter(last).now.push(entry);
  }
  for (const place of places.values()) {
    for (const [one, other] of inPlace(place)) {
      partners.set(other, one);
      taken.add(one);
    }
  }
  return {
    pairs: now.map((entry) => ({ before: partners.get(entry), now: entry })),
    gone: before.filter((entry) => !taken.has(entry)),
  };
}

/** Matches by element id. An id stays the same only while it is certainly the same element. */
function byKey(before: readonly Entry[], now: readonly Entry[]): Map<Entry, Entry> {
  const known = new Map(before.map((entry) => [entry.key, entry]));
  const partners = new Map<Entry, Entry>();
  for (const entry of now) {
    const partner = known.get(entry.key);
    if (partner) partners.set(entry, partner);
    known.delete(entry.key);
  }
  return partners;
}

/** Matches lines with other elements that follow the same line in both looks. */
interface Place {
  readonly before: Entry[];
  readonly now: Entry[];
}

type Partners = readonly (readonly [before: Entry, now: Entry])[];

function inPlace({ before, now }: Place): Partners {
  const equal = equalIn(before, now);
  const used = new Set(equal.flat());
  const left = (kind: Line['kind']) => (entry: Entry) => entry.line.kind === kind && !used.has(entry);
  return [
    ...equal,
    ...replacedIn(before.filter(left('plain')), now.filter(left('plain'))),
    ...relatedIn(before.filter(left('handle')), now.filter(left('handle'))),
  ];
}

/** Matches equal lines. If their number differs, it is unknown which line is which. */
function equalIn(before: readonly Entry[], now: readonly Entry[]): Partners {
  const groups = bySignature(before);
  return [...bySignature(now)].flatMap(([said, own]) => {
    const old = groups.get(said) ?? [];
    const isPlain = own[0]?.line.kind === 'plain';
    return old.length === own.length || isPlain ? zipped(old, own) : [];
  });
}

function bySignature(entries: readonly Entry[]): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const said = signature(entry.line);
    const group = groups.get(said);
    if (group) group.push(entry);
    else groups.set(said, [entry]);
  }
  return groups;
}

/** A text that changes in place is short: a number, a state. Paragraphs come and go. */
const LONGEST_REPLACED = 40;

/** Matches texts that replaced others. */
function replacedIn(before: readonly Entry[], now: readonly Entry[]): Partners {
  const areShort = [...before, ...now].every(({ line }) => line.label.length <= LONGEST_REPLACED);
  return before.length === now.length && areShort ? zipped(before, now) : relatedIn(before, now);
}

/** Comparing every line with every other is quadratic. */
const MOST_COMPARED = 60;

/** Matches lines that have a part in common with a former one. */
function relatedIn(before: readonly Entry[], now: readonly Entry[]): Partners {
  if (Math.max(before.length, now.length) > MOST_COMPARED) return [];
  const left = [...before];
  return now.flatMap((entry) => {
    const at = left.findIndex(({ line }) => line.parts.some((part) => entry.line.parts.includes(part)));
    const [old] = at < 0 ? [] : left.splice(at, 1);
    return old ? [[old, entry] as const] : [];
  });
}

function zipped(before: readonly Entry[], now: readonly Entry[]): Partners {
  return now.flatMap((entry, at) => {
    const old = before[at];
    return old ? [[old, entry] as const] : [];
  });
}

/** A line of a screen with the key that matches it on another look. */
export interface Entry {
  readonly line: Line;
  readonly window: UiWindow;
  readonly key: string;
}

/** The system's status items, which change by themselves: time, battery, signal. */
const STATUS =
  /^com\.android\.systemui:id\/(clock|date|battery|battery_\w+|mobile_\w+|wifi_\w+|statusIcons|status_?icons?\w*|carrier_\w+|system_icons)$/;

/** The lines that count when two looks are compared, without counts of offscreen content and without the clock. */
export function entriesOf({ windows }: LeanScreen): Entry[] {
  return windows
    .filter(({ role }) => role === 'content')
    .flatMap(({ window, title, lines }) => [
      ...(title === undefined ? [] : [{ line: about(title), window, key: `window ${window.key}` }]),
      ...lines.flatMap((line) => entryOf(line, window)),
    ]);
}

function entryOf(line: Line, window: UiWindow): Entry[] {
  if (line.element === undefined) return [];
  const { id, node } = line.element;
  const isStatus = window.type === 'system' && STATUS.test(node.resourceId ?? '');
  return isStatus ? [] : [{ line, window, key: id }];
}

/** The lines that say how far a screen continues. */
export function moreLines({ windows }: LeanScreen): string[] {
  return windows
    .flatMap(({ lines }) => lines.filter(({ kind }) => kind === 'more'))
    .map(({ label }) => label);
}
