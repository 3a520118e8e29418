/**
 * Runs a command line on a phone and reports what it cost the host. Started as a separate process; a line without end is hung
 * up after a while.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createPhone, text } from './phone.ts';

const MEGABYTE = 1024 * 1024;
const ENDLESS_MS = 1000;
const [LINE = '', KIND] = process.argv.slice(2);

const phone = createPhone({ after: () => undefined });
await phone.run('true');
global.gc?.();
const BEFORE = process.memoryUsage().rss;
let peak = 0;
const look = () => {
  peak = Math.max(peak, process.memoryUsage().rss - BEFORE);
};
const measure = setInterval(look, 10);

const running = phone.shell.spawn(LINE);
running.stdin.end();
const output = Promise.all([text(running.stdout), text(running.stderr)]);
if (KIND === 'endless') {
  const first = await Promise.race([running.exit, delay(ENDLESS_MS, 'still running')]);
  if (first !== 'still running') throw new Error(`it ended by itself: ${first}`);
  running.kill();
}
await running.exit;
const [OUT, ERR] = await output;
look();
clearInterval(measure);
const LEFT = phone.shell.processes.list().length - 1;
console.log(
  JSON.stringify({
    out: OUT.slice(0, 300),
    err: ERR.slice(0, 300),
    rss: Math.round(peak / MEGABYTE),
    left: LEFT,
  }),
);
process.exit(0);
