/**
 * npm run bench:tokens [FOLDER]: the tokens of a screen (o200k_base) as raw XML, in compact, in lean and as mobile-mcp prints
 * it, and whether the lean that was counted is complete: each visible text and each handle of the raw tree. Screens: the dumps
 * of a folder if one is given, the virtual phone's, and several hundred that are generated in the shape of real ones, on phones
 * and on Linux desktops (which mobile-mcp does not know). Fails below the goals.
 */
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { compactText } from '@handeye/screen/format/compact';
import { leanText } from '@handeye/screen/format/lean/lean';
import { recallOf } from '@handeye/testing/lean-recall';
import { screensIn } from './tokens/folder.ts';
import { mobileMcpText } from './tokens/mobile-mcp.ts';
import { phoneScreens } from './tokens/phone.ts';
import { linuxScreens } from './tokens/linux/screens.ts';
import { dumpedScreen, type Held, heldIn, type MeasuredScreen } from './tokens/screen.ts';
import type { Snapshot } from '@handeye/screen/snapshot';
import { severalRootsScreens, syntheticScreens } from './tokens/synthetic.ts';

/** Handles with a label, a hint or a meaningful resource name. */
const LEAST_LABELLED = 0.97;
/** The median of the lean of version 0.1 on the same screens of the virtual phone. */
const FORMER_LEAN_ON_PHONE = 417;
const FORMER_SHARE = 1 / 3;
/** The largest median for real screens. */
const MOST_ON_FOLDER = 270;

interface Measured {
  readonly screen: MeasuredScreen;
  readonly tokens: Readonly<Record<'raw' | 'compact' | 'mobile-mcp' | 'lean', number>>;
  readonly texts: number;
  readonly handles: number;
  readonly labelled: number;
  readonly missing: readonly string[];
}

function measure(
  screen: MeasuredScreen,
  theirs: ((xml: string) => string) | undefined,
): Measured | undefined {
  const count = (text: string) => encode(text).length;
  const snapshot = screen.snapshot();
  if (snapshot.elements.length === 0) return undefined;
  // Tokens and recall are of the same text: what costs nothing because it is not told is missed.
  const lean = leanText(snapshot, { state: 's4f17' });
  const { texts, handles, labelled, missingTexts, missingHandles } = recallOf(snapshot, lean);
  const lost = lostOf(screen, snapshot);
  return {
    screen,
    tokens: {
      raw: count(screen.raw),
      compact: count(compactText(snapshot)),
      'mobile-mcp': theirs && screen.xml !== undefined ? count(theirs(screen.xml)) : NaN,
      lean: count(lean),
    },
    texts: texts + Math.max(0, lost.texts),
    handles: handles + Math.max(0, lost.handles),
    labelled,
    missing: [
      ...missingTexts,
      ...missingHandles,
      ...Array.from({ length: Math.max(0, lost.texts) }, () => 'a text of the raw tree'),
      ...Array.from({ length: Math.max(0, lost.handles) }, () => 'a handle of the raw tree'),
    ],
  };
}

/** What the raw tree holds and the snapshot does not. */
function lostOf({ held }: MeasuredScreen, snapshot: Snapshot): Held {
  const [raw, read] = [held?.() ?? { texts: 0, handles: 0 }, heldIn(snapshot)];
  return { texts: raw.texts - read.texts, handles: raw.handles - read.handles };
}

function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function report(group: string, all: readonly Measured[]): string {
  const tokens = (['raw', 'compact', 'mobile-mcp', 'lean'] as const).map((format) =>
    median(all.map((one) => one.tokens[format])),
  );
  const said = sum(all.map(({ texts, handles }) => texts + handles));
  const missing = sum(all.map((one) => one.missing.length));
  const labelled = sum(all.map((one) => one.labelled)) / Math.max(1, sum(all.map(({ handles }) => handles)));
  const cells = [
    ...tokens.map((number) => (Number.isNaN(number) ? '-' : String(number)).padStart(7)),
    (1 - missing / Math.max(1, said)).toFixed(4),
    labelled.toFixed(2),
  ];
  return `${group.padEnd(24)}${String(all.length).padStart(4)} ${cells.join('  ')}`;
}

function main(): void {
  const [folder] = process.argv.slice(2);
  const theirs = mobileMcpText();
  if (!theirs) console.log('mobile-mcp is not installed (npm test installs it): its column is empty.');
  const screens = [
    ...(folder === undefined ? [] : screensIn(folder)),
    ...phoneScreens().map(dumpedScreen),
    ...syntheticScreens(),
    ...severalRootsScreens(),
    ...linuxScreens(),
  ];
  const measured = screens.flatMap((screen) => {
    try {
      return measure(screen, theirs) ?? [];
    } catch (error) {
      console.log(`${screen.name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return [];
    }
  });
  console.log(`${'medians'.padEnd(24)}   n     raw  compact  mobile-mcp  lean  recall  labelled`);
  const groups = [...new Set(measured.map(({ screen }) => screen.group))];
  const inGroup = (group: string) => measured.filter(({ screen }) => screen.group === group);
  for (const group of groups) console.log(report(group, inGroup(group)));
  console.log(report('all', measured));
  const problems = problemsIn(measured, inGroup);
  for (const problem of problems) console.log(problem);
  if (problems.length > 0) process.exitCode = 1;
}

function problemsIn(
  measured: readonly Measured[],
  inGroup: (group: string) => readonly Measured[],
): string[] {
  const lean = (group: string) => median(inGroup(group).map(({ tokens }) => tokens.lean));
  const labelled = sum(measured.map((one) => one.labelled)) / sum(measured.map(({ handles }) => handles));
  return [
    ...measured
      .filter(({ missing }) => missing.length > 0)
      .map(({ screen, missing }) => `${screen.name} does not tell: ${missing.slice(0, 5).join('; ')}`),
    ...(labelled < LEAST_LABELLED
      ? [`only ${(labelled * 100).toFixed(1)} % of the handles have a label`]
      : []),
    ...(lean('virtual phone') > FORMER_LEAN_ON_PHONE * FORMER_SHARE
      ? ['the virtual phone’s screens cost more than a third of what they did']
      : []),
    ...(lean('folder') > MOST_ON_FOLDER ? [`the folder’s median is above ${MOST_ON_FOLDER}`] : []),
  ];
}

main();
