import type { Trial } from './check.ts';

/** The result of a selftest, fit to be published: it holds no text of the screen and no serial number. */
export interface Report {
  readonly handeye: string;
  readonly date: string;
  readonly phone: PhoneFacts;
  readonly seconds: number;
  readonly trials: readonly Trial[];
  /** The first page of Settings as each tier read it, of its texts only the shape. */
  readonly screens: Readonly<Record<string, readonly string[]>>;
  /** The settings that the test had left changed, and has put back. */
  readonly putBack: readonly string[];
}

/** The facts of a phone, read before the test. */
export interface PhoneFacts {
  readonly manufacturer: string;
  readonly model: string;
  readonly android: string;
  readonly sdk: number;
  readonly build: string;
}

/** The report in the format of the file's name: JSON or Markdown. */
export function reportText(report: Report, file: string): string {
  return file.endsWith('.json') ? `${JSON.stringify(report, null, 2)}\n` : markdown(report);
}

function markdown({ handeye, date, phone, seconds, trials, screens, putBack }: Report): string {
  const rows = trials.map(
    ({ tier, check, outcome, milliseconds, note }) =>
      `| ${[tier, check, outcome, String(milliseconds), note.replaceAll('|', '\\|').replaceAll('\n', ' ')].join(' | ')} |`,
  );
  return [
    '# Handeye selftest android',
    '',
    `Handeye ${handeye}, ${date}, ${seconds} s.`,
    `${phone.manufacturer} ${phone.model}, Android ${phone.android} (API ${phone.sdk}), build ${phone.build}.`,
    `Put back at the end: ${putBack.join(', ') || 'nothing was left changed'}.`,
    '',
    '| tier | check | outcome | ms | |',
    '| --- | --- | --- | ---: | --- |',
    ...rows,
    ...Object.entries(screens).flatMap(([tier, lines]) => [
      '',
      `## Settings as ${tier} reads it (shapes of texts)`,
      '',
      '```',
      ...lines,
      '```',
    ]),
    '',
  ].join('\n');
}
