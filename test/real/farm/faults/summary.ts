import { judgedGrants } from './fairness.ts';
import type { Journal } from './journal.ts';

/** A summary of a run, line by line: faults, leases, writes, and the errors of clients, grouped by their form. */
export function summary({ leases, calls, touches, grants, outages }: Journal): string[] {
  const errors = calls.filter(({ kind }) => kind !== undefined);
  const count = new Map<string, number>();
  for (const { tool, kind, text } of errors) {
    const form = `${tool}: ${kind}: ${text.replace(/\S*\d\S*/g, '…').slice(0, 90)}`;
    count.set(form, (count.get(form) ?? 0) + 1);
  }
  const told = calls.flatMap(({ writes }) => writes.map(({ outcome }) => outcome));
  const of = (outcome: string) => told.filter((one) => one === outcome).length;
  return [
    `${outages.length} faults: ${outages.map(({ what }) => what).join(', ')}`,
    `${leases.length} leases, ${judgedGrants(grants)} seen to be made, ${calls.length} calls, ${errors.length} errors`,
    `${told.length} writes: ${of('done')} done, ${of('not done')} not done, ${of('unknown')} of unknown outcome; ${touches.length} touches`,
    ...[...count].sort(([, a], [, b]) => b - a).map(([form, times]) => `${times} x ${form}`),
  ];
}
