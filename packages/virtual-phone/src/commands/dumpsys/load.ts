import type { RunningProcess } from '../../framework/system/processes.ts';
import type { RunningAndroid } from '../running-android.ts';

/** Kilobytes of one part of a process. They cannot be measured here, so all processes have the same. */
interface Part {
  readonly name: string;
  readonly pss: number;
  readonly dirty: number;
  readonly clean: number;
  /** Size, allocated, free. */
  readonly heap?: readonly [number, number, number];
}

const parts: readonly Part[] = [
  { name: 'Native Heap', pss: 14_336, dirty: 14_280, clean: 0, heap: [22_528, 18_944, 3584] },
  { name: 'Dalvik Heap', pss: 8192, dirty: 8120, clean: 0, heap: [12_288, 8192, 4096] },
  { name: 'Dalvik Other', pss: 2048, dirty: 1980, clean: 0 },
  { name: 'Stack', pss: 1024, dirty: 1024, clean: 0 },
  { name: 'Other dev', pss: 128, dirty: 0, clean: 128 },
  { name: '.so mmap', pss: 9728, dirty: 1280, clean: 5120 },
  { name: '.apk mmap', pss: 3072, dirty: 0, clean: 2048 },
  { name: '.dex mmap', pss: 5120, dirty: 16, clean: 3072 },
  { name: 'EGL mtrack', pss: 12_288, dirty: 12_288, clean: 0 },
  { name: 'GL mtrack', pss: 8192, dirty: 8192, clean: 0 },
  { name: 'Unknown', pss: 1408, dirty: 1350, clean: 0 },
];

const sum = (of: (part: Part) => number): number => parts.reduce((total, part) => total + of(part), 0);
const TOTAL_PSS = sum(({ pss }) => pss);
/** Rss counts shared pages in full, so it is larger than Pss, which counts a share of them. */
const rssOf = (pss: number): number => Math.round(pss * 1.5);

/** `dumpsys meminfo [PACKAGE|PID]`: details of one process, or one line for each. */
export function dumpMemory({ framework }: RunningAndroid, args: readonly string[]): string {
  const wanted = args.find((arg) => !arg.startsWith('-'));
  const uptime = Math.round(framework.clock.now() - framework.bootedAt);
  const head = `Applications Memory Usage (in Kilobytes):\nUptime: ${uptime} Realtime: ${uptime}\n\n`;
  const all = framework.processes.list();
  if (wanted === undefined) return head + overview(all);
  const shown = all.filter(({ name, pid }) => name === wanted || String(pid) === wanted);
  if (shown.length === 0) return `No process found for: ${wanted}\n`;
  return head + shown.map((process) => details(process, framework.shape.sdk)).join('\n');
}

function overview(processes: readonly RunningProcess[]): string {
  const lines = processes.map(({ pid, name }) => `    ${thousands(TOTAL_PSS)}K: ${name} (pid ${pid})\n`);
  const used = TOTAL_PSS * processes.length;
  return `Total PSS by process:\n${lines.join('')}\nTotal RAM: 3,926,376K (status normal)\n Free RAM: 1,203,484K\n Used RAM: ${thousands(used)}K\n`;
}

/** The column Rss came with Android 11. */
function details({ pid, name }: RunningProcess, sdk: number): string {
  const hasRss = sdk >= 30;
  const titles = [
    ['Pss', 'Private', 'Private', 'SwapPss', ...(hasRss ? ['Rss'] : []), 'Heap', 'Heap', 'Heap'],
    ['Total', 'Dirty', 'Clean', 'Dirty', ...(hasRss ? ['Total'] : []), 'Size', 'Alloc', 'Free'],
  ];
  const row = ({
    name: label,
    pss,
    dirty,
    clean,
    heap = [],
  }: Omit<Part, 'heap'> & { heap?: readonly number[] }) =>
    line(label, [pss, dirty, clean, 0, ...(hasRss ? [rssOf(pss)] : []), ...heap]);
  const whole = {
    name: 'TOTAL',
    pss: TOTAL_PSS,
    dirty: sum(({ dirty }) => dirty),
    clean: sum(({ clean }) => clean),
    heap: [0, 1, 2].map((place) => sum(({ heap }) => heap?.[place] ?? 0)),
  };
  return [
    `\n** MEMINFO in pid ${pid} [${name}] **\n`,
    ...titles.map((words) => line('', words)),
    line(
      '',
      (titles[0] ?? []).map(() => '------'),
    ),
    ...parts.map(row),
    row(whole),
    ` \n App Summary\n                       Pss(KB)${hasRss ? '                        Rss(KB)' : ''}\n`,
    summary('Java Heap', 8192, hasRss),
    summary('Native Heap', 14_336, hasRss),
    summary('Code', 17_920, hasRss),
    summary('Stack', 1024, hasRss),
    summary('Graphics', 20_480, hasRss),
    `\n           TOTAL PSS: ${String(TOTAL_PSS).padStart(8)}${hasRss ? `            TOTAL RSS: ${rssOf(TOTAL_PSS)}` : ''}       TOTAL SWAP PSS:        0\n`,
  ].join('');
}

function summary(name: string, pss: number, hasRss: boolean): string {
  const rss = hasRss ? String(rssOf(pss)).padStart(31) : '';
  return `${`${name}:`.padStart(21)} ${String(pss).padStart(8)}${rss}\n`;
}

function line(label: string, cells: readonly (string | number)[]): string {
  return `${label.padStart(13)} ${cells.map((cell) => String(cell).padStart(8)).join(' ')}\n`;
}

function thousands(kilobytes: number): string {
  return kilobytes.toLocaleString('en-US');
}

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
