import { compared, type Measured } from './compare.ts';

/** The baseline of each agent: itself before acts said what happened. Then the helper (removed in 0.2) did the companion's work. */
export const baselines: Readonly<Record<string, string>> = {
  'handeye:plain': 'handeye:plain',
  'handeye:companion': 'handeye:helper',
};

/** As a share of the calls and tokens before. */
const LARGEST_SHARE = 0.3;
/** Tasks of twelve on which agent-device may need fewer tokens. */
const MOST_LOST = 2;

export interface Others {
  readonly before: Measured | undefined;
  readonly mobileMcp: Measured | undefined;
  readonly agentDevice: Measured | undefined;
}

/** The goals that a run misses, as sentences. */
export function missedGoals(one: Measured, { before, mobileMcp, agentDevice }: Others): string[] {
  const missed: string[] = [];
  const expect = (isMet: boolean, goal: string) => {
    if (!isMet) missed.push(`goal missed by ${one.name}: ${goal}`);
  };
  if (before) {
    const { mine, theirs } = compared(one, before);
    expect(mine.calls <= LARGEST_SHARE * theirs.calls, `at most ${LARGEST_SHARE}x the calls as before`);
    expect(mine.tokens <= LARGEST_SHARE * theirs.tokens, `at most ${LARGEST_SHARE}x the tokens as before`);
  }
  if (mobileMcp) {
    const { mine, theirs } = compared(one, mobileMcp);
    expect(mine.calls < theirs.calls, 'fewer calls than mobile-mcp');
  }
  if (agentDevice) {
    const { mine, theirs, pairs } = compared(one, agentDevice);
    expect(mine.tokens < theirs.tokens, 'fewer tokens than agent-device');
    const lost = pairs.filter((pair) => pair.mine.tokens >= pair.theirs.tokens).length;
    expect(lost <= MOST_LOST, 'fewer tokens than agent-device on all but two tasks');
  }
  return missed;
}
