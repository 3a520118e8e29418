/** Runs a command line on a phone and reports what it cost the host. Started as a separate process. */
import { setTimeout as delay } from 'node:timers/promises';
import { createPhone, text } from './phone.ts';

const MEGABYTE = 1024 * 1024;
const [LINE = '', LIMIT = '5000'] = process.argv.slice(2);

const phone = createPhone({ after: () => undefined });
await phone.run('true');
global.gc?.();
const before = process.memoryUsage();
const peak = { rss: 0, blocked: 0 };
let last = performance.now();
const look = () => {
  const now = performance.now();
  peak.rss = Math.max(peak.rss, process.memoryUsage().rss - before.rss);
  peak.blocked = Math.max(peak.blocked, now - last - 10);
  last = now;
};
const measure = setInterval(look, 10);

const running = phone.shell.spawn(LINE);
running.stdin.end();
const output = Promise.all([text(running.stdout), text(running.stderr)]);
const timer = delay(Number(LIMIT), 'late', { ref: false });
const inTime = await Promise.race([running.exit, timer]);
if (inTime === 'late') running.kill();
const CODE = await running.exit;
const [OUT, ERR] = await output;
look();
clearInterval(measure);
global.gc?.();
const LEFT = phone.shell.processes.list().length - 1;
const rest = process.memoryUsage();
console.log(
  JSON.stringify({
    code: CODE,
    late: inTime === 'late',
    out: OUT.slice(0, 300),
    err: ERR.slice(0, 300),
    size: OUT.length + ERR.length,
    rss: Math.round(peak.rss / MEGABYTE),
    kept: Math.round((rest.heapUsed + rest.external - before.heapUsed - before.external) / MEGABYTE),
    blocked: Math.round(peak.blocked),
    left: LEFT,
  }),
);
process.exit(0);
