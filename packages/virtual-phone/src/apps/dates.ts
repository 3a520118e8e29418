/** HH:MM for today, otherwise the date; the phone's time zone is UTC. */
export function dayOrTime(time: number, now: number): string {
  const [then, today] = [new Date(time), new Date(now)];
  if (then.toISOString().slice(0, 10) === today.toISOString().slice(0, 10))
    return then.toISOString().slice(11, 16);
  const year = then.getUTCFullYear() === today.getUTCFullYear() ? {} : ({ year: 'numeric' } as const);
  return then.toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC', ...year });
}
