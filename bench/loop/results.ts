import type { Counts } from './meter.ts';
import { noCounts, plus } from './meter.ts';
import type { TaskName } from './tasks.ts';

/** One agent's way through one task. */
export interface Result {
  readonly task: TaskName;
  readonly counts: Counts;
  /** The problem on the phone, or why the agent gave up; undefined if the task was done. */
  readonly problem: string | undefined;
  /** A known limit of the agent's tools that prevents it. */
  readonly limit: string | undefined;
}

/** The result of one agent. */
export interface Run {
  readonly agent: string;
  /** Version, format, tier. */
  readonly what: string;
  readonly listTokens: number;
  /** The preparation before the first task: finding out where the apps are. */
  readonly opening: Counts;
  readonly results: readonly Result[];
}

export function sumOf({ opening, results }: Run): Counts {
  return results.reduce((sum, { counts }) => plus(sum, counts), plus(noCounts, opening));
}

/** A task that should have succeeded and did not. */
export function failures({ results }: Run): readonly Result[] {
  return results.filter(({ problem, limit }) => problem !== undefined && limit === undefined);
}

/** The runs as tables, one per agent. */
export function runTable(run: Run): string {
  const rows = [
    ['', 'calls', 'failed', 'tokens', 'input', 'seconds', ''],
    ['(finding the apps)', ...cells(run.opening), ''],
    ...run.results.map((result) => [result.task, ...cells(result.counts), verdict(result)]),
    ['sum', ...cells(sumOf(run)), `${run.results.filter(isRight).length} of ${run.results.length} right`],
  ];
  return `${run.agent} (list of tools: ${run.listTokens} tokens)\n${aligned(rows)}`;
}

function isRight({ problem }: Result): boolean {
  return problem === undefined;
}

function cells({ calls, failed, tokens, input, seconds }: Counts): string[] {
  return [...[calls, failed, tokens, input].map(String), seconds.toFixed(1)];
}

function verdict({ problem, limit }: Result): string {
  if (problem === undefined) return 'right';
  const [reason = ''] = problem.split('\n');
  return limit === undefined ? `WRONG: ${reason}` : `not possible: ${limit}`;
}

/** Columns of figures are flushed right, the words at both ends left. */
export function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          at === 0 || at === row.length - 1 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
