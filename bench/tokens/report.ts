import type { Recall } from './recall.ts';

type Format = 'raw' | 'compact' | 'lean' | 'mobile-mcp';

/** What one screen gave. */
export interface Row {
  readonly group: string;
  readonly name: string;
  readonly tokens: Readonly<Record<Format, number>>;
  readonly lean: Recall;
}

const formats = ['raw', 'compact', 'lean', 'mobile-mcp'] as const;
const LABELLED_GOAL = 0.97;
/** Enough to see what is wrong. */
const MOST_EXAMPLES = 10;

/** Medians and recall of each group, and whether lean meets its goals: nothing missing, 97 % of handles with a label. */
export function table(rows: readonly Row[]): { text: string; met: boolean } {
  const groups = [...new Set(rows.map(({ group }) => group)), 'all'];
  const lines = groups.map((group) =>
    lineOf(
      group,
      rows.filter((row) => group === 'all' || row.group === group),
    ),
  );
  const head = ['group', 'screens', ...formats, 'texts', 'handles', 'labelled'];
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)));
  const aligned = [head, ...lines].map((line) =>
    line
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  const examples = rows
    .flatMap(({ name, lean }) => lean.missing.map((what) => `missing in lean of ${name}: ${what}`))
    .slice(0, MOST_EXAMPLES);
  const { textsFound, texts, handlesFound, handles, labelled } = sumOf(rows.map(({ lean }) => lean));
  const met = textsFound === texts && handlesFound === handles && labelled / handles >= LABELLED_GOAL;
  const verdict = `goals of lean (all texts, all handles, ${LABELLED_GOAL * 100} % of handles labelled): ${met ? 'met' : 'MISSED'}`;
  return {
    text: ['medians of tokens; recall and labels of lean', ...aligned, ...examples, verdict].join('\n'),
    met,
  };
}

function lineOf(group: string, rows: readonly Row[]): string[] {
  const lean = sumOf(rows.map((row) => row.lean));
  const share = (part: number, whole: number) =>
    whole === 0 ? '-' : (Math.floor((part / whole) * 1000) / 1000).toFixed(3);
  return [
    group,
    String(rows.length),
    ...formats.map((format) => String(median(rows.map(({ tokens }) => tokens[format])))),
    share(lean.textsFound, lean.texts),
    share(lean.handlesFound, lean.handles),
    share(lean.labelled, lean.handles),
  ];
}

function sumOf(all: readonly Recall[]): Omit<Recall, 'missing'> {
  const sum = (key: Exclude<keyof Recall, 'missing'>) => all.reduce((total, one) => total + one[key], 0);
  return {
    texts: sum('texts'),
    textsFound: sum('textsFound'),
    handles: sum('handles'),
    handlesFound: sum('handlesFound'),
    labelled: sum('labelled'),
  };
}

/** Of those that there are: a format may be unable to read a screen. */
function median(values: readonly number[]): number {
  const known = values.filter((value) => !Number.isNaN(value));
  return known.toSorted((a, b) => a - b)[Math.floor(known.length / 2)] ?? NaN;
}
