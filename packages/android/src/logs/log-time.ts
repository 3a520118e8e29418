import { invalidParams } from '@handeye/core/device/errors';

/** Local time on the phone, as milliseconds since 1970 as if it were UTC. */
export type LocalTime = number;

/** The phone's clock: log lines have neither a year nor (before Android 7) a zone. */
export interface PhoneClock {
  readonly now: LocalTime;
  /** Minutes east of UTC. */
  readonly zone: number;
}

/** Prints the phone's clock. toolbox's date (Android 5) knows these letters, too. */
export const clockCommand: readonly string[] = ['date', '+%Y-%m-%d %H:%M:%S %z'];

/** Parses the answer to `clockCommand`. */
export function parseClock(output: string): PhoneClock | undefined {
  const match = /(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) ([+-]\d{4})/.exec(output);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  const now = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return { now, zone: parseZone(zone) };
}

/** `+0530` or `+05:30` in minutes. */
export function parseZone(text: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)?$/.exec(text ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
}

/** One end of a period: in the phone's local time, or in UTC. */
export type Bound = { readonly local: LocalTime } | { readonly utc: number };

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

/** Parses a `since` or `until`: ISO 8601, in the phone's time zone unless it has an offset. */
export function parseBound(name: 'since' | 'until', text: string): Bound {
  const iso = text.trim().toUpperCase().replace(',', '.');
  const zone = ISO.exec(iso)?.[1];
  const face = iso.slice(0, iso.length - (zone?.length ?? 0));
  const time = ISO.test(iso) ? Date.parse(`${face}Z`) : NaN;
  // Some engines read February 30 as a day of March, so the result must match the input.
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(face.slice(0, 16))) {
    throw invalidParams(
      `Parameter '${name}' must be an ISO 8601 time like 2024-01-15T10:30:00, got: ${text}`,
    );
  }
  if (zone === undefined) return { local: time };
  return { utc: time - (zone === 'Z' ? 0 : parseZone(zone)) * 60_000 };
}

/** The bound in the phone's local time. It is off by an hour if daylight-saving time changed since then. */
export function localBound(bound: Bound, { zone }: PhoneClock): LocalTime {
  return 'local' in bound ? bound.local : bound.utc + zone * 60_000;
}

const DAY = 24 * 3600_000;

/** The time of a line without a year: the latest year in which it is not in the future. */
export function inLatestYear(time: (year: number) => LocalTime, { now }: PhoneClock): LocalTime {
  const year = new Date(now).getUTCFullYear();
  const thisYear = time(year);
  // A day of tolerance: the line may have been written after the clock was read, and clocks are set back.
  return thisYear > now + DAY ? time(year - 1) : thisYear;
}
