/** ping from iputils, as on Android. Only the phone itself answers; its network has no other hosts. */
import type { Task } from '../../shell/task.ts';
import { parseOptions, say, tool, ToolError } from '../tool.ts';

const DEFAULT_DATA_BYTES = 56;
const HEADER_BYTES = 8;
const IP_HEADER_BYTES = 20;
/** The round trip time of a packet to itself. */
const LOOP_MS = 0.045;

export const ping = tool(async (task) => {
  const options = parseOptions(task.args, { letters: 'c:i:I:s:t:w:W:qn46abBdfLOrRUvDl:m:M:p:Q:S:T:' });
  const [host] = options.rest;
  if (host === undefined) {
    throw new ToolError('usage error: Destination address required', 2);
  }
  const { network, clock } = task.system;
  const ip = network.resolve(host);
  if (ip === undefined) throw new ToolError(`unknown host ${host}`, 2);
  const reach = network.reach(ip);
  if (reach === 'unreachable') {
    await task.stderr.write(new TextEncoder().encode('connect: Network is unreachable\n'));
    return 2;
  }
  const size = Number(options.value('s') ?? DEFAULT_DATA_BYTES);
  const journey: Journey = {
    host,
    ip,
    size,
    count: Number(options.value('c') ?? Infinity),
    intervalMs: Number(options.value('i') ?? 1) * 1000,
    answers: reach === 'here',
    quiet: options.has('q'),
    deadline: clock.now() + Number(options.value('w') ?? Infinity) * 1000,
  };
  return send(task, journey);
});

interface Journey {
  readonly host: string;
  readonly ip: string;
  readonly size: number;
  readonly count: number;
  readonly intervalMs: number;
  readonly answers: boolean;
  readonly quiet: boolean;
  readonly deadline: number;
}

async function send(task: Task, journey: Journey): Promise<number> {
  const { host, ip, size, count, intervalMs, answers, quiet, deadline } = journey;
  const { clock } = task.system;
  const started = clock.now();
  const whole = size + HEADER_BYTES + IP_HEADER_BYTES;
  await say(task, `PING ${host} (${ip}) ${size}(${whole}) bytes of data.\n`);
  let sent = 0;
  while (sent < count && clock.now() < deadline) {
    if (sent > 0) await clock.wait(intervalMs, task.signal);
    sent++;
    if (answers && !quiet) {
      await say(
        task,
        `${size + HEADER_BYTES} bytes from ${ip}: icmp_seq=${sent} ttl=64 time=${LOOP_MS} ms\n`,
      );
    }
  }
  const received = answers ? sent : 0;
  const loss = sent === 0 ? 0 : Math.round(((sent - received) / sent) * 100);
  const took = Math.round(clock.now() - started);
  await say(
    task,
    `\n--- ${host} ping statistics ---\n` +
      `${sent} packets transmitted, ${received} received, ${loss}% packet loss, time ${took}ms\n` +
      (received > 0 ? `rtt min/avg/max/mdev = ${LOOP_MS}/${LOOP_MS}/${LOOP_MS}/0.000 ms\n` : '\n'),
  );
  return received > 0 ? 0 : 1;
}
