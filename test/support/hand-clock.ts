import type { Clock } from '@handeye/core/call/clock';

/** A clock that stands still until it is told to move. */
export function handClock() {
  let time = 0;
  let waiting: { at: number; then: () => void }[] = [];
  const clock: Clock = {
    now: () => time,
    after(milliseconds, then) {
      const entry = { at: time + milliseconds, then };
      waiting.push(entry);
      return () => {
        waiting = waiting.filter((other) => other !== entry);
      };
    },
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
    const due = waiting.filter(({ at }) => at <= time);
    waiting = waiting.filter(({ at }) => at > time);
    for (const { then } of due) then();
  };
  return { clock, pass, waiting: () => waiting.length };
}
