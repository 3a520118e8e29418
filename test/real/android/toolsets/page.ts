import { optInToolsets, toolsets } from '@handeye/core/tools/toolsets';
import { releases, tiers, type Release, type Tier } from './stage.ts';
import { DONE, rowOf, trials, type Outcomes } from './trial.ts';

/** The recorded outcomes, by release and tier: `14 plain`. */
export type Recorded = Readonly<Record<string, Outcomes>>;

export function columnName(release: Release, tier: Tier): string {
  return `${release} ${tier}`;
}

const INTRODUCTION = `Every tool of the opt-in toolsets was called on the virtual phone as Android 5, 9, 12 and 14, over plain ADB and with the
companion. _done_ means that the phone itself showed it afterwards, by its settings, files, processes, list of notifications or what its
apps received; the tool's own word does not count. A number refers to the tool's error. Where the
tiers differ, a cell names both. The phone counted as connected by cable: over the network, \`wifi\` and \`airplane\` are refused if they
would cut the connection.

\`npm run record:toolsets\` writes this page, and a test repeats all of it.`;

/** Flows are tried out as flows: test/real/android/flows. */
export const triedToolsets = optInToolsets.filter((name) => name !== 'flows');

/** docs/toolsets.md. */
export function toolsetsPage(recorded: Recorded): string {
  return [
    '<!-- Written by `npm run record:toolsets` from what the tests do. Do not edit. -->',
    '# Which tool works on which Android',
    INTRODUCTION,
    ...triedToolsets.flatMap((toolset) => {
      const rows = trials
        .filter(({ tool }) => toolsets[toolset].some(({ name }) => name === tool))
        .map(rowOf);
      return [`## The toolset \`${toolset}\``, ...table(rows, recorded)];
    }),
    '',
  ].join('\n\n');
}

function table(rows: readonly string[], recorded: Recorded): readonly string[] {
  const notes: string[] = [];
  const lines = rows.map((row) => {
    const cells = releases.map((release) => cellOf(row, release, { recorded, notes }));
    return `| ${titleOf(row)} | ${cells.join(' | ')} |`;
  });
  const head = [`| | ${releases.join(' | ')} |`, `|---|${releases.map(() => '---|').join('')}`];
  const list = notes.map((note, index) => `${index + 1}. ${note}`).join('\n');
  return [[...head, ...lines].join('\n'), ...(notes.length > 0 ? [list] : [])];
}

function titleOf(row: string): string {
  const [tool = '', what] = row.split(': ');
  return what === undefined ? `\`${tool}\`` : `\`${tool}\`: ${what}`;
}

/** One word for both tiers, or one for each. */
function cellOf(
  row: string,
  release: Release,
  { recorded, notes }: { readonly recorded: Recorded; readonly notes: string[] },
): string {
  const [plain = '', companion = ''] = tiers.map((tier) => {
    const outcome = recorded[columnName(release, tier)]?.[row] ?? 'not recorded';
    return outcome.startsWith(DONE) ? outcome : `[${numberOf(generalised(outcome), notes)}]`;
  });
  return plain === companion ? plain : `plain ${plain}, companion ${companion}`;
}

/** The same words for every release are one note. */
function generalised(outcome: string): string {
  const ofAll = outcome.replace(/; this phone has [\d.]+(?=\.)/, '');
  return ofAll.replaceAll(/Android (?:5\.1\.1|9|12|14)\b/g, (name, at: number) =>
    // Only the first sentence: the rest names the versions that can.
    ofAll.indexOf('Android') === at ? 'This Android' : name,
  );
}

function numberOf(note: string, notes: string[]): number {
  const at = notes.indexOf(note);
  return at >= 0 ? at + 1 : notes.push(note);
}
