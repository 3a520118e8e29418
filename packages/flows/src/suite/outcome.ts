import type { Flow } from '../file/flow.ts';
import type { FlowResult, FlowStatus } from '../run/result.ts';
import type { Evidence } from './evidence.ts';

/** One attempt at a flow, with what was kept of it for a report. */
export interface Attempt {
  readonly result: FlowResult;
  readonly evidence: Evidence | undefined;
}

/** `skipped`: the run had ended before its turn came. */
export type OutcomeStatus = FlowStatus | 'skipped';

/** A flow of a suite on one device, or on the one that was free. */
export interface Outcome {
  readonly flow: Flow;
  /** Undefined if no device performed it. */
  readonly device: string | undefined;
  readonly status: OutcomeStatus;
  /** In order; the last one decides. */
  readonly attempts: readonly Attempt[];
  /** Why it was not performed, if there is no attempt to tell it. */
  readonly problem: string | undefined;
}

export interface SuiteResult {
  /** In the order of the flows, and of the devices for each. */
  readonly outcomes: readonly Outcome[];
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly milliseconds: number;
}

/** Exit codes of `handeye test`. */
export const suiteExit = { passed: 0, failed: 1, wrongUsage: 2, infrastructure: 3 } as const;

/** Whether an outcome makes the run red. */
export function isFailure(status: OutcomeStatus, acceptHealed: boolean): boolean {
  return status === 'failed' || status === 'cancelled' || (status === 'healed' && !acceptHealed);
}

/** A failed flow decides before a device that went away: it needs a person, the device only another run. */
export function exitCode({ outcomes }: SuiteResult, acceptHealed: boolean): number {
  if (outcomes.some(({ status }) => isFailure(status, acceptHealed))) return suiteExit.failed;
  if (outcomes.some(({ status }) => status === 'infrastructure')) return suiteExit.infrastructure;
  return outcomes.some(({ status }) => status === 'skipped') ? suiteExit.failed : suiteExit.passed;
}

/** `3 passed, 1 failed, 1 flaky`; what there is none of is left out. */
export function counts(outcomes: readonly Outcome[]): string {
  const order: readonly OutcomeStatus[] = [
    'passed',
    'flaky',
    'healed',
    'failed',
    'infrastructure',
    'cancelled',
    'skipped',
  ];
  const words: Partial<Record<OutcomeStatus, string>> = { infrastructure: 'not performed (infrastructure)' };
  return order
    .map((status) => ({ status, count: outcomes.filter((outcome) => outcome.status === status).length }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${words[status] ?? status}`)
    .join(', ');
}
