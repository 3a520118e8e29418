import type { RunningAndroid } from '../running-android.ts';

/** `dumpsys cpuinfo`: a mostly idle phone; the app in front uses a little CPU, the others none. */
export function dumpCpu({ framework }: RunningAndroid): string {
  const now = framework.clock.now();
  const time = (at: number) => new Date(at).toISOString().replace('T', ' ').slice(0, 23);
  const front = framework.resumedActivity()?.package;
  const lines = framework.processes
    .list()
    .map(({ pid, name }) => {
      const [user, kernel] = name === front ? [1.2, 0.4] : [0, 0];
      return { pid, name, user, kernel, all: user + kernel };
    })
    .sort((a, b) => b.all - a.all)
    .map(
      ({ pid, name, user, kernel, all }) =>
        `  ${percent(all)}% ${pid}/${name}: ${percent(user)}% user + ${percent(kernel)}% kernel / faults: ${all > 0 ? 70 : 0} minor\n`,
    );
  return `Load: 0.12 / 0.08 / 0.02
CPU usage from ${Math.min(300_000, now - framework.bootedAt)}ms to 0ms ago (${time(Math.max(framework.bootedAt, now - 300_000))} to ${time(now)}):
${lines.join('')}1.9% TOTAL: 1.4% user + 0.4% kernel + 0% iowait
`;
}

function percent(value: number): string {
  return value.toFixed(1).replace(/\.0$/, '');
}
