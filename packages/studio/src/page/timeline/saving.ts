import { signal } from '@preact/signals';
import type { TimelineEntry } from '../../wire/timeline.ts';

/** The numbers of the calls to save as a flow; undefined while nothing is being saved. */
export const picked = signal<ReadonlySet<number> | undefined>(undefined);

/** What acted, and waits, which become assertions. */
export function canBeSaved({ kind, outcome, writes, tool }: TimelineEntry): boolean {
  return (
    kind === 'call' && outcome === 'ok' && (writes || tool.includes('wait_for_')) && !tool.endsWith('_flow')
  );
}

/** Picks a call, or no longer. */
export function toggle(call: TimelineEntry | undefined): void {
  if (!call || !picked.value || !canBeSaved(call)) return;
  const numbers = new Set(picked.value);
  if (!numbers.delete(call.number)) numbers.add(call.number);
  picked.value = numbers;
}

/** Picks also these. */
export function pickAll(calls: readonly TimelineEntry[]): void {
  if (!picked.value) return;
  picked.value = new Set([...picked.value, ...calls.filter(canBeSaved).map(({ number }) => number)]);
}
