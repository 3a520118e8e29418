import { changesBetween } from '@handeye/screen/format/lean/changes';
import type { Snapshot } from '@handeye/screen/snapshot';

/** Tokens of the state number under an answer. */
const STATE_LINE_TOKENS = 8;

export interface ChangesTextOptions {
  readonly before: Snapshot;
  /** The number under which it was shown. */
  readonly since: string;
  readonly now: Snapshot;
  readonly state: string;
  /** About the answer, not about the screen. */
  readonly notes?: readonly string[];
  readonly maxTokens: number;
}

/** The changes since a screen that was shown before, as get_screen_state prints them. */
export function changesText({
  before,
  since,
  now,
  state,
  notes = [],
  maxTokens,
}: ChangesTextOptions): string {
  const { kind, lines } = changesBetween(before, now, { maxTokens: maxTokens - STATE_LINE_TOKENS });
  const said = notes.map((note) => `note: ${note}`);
  const told = kind === 'none' ? [`unchanged since ${since}`, ...said] : [...lines, ...said, state];
  return told.join('\n');
}
