import { type Counts, noCounts, plus } from './meter.ts';
import type { Recorded } from './record.ts';
import type { Run } from './results.ts';
import { type TaskName, taskNames } from './tasks.ts';

/** An agent's figures, of this run or of the record. */
export interface Measured {
  readonly name: string;
  readonly opening: Counts;
  /** Of the tasks that it did right; failed ones are not compared. */
  readonly right: Readonly<Partial<Record<TaskName, Counts>>>;
}

export function measuredIn({ agent, opening, results }: Run): Measured {
  const done = results.filter(({ problem }) => problem === undefined);
  return { name: agent, opening, right: Object.fromEntries(done.map(({ task, counts }) => [task, counts])) };
}

export function recordedFor({ agents }: Recorded, name: string): Measured | undefined {
  const entry = agents[name];
  if (entry === undefined) return undefined;
  const right = Object.fromEntries(Object.entries(entry.tasks).filter(([, { right: isRight }]) => isRight));
  return { name: `${name} as recorded (${entry.what})`, opening: entry.opening, right };
}

export interface Compared {
  /** The cost of the tasks that both did right, and of the preparation. */
  readonly mine: Counts;
  readonly theirs: Counts;
  readonly pairs: readonly { readonly mine: Counts; readonly theirs: Counts }[];
}

export function compared(one: Measured, other: Measured): Compared {
  const pairs = taskNames.flatMap((task) => {
    const [mine, theirs] = [one.right[task], other.right[task]];
    return mine === undefined || theirs === undefined ? [] : [{ mine, theirs }];
  });
  const mine = pairs.reduce((sum, pair) => plus(sum, pair.mine), plus(noCounts, one.opening));
  const theirs = pairs.reduce((sum, pair) => plus(sum, pair.theirs), plus(noCounts, other.opening));
  return { mine, theirs, pairs };
}

/** One agent against another, over the tasks that both did right and the preparation of each. */
export function comparison(one: Measured, other: Measured): string {
  const { mine, theirs, pairs } = compared(one, other);
  const part = (key: 'calls' | 'tokens' | 'input') => `${(mine[key] / theirs[key]).toFixed(2)}x the ${key}`;
  const fewer = pairs.filter((pair) => pair.mine.tokens < pair.theirs.tokens).length;
  return (
    `${one.name} against ${other.name}: ${part('calls')}, ${part('tokens')}, ${part('input')}; ` +
    `fewer tokens on ${fewer} of ${pairs.length} tasks`
  );
}
