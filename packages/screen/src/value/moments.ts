/** A time of day on the 24-hour clock. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

/** `14:30`, `2:30 pm`; undefined for anything else. */
export function timeOfDay(text: string): TimeOfDay | undefined {
  const [, hours = '', minutes = '', half] =
    /^(\d{1,2}):(\d{2})\s*([ap])?\.?(?:m\.?)?$/i.exec(text.trim()) ?? [];
  if (hours === '') return undefined;
  const [given, minute] = [Number(hours), Number(minutes)];
  if (half !== undefined && (given < 1 || given > 12)) return undefined;
  const hour = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return hour < 24 && minute < 60 ? { hour, minute } : undefined;
}

/** `2026-11-20`; undefined for anything else, and for a day that does not exist. */
export function calendarDate(text: string): CalendarDate | undefined {
  const [, years, months, days] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text.trim()) ?? [];
  const [year, month, day] = [Number(years), Number(months), Number(days)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return years !== undefined && exists ? { year, month, day } : undefined;
}

/** The languages whose month names are known; a picker uses the phone's language. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'ru', 'sv', 'da', 'fi', 'tr', 'cs', 'id'];

let monthNames: ReadonlyMap<string, number> | undefined;

/** The month for a number or a name: 1 to 12. Undefined if it is none, or ambiguous between languages. */
export function monthNamed(text: string): number | undefined {
  const name = simplified(text);
  if (/^\d+$/.test(name)) return Number(name) >= 1 && Number(name) <= 12 ? Number(name) : undefined;
  monthNames ??= readMonthNames();
  const month = monthNames.get(name);
  return month === AMBIGUOUS ? undefined : month;
}

const AMBIGUOUS = 0;

function readMonthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const language of languages) {
    for (const width of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { month: width, timeZone: 'UTC' });
      for (let month = 1; month <= 12; month += 1) {
        const name = simplified(format.format(Date.UTC(2026, month - 1, 15)));
        names.set(name, (names.get(name) ?? month) === month ? month : AMBIGUOUS);
      }
    }
  }
  return names;
}

function simplified(text: string): string {
  return text.trim().toLowerCase().replace(/\.$/, '');
}
