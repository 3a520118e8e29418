/**
 * npm run bench:linux: real applications on a private desktop. Their whole trees, read by us and by libatspi in turns, so that a busy machine slows both; what the tools
 * take in a server of its own, the memory that it holds, and the memory of each application before and after many looks. `npm run bench:linux -- 3 gimp firefox` measures three times, and only these.
 */
import { PrivateDesktop } from '../test/real/linux/desktop-session.ts';
import type { DesktopNode } from '@handeye/screen/desktop/node';
import { median, timed } from './android/goals.ts';
import { type Application, applications } from './linux/applications.ts';
import { Libatspi } from './linux/libatspi.ts';
import { residentMegabytes } from './linux/memory.ts';
import { Server } from './linux/server.ts';

const words = process.argv.slice(2);
const TIMES = Number(words.find((word) => /^\d+$/.test(word)) ?? 5);
const wanted = words.filter((word) => !/^\d+$/.test(word)).map((word) => word.toLowerCase());
const isWanted = ({ name }: Application) =>
  wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word));
/** Calls after which memory that is not given back would show: in the server, and in the application. */
const MANY_CALLS = 60;
const MANY_LOOKS = 200;

console.log(
  `\nWhole trees: medians of ${TIMES} in milliseconds, in turns. The same: libatspi reads the facts that we tell`,
);
console.log(
  '(bench/linux/walk.py says which); bare: only name, description, role, states, interfaces and extents.',
);
console.log(
  `MB: what the application's processes hold (resident) before, half-way through and after ${MANY_LOOKS} looks; what a look leaks`,
);
console.log('would make the second half grow like the first.\n');
row('application', 'nodes', 'handeye', 'same', 'bare', 'same ratio', 'bare ratio', 'goal', 'MB', '', '');
const tools: [string, ...string[]][] = [];
for (const application of applications.filter(isWanted))
  await orSayWhy(application.name, () => onDesktop(application));
console.log(
  `\nTools over MCP (stdio), medians of ${TIMES} in milliseconds; megabytes that the server holds at first and after`,
);
console.log(`${MANY_CALLS} calls (get_ui_tree, depth 100).\n`);
row('application', 'get_ui_tree', '… depth 100', 'find_element', 'focused', 'windows', 'MB', 'MB after');
for (const cells of tools) row(...cells);
/** An application that cannot be measured does not end the run, but fails its exit code. */
async function orSayWhy(name: string, measure: () => Promise<void>): Promise<void> {
  try {
    await measure();
  } catch (error) {
    row(name, `not measured: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}

async function onDesktop(application: Application): Promise<void> {
  const { name, start, asUser = false, tooLargeForLooks = false } = application;
  const ends: (() => Promise<void>)[] = [];
  const t = { after: (end: unknown) => ends.push(end as () => Promise<void>) };
  const desktop = asUser ? await PrivateDesktop.startAsUser(t, 'compact') : await PrivateDesktop.start(t);
  try {
    await start(desktop);
    const pid = await frontPid(desktop);
    const compared = await compareTrees(desktop, pid, application);
    row(name, ...compared, ...(tooLargeForLooks ? [] : await watchMemory(desktop, pid)));
    tools.push([name, ...(await measureTools(desktop, pid))]);
  } finally {
    for (const end of ends) await end();
  }
}

/** Of the application in front; a launcher may have started it. */
async function frontPid(desktop: PrivateDesktop): Promise<number> {
  const port = await desktop.port();
  const windows = await desktop.during((call) => port.windows(undefined, call));
  return windows.find(({ frontmost }) => frontmost)?.pid ?? 0;
}

async function compareTrees(
  desktop: PrivateDesktop,
  pid: number,
  { goal, asUser = false, tooLargeForLibatspi = false }: Application,
): Promise<(string | number)[]> {
  let nodes = await readOnce(desktop, pid);
  const took = { handeye: [] as number[], same: [] as number[], bare: [] as number[] };
  const libatspi = tooLargeForLibatspi ? undefined : new Libatspi(pid, desktop.environment, asUser);
  await libatspi?.walk('same');
  for (let time = 0; time < TIMES; time++) {
    took.handeye.push(
      await timed(async () => {
        nodes = await readOnce(desktop, pid);
      }),
    );
    if (!libatspi) continue;
    took.same.push((await libatspi.walk('same')).milliseconds);
    took.bare.push((await libatspi.walk('bare')).milliseconds);
  }
  await libatspi?.close();
  const [handeye, same, bare] = [took.handeye, took.same, took.bare].map(median) as [number, number, number];
  if (!libatspi) return [nodes, Math.round(handeye), 'hangs it', '-', '-', '-', '-'];
  const verdict = same / handeye >= goal ? 'met' : 'MISSED';
  const ratios = [asRatio(same / handeye), asRatio(bare / handeye)];
  return [nodes, ...[handeye, same, bare].map(Math.round), ...ratios, `${goal}x ${verdict}`];
}

async function watchMemory(desktop: PrivateDesktop, pid: number): Promise<string[]> {
  const look = () => desktop.tools.text('get_screen_state');
  await look();
  const before = residentMegabytes(pid);
  for (let count = 0; count < MANY_LOOKS / 2; count++) await look();
  const halfWay = residentMegabytes(pid);
  for (let count = 0; count < MANY_LOOKS / 2; count++) await look();
  const after = residentMegabytes(pid);
  return [before, halfWay, after].map((megabytes) => megabytes.toFixed(0));
}

async function measureTools(desktop: PrivateDesktop, pid: number): Promise<string[]> {
  const server = await Server.start(desktop.environment);
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
  for (let call = 0; call < MANY_CALLS; call++) await server.call('get_ui_tree', { app: pid, depth: 100 });
  const after = server.memory();
  await server.close();
  return [...latencies, ...[before, after].map((megabytes) => `${Math.round(megabytes)}`)];
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
  console.log([first.padEnd(30), ...cells.map((cell) => String(cell).padStart(13))].join(''));
}
