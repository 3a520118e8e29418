import { linuxCases } from '../../linux/hostile/all-cases.ts';
import type { LinuxCase } from '../../linux/hostile/case.ts';
import { cases } from './all-cases.ts';
import { attacks, type HostileCase, type Outcome, outcomeOn } from './case.ts';
import { tiers } from './stage.ts';

export const BEGIN = '<!-- Written by `npm run record:safety` from the hostile suite. Do not edit. -->';
export const END = '<!-- End of the table. -->';

const outcomes: readonly Outcome[] = ['stopped', 'noted', 'harmless'];

/** The table of threats for docs/safety.md: a row for each attack, and below it every case. */
export function threatTable(): string {
  const rows = Object.entries(attacks).map(([number, name]) => {
    const own = cases.filter(({ attack }) => attack === Number(number));
    const counts = outcomes.map((outcome) => countsOf(own, outcome));
    const onLinux = linuxCounts(linuxCases.filter(({ attack }) => attack === Number(number)));
    return `| ${number} | ${name} | ${own.length} | ${counts.join(' | ')} | ${onLinux} |`;
  });
  const sums = outcomes.map((outcome) => countsOf(cases, outcome));
  return [
    BEGIN,
    '',
    '|  | attack | cases | stopped | noted | harmless | on Linux |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    `|  | all | ${cases.length} | ${sums.join(' | ')} | ${linuxCounts(linuxCases)} |`,
    '',
    '<details><summary>Every case</summary>',
    '',
    ...cases.map(lineOf),
    ...linuxCases.map(linuxLineOf),
    '',
    '</details>',
    '',
    END,
  ].join('\n');
}

/** One number, or one for each tier if they differ. */
function countsOf(own: readonly HostileCase[], wanted: Outcome): string {
  const [plain = 0, companion = 0] = tiers.map(
    (tier) => own.filter((one) => outcomeOn(one, tier) === wanted).length,
  );
  if (plain === companion) return plain === 0 ? '' : String(plain);
  return `${plain} plain, ${companion} companion`;
}

function lineOf(one: HostileCase): string {
  const [plain, companion] = tiers.map((tier) => outcomeOn(one, tier));
  const outcome = plain === companion ? plain : `${plain} on plain ADB, ${companion} with the companion`;
  return `- ${one.attack}. ${attacks[one.attack]}: ${one.form}: _${outcome}_`;
}

function linuxCounts(own: readonly LinuxCase[]): string {
  return outcomes
    .map((wanted) => ({ wanted, count: own.filter(({ outcome }) => outcome === wanted).length }))
    .flatMap(({ wanted, count }) => (count === 0 ? [] : `${count} ${wanted}`))
    .join(', ');
}

function linuxLineOf({ attack, form, outcome }: LinuxCase): string {
  return `- ${attack}. ${attacks[attack]}: on Linux, ${form}: _${outcome}_`;
}

/** A page with the new table in place of its old one. */
export function withTable(page: string): string {
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined)
    throw new Error('docs/safety.md has no place for the table');
  return `${before}${threatTable()}${after}`;
}
