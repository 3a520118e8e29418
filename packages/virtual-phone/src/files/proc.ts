/** Files of /proc that tools read over adb. */

const CORES = 4;
/** Clock ticks per second in the kernel's accounting of processor time. */
const TICKS = 100;
/** Shares of processor time on a mostly idle phone. */
const SHARES = { user: 0.04, nice: 0.01, system: 0.03, iowait: 0.002, irq: 0.001, softirq: 0.001 };

/** /proc/stat after some seconds of uptime: the ticks of each core, which only grow, and their sum. */
export function procStat(uptimeSeconds: number, bootedAtSeconds: number): string {
  const core = (share: number): readonly number[] => {
    const all = Math.floor(uptimeSeconds * TICKS);
    const busy = Object.values(SHARES).map((part) => Math.floor(all * part * share));
    const [user = 0, nice = 0, system = 0, ...rest] = busy;
    const idle = all - busy.reduce((sum, ticks) => sum + ticks, 0);
    return [user, nice, system, idle, ...rest, 0, 0, 0];
  };
  const cores = Array.from({ length: CORES }, (_, index) => core(1 + index / 10));
  const sum = cores.reduce((total, ticks) => total.map((value, place) => value + (ticks[place] ?? 0)));
  return [
    `cpu  ${sum.join(' ')}`,
    ...cores.map((ticks, index) => `cpu${index} ${ticks.join(' ')}`),
    `intr ${Math.floor(uptimeSeconds * 900)}`,
    `ctxt ${Math.floor(uptimeSeconds * 2400)}`,
    `btime ${bootedAtSeconds}`,
    'processes 4210',
    'procs_running 1',
    'procs_blocked 0',
    '',
  ].join('\n');
}

/** Sockets that every phone has. */
const SYSTEM_SOCKETS = [
  '/dev/socket/adbd',
  '/dev/socket/logd',
  '/dev/socket/logdr',
  '/dev/socket/property_service',
  '/dev/socket/zygote',
  '@jdwp-control',
];

const LISTENS = '00010000';

/** /proc/net/unix: the system's sockets and the abstract names that programs listen on. */
export function procNetUnix(abstractNames: Iterable<string>): string {
  const names = [...SYSTEM_SOCKETS, ...Array.from(abstractNames, (name) => `@${name}`)];
  const lines = names.map(
    (name, index) => `0000000000000000: 00000002 00000000 ${LISTENS} 0001 01 ${12_045 + index * 13} ${name}`,
  );
  return `Num       RefCount Protocol Flags    Type St Inode Path\n${lines.join('\n')}\n`;
}
