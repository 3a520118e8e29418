import { isRefused, type TimelineEntry } from '../../wire/timeline.ts';

export function durationText(milliseconds: number): string {
  if (milliseconds < 1_000) return `${milliseconds} ms`;
  const seconds = milliseconds / 1_000;
  return seconds < 100 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds / 60)} min`;
}

/** 12345 -> 12.3k */
export function countText(count: number): string {
  if (count < 10_000) return String(count);
  return count < 999_500
    ? `${(count / 1_000).toFixed(count < 99_950 ? 1 : 0)}k`
    : `${(count / 1e6).toFixed(1)}M`;
}

export function timeText(at: number): string {
  return new Date(at).toLocaleTimeString(undefined, { hour12: false });
}

/** `element_not_found` with spaces. */
export function outcomeText({ outcome, isWaiting }: TimelineEntry): string {
  if (outcome === undefined) return isWaiting ? 'waits for an answer' : 'running';
  return outcome.replaceAll('_', ' ');
}

export function outcomeTone(entry: TimelineEntry): 'plain' | 'good' | 'warn' | 'bad' {
  const { kind, outcome, isWaiting } = entry;
  if (isWaiting) return 'warn';
  if (outcome === undefined || kind === 'control') return 'plain';
  if (outcome === 'ok') return 'good';
  return isRefused(entry) || outcome === 'cancelled' ? 'warn' : 'bad';
}
