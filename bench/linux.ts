// npm run bench:linux: the whole tree of real applications, read by us and by libatspi in the same run.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { browse } from '../test/real/linux/browse.ts';
import { PrivateDesktop, until } from '../test/real/linux/desktop-session.ts';
import type { DesktopNode } from '../src/ui/desktop-node.ts';

const run = promisify(execFile);
const times = Number(process.argv[2] ?? 5);

const applications = [
  { name: 'gnome-calculator (GTK4)', start: launch('gnome-calculator', /Calculator/) },
  { name: 'gtk3-demo (GTK3)', start: launch('gtk3-demo', /Application Class/) },
  { name: 'mousepad (GTK3)', start: launch('mousepad', /Mousepad/) },
  { name: 'SpeedCrunch (Qt5)', start: launch('speedcrunch', /SpeedCrunch/) },
  { name: 'Chromium, 2,000 rows', start: openList },
];

console.log(
  `Medians of ${times} whole trees, in milliseconds. Ours include actions, texts, values and attributes.`,
);
console.log(['application', 'nodes', 'handeye', 'libatspi', 'ratio'].join('\t'));
for (const { name, start } of applications) {
  const ends: (() => Promise<void>)[] = [];
  const desktop = await PrivateDesktop.start({ after: (end) => ends.push(end as () => Promise<void>) });
  try {
    const pid = await start(desktop);
    const ours = await readByUs(desktop, pid);
    const theirs = await readByLibatspi(desktop, pid);
    const ratio = (theirs.median / ours.median).toFixed(1);
    console.log(
      [name, ours.nodes, Math.round(ours.median), Math.round(theirs.median), `${ratio}x`].join('\t'),
    );
  } finally {
    for (const end of ends) await end();
  }
}

function launch(program: string, title: RegExp): (desktop: PrivateDesktop) => Promise<number> {
  return async (desktop) => (await desktop.launch(program, [], title)).pid ?? 0;
}

async function openList(desktop: PrivateDesktop): Promise<number> {
  const { pid = 0 } = await browse(desktop, { rows: 2000 });
  await until('the page', async () => (await readOnce(desktop, pid)) > 8000);
  return pid;
}

async function readByUs(desktop: PrivateDesktop, pid: number): Promise<{ nodes: number; median: number }> {
  const took: number[] = [];
  let nodes = 0;
  for (let time = 0; time < times; time++) {
    const start = performance.now();
    nodes = await readOnce(desktop, pid);
    took.push(performance.now() - start);
  }
  return { nodes, median: median(took) };
}

async function readOnce(desktop: PrivateDesktop, pid: number): Promise<number> {
  const port = await desktop.port();
  return desktop.during(async (call) => {
    const app = (await port.applications(call)).find((one) => one.pid === pid);
    return app ? count(await port.tree(app, call)) : 0;
  });
}

async function readByLibatspi(desktop: PrivateDesktop, pid: number): Promise<{ median: number }> {
  const script = join(import.meta.dirname, 'linux', 'walk.py');
  // Debian's own Python: the one that its pyatspi package belongs to.
  const { stdout } = await run('/usr/bin/python3', [script, String(pid), String(times)], {
    env: desktop.environment,
  });
  const { milliseconds } = JSON.parse(stdout) as { milliseconds: number[] };
  return { median: median(milliseconds) };
}

function count(node: DesktopNode): number {
  return node.children.reduce((sum, child) => sum + count(child), 1);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
