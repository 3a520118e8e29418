/**
 * npm run bench:linux: the CPU that our D-Bus client takes for an answer, against dbus-native; then real applications on a private desktop. Their whole trees, read by us and by libatspi in turns,
 * so that a busy machine slows both; what the tools take in a server of its own; and the memory that it holds.
 */
import { browse } from '../test/real/linux/browse.ts';
import { PrivateDesktop, until } from '../test/real/linux/desktop-session.ts';
import type { DesktopNode } from '../packages/handeye/src/ui/desktop/node.ts';
import { median, table, timed } from './android/goals.ts';
import { dbusClients } from './linux/dbus-clients.ts';
import { Libatspi } from './linux/libatspi.ts';
import { Server } from './linux/server.ts';

const TIMES = Number(process.argv[2] ?? 5);
/** Calls after which memory that is not given back would show. */
const MANY_LOOKS = 60;

const applications = [
  { name: 'gnome-calculator (GTK4)', start: launch('gnome-calculator', /Calculator/), goal: 1 },
  { name: 'gtk3-demo (GTK3)', start: launch('gtk3-demo', /Application Class/), goal: 1 },
  { name: 'mousepad (GTK3)', start: launch('mousepad', /Mousepad/), goal: 1 },
  { name: 'SpeedCrunch (Qt5)', start: launch('speedcrunch', /SpeedCrunch/), goal: 1 },
  { name: 'Chromium, 2,000 rows', start: openList, goal: 4 },
];

const { ours: OURS, theirs: THEIRS } = await dbusClients();
console.log(
  table([
    {
      what: 'CPU for a D-Bus answer, against dbus-native',
      measured: OURS / THEIRS,
      unit: 'x',
      goal: { atMost: 0.67 },
      how: `${OURS.toFixed(1)} µs against ${THEIRS.toFixed(1)} µs`,
    },
  ]),
);
console.log(
  `\nWhole trees: medians of ${TIMES} in milliseconds, in turns. The same: libatspi reads the facts that we tell`,
);
console.log(
  '(bench/linux/walk.py says which); bare: only name, description, role, states, interfaces and extents.\n',
);
row('application', 'nodes', 'handeye', 'same', 'bare', 'ratio same', 'ratio bare', 'goal (same)');
const tools: [string, ...string[]][] = [];
for (const application of applications) await onDesktop(application);
console.log(
  `\nTools over MCP (stdio), medians of ${TIMES} in milliseconds; megabytes that the server holds at first and after`,
);
console.log(`${MANY_LOOKS} looks (get_ui_tree, depth 100).\n`);
row('application', 'get_ui_tree', '… depth 100', 'find_element', 'focused', 'windows', 'MB', 'MB after');
for (const cells of tools) row(...cells);

async function onDesktop({ name, start, goal }: (typeof applications)[number]): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  const desktop = await PrivateDesktop.start({ after: (end) => ends.push(end as () => Promise<void>) });
  try {
    const pid = await start(desktop);
    await compareTrees(desktop, { name, pid, goal });
    tools.push([name, ...(await measureTools(desktop, pid))]);
  } finally {
    for (const end of ends) await end();
  }
}

async function compareTrees(
  desktop: PrivateDesktop,
  { name, pid, goal }: { name: string; pid: number; goal: number },
): Promise<void> {
  const libatspi = new Libatspi(pid, desktop.environment);
  const took = { handeye: [] as number[], same: [] as number[], bare: [] as number[] };
  let nodes = await readOnce(desktop, pid);
  await libatspi.walk('same');
  for (let time = 0; time < TIMES; time++) {
    took.handeye.push(
      await timed(async () => {
        nodes = await readOnce(desktop, pid);
      }),
    );
    took.same.push((await libatspi.walk('same')).milliseconds);
    took.bare.push((await libatspi.walk('bare')).milliseconds);
  }
  await libatspi.close();
  const [handeye, same, bare] = [took.handeye, took.same, took.bare].map(median) as [number, number, number];
  const verdict = same / handeye >= goal ? 'met' : 'MISSED';
  row(
    name,
    nodes,
    ...[handeye, same, bare].map(Math.round),
    asRatio(same / handeye),
    asRatio(bare / handeye),
    `${goal}x ${verdict}`,
  );
}

async function measureTools(desktop: PrivateDesktop, pid: number): Promise<string[]> {
  const server = new Server(desktop.environment);
  await server.start();
  const measure = async (tool: string, args: Record<string, unknown>) => {
    const took: number[] = [];
    for (let time = 0; time <= TIMES; time++) took.push(await server.call(tool, args));
    return `${Math.round(median(took.slice(1)))}`;
  };
  const latencies = [
    await measure('get_ui_tree', { app: pid }),
    await measure('get_ui_tree', { app: pid, depth: 100 }),
    await measure('find_element', { app: pid, role: 'button' }),
    await measure('get_focused_element', {}),
    await measure('list_windows', {}),
  ];
  const before = server.memory();
  for (let look = 0; look < MANY_LOOKS; look++) await server.call('get_ui_tree', { app: pid, depth: 100 });
  const after = server.memory();
  await server.close();
  return [...latencies, ...[before, after].map((megabytes) => `${Math.round(megabytes)}`)];
}

function launch(program: string, title: RegExp): (desktop: PrivateDesktop) => Promise<number> {
  return async (desktop) => (await desktop.launch(program, [], title)).pid ?? 0;
}

async function openList(desktop: PrivateDesktop): Promise<number> {
  const { pid = 0 } = await browse(desktop, { rows: 2000 });
  await until('the page', async () => (await readOnce(desktop, pid)) > 8000);
  return pid;
}

async function readOnce(desktop: PrivateDesktop, pid: number): Promise<number> {
  const port = await desktop.port();
  return desktop.during(async (call) => {
    const app = (await port.applications(call)).find((one) => one.pid === pid);
    return app ? count(await port.tree(app, call)) : 0;
  });
}

function count(node: DesktopNode): number {
  return node.children.reduce((sum, child) => sum + count(child), 1);
}

function asRatio(ratio: number): string {
  return `${ratio.toFixed(1)}x`;
}

function row(first: string, ...cells: (string | number)[]): void {
  console.log([first.padEnd(24), ...cells.map((cell) => String(cell).padStart(14))].join(''));
}
